import type { Measure, MeasureTable } from '../kit/measure.ts';

const ofShipment = { subject: 'freight', fact: 'shipment', day: 'f.pickup_day', mayLackDay: true } as const;
const moneyUnknown = 'amounts in several currencies';
const noMiles = 'no mileage or amounts in several currencies';
const byPickup = 'by pickup day';
const costUnknown = 'no carrier or no cost agreed yet, or amounts in several currencies';
const countsWithoutCost = 'uncovered_shipments';

type Basis = 'booked' | 'actual';

const getBasisNames = (basis: Basis) => {
  const isBooked = basis === 'booked';
  const column = isBooked ? 'f.' : 'f.actual_';
  return {
    prefix: isBooked ? '' : 'actual_',
    title: (text: string) => (isBooked ? `${text} (booked)` : `${text} (actual)`),
    says: isBooked ? 'as agreed' : 'invoices and bills where they exist, else as agreed',
    revenue: `${column}revenue_cents`,
    cost: `${column}cost_cents`,
    margin: `${column}margin_cents`,
    words: (...terms: readonly string[]) =>
      terms.flatMap((word) => (isBooked ? [word, `booked ${word}`] : [`actual ${word}`, `${word} as billed`])),
  };
};

/** Builds the measures of revenue and cost, as agreed or as invoiced and billed. */
function buildMoneyMeasures(basis: Basis): MeasureTable {
  const { prefix, title, words, says, revenue } = getBasisNames(basis);
  return [
    {
      ...ofShipment,
      unknown: moneyUnknown,
      name: `${prefix}revenue`,
      title: title('Revenue'),
      words: words('sales', 'turnover', 'gross revenue', 'income'),
      definition: `What customers are charged, ${says}, ${byPickup}; canceled orders left out.`,
      unit: 'money',
      sum: revenue,
    },
    ...buildCostMeasures(basis),
  ];
}

function buildCostMeasures(basis: Basis): MeasureTable {
  const { prefix, title, words, says, revenue, cost, margin } = getBasisNames(basis);
  const shared = { ...ofShipment, unknown: costUnknown } as const;
  const isLeftOut = 'those whose cost isn’t known yet left out';
  return [
    {
      ...shared,
      unknown: moneyUnknown,
      countsWithoutCost,
      name: `${prefix}cost`,
      title: title('Cost'),
      words: words('spend', 'total cost', 'buy', 'purchased transportation', 'cost of freight'),
      definition: `What carriers and vendors cost, ${says}, ${byPickup}; canceled left out, TONU kept.`,
      unit: 'money',
      sum: cost,
    },
    {
      ...shared,
      name: `${prefix}margin`,
      title: title('Margin'),
      words: words('profit', 'gross profit', 'gross margin', 'earnings', 'net revenue', 'make', 'earn'),
      definition: `Revenue less cost, ${says}, ${byPickup}; canceled left out, TONU cost kept, ${isLeftOut}.`,
      unit: 'money',
      sum: margin,
    },
    {
      ...shared,
      name: `${prefix}margin_percent`,
      title: title('Margin %'),
      words: words('margin percentage', 'profit margin', 'gross margin percent', 'take rate'),
      definition: `Margin over revenue, one sum over the other (dollar-weighted), ${says}, ${byPickup}; ${isLeftOut}.`,
      unit: 'percent',
      isOfMoney: true,
      sum: margin,
      per: revenue,
    },
    {
      ...shared,
      name: `${prefix}margin_per_load`,
      title: title('Margin per load'),
      words: words('profit per load', 'average margin', 'margin a load', 'make per load', 'earn per load'),
      definition: `Margin of all shipments over their loads that are not canceled, ${says}, ${byPickup}; ${isLeftOut}.`,
      unit: 'money_rate',
      sum: margin,
      per: 'f.loads',
    },
  ];
}

/** Parts of the booked cost; what trucks cost that were ordered and not used is `tonu_cost`. */
const costParts: MeasureTable = [
  {
    ...ofShipment,
    unknown: moneyUnknown,
    countsWithoutCost,
    name: 'carrier_pay',
    title: 'Carrier pay',
    words: ['pay of carriers', 'truck cost', 'trucking cost', 'linehaul cost'],
    definition: `Agreed pay of the carriers that move the freight, without TONU and without vendors, ${byPickup}.`,
    unit: 'money',
    sum: 'f.carrier_pay_cents',
  },
  {
    ...ofShipment,
    unknown: moneyUnknown,
    name: 'service_cost',
    title: 'Vendor services',
    words: ['vendor cost', 'cost of services', 'vended services', 'service spend'],
    definition: `Agreed cost of the services of vendors, ${byPickup}; canceled services left out.`,
    unit: 'money',
    sum: 'f.service_cents',
  },
];

