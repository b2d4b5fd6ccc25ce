import { computeFraction, fromCents, formatPercent } from '../../src/domain/money/money.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { listAllowedActions } from '../../src/domain/kit/lifecycle.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { shipmentBeforeTransit, shipmentLifecycle } from '../../src/domain/freight/shipment.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import { canInvoice, suggestInvoiceSteps } from './shipment-billing.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { JudgedShipment } from './shipment-snapshot.ts';
import type { Progress } from '../../src/domain/shipments/progress.ts';
import { getRouteStops } from '../stops/shipment-progress.ts';
import { listActiveCarriers } from './shipment-watch.ts';
import { formatContact, unsentCarrier } from '../records/parties.ts';

/** Suggests the calls that fit the shipment's state, the most urgent first. */
export function suggestShipmentSteps(
  snapshot: JudgedShipment,
  { marginTarget }: { readonly marginTarget: number },
): readonly NextAction[] {
  const { shipment, bills } = snapshot;
  const { friendlyId, status } = shipment;
  const inReview = bills.filter((bill) => bill.status === 'IN_REVIEW').map((bill) => bill.friendlyId);
  const steps: readonly (NextAction | false)[] = [
    ...suggestCoverSteps(snapshot, marginTarget),
    ...suggestInvoiceSteps(snapshot),
    canInvoice(snapshot) && {
      tool: 'generate_invoices',
      arguments: { shipments: [friendlyId] },
      why: 'makes the invoice; a person confirms',
    },
    ...suggestOpenInvoiceSteps(snapshot),
    inReview.length > 0 && {
      tool: 'approve_bills',
      arguments: { bills: inReview },
      why: 'checks the bills, then a person decides',
    },
    status === 'CANCELED' && {
      tool: 'restore_shipment',
      arguments: { shipment: friendlyId },
      why: 'brings it back as it was; a person confirms',
    },
    listAllowedActions(shipmentLifecycle, status).some((action) => action === 'cancel') && {
      tool: 'cancel_shipment',
      arguments: { shipment: friendlyId },
      why: 'only to cancel it; a person confirms',
    },
  ];
  return steps.filter((step) => step !== false);
}

/** Returns the lane of a shipment as arguments of find_carriers. */
export function toCarrierLane(shipment: ShipmentRecord) {
  const [origin, destination] = [getState(getRouteStops(shipment)[0]), getState(getRouteStops(shipment).at(-1))];
  return { ...(origin && { originState: origin }), ...(destination && { destinationState: destination }) };
}

/** Suggests a search for carriers of the lane, and a booking at the rate that leaves the target margin. */
function suggestCoverSteps({ shipment }: JudgedShipment, marginTarget: number): readonly NextAction[] {
  const { status, friendlyId, totalRevenue } = shipment;
  const isOpen = isMet(shipmentBeforeTransit, { status }) && canBeLate(status);
  if (!isOpen || listActiveCarriers(shipment).length > 0) return [];
  const rate = totalRevenue ? computeTargetRate(shipment, toAmountCents(totalRevenue), marginTarget) : null;
  return [
    { tool: 'find_carriers', arguments: toCarrierLane(shipment), why: 'who ran this lane' },
    ...(rate === null
      ? []
      : [
          {
            tool: 'book_carrier',
            arguments: { shipment: friendlyId, carrier: 'CARRIER', rate },
            why: `name the carrier; this rate leaves the target margin, ${formatPercent(marginTarget)}`,
          },
        ]),
  ];
}

/**
 * Computes the rate that leaves the target margin. Returns null if the amounts already owed, such as a TONU, leave
 * nothing to offer.
 */
function computeTargetRate({ totalCost }: ShipmentRecord, revenueCents: number, marginTarget: number): number | null {
  const rateCents =
    computeFraction(revenueCents, 1 - marginTarget) - (totalCost === null ? 0 : toAmountCents(totalCost));
  return rateCents > 0 ? fromCents(rateCents) : null;
}

type RouteEnd = ReturnType<typeof getRouteStops>[number] | undefined;

/** Returns the state of a stop, or null if its address has anything but the code of a state. */
function getState(stop: RouteEnd): string | null {
  const state = stop?.address?.state ?? stop?.city?.stateProvince ?? null;
  return state !== null && /^[A-Z]{2}$/i.test(state) ? state : null;
}

function suggestOpenInvoiceSteps({ invoices }: JudgedShipment): readonly NextAction[] {
  const open = invoices.find(({ status, amountOwed }) => status !== 'DRAFT' && amountOwed > 0);
  if (!open) return [];
  const { friendlyId, amountOwed, currency } = open;
  return [
    { tool: 'send_invoice', arguments: { invoices: [friendlyId] }, why: 'mails it to the customer; a person confirms' },
    {
      tool: 'get_record',
      arguments: { record: friendlyId },
      why: `shows it; record_payment takes the ${formatWireAmount(amountOwed, currency)} once it is paid`,
    },
  ];
}

/**
 * Lists whom to call about a truck that is late or stands at a dock: the driver, then the carrier. The texts hold
 * record text.
 */
export function callFirst({ shipment, loads }: JudgedShipment, { late, isThere }: Progress): readonly string[] {
  if (late !== true && !isThere) return [];
  const assignments = (loads ?? [])
    .flatMap(({ carriers }) => carriers)
    .filter((carrier) => isMet(activeAssignment, carrier));
  const people = assignments.flatMap(({ driverName, driverPhone, contact }) => [
    driverPhone && `driver ${driverName ?? ''} ${driverPhone}`.replace(/ +/g, ' '),
    contact?.phone && `${contact.name} ${contact.phone}`,
  ]);
  const offices = listActiveCarriers(shipment).map(({ carrier }) =>
    carrier === null ? unsentCarrier : `${carrier.name} ${formatContact(carrier, 'without a number on record')}`,
  );
  return [...new Set([...people.filter((person) => typeof person === 'string' && person !== ''), ...offices])].flatMap(
    (contact) => contact ?? [],
  );
}
