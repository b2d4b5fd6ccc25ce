import { printDaysBetween, printWeekStart } from '../domain/kit/dates.ts';
import { printDueDate } from '../domain/money/due-date.ts';
import { agingBuckets, type AgingBucket } from '../domain/money/aging.ts';
import type { Dimension } from './kit/dimension.ts';
import type { FactName } from './kit/facts.ts';
import { printDeliveredDay } from './kit/then.ts';

type LaneColumns = Readonly<Partial<Record<FactName, string>>>;

/** Alias of the table that holds the lane, by fact. */
const lanes: LaneColumns = {
  visit: 's.',
  owed_cost: 's.',
  shipment: 'f.',
  haul: 'f.',
  quote: 'o.',
  invoice: 's.',
  bill: 's.',
};

const buildLaneSql = (sql: (alias: string) => string): LaneColumns =>
  Object.fromEntries(Object.entries(lanes).map(([fact, alias]) => [fact, sql(alias)]));

const unbilledBuckets: readonly AgingBucket[] = [
  { label: '0-2', from: null, to: 2 },
  { label: '3-7', from: 3, to: 7 },
  { label: '8-14', from: 8, to: 14 },
  { label: '15-30', from: 15, to: 30 },
  { label: '30+', from: 31, to: null },
];

/** Builds the SQL of an aging bucket. A record without a date counts as new. */
function buildBucketSql(days: string, buckets: readonly AgingBucket[]): string {
  const cases = buckets.flatMap(({ label, to }) =>
    to === null ? [] : [`when coalesce(${days}, 0) <= ${to} then '${label}'`],
  );
  return `case ${cases.join(' ')} else '${buckets.at(-1)?.label}' end`;
}

const dueDay = printDueDate('f');
const pastDue = printDaysBetween(dueDay, '$asOf');
const sinceDelivery = printDaysBetween('day(f.delivered_at)', '$asOf');

const buildParty = (table: 'customer' | 'carrier' | 'vendor' | 'factor' | 'user_account' | 'location') =>
  ({
    kind: 'party',
    table,
    nameColumn: 'name',
    hasNumber: !['factor', 'user_account', 'location'].includes(table),
  }) as const;

const parties: readonly Dimension[] = [
  {
    ...buildParty('customer'),
    name: 'customer',
    title: 'Customer',
    words: ['shipper', 'account', 'client', 'who'],
    of: {
      visit: 's.customer_id',
      owed_cost: 's.customer_id',
      shipment: 'f.customer_id',
      haul: 'f.customer_id',
      quote: 'f.customer_id',
      invoice: 'f.customer_id',
      payment: 'f.customer_id',
      receipt: 'p.customer_id',
      credit: 'f.customer_id',
      bill: 's.customer_id',
      exposure: 'f.customer_id',
    },
    without: 'no customer',
  },
  {
    ...buildParty('carrier'),
    name: 'carrier',
    title: 'Carrier',
    words: ['trucker', 'trucking company', 'hauler'],
    of: {
      visit: 's.carrier_id',
      owed_cost: 'f.carrier_id',
      shipment: 'f.carrier_id',
      haul: 'f.carrier_id',
      invoice: 's.carrier_id',
      bill: 'f.carrier_id',
      bill_payment: 'f.carrier_id',
      payout: 'b.carrier_id',
    },
    without: 'no carrier, or several',
  },
  {
    ...buildParty('vendor'),
    name: 'vendor',
    title: 'Vendor',
    words: ['supplier', 'drayage vendor'],
    of: { owed_cost: 'f.vendor_id', bill: 'f.vendor_id', bill_payment: 'f.vendor_id', payout: 'b.vendor_id' },
    without: 'no vendor',
  },
  {
    ...buildParty('factor'),
    name: 'factor',
    title: 'Factor',
    words: ['factoring company'],
    of: { bill: 'f.factor_id', bill_payment: 'f.factor_id', payout: 'b.factor_id' },
    without: 'not factored',
  },
  {
    ...buildParty('user_account'),
    name: 'customer_rep',
    title: 'Customer rep',
    words: ['rep', 'sales rep', 'account manager', 'salesperson', 'agent', 'who sold'],
    of: {
      visit: 's.customer_rep_id',
      owed_cost: 's.customer_rep_id',
      shipment: 'f.customer_rep_id',
      haul: 'f.customer_rep_id',
      quote: 'f.assignee_id',
      invoice: 's.customer_rep_id',
      bill: 's.customer_rep_id',
    },
    without: 'no rep',
  },
  {
    ...buildParty('user_account'),
    name: 'quote_rep',
    title: 'Quote rep',
    words: ['quote sales rep', 'sales rep of the quote', 'who quoted', 'quoted by', 'assignee'],
    of: { quote: 'f.assignee_id', shipment: 'w.assignee_id' },
    without: 'no quote, or no rep on it',
  },
  {
    ...buildParty('location'),
    // Customers call their places alike.
    nameColumn: "case when city is null or instr(name, city) > 0 then name else name || ', ' || city end",
    name: 'facility',
    title: 'Facility',
    words: ['location', 'warehouse', 'dock', 'shipper location', 'receiver', 'plant', 'site'],
    of: { visit: 'f.location_id' },
    without: 'no facility',
  },
];

