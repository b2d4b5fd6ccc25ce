import { referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { findNextStop } from '../../src/domain/stops/route.ts';
import { checkFloor, type Margin } from '../../src/domain/money/margin.ts';
import { formatPercent } from '../../src/domain/money/money.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { describeCode, formatCode, formatReferenceType } from '../../src/domain/text/code-words.ts';
import { canBeLate } from '../../src/domain/freight/shipment-exceptions.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { describeRoute, formatPlace } from '../../src/domain/places/stop-place.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { describeMoves, listAllowedMoves, listBlockerTexts, podTexts } from './shipment-billing.ts';
import type { JudgedShipment } from './shipment-snapshot.ts';
import { describeMargins, computeMargins, toShownMargin } from './shipment-margin.ts';
import type { Progress } from '../../src/domain/shipments/progress.ts';
import { findShipmentProgress, getRouteStops } from '../stops/shipment-progress.ts';
import { callFirst } from './shipment-steps.ts';
import { listCustomerCharges, formatLoad, loadPointers, buildStoryFreight, buildStoryLoads } from './load-story.ts';
import { formatException } from './shipment-watch.ts';
import { formatStop, buildStoryStop } from '../stops/stop-story.ts';
import { isWindowMoved, formatWindow } from '../../src/domain/shipments/stop-words.ts';
import { formatDuration, formatPunctuality, stopName } from '../stops/stop-text.ts';
import { formatParty } from '../records/parties.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

/** Number of items that are shown of each list. The rest is counted. */
export interface Caps {
  readonly stops: number;
  readonly others: number;
}

/** The time of the story, and the desk's rules that it follows. */
export interface StoryAt {
  readonly now: string;
  readonly rules: { readonly freeTimeMinutes: number; readonly marginFloor: number; readonly marginTarget: number };
}

const quoteText = (value: string) => recordText(value, 'list');

const toStoryCustomer = (customer: ShipmentRecord['customer']) =>
  customer && { id: customer.id, friendlyId: customer.friendlyId, name: customer.name };

/** Builds the structured form of the story. Names, places, references and file names in it are record text. */
export function buildStoryRecord(snapshot: JudgedShipment, { now, rules }: StoryAt, caps: Caps) {
  const { shipment, bills, invoices, documents, pod } = snapshot;
  const progress = findShipmentProgress(shipment, now);
  const { stops, omitted } = chooseStops(shipment, caps);
  const call = callFirst(snapshot, progress);
  return {
    id: shipment.id,
    friendlyId: shipment.friendlyId,
    key: shipment.key,
    status: shipment.status,
    customer: toStoryCustomer(shipment.customer),
    lane: describeRoute(getRouteStops(shipment)),
    nextStop: progress.stop && stopName(progress.stop),
    late: progress.late,
    minutesLate: progress.minutesLate,
    deliveredAt: shipment.deliveredAt,
    ...(shipment.customerRep && { rep: shipment.customerRep.name ?? shipment.customerRep.email }),
    ...(call.length > 0 && { call }),
    freight: buildStoryFreight(snapshot),
    charges: listCustomerCharges(snapshot).slice(0, caps.others),
    references: listReferences(snapshot).slice(0, caps.others),
    stops: stops.map((stop) => buildStoryStop(stop, { now, status: shipment.status, ...rules })),
    ...(omitted > 0 && { stopsOmitted: omitted }),
    loads: buildStoryLoads(snapshot).slice(0, caps.others),
    services: shipment.services.slice(0, caps.others).map(({ friendlyId, serviceType, status, vendor, cost }) => ({
      friendlyId,
      serviceType,
      status,
      vendor: vendor?.name ?? null,
      cost,
    })),
    money: computeMargins(snapshot).map(toShownMargin),
    documents: documents
      .slice(0, caps.others)
      .map(({ id, type, status, fileName }) => ({ id, type, status, fileName })),
    pod,
    exceptions: snapshot.exceptions.map(formatException),
    billing: { status: shipment.billingStatus, blockedBy: listBlockerTexts(snapshot) },
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
    allowed: listAllowedMoves(snapshot),
  };
}

export type StoryRecord = ReturnType<typeof buildStoryRecord>;

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

export function formatStorySummary({ shipment }: JudgedShipment, now: string): string {
  const progress = findShipmentProgress(shipment, now);
  const { stop, isThere, late } = progress;
  const head = `${shipment.friendlyId} is ${formatCode(shipment.status)} for ${formatParty(shipment.customer, 'customer')}, ${quoteText(describeRoute(getRouteStops(shipment)))}`;
  if (shipment.status === 'CANCELED') return `${head}.`;
  const how = describePunctualityNow(progress, shipment.status);
  if (!stop)
    return shipment.status === 'DELIVERED'
      ? `${head}: ${late === null ? 'unknown whether the delivery was late' : `delivery ${late ? how : 'on time'}`}${describeMovedWindow(shipment)}.`
      : `${head}.`;
  return `${head}: ${isThere ? 'at' : 'next'} ${formatCode(stop.type)} ${quoteText(formatPlace(stop))}, window ${formatWindow(stop)}, ${how}.`;
}

/** Explains why a shipment is late although its current window says otherwise: a window was moved after arrival. */
const describeMovedWindow = (shipment: JudgedShipment['shipment']): string =>
  getRouteStops(shipment).some(isWindowMoved)
    ? '; a window was moved after arrival, which on time does not follow'
    : '';

function describePunctualityNow({ isThere, late, minutesLate }: Progress, status: string): string {
  if (!canBeLate(status) && status !== 'DELIVERED') return `no truck expected while ${formatCode(status)}`;
  if (isThere && minutesLate !== null) return `came ${formatDuration(minutesLate)} late`;
  if (late === null) return 'unknown whether late';
  return formatPunctuality({ status: late ? 'late' : isThere ? 'on_time' : 'pending', minutesLate });
}

/** Formats the story as lines of `content`. */
export function formatStory(snapshot: JudgedShipment, record: StoryRecord, { rules }: StoryAt): readonly string[] {
  const { shipment } = snapshot;
  return [
    ...formatSection('Call first', (record.call ?? []).map(quoteText)),
    ...formatSection('Rep', record.rep === undefined ? [] : [quoteText(record.rep)]),
    ...formatSection(
      'Freight',
      Object.entries(record.freight).map(([name, value]) => `${name} ${quoteText(value)}`),
    ),
    ...formatSection(
      'References',
      record.references.map(({ type, value }) =>
        type === 'OTHER' ? quoteText(value) : `${formatReferenceType(type)} ${quoteText(value)}`,
      ),
    ),
    record.stops.length === 0 ? 'Stops: none.' : 'Stops:',
    ...record.stops.map(formatStop),
    ...(record.stopsOmitted
      ? [`- ${record.stopsOmitted} more stops not shown; api_read stops.filter by shipmentId reads them`]
      : []),
    ...(record.loads.length === 0
      ? ['Loads: none.']
      : ['Loads:', ...record.loads.map((load) => formatLoad(load, shipment.currency))]),
    ...record.services.map(
      ({ friendlyId, serviceType, status, vendor, cost }) =>
        `- Service ${friendlyId}, ${formatCode(serviceType)}, ${formatCode(status)}: ${vendor === null ? formatParty(null, 'vendor') : quoteText(vendor)}, ${formatWireAmount(cost, shipment.currency)}`,
    ),
    ...formatMargins(computeMargins(snapshot), rules),
    ...formatSection(
      'Charges to the customer',
      record.charges.map(({ charge, total, currency }) => `${quoteText(charge)} ${formatWireAmount(total, currency)}`),
    ),
    ...formatSection(
      'Documents',
      record.documents.map(
        ({ type, status, fileName }) => `${describeCode(type)} ${quoteText(fileName)} ${formatCode(status)}`,
      ),
      describeRest(record.documents.length, snapshot.documents.length),
    ),
    ...formatSection('Exceptions', record.exceptions),
    `POD: ${podTexts[record.pod]}.`,
    `Billing: ${record.billing.status === null ? 'no orders' : formatCode(record.billing.status)}${record.billing.blockedBy.length > 0 ? `, blocked: ${record.billing.blockedBy.join('; ')}` : ''}.`,
    ...formatMoneyOwed(snapshot, record),
    `Allowed now: ${describeMoves(record.allowed)}.`,
  ];
}

const describeRest = (shownCount: number, all: number): string =>
  all > shownCount ? `, ${all - shownCount} more not shown` : '';

/** Formats the bills and the invoice of the story. */
const formatMoneyOwed = ({ bills }: JudgedShipment, record: StoryRecord): readonly string[] => [
  ...formatSection(
    'Bills',
    record.bills.map(
      (bill) =>
        `${bill.friendlyId} ${formatCode(bill.status)}, ${formatWireAmount(bill.amount, bill.currency)} from ${quoteText(bill.payee ?? 'unknown payee')}, owed ${formatWireAmount(bill.owed, bill.currency)}${formatDue(bill)}`,
    ),
    describeRest(record.bills.length, bills.length),
  ),
  ...formatSection(
    'Invoice',
    record.invoices.map(
      (invoice) =>
        `${invoice.friendlyId} ${formatCode(invoice.status)}, ${formatWireAmount(invoice.amount, invoice.currency)}, owed ${formatWireAmount(invoice.owed, invoice.currency)}${formatDue(invoice)}`,
    ),
  ),
];

const formatDue = ({ dueDate }: { readonly dueDate: string | null }): string =>
  dueDate === null ? '' : `, due ${formatDate(dueDate)}`;

function formatMargins(margins: readonly Margin[], rules: StoryAt['rules']): readonly string[] {
  const booked = margins.filter(({ basis }) => basis === 'booked');
  const otherMargins = margins.filter(({ basis }) => basis !== 'booked');
  // What was billed since is too late to mend.
  const floor = describeFloor(booked, rules);
  return [
    ...describeMargins(booked).map((line) => `Money ${line}${floor}`),
    ...describeMargins(otherMargins).map((line) => `Money ${line}`),
  ];
}

function describeFloor(booked: readonly Margin[], { marginFloor }: StoryAt['rules']): string {
  const floor = formatPercent(marginFloor);
  if (booked.some(({ gap }) => gap === 'currencies')) return `; counts as below the floor ${floor}`;
  const [margin] = booked;
  if (margin === undefined || margin.costCents === 0) return '';
  if (checkFloor(margin, marginFloor) !== null) return `; BELOW the floor ${floor}`;
  return margin.gap === null ? `; above the floor ${floor}` : '';
}

/** Chooses the stops to show. If there are too many, it takes those around the next stop. */
function chooseStops(shipment: JudgedShipment['shipment'], { stops: max }: Caps) {
  const all = getRouteStops(shipment);
  if (all.length <= max) return { stops: all, omitted: 0 };
  const next = findShipmentProgress(shipment, '9999-12-31T00:00:00Z').stop ?? findNextStop(all)?.stop;
  const firstShown = Math.max(0, all.findIndex((stop) => stop.id === next?.id) - 1);
  const start = Math.min(firstShown, all.length - max);
  return { stops: all.slice(start, start + max), omitted: all.length - max };
}

/** Lists the references of a shipment. A type that the customer made up is shown as text with its value. */
function listReferences({ shipment }: JudgedShipment) {
  const all = shipment.orders.flatMap(({ references }) => references);
  const references = all.map(({ type, value }) =>
    referenceFields.some((field) => field === type) ? { type, value } : { type: 'OTHER', value: `${type}: ${value}` },
  );
  return references.filter(
    (reference, index) =>
      references.findIndex(({ type, value }) => type === reference.type && value === reference.value) === index,
  );
}

function formatSection(title: string, lines: readonly string[], rest = ''): string[] {
  return lines.length === 0 ? [] : [`${title}: ${lines.join('; ')}${rest}.`];
}
