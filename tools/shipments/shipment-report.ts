import { referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { nextStop } from '../../src/domain/freight/route.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import type { Punctuality } from '../../src/domain/freight/stop-window.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { amountText } from '../records/amounts.ts';
import { describeRoute, siteOf } from '../records/stop-places.ts';
import { allowedMoves, billingBlockers, podTexts } from './shipment-billing.ts';
import type { ShipmentFacts } from './shipment-facts.ts';
import { marginLine, marginsOf, shownMargin } from './shipment-margin.ts';
import { type Progress, progressOf, stopsOf } from './shipment-progress.ts';
import {
  durationText,
  instantText,
  isWindowMoved,
  punctualityOf,
  punctualityText,
  type StopRecord,
  stopName,
  windowText,
} from './stop-text.ts';

/** How many of each list are shown; what is left out is counted. */
export interface Caps {
  readonly stops: number;
  readonly others: number;
}

const text = (value: string) => recordText(value, 'list');

/** The structured form; names, places, references and file names in it are record text. */
export function storyRecord(facts: ShipmentFacts, now: string, caps: Caps) {
  const { shipment, bills, invoices, documents, pod } = facts;
  const progress = progressOf(shipment, now);
  const { stops, omitted } = shownStops(shipment, caps);
  return {
    id: shipment.id,
    friendlyId: shipment.friendlyId,
    key: shipment.key,
    status: shipment.status,
    customer: { id: shipment.customer.id, friendlyId: shipment.customer.friendlyId, name: shipment.customer.name },
    lane: describeRoute(stopsOf(shipment)),
    nextStop: progress.stop && stopName(progress.stop),
    late: progress.late,
    minutesLate: progress.minutesLate,
    deliveredAt: shipment.deliveredAt,
    references: referencesOf(facts).slice(0, caps.others),
    stops: stops.map((stop) => storyStop(stop, { now, isCanceled: shipment.status === 'CANCELED' })),
    ...(omitted > 0 && { stopsOmitted: omitted }),
    loads: loadsOf(facts).slice(0, caps.others),
    services: shipment.services.slice(0, caps.others).map(({ friendlyId, serviceType, status, vendor, cost }) => ({
      friendlyId,
      serviceType,
      status,
      vendor: vendor.name,
      cost,
    })),
    money: marginsOf(facts).map(shownMargin),
    documents: documents
      .slice(0, caps.others)
      .map(({ id, type, status, fileName }) => ({ id, type, status, fileName })),
    pod,
    billing: { status: shipment.billingStatus, blockedBy: billingBlockers(facts) },
    bills: bills.slice(0, caps.others).map((bill) => ({
      friendlyId: bill.friendlyId,
      status: bill.status,
      payee: (bill.carrier ?? bill.vendor)?.name ?? null,
      amount: bill.amount,
      owed: bill.amountOwed,
      currency: bill.currency,
      dueDate: bill.dueDate,
    })),
    invoices: invoices.slice(0, caps.others).map((invoice) => ({
      friendlyId: invoice.friendlyId,
      status: invoice.status,
      amount: invoice.amount,
      owed: invoice.amountOwed,
      currency: invoice.currency,
      dueDate: invoice.dueDate,
    })),
    allowed: allowedMoves(facts),
  };
}

export type StoryRecord = ReturnType<typeof storyRecord>;

/** Pointers of the record text in it. */
export const storyPointers = [
  '/record/key',
  '/record/customer/name',
  '/record/lane',
  '/record/nextStop',
  '/record/references/*/value',
  '/record/stops/*/place',
  '/record/stops/*/notes',
  '/record/loads/*/carriers/*/name',
  '/record/services/*/vendor',
  '/record/documents/*/fileName',
  '/record/bills/*/payee',
] as const;

export function storySummary({ shipment }: ShipmentFacts, now: string): string {
  const progress = progressOf(shipment, now);
  const { stop, isThere, late } = progress;
  const head = `${shipment.friendlyId} is ${shipment.status} for ${text(shipment.customer.name)}, ${text(describeRoute(stopsOf(shipment)))}`;
  if (shipment.status === 'CANCELED') return `${head}.`;
  const how = punctualityNow(progress, shipment.status);
  if (!stop)
    return shipment.status === 'DELIVERED'
      ? `${head}: delivery ${late === false ? 'on time' : how}${movedText(shipment)}.`
      : `${head}.`;
  return `${head}: ${isThere ? 'at' : 'next'} ${text(stopName(stop))}, window ${windowText(stop)}, ${how}.`;
}

/** What was late stays late, and whoever reads that sees why the window of now says otherwise. */
const movedText = (shipment: ShipmentFacts['shipment']): string =>
  stopsOf(shipment).some(isWindowMoved) ? '; a window was moved after arrival, which on time does not follow' : '';

function punctualityNow({ isThere, late, minutesLate }: Progress, status: string): string {
  if (!canBeLate(status) && status !== 'DELIVERED') return `no truck expected while ${status}`;
  if (isThere && minutesLate !== null) return `came ${durationText(minutesLate)} late`;
  if (late === null) return 'unknown whether late';
  return punctualityText({ status: late ? 'late' : isThere ? 'on_time' : 'pending', minutesLate });
}

/** The same as lines of `content`. */
export function storyLines(facts: ShipmentFacts, record: StoryRecord): readonly string[] {
  const { shipment, coverage } = facts;
  const left = (shown: number, all: number) => (all > shown ? `, ${all - shown} more not shown` : '');
  return [
    ...section(
      'References',
      record.references.map(({ type, value }) => `${type} ${text(value)}`),
    ),
    'Stops:',
    ...record.stops.map(stopLine),
    ...(record.stopsOmitted
      ? [`- ${record.stopsOmitted} more stops not shown; api_read stops.filter by shipmentId reads them`]
      : []),
    ...(record.loads.length === 0
      ? ['Loads: none.']
      : ['Loads:', ...record.loads.map((load) => loadLine(load, shipment.currency))]),
    ...record.services.map(
      ({ friendlyId, serviceType, status, vendor, cost }) =>
        `- service ${friendlyId} ${serviceType} ${status}, ${text(vendor)}, ${amountText(cost, shipment.currency)}`,
    ),
    ...marginsOf(facts).map((margin) => `Money ${marginLine(margin)}`),
    ...section(
      'Documents',
      record.documents.map(({ type, status, fileName }) => `${type} ${status} ${text(fileName)}`),
      left(record.documents.length, facts.documents.length),
    ),
    `POD: ${podTexts[record.pod]}.`,
    `Billing: ${record.billing.status ?? 'no orders'}${record.billing.blockedBy.length > 0 ? `, blocked: ${record.billing.blockedBy.join('; ')}` : ''}.`,
    ...section(
      'Bills',
      record.bills.map(
        (bill) =>
          `${bill.friendlyId} ${bill.status} ${amountText(bill.amount, bill.currency)} from ${text(bill.payee ?? 'unknown payee')}, owed ${amountText(bill.owed, bill.currency)}${bill.dueDate ? `, due ${bill.dueDate}` : ''}`,
      ),
      left(record.bills.length, facts.bills.length),
    ),
    ...section(
      'Invoice',
      record.invoices.map(
        (invoice) =>
          `${invoice.friendlyId} ${invoice.status} ${amountText(invoice.amount, invoice.currency)}, owed ${amountText(invoice.owed, invoice.currency)}${invoice.dueDate ? `, due ${invoice.dueDate}` : ''}`,
      ),
    ),
    `Allowed now: ${record.allowed.join(', ') || 'nothing more'}.`,
    ...coverage,
  ];
}

/** Around the stop that comes next, when there are too many to show. */
function shownStops(shipment: ShipmentFacts['shipment'], { stops: max }: Caps) {
  const all = stopsOf(shipment);
  if (all.length <= max) return { stops: all, omitted: 0 };
  const next = progressOf(shipment, '9999-12-31T00:00:00Z').stop ?? nextStop(all)?.stop;
  const around = Math.max(0, all.findIndex((stop) => stop.id === next?.id) - 1);
  const start = Math.min(around, all.length - max);
  return { stops: all.slice(start, start + max), omitted: all.length - max };
}

function storyStop(stop: StopRecord, { now, isCanceled }: { readonly now: string; readonly isCanceled: boolean }) {
  const punctuality = punctualityOf(stop, now);
  return {
    id: stop.id,
    type: stop.type,
    place: siteOf(stop),
    window: windowText(stop),
    arrived: instantText(stop.actualArrival, stop),
    left: instantText(stop.actualDeparture, stop),
    punctuality: reachedText(stop, isCanceled, punctuality),
    ...(stop.notes && { notes: stop.notes }),
  };
}

/** A truck that left without a recorded arrival was there: how late is not known. No truck is late for a canceled stop. */
function reachedText(stop: StopRecord, isCanceled: boolean, punctuality: Punctuality): string {
  if (isCanceled && !stop.actualArrival) return 'canceled';
  return stop.actualDeparture && !stop.actualArrival ? 'unknown whether late' : punctualityText(punctuality);
}

function stopLine({ type, place, window, arrived, left, punctuality, notes }: ReturnType<typeof storyStop>): string {
  const actuals = [arrived && `arrived ${arrived}`, left && `left ${left}`].filter(Boolean).join(', ');
  return `- ${type} ${text(place)}: ${window}; ${actuals === '' ? '' : `${actuals}; `}${punctuality}${notes ? `; notes ${text(notes)}` : ''}`;
}

function loadsOf({ shipment, loads }: ShipmentFacts) {
  return (loads ?? shipment.loads).map(({ friendlyId, status, mode, carriers }) => ({
    friendlyId,
    status,
    mode,
    carriers: carriers.map((carrier) => ({
      friendlyId: carrier.carrier.friendlyId,
      name: carrier.carrier.name,
      status: carrier.status,
      cost: carrier.totalCost,
      ...('currency' in carrier && { currency: carrier.currency, billing: carrier.billingStatus }),
    })),
  }));
}

function loadLine(
  { friendlyId, status, mode, carriers }: ReturnType<typeof loadsOf>[number],
  currency: string,
): string {
  const who = carriers.map(
    (carrier) =>
      `${text(carrier.name)} ${carrier.status} ${amountText(carrier.cost, carrier.currency ?? currency)}${carrier.billing ? `, bill ${carrier.billing}` : ''}`,
  );
  return `- ${friendlyId} ${mode} ${status}: ${who.join('; ') || 'no carrier'}`;
}

/** A type of the customer's own making is text like the value, and is shown as such. */
function referencesOf({ shipment }: ShipmentFacts) {
  const all = shipment.orders.flatMap(({ references }) => references);
  const shown = all.map(({ type, value }) =>
    referenceFields.some((known) => known === type) ? { type, value } : { type: 'OTHER', value: `${type}: ${value}` },
  );
  return shown.filter(
    (one, index) => shown.findIndex(({ type, value }) => type === one.type && value === one.value) === index,
  );
}

function section(title: string, lines: readonly string[], rest = ''): string[] {
  return lines.length === 0 ? [] : [`${title}: ${lines.join('; ')}${rest}.`];
}
