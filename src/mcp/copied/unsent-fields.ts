import type { UnsentField } from '../../contract/kit/sent-fields.ts';
import type { Gap } from '../../domain/kit/completeness.ts';

/** A field that answers rest on and that an API may leave out of all its records. */
export interface ReliedField {
  /** Collection and path under which the copy counts the field. */
  readonly field: string;
  /** Field of the record's declared shape, such as `Invoice.customer`. */
  readonly declared: readonly string[];
  /** Columns of the copy that hold it, by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** True if every record has one: a record without it is proof that the API doesn't send it. */
  readonly isAlwaysThere?: true;
  /** True if it only matters where amounts are read. */
  readonly isOfAmounts?: true;
  /** The field in the trade's words: "This API doesn't send ...". */
  readonly words: string;
}

const addressStates = 'the states of addresses';

const reliedFields: readonly ReliedField[] = [
  {
    field: 'carrier.corporateAddress.state',
    declared: ['Address.state'],
    columns: { carrier: ['state'] },
    words: addressStates,
  },
  {
    field: 'location.address.state',
    declared: [],
    columns: { location: ['state'] },
    words: addressStates,
  },
  {
    field: 'freight_order.stops.address.state',
    declared: [],
    columns: { order_stop: ['state'], shipment_fact: ['origin_state', 'destination_state', 'lane'] },
    words: addressStates,
  },
  {
    field: 'shipment.customerId',
    declared: ['Shipment.customerId', 'Shipment.customer'],
    columns: { shipment: ['customer_id'], shipment_fact: ['customer_id'], haul_fact: ['customer_id'] },
    isAlwaysThere: true,
    words: 'the customers of shipments',
  },
  {
    field: 'shipment.customerRep',
    declared: ['Shipment.customerRep'],
    columns: { shipment: ['customer_rep_id'], shipment_fact: ['customer_rep_id'], haul_fact: ['customer_rep_id'] },
    words: 'the sales reps of shipments',
  },
  {
    field: 'shipment.currency',
    declared: [],
    columns: { shipment: ['currency'], shipment_fact: ['currency'] },
    isOfAmounts: true,
    words: 'the currency of shipments',
  },
  {
    field: 'load.carriers.carrier',
    declared: ['LoadCarrier.carrier', 'LoadCarrierSummary.carrier'],
    columns: { load_carrier: ['carrier_id'], shipment_fact: ['carrier_id'], haul_fact: ['carrier_id'] },
    isAlwaysThere: true,
    words: 'the carriers of loads',
  },
  {
    field: 'load.carriers.contact.phone',
    declared: ['ContactMini.phone'],
    columns: {},
    words: 'the phone numbers of contacts',
  },
  {
    field: 'load.currency',
    declared: [],
    columns: { load: ['currency'], load_carrier: ['currency'], haul_fact: ['currency'] },
    isOfAmounts: true,
    words: 'the currency of loads',
  },
  {
    field: 'service.vendor',
    declared: ['Service.vendor', 'ServiceSummary.vendor'],
    columns: { service: ['vendor_id'] },
    isAlwaysThere: true,
    words: 'the vendors of services',
  },
  {
    field: 'freight_order.shipmentId',
    declared: [],
    columns: { freight_order: ['shipment_id'], shipment_fact: ['origin_', 'lane', 'unbilled'] },
    words: 'which shipment an order belongs to',
  },
  {
    field: 'freight_order.currency',
    declared: [],
    columns: { freight_order: ['currency'] },
    isOfAmounts: true,
    words: 'the currency of orders',
  },
  {
    field: 'quote.customer',
    declared: ['Quote.customer'],
    columns: { quote: ['customer_id'] },
    words: 'the customers of quotes',
  },
  {
    field: 'quote.assignee',
    declared: ['Quote.assignee'],
    columns: { quote: ['assignee_id'] },
    words: 'the assignees of quotes',
  },
  {
    field: 'quote.currency',
    declared: [],
    columns: { quote: ['currency'] },
    isOfAmounts: true,
    words: 'the currency of quotes',
  },
  {
    field: 'invoice.customer',
    declared: ['Invoice.customer'],
    columns: { invoice: ['customer_id'] },
    isAlwaysThere: true,
    words: 'the customers of invoices',
  },
  {
    field: 'payment.customer',
    declared: ['Payment.customer'],
    columns: { payment: ['customer_id'] },
    isAlwaysThere: true,
    words: 'the customers of payments',
  },
  {
    field: 'credit_memo.customer',
    declared: ['CreditMemo.customer'],
    columns: { credit_memo: ['customer_id'] },
    words: 'the customers of credit memos',
  },
  {
    field: 'bill.carrier',
    declared: ['Bill.carrier'],
    columns: { bill: ['carrier_id'] },
    words: 'the carriers of bills',
  },
  {
    field: 'bill.vendor',
    declared: ['Bill.vendor'],
    columns: { bill: ['vendor_id'] },
    words: 'the vendors of bills',
  },
  {
    field: 'bill.carrierFactor',
    declared: ['Bill.carrierFactor'],
    columns: { bill: ['factor_id'] },
    words: 'the factors of bills',
  },
  {
    field: 'bill.paymentTerm',
    declared: ['Bill.paymentTerm'],
    columns: { bill: ['payment_term_id', 'quick_pay_fee'] },
    words: 'the payment terms of bills',
  },
  {
    field: 'bill.paymentTerm.quickPayFee',
    declared: [],
    columns: { bill: ['quick_pay_fee'] },
    words: 'the quick-pay fees of bills',
  },
  {
    field: 'bill_payment.carrier',
    declared: ['BillPayment.carrier'],
    columns: { bill_payment: ['carrier_id'] },
    words: 'the carriers of bill payments',
  },
  {
    field: 'bill_payment.carrierFactor',
    declared: ['BillPayment.carrierFactor'],
    columns: { bill_payment: ['factor_id'] },
    words: 'the factors of bill payments',
  },
  {
    field: 'customer.paymentTerm',
    declared: ['Customer.paymentTerm'],
    columns: { customer: ['payment_term_id'] },
    words: 'the payment terms of customers',
  },
  {
    field: 'carrier.paymentTerm',
    declared: ['Carrier.paymentTerm'],
    columns: { carrier: ['payment_term_id'] },
    words: 'the payment terms of carriers',
  },
];

