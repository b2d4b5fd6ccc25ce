import { haulFactSources, shipmentFactSources } from '../../copy-tables/sources.ts';
import { openBill } from '../../domain/bills/bill.ts';
import { issuedInvoice, openInvoice } from '../../domain/money/invoice.ts';
import { uninvoiced } from '../../domain/money/order-billing.ts';
import { wonQuote } from '../../domain/quotes/quote.ts';
import { unusedTruck } from '../../domain/freight/load.ts';
import { liveShipment, notCanceled } from '../../domain/freight/shipment.ts';
import { bookedFreight } from '../../domain/freight/shipment-credit.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import { countText, type Fact } from './fact.ts';
import { unbilledThen } from './then.ts';

const shipmentJoin = {
  s: { sql: 'left join shipment_fact s on s.id = f.shipment_id', tables: ['shipment'] },
} as const satisfies Fact['joins'];

/** Invoices with what was open and paid at the end of `$asOf`: what is open now, and what was paid or credited since. */
const invoicesThen = `(
  select i.id, i.friendly_id, i.customer_id, i.shipment_id, i.status, i.invoice_date, i.due_date, i.currency,
      i.amount_cents, i.paid_cents - sum(c.paid_since) as paid_cents, sum(c.cents) as owed_cents
    from (
      select id, owed_cents as cents, 0 as paid_since from invoice where ${printRule(openInvoice)}
      union all select a.invoice_id, a.amount_cents, a.amount_cents
        from payment p join payment_application a on a.payment_id = p.id where p.payment_date > $asOf
      union all select a.invoice_id, a.amount_cents, 0 from credit_application a where day(a.applied_at) > $asOf
      union all select id, 0, 0 from invoice where $usesPeriod and invoice_date between $from and $to
    ) c join invoice i on i.id = c.id
    where i.invoice_date <= $asOf and ${printRule(issuedInvoice, 'i')}
    group by i.id
) f`;

/** Bills with what was open at the end of `$asOf`: what is open now, and what was paid since. */
const billsThen = `(
  select b.id, b.friendly_id, b.carrier_id, b.vendor_id, b.factor_id, b.shipment_id, b.status, b.invoice_date, b.due_date,
      b.currency, b.amount_cents, sum(c.cents) as owed_cents
    from (
      select id, owed_cents as cents from bill where ${printRule(openBill)}
      union all select a.bill_id, a.amount_cents
        from bill_payment p join bill_payment_application a on a.bill_payment_id = p.id where p.payment_date > $asOf
      union all select id, 0 from bill where $usesPeriod and invoice_date between $from and $to
    ) c join bill b on b.id = c.id
    where coalesce(b.invoice_date, day(b.created_at)) <= $asOf
    group by b.id
) f`;

/** Open invoices, and what was delivered and not invoiced, at the end of `$asOf`. */
const receivablesThen = `(
  select f.id, f.friendly_id, f.customer_id, f.currency, 'open invoices' as part, f.owed_cents as cents, f.shipment_id
    from ${invoicesThen} where ${printRule(openInvoice, 'f')}
  union all select f.id, f.friendly_id, f.customer_id, f.currency, 'delivered and not invoiced', f.revenue_cents, f.id
    from shipment_fact f where ${unbilledThen}
) f`;

/**
 * Rows of credit exposure, one for each record that adds to it, with the limits that apply. Booked
 * freight is live. The condition repeats that, because only then the index of live shipments is used.
 */
const exposureRows = `(
  select id, friendly_id, customer_id, currency, 'open invoices' as part, owed_cents as cents, shipment_id
    from invoice where ${printRule(openInvoice)}
  union all select id, friendly_id, customer_id, currency, 'delivered and not invoiced', unbilled_cents, id
    from shipment_fact where is_unbilled = 1
  union all select id, friendly_id, customer_id, currency, 'booked or under way', revenue_cents, id
    from shipment_fact where ${printRule(liveShipment)} and ${printRule(bookedFreight)} and (billing_status is null or ${printRule(uninvoiced)})
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

/** The quote that became a shipment: of several the one that was made first. */
const wonQuoteId = `(
  select min(q.id) from freight_order o join quote q on q.order_id = o.id
    where o.shipment_id = f.id and q.side = 'SELL' and ${printRule(wonQuote, 'q')}
)`;

/** Stops of orders that aren't canceled; one that several orders visit is there once. */
const visitRows = `(
  select v.stop_id as id, v.type, v.location_id, v.late_minutes, v.dwell_minutes, o.shipment_id
    from order_stop v join freight_order o on o.id = v.order_id
    where ${printRule(notCanceled, 'o')} and not exists (
      select 1 from order_stop w join freight_order p on p.id = w.order_id
        where w.stop_id = v.stop_id and w.order_id < v.order_id and p.shipment_id = o.shipment_id and ${printRule(notCanceled, 'p')}
    )
) f join shipment_fact s on s.id = f.shipment_id`;

export const facts = {
  shipment: {
    noun: 'shipment',
    nouns: 'shipments',
    from: 'shipment_fact f',
    tables: ['shipment'],
    columns: shipmentFactSources,
    joins: { w: { sql: `left join quote w on w.id = ${wonQuoteId}`, tables: ['quote', 'freight_order'] } },
    currency: 'f.currency',
    record: { id: 'f.id', number: 'f.friendly_id', kind: 'shipment' },
  },
  visit: {
    noun: 'stop',
    nouns: 'stops',
    from: visitRows,
    tables: ['shipment', 'freight_order'],
    columns: shipmentFactSources,
    currency: 's.currency',
    record: { id: 'f.id', number: 's.friendly_id', kind: 'shipment' },
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
    history: { from: invoicesThen, tables: ['payment', 'credit_memo'] },
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
    history: { from: billsThen, tables: ['bill_payment'] },
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
    history: { from: receivablesThen, tables: ['payment', 'credit_memo'] },
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
export const getFact = (name: FactName): Fact => facts[name];

/** Says how many shipments a cost of shipments lacks. */
export const describeMissingCosts = (count: number): string =>
  `Without a carrier yet, so with no cost: ${countText(facts.shipment, count)}.`;
