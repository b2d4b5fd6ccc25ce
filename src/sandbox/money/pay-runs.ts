import type { TableName } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';
import { dateOf, day, dayOf, hour, formatInstant, startOf } from '../kit/clock.ts';
import { idNamed } from '../kit/ids.ts';
import type { Payee, PayOutPart, ReceiptPart } from '../kit/records.ts';
import type { Given } from '../kit/rows.ts';
import type { Brokerage } from '../parties/world.ts';

/**
 * Money is moved in groups: one payment of a customer for several invoices, one payment to a payee for several bills.
 * Parts of a group are known long before its day; the group is written when the day has come.
 */
export interface PayRuns {
  receive(part: ReceiptPart): void;
  payOut(part: PayOutPart): void;
  closeThrough(dayNumber: number): void;
}

/** Where the rows of a payment go. */
export type PaymentSink = (table: TableName, at: number, row: NewRow<TableName>) => void;

/** Instants of the day's payments: all within the hour in which it is the same date everywhere. */
export const receiptTime = (payDay: number, customerIndex: number): number =>
  startOf(payDay) + 15 * hour + (customerIndex % 3_000) * 1_000;
/** One for all bills of a payee, so that none of them is paid alone. */
export const payOutTime = (payDay: number, payee: Payee): number =>
  startOf(payDay) + 16 * hour + (Number.parseInt(nameOf(payee).slice(-6), 16) % 3_000) * 1_000;

interface Paid {
  readonly brokerage: Brokerage;
  /** Records whether the accounting system has the payment by now. */
  readonly now: number;
  readonly sink: PaymentSink;
}

export function openPayRuns(paid: Paid): PayRuns {
  const receipts = new Map<number, Map<string, ReceiptPart[]>>();
  const payOuts = new Map<number, Map<string, PayOutPart[]>>();
  let closed = dayOf(paid.brokerage.foundedAt);
  return {
    receive: (part) => groupOf(receipts, part.payDay, part.customerId).push(part),
    payOut: (part) => groupOf(payOuts, part.payDay, nameOf(part.payee)).push(part),
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

const nameOf = ({ factorId, carrierId, vendorId }: Payee): string => factorId ?? carrierId ?? vendorId ?? '';

function groupOf<PartOf>(days: Map<number, Map<string, PartOf[]>>, payDay: number, name: string): PartOf[] {
  const groups = days.get(payDay) ?? new Map<string, PartOf[]>();
  days.set(payDay, groups);
  const group = groups.get(name) ?? [];
  groups.set(name, group);
  return group;
}

/** Rows of one payment; every id follows from the payment's name. */
function writerOf({ brokerage, sink }: Paid, name: string, at: number) {
  const random = brokerage.random.fork(name);
  return {
    id: idNamed(random, 'payment', at),
    write: <Name extends TableName>(table: Name, given: Given<Name>, record: string) => {
      const id = given.id ?? idNamed(random, record, at);
      sink(table, at, brokerage.rows.anyOf(table, at, { ...given, id }));
    },
  };
}

function writeReceipt(paid: Paid, parts: readonly ReceiptPart[]): void {
  const [first] = parts;
  if (!first) return;
  const { customerId, payDay, at } = first;
  const { id, write } = writerOf(paid, `receipt/${customerId}/${payDay}`, at);
  const isByWire = Number.parseInt(id.slice(-1), 16) < 11;
  write(
    'payment',
    {
      id,
      customer_id: customerId,
      payment_date: dateOf(dayOf(at)),
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

function writePayOut(paid: Paid, parts: readonly PayOutPart[]): void {
  const [first] = parts;
  if (!first) return;
  const { payee, payDay, at } = first;
  const { id, write } = writerOf(paid, `pay-out/${nameOf(payee)}/${payDay}`, at);
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
      payment_date: dateOf(dayOf(at)),
      payment_method_type: isByWire ? 'ACH_WIRE' : 'CHECK',
      reference: isByWire ? `RUN-${dateOf(dayOf(at))}` : String(Number.parseInt(id.slice(-5), 16)),
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
