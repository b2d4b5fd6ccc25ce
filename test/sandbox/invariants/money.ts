import type { Invariant } from './invariant.ts';

const later = 'substr(:now, 1, 10)';

const buildSumQuery = (table: string, open: string) =>
  `select id from ${table} where amount_cents <> ${open} or owed_cents < 0 or paid_cents < 0 or amount_cents <= 0`;

export const charges: readonly Invariant[] = [
  {
    promise: 'a charge line is its amount, or rate times quantity',
    broken:
      'select id from charge where (rate is null and total_cents <> amount_cents) or (rate is not null and abs(rate * quantity * 100 - total_cents) > 0.51)',
  },
  {
    promise: 'every charge belongs to an order, a load carrier or a service',
    broken: `select id from charge c where not exists (select 1 from freight_order o where o.id = c.owner_id and c.owner_type = 'ORDER')
      and not exists (select 1 from load_carrier l where l.id = c.owner_id and c.owner_type = 'LOAD_CARRIER')
      and not exists (select 1 from service s where s.id = c.owner_id and c.owner_type = 'SERVICE')`,
  },
];

export const invoices: readonly Invariant[] = [
  {
    promise: 'an invoice is what is paid, credited and owed',
    broken: buildSumQuery('invoice', 'paid_cents + credited_cents + owed_cents'),
  },
  {
    promise: 'what an invoice calls paid was received',
    broken: `select i.id from invoice i where i.paid_cents <> (select coalesce(sum(a.amount_cents), 0) from payment_application a where a.invoice_id = i.id)
      or i.credited_cents <> (select coalesce(sum(c.amount_cents), 0) from credit_application c where c.invoice_id = i.id)`,
  },
  {
    promise: 'an invoice shows how much of it is paid',
    broken: `select id from invoice where status <> case when owed_cents = 0 then 'PAID' when paid_cents + credited_cents > 0 then 'PARTIALLY_PAID' else 'AWAITING_PAYMENT' end`,
  },
  {
    promise: "an invoice is the sum of its shipment's charges",
    broken: `select i.id from invoice i where i.amount_cents <> (select sum(c.total_cents) from charge c join freight_order o on o.id = c.owner_id where o.shipment_id = i.shipment_id)`,
  },
  {
    promise: 'only delivered shipments with a proof of delivery are invoiced',
    broken: `select i.id from invoice i join shipment s on s.id = i.shipment_id where s.status <> 'DELIVERED' or i.created_at < s.delivered_at or not exists
      (select 1 from document_tag t join document d on d.id = t.document_id where t.name = 'shipmentId' and t.value = s.id and d.type = 'PROOF_OF_DELIVERY' and d.status = 'UPLOADED' and d.uploaded_at < i.created_at)`,
  },
  {
    promise: 'billing status agrees with papers and invoices',
    broken: `select o.id from freight_order o join shipment s on s.id = o.shipment_id left join invoice i on i.shipment_id = s.id
      where o.billing_status <> case when i.status = 'PAID' then 'PAID' when i.status = 'PARTIALLY_PAID' then 'PARTIALLY_PAID' when i.id is not null then 'INVOICED' else o.billing_status end
        or (i.id is null and o.billing_status not in ('DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'))
        or (i.id is not null) <> (o.status = 'DELIVERED_UNPAID')
        or (o.billing_status in ('NOT_READY_TO_INVOICE', 'READY_TO_INVOICE') and s.status <> 'DELIVERED')`,
  },
  {
    promise: 'payments come on or after the invoice date, from the customer of the invoice',
    broken: `select a.id from payment_application a join payment p on p.id = a.payment_id join invoice i on i.id = a.invoice_id
      where p.payment_date < i.invoice_date or p.customer_id <> i.customer_id or p.currency <> i.currency or a.amount_cents <= 0 or a.amount_cents > a.balance_before_cents`,
  },
  {
    promise: 'the balance before a payment is what no earlier payment has paid',
    broken: `select a.id from payment_application a join payment p on p.id = a.payment_id join invoice i on i.id = a.invoice_id
      where not exists (select 1 from credit_application c where c.invoice_id = i.id)
        and a.balance_before_cents <> i.amount_cents - (select coalesce(sum(b.amount_cents), 0) from payment_application b
          join payment e on e.id = b.payment_id where b.invoice_id = i.id and e.created_at < p.created_at)`,
  },
  {
    promise: 'a payment is the sum of its parts',
    broken:
      'select p.id from payment p where p.total_cents <> (select sum(a.amount_cents) from payment_application a where a.payment_id = p.id)',
  },
  {
    promise: 'a credit memo is what is applied and what remains',
    broken: `select m.id from credit_memo m where m.amount_cents <> m.applied_cents + m.remaining_cents or m.applied_cents <> (select coalesce(sum(c.amount_cents), 0) from credit_application c where c.credit_memo_id = m.id)
      or m.status <> case when m.applied_cents = 0 then 'OPEN' when m.remaining_cents = 0 then 'APPLIED' else 'PARTIALLY_APPLIED' end`,
  },
];

