import type { TableName } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';
import { formatDate, day, toDayNumber, hour, formatInstant, toDayStart } from '../kit/clock.ts';
import { createNamedId } from '../kit/ids.ts';
import type { BillPayee, PayOutPart, ReceiptPart } from '../kit/records.ts';
import type { RowInput } from '../kit/rows.ts';
import type { SandboxBrokerage } from '../parties/world.ts';

/**
 * Money is moved in groups: one payment of a customer for several invoices, one payment to a payee for several bills.
 * Parts of a group are known long before its day; the group is written when the day has come.
 */
export interface PayRuns {
  receive(part: ReceiptPart): void;
  payOut(part: PayOutPart): void;
  closeThrough(dayNumber: number): void;
}

/** Function that takes the rows of a payment. */
export type PaymentSink = (table: TableName, at: number, row: NewRow<TableName>) => void;

/**
 * Computes the instant of a customer's payment. All payments are in the hour in which the date is the same everywhere.
 */
export const computeReceiptTime = (payDay: number, customerIndex: number): number =>
  toDayStart(payDay) + 15 * hour + (customerIndex % 3_000) * 1_000;
/** Computes the instant of a payment run. It is the same for all bills of a payee, so that they are paid together. */
export const computePayOutTime = (payDay: number, payee: BillPayee): number =>
  toDayStart(payDay) + 16 * hour + (Number.parseInt(getPayeeName(payee).slice(-6), 16) % 3_000) * 1_000;

interface PayRunsInput {
  readonly brokerage: SandboxBrokerage;
  /** Records whether the accounting system has the payment by now. */
  readonly now: number;
  readonly sink: PaymentSink;
}

export function openPayRuns(paid: PayRunsInput): PayRuns {
  const receipts = new Map<number, Map<string, ReceiptPart[]>>();
  const payOuts = new Map<number, Map<string, PayOutPart[]>>();
  let closed = toDayNumber(paid.brokerage.foundedAt);
  return {
    receive: (part) => getGroup(receipts, part.payDay, part.customerId).push(part),
    payOut: (part) => getGroup(payOuts, part.payDay, getPayeeName(part.payee)).push(part),
    closeThrough(dayNumber) {
      for (; closed <= dayNumber; closed += 1) {
        for (const parts of receipts.get(closed)?.values() ?? []) writeReceipt(paid, parts);
        for (const parts of payOuts.get(closed)?.values() ?? []) writePayOut(paid, parts);
        receipts.delete(closed);
        payOuts.delete(closed);
      }
    },
  };
}

const getPayeeName = ({ factorId, carrierId, vendorId }: BillPayee): string => factorId ?? carrierId ?? vendorId ?? '';

function getGroup<PartOf>(days: Map<number, Map<string, PartOf[]>>, payDay: number, name: string): PartOf[] {
  const groups = days.get(payDay) ?? new Map<string, PartOf[]>();
  days.set(payDay, groups);
  const group = groups.get(name) ?? [];
  groups.set(name, group);
  return group;
}

/** Creates a writer for the rows of one payment. Every id is derived from the payment's name. */
function createWriter({ brokerage, sink }: PayRunsInput, name: string, at: number) {
  const random = brokerage.random.fork(name);
  return {
    id: createNamedId(random, 'payment', at),
    write: <Name extends TableName>(table: Name, row: RowInput<Name>, record: string) => {
      const id = row.id ?? createNamedId(random, record, at);
      sink(table, at, brokerage.rows.anyOf(table, at, { ...row, id }));
    },
  };
}

function writeReceipt(paid: PayRunsInput, parts: readonly ReceiptPart[]): void {
  const [first] = parts;
  if (!first) return;
  const { customerId, payDay, at } = first;
  const { id, write } = createWriter(paid, `receipt/${customerId}/${payDay}`, at);
  const isByWire = Number.parseInt(id.slice(-1), 16) < 11;
  write(
    'payment',
    {
      id,
      customer_id: customerId,
      payment_date: formatDate(toDayNumber(at)),
      payment_method_type: isByWire ? 'ACH_WIRE' : 'CHECK',
      reference: isByWire ? `ACH${id.slice(-8).toUpperCase()}` : String(Number.parseInt(id.slice(-5), 16)),
      currency: 'USD',
      total_cents: parts.reduce((sum, part) => sum + part.amountCents, 0),
    },
    'payment',
  );
  for (const { invoiceId, amountCents, balanceCents } of parts) {
    const application = {
      payment_id: id,
      invoice_id: invoiceId,
      amount_cents: amountCents,
      balance_before_cents: balanceCents,
    };
    write('payment_application', application, invoiceId);
  }
}

/** The accounting system has a payment a day after it was made. */
export const syncMs = day;

function writePayOut(paid: PayRunsInput, parts: readonly PayOutPart[]): void {
  const [first] = parts;
  if (!first) return;
  const { payee, payDay, at } = first;
  const { id, write } = createWriter(paid, `pay-out/${getPayeeName(payee)}/${payDay}`, at);
  // A factor is paid for several carriers at once; then the payment has no carrier.
  const carriers = new Set(parts.map((part) => part.payee.carrierId));
  const isByWire = Number.parseInt(id.slice(-1), 16) < 13;
  const isSynced = at + syncMs <= paid.now;
  write(
    'bill_payment',
    {
      id,
      recipient_type: payee.vendorId === null ? 'CARRIER' : 'VENDOR',
      carrier_id: carriers.size === 1 ? payee.carrierId : null,
      vendor_id: payee.vendorId,
      carrier_factor_id: payee.factorId,
      payment_date: formatDate(toDayNumber(at)),
      payment_method_type: isByWire ? 'ACH_WIRE' : 'CHECK',
      reference: isByWire ? `RUN-${formatDate(toDayNumber(at))}` : String(Number.parseInt(id.slice(-5), 16)),
      currency: 'USD',
      total_cents: parts.reduce((sum, part) => sum + part.amountCents, 0),
      overpayment_cents: 0,
      sync_status: isSynced ? 'synced' : 'pending',
      updated_at: isSynced ? formatInstant(at + syncMs) : null,
    },
    'payment',
  );
  for (const { billId, amountCents } of parts) {
    write('bill_payment_application', { bill_payment_id: id, bill_id: billId, amount_cents: amountCents }, billId);
  }
}
