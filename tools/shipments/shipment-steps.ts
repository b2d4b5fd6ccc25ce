import { computeFraction, fromCents, formatPercent } from '../../src/domain/money/money.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { listAllowedActions } from '../../src/domain/kit/lifecycle.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { shipmentBeforeTransit, shipmentLifecycle } from '../../src/domain/freight/shipment.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { amountText, centsOf } from '../records/amounts.ts';
import { canInvoice, wayToInvoice } from './shipment-billing.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { WatchedFacts } from './shipment-facts.ts';
import type { Progress } from '../../src/domain/shipments/progress.ts';
import { stopsOf } from './shipment-progress.ts';
import { activeCarriers } from './shipment-watch.ts';
import { formatContact, unsentCarrier } from '../records/parties.ts';

/** The calls that fit the state, the most pressing first. */
export function shipmentSteps(
  facts: WatchedFacts,
  { marginTarget }: { readonly marginTarget: number },
): readonly NextAction[] {
  const { shipment, bills } = facts;
  const { friendlyId, status } = shipment;
  const inReview = bills.filter((bill) => bill.status === 'IN_REVIEW').map((bill) => bill.friendlyId);
  const steps: readonly (NextAction | false)[] = [
    ...coverSteps(facts, marginTarget),
    ...wayToInvoice(facts),
    canInvoice(facts) && {
      tool: 'generate_invoices',
      arguments: { shipments: [friendlyId] },
      why: 'makes the invoice; a person confirms',
    },
    ...invoiceSteps(facts),
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
      why: 'only when it is to be canceled; a person confirms',
    },
  ];
  return steps.filter((step) => step !== false);
}

/** The lane of a shipment as find_carriers takes it. */
export function coverLane(shipment: ShipmentRecord) {
  const [origin, destination] = [stateOf(stopsOf(shipment)[0]), stateOf(stopsOf(shipment).at(-1))];
  return { ...(origin && { originState: origin }), ...(destination && { destinationState: destination }) };
}

/** Who ran the lane, and a booking at the rate that leaves the margin that is aimed at. */
function coverSteps({ shipment }: WatchedFacts, marginTarget: number): readonly NextAction[] {
  const { status, friendlyId, totalRevenue } = shipment;
  const isOpen = isMet(shipmentBeforeTransit, { status }) && canBeLate(status);
  if (!isOpen || activeCarriers(shipment).length > 0) return [];
  const rate = totalRevenue ? rateLeaving(shipment, centsOf(totalRevenue), marginTarget) : null;
  return [
    { tool: 'find_carriers', arguments: coverLane(shipment), why: 'who ran this lane' },
    ...(rate === null
      ? []
      : [
          {
            tool: 'book_carrier',
            arguments: { shipment: friendlyId, carrier: 'CARRIER', rate },
            why: `put the carrier in place of CARRIER; this rate leaves the margin aimed at, ${formatPercent(marginTarget)}`,
          },
        ]),
  ];
}

/** Null where what is owed already, such as TONU, leaves nothing to offer. */
function rateLeaving({ totalCost }: ShipmentRecord, revenueCents: number, marginTarget: number): number | null {
  const left = computeFraction(revenueCents, 1 - marginTarget) - (totalCost === null ? 0 : centsOf(totalCost));
  return left > 0 ? fromCents(left) : null;
}

type Stop = ReturnType<typeof stopsOf>[number] | undefined;

/** Null where the address has anything else than the code of a state. */
function stateOf(stop: Stop): string | null {
  const state = stop?.address?.state ?? stop?.city?.stateProvince ?? null;
  return state !== null && /^[A-Z]{2}$/i.test(state) ? state : null;
}

function invoiceSteps({ invoices }: WatchedFacts): readonly NextAction[] {
  const open = invoices.find(({ status, amountOwed }) => status !== 'DRAFT' && amountOwed > 0);
  if (!open) return [];
  const { friendlyId, amountOwed, currency } = open;
  return [
    { tool: 'send_invoice', arguments: { invoices: [friendlyId] }, why: 'mails it to the customer; a person confirms' },
    {
      tool: 'get_record',
      arguments: { record: friendlyId },
      why: `shows it; record_payment takes the ${amountText(amountOwed, currency)} once they are here`,
    },
  ];
}

/** Whom to call about a truck that is late or stands at a dock: the driver, then the carrier; holds record text. */
export function callFirst({ shipment, loads }: WatchedFacts, { late, isThere }: Progress): readonly string[] {
  if (late !== true && !isThere) return [];
  const named = (loads ?? []).flatMap(({ carriers }) => carriers).filter((carrier) => isMet(activeAssignment, carrier));
  const people = named.flatMap(({ driverName, driverPhone, contact }) => [
    driverPhone && `driver ${driverName ?? ''} ${driverPhone}`.replace(/ +/g, ' '),
    contact?.phone && `${contact.name} ${contact.phone}`,
  ]);
  const offices = activeCarriers(shipment).map(({ carrier }) =>
    carrier === null ? unsentCarrier : `${carrier.name} ${formatContact(carrier, 'without a number on record')}`,
  );
  return [...new Set([...people.filter((one) => typeof one === 'string' && one !== ''), ...offices])].flatMap(
    (one) => one ?? [],
  );
}
