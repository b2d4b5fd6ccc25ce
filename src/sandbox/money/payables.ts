import { computeQuickPayNetCents } from '../../domain/bills/bill-variance.ts';
import type { BillStatus } from '../../domain/bills/bill.ts';
import {
  formatDate,
  day,
  toDayNumber,
  hour,
  moveToOfficeHours,
  formatInstant,
  findWeekday,
  payRunDays,
} from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { BillPayee } from '../kit/records.ts';
import type { ShipmentScript } from '../kit/script.ts';
import type { InvoiceNumbers, PartyTerm } from '../parties/party.ts';
import type { TimelineWorld } from '../parties/world.ts';
import { writeDocument } from './documents.ts';
import { computePayOutTime } from './pay-runs.ts';

/** Work that is owed for: a load carrier's trip or a vendor's service. */
export interface Owed {
  readonly world: TimelineWorld;
  readonly random: Random;
  readonly script: ShipmentScript | undefined;
  readonly shipmentId: string;
  readonly loadId: string | null;
  readonly loadCarrierId: string | null;
  readonly serviceId: string | null;
  readonly payee: BillPayee;
  readonly invoices: InvoiceNumbers;
  /** Serial number of the work. It is unique. */
  readonly serial: number;
  readonly term: PartyTerm;
  readonly agreedCents: number;
  /** The payee's invoice arrives; null: it never does. */
  readonly billAt: number | null;
  /** No invoice is dated before the work was done. */
  readonly doneAt: number;
  /** Number of the payee's invoice, if it isn't drawn from the payee's numbers. */
  readonly reference?: string;
  readonly amountCents?: number;
}

export interface WrittenBill {
  readonly status: BillStatus;
  readonly reference: string | null;
  readonly amountCents: number;
  readonly lastAt: number | null;
}

export const notBilled: WrittenBill = { status: 'AWAITING_INVOICE', reference: null, amountCents: 0, lastAt: null };

const disputedShare = 0.035;
const oddAmountShare = 0.01;

/** Writes the payee's bill with its approval and payment up to the instant. */
export function writeBill(owed: Owed): WrittenBill {
  const { world, billAt, doneAt, term, invoices, serial, random } = owed;
  if (!world.isPast(billAt)) return notBilled;
  const id = world.idOf(`bill ${owed.loadCarrierId ?? owed.serviceId}`, billAt);
  const invoiceDay = Math.max(toDayNumber(doneAt), toDayNumber(billAt) - random.drawInt(0, 1));
  const dueDay = invoiceDay + term.days;
  const amountCents = owed.amountCents ?? drawAmount(owed);
  const progress = drawProgress(owed, { billAt, dueDay });
  const reference = owed.reference ?? `${invoices.prefix}${invoices.from + serial}`;
  const isPaid = progress.paidAt !== null;
  world.write('bill', billAt, {
    id,
    entity_type: owed.serviceId === null ? 'CARRIER' : 'VENDOR',
    load_carrier_id: owed.loadCarrierId,
    service_id: owed.serviceId,
    carrier_id: owed.payee.carrierId,
    vendor_id: owed.payee.vendorId,
    carrier_factor_id: owed.payee.factorId,
    load_id: owed.loadId,
    shipment_id: owed.shipmentId,
    status: progress.status,
    invoice_date: formatDate(invoiceDay),
    due_date: formatDate(dueDay),
    amount_cents: amountCents,
    paid_cents: isPaid ? amountCents : 0,
    owed_cents: isPaid ? 0 : amountCents,
    currency: 'USD',
    reference,
    payment_term_id: term.id,
    updated_at: progress.lastAt === null ? null : formatInstant(progress.lastAt),
  });
  if (progress.paidAt !== null) {
    world.payOut({
      payee: owed.payee,
      payDay: toDayNumber(progress.paidAt),
      at: progress.paidAt,
      billId: id,
      amountCents,
    });
  }
  const links = { shipmentId: owed.shipmentId, billId: id };
  writeDocument(world, { type: 'CARRIER_INVOICE', at: billAt, name: `carrier-invoice-${reference}`, links });
  return { status: progress.status, reference, amountCents, lastAt: progress.lastAt ?? billAt };
}

/**
 * Draws the amount of a bill. Payees on quick pay bill net of the fee; one in a hundred bills is a little above the
 * agreed amount.
 */
function drawAmount({ script, random, agreedCents, term }: Owed): number {
  const odd = script === undefined && random.drawChance(oddAmountShare) ? random.drawInt(30, 90) * 100 : 0;
  return computeQuickPayNetCents(agreedCents, term.quickPayFee) + (script?.billDeltaCents ?? odd);
}

interface BillProgress {
  readonly status: BillStatus;
  readonly paidAt: number | null;
  readonly lastAt: number | null;
}

function drawProgress(owed: Owed, { billAt, dueDay }: { billAt: number; dueDay: number }): BillProgress {
  const { world, script, random } = owed;
  const approveAfter = script?.approveAfterDays;
  const isDisputed = script === undefined && random.drawChance(disputedShare);
  const wait = isDisputed ? random.drawInt(12, 40) * day : random.drawInt(3, 60) * hour;
  const approvedAt = typeof approveAfter === 'number' ? billAt + approveAfter * day : moveToOfficeHours(billAt + wait);
  if (approveAfter === null || !world.isPast(approvedAt)) return { status: 'IN_REVIEW', paidAt: null, lastAt: null };
  const approved = { status: 'APPROVED_TO_PAY', paidAt: null, lastAt: approvedAt } as const;
  if (script?.billPaidAfterDueDays === null) return approved;
  const earliest = Math.max(dueDay + (script?.billPaidAfterDueDays ?? 0), toDayNumber(approvedAt) + 1);
  const paidAt = computePayOutTime(findWeekday(earliest, payRunDays), owed.payee);
  return world.isPast(paidAt) ? { status: 'PAID', paidAt, lastAt: paidAt } : approved;
}
