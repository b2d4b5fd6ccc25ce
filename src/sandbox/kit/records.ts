import type { TableName } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';

/**
 * The part of a shipment that a record belongs to: the freight, the customer's money, or the money of one payee, named
 * by the load carrier or service that it is owed for. If a person changes one part, the others continue.
 */
export type TimelinePart = 'freight' | 'customer' | `payee ${string}`;

/** A row with the instant (epoch milliseconds) at which it comes into being. */
export interface DatedRow {
  readonly table: TableName;
  readonly at: number;
  readonly part: TimelinePart;
  readonly row: NewRow<TableName>;
}

/** Amount that a customer pays on one invoice. The customer's payment of that day covers several invoices. */
export interface ReceiptPart {
  readonly customerId: string;
  readonly payDay: number;
  readonly at: number;
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly balanceCents: number;
}

/** Payee of a bill: a factor, or else the carrier or vendor itself. */
export interface BillPayee {
  readonly carrierId: string | null;
  readonly vendorId: string | null;
  readonly factorId: string | null;
}

/** One bill of a payment to a payee. */
export interface PayOutPart {
  readonly payee: BillPayee;
  readonly payDay: number;
  readonly at: number;
  readonly billId: string;
  readonly amountCents: number;
  readonly part: TimelinePart;
}

/** The records of one timeline at an instant. */
export interface TimelineRecords {
  readonly rows: readonly DatedRow[];
  readonly receipts: readonly ReceiptPart[];
  readonly payOuts: readonly PayOutPart[];
  /** Epoch milliseconds: until then it stays like this. */
  readonly nextAt: number;
}