const ends: readonly Dimension[] = (['origin', 'destination'] as const).flatMap((end): readonly Dimension[] => [
  {
    kind: 'place',
    name: end,
    title: end === 'origin' ? 'Origin' : 'Destination',
    words:
      end === 'origin'
        ? ['pickup city', 'from where', 'origin city']
        : ['delivery city', 'to where', 'destination city', 'drop city'],
    of: buildLaneSql((alias) => `${alias}${end}_place`),
    without: 'place unknown',
  },
  {
    kind: 'text',
    name: `${end}_state`,
    title: `${end === 'origin' ? 'Origin' : 'Destination'} state`,
    words: end === 'origin' ? ['pickup state'] : ['delivery state'],
    of: buildLaneSql((alias) => `${alias}${end}_state`),
    without: 'state unknown',
  },
  {
    kind: 'text',
    name: `${end}_market`,
    title: `${end === 'origin' ? 'Origin' : 'Destination'} market`,
    words: end === 'origin' ? ['pickup market', 'outbound market'] : ['delivery market', 'inbound market'],
    of: buildLaneSql((alias) => `${alias}${end}_market`),
    without: 'market unknown',
  },
]);

const lane: readonly Dimension[] = [
  {
    kind: 'lane',
    name: 'lane',
    title: 'Lane',
    words: ['route', 'city pair', 'origin and destination'],
    of: buildLaneSql((alias) => `${alias}lane`),
    without: 'lane unknown',
  },
  {
    kind: 'lane',
    name: 'lane_states',
    title: 'Lane (states)',
    words: ['state pair', 'state lane'],
    of: buildLaneSql((alias) => `${alias}origin_state || ' -> ' || ${alias}destination_state`),
    without: 'lane unknown',
  },
  ...ends,
];

