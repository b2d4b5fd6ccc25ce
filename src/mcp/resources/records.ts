import type { Completion } from '../run/runner.ts';
import type { RecordAddress, ToolSource } from './address.ts';

const byNumber = 'By its number, such as';

/** Records that a tool of their own shows. */
function own(name: string, example: string, completes: Completion, about: string): RecordAddress {
  const [tool, argument] = [`get_${completes}`, completes];
  return {
    name,
    title: titleOf(completes),
    description: `${about} ${byNumber} ${example}, or its uuid.`,
    tool,
    sourceOf: (id) => ({ tool, input: { [argument]: id } }),
    completes,
  };
}

/** Records that `get_record` shows, which takes the kind before the number. */
function any(name: string, example: string, completes: Completion, about: string): RecordAddress {
  const kind = completes.replaceAll('_', ' ');
  const tool = 'get_record';
  return {
    name,
    title: titleOf(completes),
    description: `${about} ${byNumber} ${example}, or its uuid.`,
    tool,
    sourceOf: (id) => ({ tool, input: { record: `${kind} ${id}` }, kind }),
    completes,
  };
}

const titleOf = (completes: Completion): string =>
  completes.charAt(0).toUpperCase() + completes.slice(1).replaceAll('_', ' ');

/** Every kind of record that has addresses. */
export const recordAddresses: readonly RecordAddress[] = [
  own('shipments', 'SHP-1042', 'shipment', 'A shipment: stops, loads, money, papers, billing.'),
  any('loads', 'LD-1042', 'load', 'A load: stops, carrier, charges.'),
  any('quotes', 'Q000042', 'quote', 'A quote: price, stops, what became of it.'),
  own('carriers', 'C100042', 'carrier', 'A carrier, and what the rules say of it.'),
  own('customers', 'A100042', 'customer', 'A customer: credit, balance, contacts.'),
  any('vendors', 'V100042', 'vendor', 'A vendor of work that is not trucking.'),
  any('bills', 'BILL-00042', 'bill', 'A bill: agreed beside billed, papers, payments.'),
  any('invoices', 'INV-00042', 'invoice', 'An invoice: lines, payments, balance.'),
  any('payments', 'PMT-00042', 'payment', 'A payment of a customer.'),
  any('bill-payments', 'BP-00042', 'bill_payment', 'A payment to a carrier or vendor.'),
  any('credit-memos', 'CM-00042', 'credit_memo', 'A credit to a customer.'),
];

const idMax = 200;

/** What a record's address asks for; undefined where it is the address of none. */
export function recordAt(uri: string): { readonly address: RecordAddress; readonly source: ToolSource } | undefined {
  const [, name, encoded = ''] = /^waybill:\/\/([a-z-]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const address = recordAddresses.find((one) => one.name === name);
  const id = decode(encoded).trim();
  if (address === undefined || id === '' || id.length > idMax) return undefined;
  return { address, source: address.sourceOf(id) };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
