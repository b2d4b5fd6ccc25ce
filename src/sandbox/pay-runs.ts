import { dateOf, day, dayOf, hour, isoOf, startOf } from './clock.ts';
import type { World } from './world.ts';

/** Who a bill is paid to: a factor, or else the carrier or vendor itself. */
export interface Payee {
  readonly carrierId: string | null;
  readonly vendorId: string | null;
  readonly factorId: string | null;
}

/**
 * Money is moved in groups: one payment of a customer for several invoices, one payment to a payee for several bills.
 * Parts of a group are known long before its day; the group is written when the day has come.
 */
export interface PayRuns {
  receive(part: {
    customerId: string;
    payDay: number;
    at: number;
    invoiceId: string;
    amountCents: number;
    balanceCents: number;
  }): void;
  payOut(part: { payee: Payee; payDay: number; at: number; billId: string; amountCents: number }): void;
  closeThrough(dayNumber: number): void;
}

/** Instants of the day's payments: all within the hour in which it is the same date everywhere. */
export const receiptTime = (payDay: number, customerIndex: number): number =>
  startOf(payDay) + 15 * hour + (customerIndex % 3_000) * 1_000;
export const payOutTime = (payDay: number, payeeIndex: number): number =>
  startOf(payDay) + 16 * hour + (payeeIndex % 3_000) * 1_000;

interface Receipt {
  readonly customerId: string;
  readonly at: number;
  readonly parts: { invoiceId: string; amountCents: number; balanceCents: number }[];
}

interface PayOut {
  readonly payee: Payee;
  readonly at: number;
  readonly parts: { billId: string; amountCents: number; carrierId: string | null }[];
}

export function openPayRuns(world: World): PayRuns {
  const receipts = new Map<number, Map<string, Receipt>>();
  const payOuts = new Map<number, Map<string, PayOut>>();
  let closed = dayOf(world.foundedAt);
  return {
    receive({ customerId, payDay, at, ...part }) {
      const group = groupOf(receipts, payDay, customerId, () => ({ customerId, at, parts: [] }));
      group.parts.push(part);
    },
    payOut({ payee, payDay, at, billId, amountCents }) {
      const name = payee.factorId ?? payee.carrierId ?? payee.vendorId ?? '';
      const group = groupOf(payOuts, payDay, name, () => ({ payee, at, parts: [] }));
      group.parts.push({ billId, amountCents, carrierId: payee.carrierId });
    },
    closeThrough(dayNumber) {
      for (; closed <= dayNumber; closed += 1) {
        for (const receipt of receipts.get(closed)?.values() ?? []) writeReceipt(world, receipt);
        for (const payOut of payOuts.get(closed)?.values() ?? []) writePayOut(world, payOut);
        receipts.delete(closed);
        payOuts.delete(closed);
      }
    },
  };
}

function groupOf<Group>(
  days: Map<number, Map<string, Group>>,
  payDay: number,
  name: string,
  start: () => Group,
): Group {
  const groups = days.get(payDay) ?? new Map<string, Group>();
  days.set(payDay, groups);
  const group = groups.get(name) ?? start();
  groups.set(name, group);
  return group;
}

function writeReceipt(world: World, { customerId, at, parts }: Receipt): void {
  const id = world.newId(at);
  const isByWire = Number.parseInt(id.slice(-1), 16) < 11;
  world.write('payment', at, {
    id,
    customer_id: customerId,
    payment_date: dateOf(dayOf(at)),
    payment_method_type: isByWire ? 'ACH_WIRE' : 'CHECK',
    reference: isByWire ? `ACH${id.slice(-8).toUpperCase()}` : String(Number.parseInt(id.slice(-5), 16)),
    currency: 'USD',
    total_cents: parts.reduce((sum, part) => sum + part.amountCents, 0),
  });
  for (const { invoiceId, amountCents, balanceCents } of parts) {
    world.write('payment_application', at, {
      payment_id: id,
      invoice_id: invoiceId,
      amount_cents: amountCents,
      balance_before_cents: balanceCents,
    });
  }
}

function writePayOut(world: World, { payee, at, parts }: PayOut): void {
  const id = world.newId(at);
  // A factor is paid for several carriers at once; then no one of them is the payment's carrier.
  const carriers = new Set(parts.map(({ carrierId }) => carrierId));
  const isByWire = Number.parseInt(id.slice(-1), 16) < 13;
  world.write('bill_payment', at, {
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
    sync_status: at + day <= world.now ? 'synced' : 'pending',
    updated_at: at + day <= world.now ? isoOf(at + hour) : null,
  });
  for (const { billId, amountCents } of parts) {
    world.write('bill_payment_application', at, { bill_payment_id: id, bill_id: billId, amount_cents: amountCents });
  }
}
