import { referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { findNextStop } from '../../src/domain/freight/route.ts';
import { checkFloor, type Margin } from '../../src/domain/money/margin.ts';
import { formatPercent } from '../../src/domain/money/money.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { amountText } from '../records/amounts.ts';
import { allowedMoves, billingBlockers, podTexts } from './shipment-billing.ts';
import type { WatchedFacts } from './shipment-facts.ts';
import { describeMargins, marginsOf, shownMargin } from './shipment-margin.ts';
import type { Progress } from '../../src/domain/shipments/progress.ts';
import { progressOf, stopsOf } from './shipment-progress.ts';
import { callFirst } from './shipment-steps.ts';
import { customerCharges, loadLine, loadPointers, storyFreight, storyLoads } from './load-story.ts';
import { exceptionText } from './shipment-watch.ts';
import { stopLine, storyStop } from './stop-story.ts';
import { isWindowMoved, formatWindow } from '../../src/domain/shipments/stop-words.ts';
import { durationText, punctualityText, stopName } from './stop-text.ts';
import { formatParty } from '../records/parties.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

/** How many of each list are shown; what is left out is counted. */
export interface Caps {
  readonly stops: number;
  readonly others: number;
}

/** When the story is told, and by which rules of the desk. */
export interface StoryAt {
  readonly now: string;
  readonly rules: { readonly freeTimeMinutes: number; readonly marginFloor: number; readonly marginTarget: number };
}

const text = (value: string) => recordText(value, 'list');

const toStoryCustomer = (customer: ShipmentRecord['customer']) =>
  customer && { id: customer.id, friendlyId: customer.friendlyId, name: customer.name };

/** The structured form; names, places, references and file names in it are record text. */
export function storyRecord(facts: WatchedFacts, { now, rules }: StoryAt, caps: Caps) {
  const { shipment, bills, invoices, documents, pod } = facts;
  const progress = progressOf(shipment, now);
  const { stops, omitted } = shownStops(shipment, caps);
  const call = callFirst(facts, progress);
  return {
    id: shipment.id,
    friendlyId: shipment.friendlyId,
    key: shipment.key,
    status: shipment.status,
    customer: toStoryCustomer(shipment.customer),
    lane: describeRoute(stopsOf(shipment)),
    nextStop: progress.stop && stopName(progress.stop),
    late: progress.late,
    minutesLate: progress.minutesLate,
    deliveredAt: shipment.deliveredAt,
    ...(shipment.customerRep && { rep: shipment.customerRep.name ?? shipment.customerRep.email }),
    ...(call.length > 0 && { call }),
    freight: storyFreight(facts),
    charges: customerCharges(facts).slice(0, caps.others),
    references: listReferences(facts).slice(0, caps.others),
    stops: stops.map((stop) => storyStop(stop, { now, status: shipment.status, ...rules })),
    ...(omitted > 0 && { stopsOmitted: omitted }),
    loads: storyLoads(facts).slice(0, caps.others),
    services: shipment.services.slice(0, caps.others).map(({ friendlyId, serviceType, status, vendor, cost }) => ({
      friendlyId,
      serviceType,
      status,
      vendor: vendor?.name ?? null,
      cost,
    })),
    money: marginsOf(facts).map(shownMargin),
    documents: documents
      .slice(0, caps.others)
      .map(({ id, type, status, fileName }) => ({ id, type, status, fileName })),
    pod,
    exceptions: facts.exceptions.map(exceptionText),
    billing: { status: shipment.billingStatus, blockedBy: billingBlockers(facts) },
    bills: bills.slice(0, caps.others).map((bill) => ({
      friendlyId: bill.friendlyId,
      status: bill.status,
      payee: bill.payee,
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
  '/record/stops/*/address',
  '/record/stops/*/notes',
  '/record/rep',
  '/record/call/*',
  '/record/freight/*',
  '/record/charges/*/charge',
  ...loadPointers,
  '/record/services/*/vendor',
  '/record/documents/*/fileName',
  '/record/bills/*/payee',
] as const;

export function storySummary({ shipment }: WatchedFacts, now: string): string {
  const progress = progressOf(shipment, now);
  const { stop, isThere, late } = progress;
  const head = `${shipment.friendlyId} is ${shipment.status} for ${formatParty(shipment.customer, 'customer')}, ${text(describeRoute(stopsOf(shipment)))}`;
  if (shipment.status === 'CANCELED') return `${head}.`;
  const how = punctualityNow(progress, shipment.status);
  if (!stop)
    return shipment.status === 'DELIVERED'
      ? `${head}: delivery ${late === false ? 'on time' : how}${movedText(shipment)}.`
      : `${head}.`;
  return `${head}: ${isThere ? 'at' : 'next'} ${text(stopName(stop))}, window ${formatWindow(stop)}, ${how}.`;
}

/** What was late stays late, and whoever reads that sees why the window of now says otherwise. */
const movedText = (shipment: WatchedFacts['shipment']): string =>
  stopsOf(shipment).some(isWindowMoved) ? '; a window was moved after arrival, which on time does not follow' : '';

function punctualityNow({ isThere, late, minutesLate }: Progress, status: string): string {
  if (!canBeLate(status) && status !== 'DELIVERED') return `no truck expected while ${status}`;
  if (isThere && minutesLate !== null) return `came ${durationText(minutesLate)} late`;
  if (late === null) return 'unknown whether late';
  return punctualityText({ status: late ? 'late' : isThere ? 'on_time' : 'pending', minutesLate });
}

/** The same as lines of `content`. */
export function storyLines(facts: WatchedFacts, record: StoryRecord, { rules }: StoryAt): readonly string[] {
  const { shipment } = facts;
  const left = (shown: number, all: number) => (all > shown ? `, ${all - shown} more not shown` : '');
  return [
    ...section('Call first', (record.call ?? []).map(text)),
    ...section('Rep', record.rep === undefined ? [] : [text(record.rep)]),
    ...section(
      'Freight',
      Object.entries(record.freight).map(([name, value]) => `${name} ${text(value)}`),
    ),
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
        `- service ${friendlyId} ${serviceType} ${status}, ${vendor === null ? formatParty(null, 'vendor') : text(vendor)}, ${amountText(cost, shipment.currency)}`,
    ),
    ...moneyLines(marginsOf(facts), rules),
    ...section(
      'Charges to the customer',
      record.charges.map(({ charge, total, currency }) => `${text(charge)} ${amountText(total, currency)}`),
    ),
    ...section(
      'Documents',
      record.documents.map(({ type, status, fileName }) => `${type} ${status} ${text(fileName)}`),
      left(record.documents.length, facts.documents.length),
    ),
    ...section('Exceptions', record.exceptions),
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
  ];
}

function moneyLines(margins: readonly Margin[], rules: StoryAt['rules']): readonly string[] {
  const booked = margins.filter(({ basis }) => basis === 'booked');
  const others = margins.filter(({ basis }) => basis !== 'booked');
  // What was billed since is too late to mend.
  const floor = floorText(booked, rules);
  return [
    ...describeMargins(booked).map((line) => `Money ${line}${floor}`),
    ...describeMargins(others).map((line) => `Money ${line}`),
  ];
}

function floorText(booked: readonly Margin[], { marginFloor }: StoryAt['rules']): string {
  const floor = formatPercent(marginFloor);
  if (booked.some(({ gap }) => gap === 'currencies')) return `; counts as below the floor ${floor}`;
  const [margin] = booked;
  if (margin === undefined || margin.costCents === 0) return '';
  if (checkFloor(margin, marginFloor) !== null) return `; BELOW the floor ${floor}`;
  return margin.gap === null ? `; above the floor ${floor}` : '';
}

/** Around the stop that comes next, when there are too many to show. */
function shownStops(shipment: WatchedFacts['shipment'], { stops: max }: Caps) {
  const all = stopsOf(shipment);
  if (all.length <= max) return { stops: all, omitted: 0 };
  const next = progressOf(shipment, '9999-12-31T00:00:00Z').stop ?? findNextStop(all)?.stop;
  const around = Math.max(0, all.findIndex((stop) => stop.id === next?.id) - 1);
  const start = Math.min(around, all.length - max);
  return { stops: all.slice(start, start + max), omitted: all.length - max };
}

/** A type of the customer's own making is text like the value, and is shown as such. */
function listReferences({ shipment }: WatchedFacts) {
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
