import { haulFactSources, shipmentFactSources } from '../../copy-tables/sources.ts';
import { openInvoice } from '../../domain/money/invoice.ts';
import { uninvoiced } from '../../domain/money/order-billing.ts';
import { unusedTruck } from '../../domain/freight/load.ts';
import { notCanceled } from '../../domain/freight/shipment.ts';
import { bookedFreight } from '../../domain/freight/shipment-credit.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { countText, type Fact } from './fact.ts';

const shipmentJoin = {
  s: { sql: 'left join shipment_fact s on s.id = f.shipment_id', tables: ['shipment'] },
} as const satisfies Fact['joins'];

/** What an exposure is made of, one row for each record that adds to it, and the limits that it is held against. */
const exposureRows = `(
  select id, friendly_id, customer_id, currency, 'open invoices' as part, owed_cents as cents, shipment_id
    from invoice where ${printRule(openInvoice)}
  union all select id, friendly_id, customer_id, currency, 'delivered and not invoiced', unbilled_cents, id
    from shipment_fact where is_unbilled = 1
  union all select id, friendly_id, customer_id, currency, 'booked or under way', revenue_cents, id
    from shipment_fact where ${printRule(bookedFreight)} and (billing_status is null or ${printRule(uninvoiced)})
  union all select id, friendly_id, id, coalesce(currency, 'USD'), 'limit', credit_limit_cents, null
    from customer where credit_limit_cents is not null
) f`;

/** Agreed cost of each carrier of a load and of each service, as far as anything is owed for it. */
const owedCostRows = `(
  select id, load_friendly_id as friendly_id, shipment_id, carrier_id, null as vendor_id, currency, cost_cents,
      case when ${printRule(unusedTruck)} then 1 else 0 end as is_unused_truck, pickup_day, billed_day
    from haul_fact
  union all select id, friendly_id, shipment_id, null, vendor_id, currency, coalesce(cost_cents, 0), 0, scheduled_date,
      (select min(coalesce(b.invoice_date, substr(b.created_at, 1, 10))) from bill b where b.service_id = service.id)
    from service where ${printRule(notCanceled)}
) f`;

export const facts = {
  shipment: {
    noun: 'shipment',
    nouns: 'shipments',
    from: 'shipment_fact f',
    tables: ['shipment'],
    columns: shipmentFactSources,
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'shipment' },
  },
  haul: {
    noun: 'assignment of a carrier to a load',
    nouns: 'assignments of carriers to loads',
    from: 'haul_fact f',
    tables: ['load', 'shipment'],
    joins: { c: { sql: 'left join carrier c on c.id = f.carrier_id', tables: ['carrier'] } },
    columns: haulFactSources,
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.load_friendly_id', kind: 'load' },
  },
  owed_cost: {
    noun: 'load or service',
    nouns: 'loads and services',
    from: owedCostRows,
    tables: ['load', 'service', 'bill', 'shipment'],
    joins: shipmentJoin,
    columns: shipmentFactSources,
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'load or service' },
  },
  quote: {
    noun: 'quote',
    nouns: 'quotes',
    from: 'quote f',
    tables: ['quote'],
    joins: { o: { sql: 'left join freight_order o on o.id = f.order_id', tables: ['freight_order'] } },
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'quote' },
  },
  invoice: {
    noun: 'invoice',
    nouns: 'invoices',
    from: 'invoice f',
    tables: ['invoice'],
    joins: shipmentJoin,
    columns: shipmentFactSources,
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'invoice' },
  },
  payment: {
    noun: 'payment',
    nouns: 'payments',
    from: 'payment f',
    tables: ['payment'],
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'payment' },
  },
  receipt: {
    noun: 'payment of an invoice',
    nouns: 'payments of invoices',
    from: 'payment_application f join payment p on p.id = f.payment_id join invoice i on i.id = f.invoice_id',
    tables: ['payment', 'invoice'],
    currency: 'i.currency',
    record: { id: 'f.id', number: 'i.friendly_id', kind: 'invoice' },
  },
  credit: {
    noun: 'credit memo',
    nouns: 'credit memos',
    from: 'credit_memo f',
    tables: ['credit_memo'],
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'credit memo' },
  },
  bill: {
    noun: 'bill',
    nouns: 'bills',
    from: 'bill f',
    tables: ['bill'],
    joins: shipmentJoin,
    columns: shipmentFactSources,
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'bill' },
  },
  bill_payment: {
    noun: 'payment of bills',
    nouns: 'payments of bills',
    from: 'bill_payment f',
    tables: ['bill_payment'],
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'bill payment' },
  },
  payout: {
    noun: 'payment of a bill',
    nouns: 'payments of bills',
    from: 'bill_payment_application f join bill_payment p on p.id = f.bill_payment_id join bill b on b.id = f.bill_id',
    tables: ['bill_payment', 'bill'],
    currency: 'b.currency',
    record: { id: 'f.id', number: 'b.friendly_id', kind: 'bill' },
  },
  exposure: {
    noun: 'record',
    nouns: 'records',
    from: exposureRows,
    tables: ['invoice', 'shipment', 'freight_order'],
    joins: { l: { sql: 'left join customer l on l.id = f.customer_id', tables: ['customer'] } },
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'record' },
  },
  customer: {
    noun: 'customer',
    nouns: 'customers',
    from: 'customer f',
    tables: ['customer'],
    currency: null,
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'customer' },
  },
  carrier: {
    noun: 'carrier',
    nouns: 'carriers',
    from: 'carrier f',
    tables: ['carrier'],
    currency: null,
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'carrier' },
  },
} as const satisfies Readonly<Record<string, Fact>>;

export type FactName = keyof typeof facts;
export const factNamed = (name: FactName): Fact => facts[name];

/** Says how many shipments a cost of shipments lacks. */
export const withoutCostText = (count: number): string =>
  `Without a carrier yet, so with no cost: ${countText(facts.shipment, count)}.`;