/** A row's amount for each mile, once what it says is known. */
const perMileCents = {
  revenue: 'f.revenue_cents',
  cost: 'case when f.margin_cents is not null then f.cost_cents end',
  margin: 'f.margin_cents',
} as const;

const perMile: MeasureTable = (['revenue', 'cost', 'margin'] as const).map((part): Measure => ({
  ...ofShipment,
  name: `${part}_per_mile`,
  title: `${part[0]?.toUpperCase()}${part.slice(1)} per mile`,
  words: [
    { revenue: 'rate per mile', cost: 'cost a mile', margin: 'profit per mile' }[part],
    `${part} a mile`,
    `${part} / mile`,
  ],
  definition: `Booked ${part} over miles, one sum over the other, ${byPickup}; canceled shipments and those without mileage${part === 'revenue' ? '' : ' or a known cost'} left out.`,
  unit: 'money_rate',
  where: 'f.is_canceled = 0',
  sum: `case when f.miles > 0 then ${perMileCents[part]} end`,
  per: 'case when f.miles > 0 then f.miles end',
  unknown: part === 'revenue' ? noMiles : `no mileage, ${costUnknown}`,
}));

const counts: MeasureTable = [
  {
    ...ofShipment,
    name: 'shipments',
    title: 'Shipments',
    words: ['volume', 'jobs', 'how many shipments', 'number of shipments'],
    definition: `Shipments that are not canceled, ${byPickup}.`,
    unit: 'count',
    where: 'f.is_canceled = 0',
    sum: '1',
  },
  {
    ...ofShipment,
    name: 'loads',
    title: 'Loads',
    words: ['truckloads', 'load count', 'how many loads', 'trucks', 'number of loads'],
    definition: `Loads that are not canceled, by pickup day of their shipment.`,
    unit: 'count',
    sum: 'f.loads',
  },
  {
    ...ofShipment,
    name: 'orders',
    title: 'Orders',
    words: ['order count', 'how many orders'],
    definition: `Orders that are not canceled, by pickup day of their shipment.`,
    unit: 'count',
    sum: 'f.orders',
  },
  {
    ...ofShipment,
    name: 'miles',
    title: 'Miles',
    words: ['mileage', 'distance'],
    definition: `Miles of shipments that are not canceled, orders that travel together once, ${byPickup}.`,
    unit: 'miles',
    where: 'f.is_canceled = 0',
    sum: 'f.miles',
    unknown: 'no mileage',
  },
  {
    ...ofShipment,
    name: countsWithoutCost,
    title: 'Shipments without a carrier',
    words: ['uncovered shipments', 'uncovered loads', 'open freight', 'not covered', 'need a truck', 'no carrier yet'],
    definition: `Shipments that are not canceled and have loads and no carrier on any of them, ${byPickup}.`,
    unit: 'count',
    where: 'f.is_canceled = 0 and f.loads > 0 and f.carriers = 0',
    sum: '1',
  },
  {
    ...ofShipment,
    name: 'cancellations',
    title: 'Canceled shipments',
    words: ['cancelled', 'canceled', 'cancels', 'lost shipments', 'fall offs'],
    definition: `Shipments that were canceled, by the pickup day they had; the API does not say when they were canceled.`,
    unit: 'count',
    where: 'f.is_canceled = 1',
    sum: '1',
  },
  {
    ...ofShipment,
    name: 'cancellation_rate',
    title: 'Canceled %',
    words: ['cancel rate', 'cancellation percentage'],
    definition: `Canceled shipments over all shipments, ${byPickup}.`,
    unit: 'percent',
    sum: 'f.is_canceled',
    per: '1',
  },
  {
    ...ofShipment,
    name: 'customers_served',
    title: 'Customers served',
    words: ['active customers', 'customers with freight', 'how many customers'],
    definition: `Customers with a shipment that is not canceled, each once, ${byPickup}.`,
    unit: 'count',
    where: 'f.is_canceled = 0',
    sum: '1',
    distinct: { column: 'f.customer_id', of: 'customer' },
  },
];

export const freightMeasures: MeasureTable = [
  ...counts,
  ...buildMoneyMeasures('booked'),
  ...costParts,
  ...buildMoneyMeasures('actual'),
  ...perMile,
];