const kinds: readonly Dimension[] = [
  {
    kind: 'text',
    name: 'equipment',
    title: 'Equipment',
    words: ['trailer type', 'truck type', 'reefer or van'],
    of: buildLaneSql((alias) => `${alias}equipment`),
    without: 'equipment unknown',
  },
  {
    kind: 'code',
    name: 'mode',
    title: 'Mode',
    words: ['ftl or ltl', 'transport mode'],
    of: buildLaneSql((alias) => `${alias}mode`),
    without: 'mode unknown',
  },
  {
    kind: 'code',
    name: 'status',
    title: 'Status',
    words: ['state of shipment', 'stage'],
    of: {
      visit: 's.status',
      owed_cost: 's.status',
      shipment: 'f.status',
      haul: 'f.status',
      quote: 'f.status',
      invoice: 'f.status',
      credit: 'f.status',
      bill: 'f.status',
      customer: 'f.status',
      carrier: 'f.status',
    },
    without: 'no status',
  },
  {
    kind: 'code',
    name: 'billing_status',
    title: 'Billing status',
    words: ['billing stage', 'settlement status'],
    of: {
      visit: 's.billing_status',
      owed_cost: 's.billing_status',
      shipment: 'f.billing_status',
      haul: 'f.billing_status',
      invoice: 's.billing_status',
    },
    without: 'no billing status',
  },
  {
    kind: 'code',
    name: 'lost_reason',
    title: 'Lost reason',
    words: ['why lost', 'loss reason', 'reason lost'],
    of: { quote: 'f.lost_reason' },
    without: 'no reason',
  },
  {
    kind: 'code',
    name: 'bounce_reason',
    title: 'Bounce reason',
    words: ['removal reason', 'why bounced'],
    of: { haul: 'f.removal_reason' },
    without: 'no reason',
  },
  {
    kind: 'code',
    name: 'stop_type',
    title: 'Stop',
    words: ['pickup or drop', 'pickup or delivery', 'kind of stop'],
    of: { visit: 'f.type' },
    without: 'no type',
  },
  {
    kind: 'code',
    name: 'service_tier',
    title: 'Service tier',
    words: ['customer tier'],
    of: { customer: 'f.service_tier' },
    without: 'no tier',
  },
  {
    kind: 'own',
    name: 'exposure_part',
    title: 'Part',
    words: ['part of exposure'],
    of: { exposure: 'f.part' },
    without: 'none',
  },
  {
    kind: 'own',
    name: 'age_bucket',
    title: 'Age (days)',
    words: ['aging', 'age', 'days past due', 'how old', 'bucket'],
    of: {
      invoice: buildBucketSql(pastDue, agingBuckets),
      bill: buildBucketSql(pastDue, agingBuckets),
      shipment: buildBucketSql(sinceDelivery, unbilledBuckets),
    },
    without: 'age unknown',
    isOrdered: true,
    // Of all of them, the ages of one fact from new to old.
    order: [...agingBuckets, ...unbilledBuckets].map(({ label }) => label),
  },
  {
    kind: 'own',
    name: 'currency',
    title: 'Currency',
    words: ['money in'],
    of: {
      visit: 's.currency',
      owed_cost: 'f.currency',
      shipment: 'f.currency',
      haul: 'f.currency',
      quote: 'f.currency',
      invoice: 'f.currency',
      payment: 'f.currency',
      receipt: 'i.currency',
      credit: 'f.currency',
      bill: 'f.currency',
      bill_payment: 'f.currency',
      payout: 'b.currency',
      exposure: 'f.currency',
    },
    without: 'currency unknown',
  },
];

const ofDue = { invoice: dueDay, bill: dueDay } as const;

const dues: readonly Dimension[] = [
  {
    kind: 'own',
    name: 'due_day',
    title: 'Due day',
    words: ['due date'],
    of: ofDue,
    without: 'no due date',
    isOrdered: true,
  },
  {
    kind: 'own',
    name: 'due_week',
    title: 'Due in week of',
    words: ['week due'],
    of: { invoice: printWeekStart(dueDay), bill: printWeekStart(dueDay) },
    without: 'no due date',
    isOrdered: true,
  },
];

const buildMonthSql = (day: string): string => `substr(${day}, 1, 7)`;

const deliveries: readonly Dimension[] = [
  {
    kind: 'own',
    name: 'delivery_month',
    title: 'Delivery month',
    words: ['month of delivery', 'month delivered', 'by delivery month'],
    of: {
      shipment: buildMonthSql(printDeliveredDay('f')),
      owed_cost: buildMonthSql(printDeliveredDay('s')),
      haul: buildMonthSql('f.delivery_day'),
      invoice: buildMonthSql(printDeliveredDay('s')),
      bill: buildMonthSql(printDeliveredDay('s')),
    },
    without: 'no delivery day',
    isOrdered: true,
  },
];

const times: readonly Dimension[] = (
  [
    ['day', 'Day', ['daily', 'date', 'per day']],
    ['week', 'Week of', ['weekly', 'per week', 'by week']],
    ['month', 'Month', ['monthly', 'per month', 'by month', 'trend']],
    ['quarter', 'Quarter', ['quarterly', 'per quarter']],
    ['weekday', 'Weekday', ['day of the week', 'day of week']],
  ] as const
).map(([name, title, words]) => ({ kind: 'time', name, title, words, of: {}, without: 'no day', isOrdered: true }));

export const dimensions: readonly Dimension[] = [...parties, ...lane, ...kinds, ...times, ...dues, ...deliveries];
