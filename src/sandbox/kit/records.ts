import type { TableName } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';

/**
 * What a record is about: the freight itself, the customer's side of the money, or the side of one payee, named by the
 * load carrier or service that it is owed for. Each continues when a person has changed another one.
 */
export type Part = 'freight' | 'customer' | `payee ${string}`;

/** A row with the instant (epoch milliseconds) at which it comes into being. */
export interface DatedRow {
  readonly table: TableName;
  readonly at: number;
  readonly part: Part;
  readonly row: NewRow<TableName>;
}

/** What a customer pays of one invoice; their payment of that day covers several. */
export interface ReceiptPart {
  readonly customerId: string;
  readonly payDay: number;
  readonly at: number;
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly balanceCents: number;
}

/** Who a bill is paid to: a factor, or else the carrier or vendor itself. */
export interface Payee {
  readonly carrierId: string | null;
  readonly vendorId: string | null;
  readonly factorId: string | null;
}

/** One bill of a payment to a payee. */
export interface PayOutPart {
  readonly payee: Payee;
  readonly payDay: number;
  readonly at: number;
  readonly billId: string;
  readonly amountCents: number;
  readonly part: Part;
}

/** Everything that is on record of one life at an instant. */
export interface Records {
  readonly rows: readonly DatedRow[];
  readonly receipts: readonly ReceiptPart[];
  readonly payOuts: readonly PayOutPart[];
  /** Epoch milliseconds: until then it stays like this. */
  readonly nextAt: number;
}
