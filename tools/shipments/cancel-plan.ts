import type { Undo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import { activeAssignment, unbouncedAssignment } from '../../src/domain/freight/load.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatRouteEnds } from '../records/stop-places.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { LoadRecord, ShipmentRecord } from '../records/record-types.ts';
import type { ShipmentSnapshot } from './shipment-snapshot.ts';
import { getRouteStops } from '../stops/shipment-progress.ts';
import { formatParty } from '../records/parties.ts';

export function refuseDelivered({ friendlyId, status }: ShipmentRecord): void {
  if (status !== 'DELIVERED') return;
  const error = new WaybillError('CONFLICT', `${friendlyId} is delivered: a delivered shipment can't be canceled.`);
  throw withNextActions(error, [
    { tool: 'get_shipment', arguments: { shipment: friendlyId }, why: 'shows what can be done with it' },
  ]);
}

/** Describes the undo of a cancellation. */
export const describeUndo = ({ friendlyId }: ShipmentRecord): Undo => ({
  undo: 'It can be brought back with the statuses it had.',
  undoCall: formatCall('restore_shipment', { shipment: friendlyId }),
});

const quoteText = (value: string) => recordText(value, 'list');

/** Lists everything that a cancellation changes, and what it leaves as it is. */
export function cancelLines(
  { shipment, loads, bills, invoices }: ShipmentSnapshot,
  reason: string | undefined,
  timeZone: string,
): string[] {
  const { friendlyId, customer, status, currency } = shipment;
  return [
    `${friendlyId} of ${formatParty(customer, 'customer')}, ${formatRouteEnds(getRouteStops(shipment))}: ${formatCode(status)} -> canceled`,
    ...(loads ?? shipment.loads).flatMap((load) =>
      load.carriers
        .filter((carrier) => isMet(unbouncedAssignment, carrier))
        .map(
          (carrier) =>
            `${load.friendlyId} ${formatCode(load.status)} -> canceled: ${formatCarrier(carrier, currency, timeZone)}`,
        ),
    ),
    ...shipment.services.map(
      (service) =>
        `Service ${service.friendlyId} (${formatCode(service.status)}) of ${formatParty(service.vendor, 'vendor')}, agreed ${formatWireAmount(service.cost, currency)}`,
    ),
    ...bills.map(
      (bill) =>
        `${bill.friendlyId} (${formatCode(bill.status)}), ${formatWireAmount(bill.amount, bill.currency)} from ${quoteText((bill.carrier ?? bill.vendor)?.name ?? 'unknown payee')}, stays as it is`,
    ),
    ...invoices.map(
      (invoice) =>
        `${invoice.friendlyId} (${formatCode(invoice.status)}), ${formatWireAmount(invoice.amount, invoice.currency)}, stays as it is`,
    ),
    ...(reason === undefined ? [] : [`Reason: ${quoteText(reason)}`]),
  ];
}

type CanceledAssignment = (LoadRecord | ShipmentRecord['loads'][number])['carriers'][number];

/** Formats the carrier of a canceled load, with the agreed cost in its own currency. A TONU stays owed. */
function formatCarrier(assignment: CanceledAssignment, currency: string, timeZone: string): string {
  const cost = formatWireAmount(assignment.totalCost, 'currency' in assignment ? assignment.currency : currency);
  const sent = assignment.dispatchedAt ? ` (dispatched ${formatLocalTime(assignment.dispatchedAt, timeZone)})` : '';
  return `${assignment.carrier === null ? formatParty(null, 'carrier') : `carrier ${quoteText(assignment.carrier.name)}`}${sent}, ${assignment.status === 'TONU' ? `owed ${cost} TONU` : `agreed ${cost}`}`;
}

export function cancelEffects({ shipment, loads, bills, invoices }: ShipmentSnapshot): string[] {
  const carriers = (loads ?? shipment.loads)
    .flatMap((load) => load.carriers)
    .filter((carrier) => isMet(activeAssignment, carrier));
  return [
    'Its orders, loads and services are canceled with it.',
    ...(carriers.length > 0
      ? [
          'The carrier is not notified; a truck that was ordered and not used may be owed TONU, which replace_carrier records.',
        ]
      : []),
    ...(bills.length + invoices.length > 0 ? ['Settle its bills and invoices separately.'] : []),
  ];
}
