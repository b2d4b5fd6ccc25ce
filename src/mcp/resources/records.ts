import type { Completion } from '../run/runner.ts';
import type { RecordAddress, ToolSource } from './address.ts';

const byNumber = 'By its number, such as';

/** Builds the address of a kind of record that has its own tool. */
function buildToolAddress(name: string, example: string, completes: Completion, description: string): RecordAddress {
  const [tool, argument] = [`get_${completes}`, completes];
  return {
    name,
    title: toTitle(completes),
    description: `${description} ${byNumber} ${example}, or its uuid.`,
    tool,
    getSource: (id) => ({ tool, input: { [argument]: id } }),
    completes,
  };
}

/** Builds the address of a kind of record that `get_record` shows, which takes the kind before the number. */
function buildRecordAddress(name: string, example: string, completes: Completion, description: string): RecordAddress {
  const kind = completes.replaceAll('_', ' ');
  const tool = 'get_record';
  return {
    name,
    title: toTitle(completes),
    description: `${description} ${byNumber} ${example}, or its uuid.`,
    tool,
    getSource: (id) => ({ tool, input: { record: `${kind} ${id}` }, kind }),
    completes,
  };
}

const toTitle = (completes: Completion): string =>
  completes.charAt(0).toUpperCase() + completes.slice(1).replaceAll('_', ' ');

/** Every kind of record that has addresses. */
export const recordAddresses: readonly RecordAddress[] = [
  buildToolAddress('shipments', 'SHP-1042', 'shipment', 'A shipment: stops, loads, money, papers, billing.'),
  buildRecordAddress('loads', 'LD-1042', 'load', 'A load: stops, carrier, charges.'),
  buildRecordAddress('quotes', 'Q000042', 'quote', 'A quote: price, stops, what became of it.'),
  buildToolAddress('carriers', 'C100042', 'carrier', 'A carrier, and what the rules say of it.'),
  buildToolAddress('customers', 'A100042', 'customer', 'A customer: credit, balance, contacts.'),
  buildRecordAddress('vendors', 'V100042', 'vendor', 'A vendor of work that is not trucking.'),
  buildRecordAddress('bills', 'BILL-00042', 'bill', 'A bill: agreed beside billed, papers, payments.'),
  buildRecordAddress('invoices', 'INV-00042', 'invoice', 'An invoice: lines, payments, balance.'),
  buildRecordAddress('payments', 'PMT-00042', 'payment', 'A payment of a customer.'),
  buildRecordAddress('bill-payments', 'BP-00042', 'bill_payment', 'A payment to a carrier or vendor.'),
  buildRecordAddress('credit-memos', 'CM-00042', 'credit_memo', 'A credit to a customer.'),
];

const idMax = 200;

/** Finds the record that an address names, or returns undefined if it names none. */
export function findRecord(uri: string): { readonly address: RecordAddress; readonly source: ToolSource } | undefined {
  const [, name, encoded = ''] = /^waybill:\/\/([a-z-]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const address = recordAddresses.find((candidate) => candidate.name === name);
  const id = decode(encoded).trim();
  if (address === undefined || id === '' || id.length > idMax) return undefined;
  return { address, source: address.getSource(id) };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