/**
 * Records without a field that prove that an API never sends it. An API that leaves out fields without a value looks the
 * same while no record has one, so a few records, as in a new brokerage, prove nothing.
 */
const provingRecords = 20;

const fieldsOfEveryRecord: ReadonlySet<string> = new Set(
  reliedFields.filter(({ isAlwaysThere }) => isAlwaysThere).map(({ field }) => field),
);

/** Returns the fields that this API never sends, as far as enough records prove it. */
export const listProvenUnsent = (unsent: readonly UnsentField[]): ReadonlySet<string> =>
  new Set(
    unsent
      .filter(({ field, absent }) => absent >= (fieldsOfEveryRecord.has(field) ? 1 : provingRecords))
      .map(({ field }) => field),
  );

export const toFieldGap = ({ field, words }: ReliedField): Gap => ({
  key: `fields.${field}`,
  text: `This API doesn't send ${words}, so what depends on that is unknown.`,
});

const fieldsByDeclared: ReadonlyMap<string, ReliedField> = new Map(
  reliedFields.flatMap((relied) => relied.declared.map((declared) => [declared, relied])),
);

/** Returns what answers rest on of a field of a declared shape. */
export const findReliedField = (shape: string | undefined, field: string): ReliedField | undefined =>
  fieldsByDeclared.get(`${shape}.${field}`);

/** Lists the gaps of a query: the unsent fields whose columns it reads. */
export function listQueryGaps(query: string, unsent: ReadonlySet<string>): readonly Gap[] {
  if (unsent.size === 0) return [];
  const words = new Set(query.split(/[^a-z_]+/));
  const isColumnRead = (column: string) =>
    column.endsWith('_') ? [...words].some((word) => word.startsWith(column)) : words.has(column);
  const readsAmounts = [...words].some((word) => word.endsWith('_cents'));
  const isRead = ({ columns, isOfAmounts }: ReliedField) =>
    (readsAmounts || isOfAmounts !== true) &&
    Object.entries(columns).some(([table, names]) => words.has(table) && names.some(isColumnRead));
  return reliedFields.filter((relied) => unsent.has(relied.field) && isRead(relied)).map(toFieldGap);
}

/** Names fields that an API never sends, as far as answers rest on them: "the factors of bills". */
export function listUnsentFields(unsent: readonly UnsentField[]): readonly string[] {
  const proven = listProvenUnsent(unsent);
  // Several fields may have the same words.
  return [...new Set(reliedFields.filter(({ field }) => proven.has(field)).map(({ words }) => words))];
}
