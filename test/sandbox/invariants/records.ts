import type { Invariant } from './invariant.ts';

const created = [
  'customer',
  'customer_contact',
  'carrier',
  'carrier_contact',
  'carrier_factor',
  'carrier_payment_method',
  'vendor',
  'vendor_contact',
  'vendor_payment_method',
  'location',
  'location_contact',
  'payment_term',
  'user_account',
  'quote',
  'freight_order',
  'stop',
  'shipment',
  'load',
  'load_carrier',
  'service',
  'document',
  'bill',
  'bill_payment',
  'invoice',
  'payment',
  'credit_memo',
] as const;

const numbered = [
  'quote',
  'freight_order',
  'shipment',
  'load',
  'service',
  'invoice',
  'bill',
  'payment',
  'bill_payment',
  'credit_memo',
  'carrier',
  'customer',
  'vendor',
] as const;

/** child.column -> parent */
const links = [
  ['customer_contact', 'customer_id', 'customer'],
  ['location', 'customer_id', 'customer'],
  ['location_contact', 'location_id', 'location'],
  ['location_contact', 'customer_contact_id', 'customer_contact'],
  ['customer', 'payment_term_id', 'payment_term'],
  ['carrier', 'payment_term_id', 'payment_term'],
  ['carrier_contact', 'carrier_id', 'carrier'],
  ['carrier_payment_method', 'carrier_id', 'carrier'],
  ['carrier_payment_method', 'carrier_factor_id', 'carrier_factor'],
  ['vendor_contact', 'vendor_id', 'vendor'],
  ['vendor_payment_method', 'vendor_id', 'vendor'],
  ['quote', 'order_id', 'freight_order'],
  ['quote', 'shipment_id', 'shipment'],
  ['quote', 'customer_id', 'customer'],
  ['quote', 'assignee_id', 'user_account'],
  ['freight_order', 'shipment_id', 'shipment'],
  ['freight_order', 'customer_id', 'customer'],
  ['order_reference', 'order_id', 'freight_order'],
  ['stop', 'order_id', 'freight_order'],
  ['stop', 'location_id', 'location'],
  ['order_stop', 'order_id', 'freight_order'],
  ['order_stop', 'stop_id', 'stop'],
  ['shipment', 'customer_id', 'customer'],
  ['shipment', 'customer_rep_id', 'user_account'],
  ['shipment', 'quote_id', 'quote'],
  ['load', 'shipment_id', 'shipment'],
  ['load_stop', 'load_id', 'load'],
  ['load_stop', 'stop_id', 'stop'],
  ['load_carrier', 'load_id', 'load'],
  ['load_carrier', 'carrier_id', 'carrier'],
  ['load_carrier', 'contact_id', 'carrier_contact'],
  ['service', 'shipment_id', 'shipment'],
  ['service', 'vendor_id', 'vendor'],
  ['service', 'vendor_contact_id', 'vendor_contact'],
  ['document_tag', 'document_id', 'document'],
  ['bill', 'load_carrier_id', 'load_carrier'],
  ['bill', 'service_id', 'service'],
  ['bill', 'carrier_id', 'carrier'],
  ['bill', 'vendor_id', 'vendor'],
  ['bill', 'carrier_factor_id', 'carrier_factor'],
  ['bill', 'load_id', 'load'],
  ['bill', 'shipment_id', 'shipment'],
  ['bill', 'payment_term_id', 'payment_term'],
  ['bill_payment', 'carrier_id', 'carrier'],
  ['bill_payment', 'carrier_factor_id', 'carrier_factor'],
  ['bill_payment', 'vendor_id', 'vendor'],
  ['bill_payment_application', 'bill_payment_id', 'bill_payment'],
  ['bill_payment_application', 'bill_id', 'bill'],
  ['invoice', 'order_id', 'freight_order'],
  ['invoice', 'shipment_id', 'shipment'],
  ['invoice', 'customer_id', 'customer'],
  ['invoice', 'payment_term_id', 'payment_term'],
  ['invoice', 'document_id', 'document'],
  ['payment', 'customer_id', 'customer'],
  ['payment_application', 'payment_id', 'payment'],
  ['payment_application', 'invoice_id', 'invoice'],
  ['credit_memo', 'customer_id', 'customer'],
  ['credit_application', 'credit_memo_id', 'credit_memo'],
  ['credit_application', 'invoice_id', 'invoice'],
] as const;

const createInvariants = <Item>(items: readonly Item[], invariant: (item: Item) => Invariant): Invariant[] =>
  items.map(invariant);

export const records: readonly Invariant[] = [
  ...createInvariants(created, (table) => ({
    promise: `no ${table} comes from the future, and none was changed before it was made`,
    broken: `select id from "${table}" where created_at > :now or updated_at > :now or updated_at < created_at`,
  })),
  ...createInvariants(numbered, (table) => ({
    promise: `${table} numbers follow the order of creation, and the newest has the highest id`,
    broken: `select b.id from (select id, friendly_id, created_at, lag(friendly_id) over (order by id) as before, lag(created_at) over (order by id) as made_before from "${table}") b where length(b.before) = length(b.friendly_id) and (b.before >= b.friendly_id or b.made_before > b.created_at)`,
  })),
  ...createInvariants(links, ([child, column, parent]) => ({
    promise: `every ${column} of a ${child} names a ${parent}`,
    broken: `select c.${column} as id from "${child}" c where c.${column} is not null and not exists (select 1 from "${parent}" p where p.id = c.${column} and p.organization_id = c.organization_id)`,
  })),
  {
    promise: 'customers are known before they ship or ask for a price',
    broken:
      'select s.id from shipment s join customer c on c.id = s.customer_id where s.created_at < c.created_at union select q.id from quote q join customer c on c.id = q.customer_id where q.created_at < c.created_at',
  },
  {
    promise: 'every record belongs to the sandbox organization',
    broken:
      'select s.id from shipment s where not exists (select 1 from organization o where o.id = s.organization_id and o.is_sandbox = 1)',
  },
];

export const papers: readonly Invariant[] = [
  {
    promise: 'a document has its file exactly when it says so',
    broken:
      "select id from document where (status = 'UPLOADED') <> (uploaded_at is not null) or (status = 'UPLOADED') <> (file_size is not null)",
  },
  {
    promise: 'every tag of a document names a record',
    broken: `select t.value as id from document_tag t where (t.name = 'shipmentId' and not exists (select 1 from shipment s where s.id = t.value))
      or (t.name = 'loadId' and not exists (select 1 from load l where l.id = t.value)) or (t.name = 'billId' and not exists (select 1 from bill b where b.id = t.value))
      or (t.name = 'invoiceId' and not exists (select 1 from invoice i where i.id = t.value))`,
  },
  {
    promise: 'counters stand at the last number given',
    broken: `select name as id from counter c where value <> case name
      when 'shipment' then (select count(*) from shipment) when 'quote' then (select count(*) from quote) when 'order' then (select count(*) from freight_order)
      when 'load' then (select count(*) from load) when 'service' then (select count(*) from service) when 'invoice' then (select count(*) from invoice)
      when 'bill' then (select count(*) from bill) when 'payment' then (select count(*) from payment) when 'billPayment' then (select count(*) from bill_payment)
      when 'creditMemo' then (select count(*) from credit_memo) when 'carrier' then (select count(*) from carrier)
      when 'customer' then (select count(*) from customer) when 'vendor' then (select count(*) from vendor) else -1 end`,
  },
];