export const bills: readonly Invariant[] = [
  { promise: 'a bill is what is paid and owed', broken: buildSumQuery('bill', 'paid_cents + owed_cents') },
  {
    promise: 'what a bill calls paid was paid out, and only once it was approved',
    broken: `select b.id from bill b where b.paid_cents <> (select coalesce(sum(a.amount_cents), 0) from bill_payment_application a where a.bill_id = b.id)
      or (b.status = 'PAID') <> (b.owed_cents = 0) or (b.status = 'IN_REVIEW' and b.paid_cents > 0)`,
  },
  {
    promise: 'load carriers and services show the status of their bill',
    broken: `select c.id from load_carrier c left join bill b on b.load_carrier_id = c.id where c.billing_status <> coalesce(b.status, 'AWAITING_INVOICE')
      union select s.id from service s left join bill b on b.service_id = s.id where s.status <> coalesce(b.status, case when s.completed_date is null then 'ACTIVE' else 'AWAITING_INVOICE' end)`,
  },
  {
    promise: 'a bill names the carrier or vendor, load and shipment of what it bills',
    broken: `select b.id from bill b left join load_carrier c on c.id = b.load_carrier_id left join service s on s.id = b.service_id
      where (b.entity_type = 'CARRIER' and (c.id is null or c.carrier_id <> b.carrier_id or c.load_id <> b.load_id or c.shipment_id <> b.shipment_id))
        or (b.entity_type = 'VENDOR' and (s.id is null or s.vendor_id <> b.vendor_id or s.shipment_id <> b.shipment_id))`,
  },
  {
    promise: 'carriers bill after the delivery, or for a truck that was not used',
    broken: `select b.id from bill b join load_carrier c on c.id = b.load_carrier_id join shipment s on s.id = b.shipment_id
      where c.status = 'BOUNCED' or (c.status = 'ACTIVE' and (s.status <> 'DELIVERED' or b.created_at < s.delivered_at or b.invoice_date < substr(s.delivered_at, 1, 10)))`,
  },
  {
    promise: 'bills are paid on Tuesdays and Thursdays, on or after their date, each payment to one payee',
    broken: `select a.id from bill_payment_application a join bill_payment p on p.id = a.bill_payment_id join bill b on b.id = a.bill_id
      where p.payment_date < b.invoice_date or p.currency <> b.currency or coalesce(p.carrier_factor_id, '') <> coalesce(b.carrier_factor_id, '')
        or (p.carrier_factor_id is null and coalesce(p.carrier_id, p.vendor_id) <> coalesce(b.carrier_id, b.vendor_id))`,
  },
  {
    promise: 'a payment of a factor names its carrier only where all of its bills are of that one',
    broken: `select a.id from bill_payment_application a join bill_payment p on p.id = a.bill_payment_id join bill b on b.id = a.bill_id
      where p.carrier_factor_id is not null and p.carrier_id <> b.carrier_id`,
  },
  {
    promise: 'a bill payment is the sum of its parts',
    broken:
      'select p.id from bill_payment p where p.total_cents <> (select sum(a.amount_cents) from bill_payment_application a where a.bill_payment_id = p.id)',
  },
  {
    promise: 'no one dates a bill or an invoice ahead',
    broken: `select id from bill where invoice_date > ${later} union select id from invoice where invoice_date > ${later}`,
  },
];
