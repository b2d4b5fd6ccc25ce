import { computeFraction } from '../../domain/money/money.ts';
import type { OrderBillingStatus } from '../../domain/money/order-billing.ts';
import {
  formatDate,
  day,
  toDayNumber,
  hour,
  moveToOfficeHours,
  formatInstant,
  minute,
  findWeekday,
} from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { ShipmentScript } from '../kit/script.ts';
import type { SandboxCustomer } from '../parties/party.ts';
import type { TimelineWorld } from '../parties/world.ts';
import { writeDocument } from './documents.ts';
import { computeReceiptTime } from './pay-runs.ts';

/** The inputs of a delivered shipment's receivable. */
export interface ReceivableInput {
  readonly world: TimelineWorld;
  readonly random: Random;
  readonly script: ShipmentScript | undefined;
  readonly customer: SandboxCustomer;
  readonly shipmentId: string;
  readonly orderId: string;
  readonly revenueCents: number;
  /** Null: the proof of delivery never comes. */
  readonly podAt: number | null;
}

export interface Receivable {
  readonly status: OrderBillingStatus;
  readonly isInvoiced: boolean;
  /** Unpaid amount of the invoice; the whole revenue before there is an invoice. */
  readonly openCents: number;
  readonly lastAt: number | null;
}

const holdShare = 0.03;
const shortPayShare = 0.025;
const creditShare = 0.018;
const longTailShare = 0.04;

/** Writes invoice, credit memo and payments of a delivered shipment up to the instant. */
export function writeReceivable(needs: ReceivableInput): Receivable {
  const { world, random, script, revenueCents, podAt } = needs;
  const waiting = { isInvoiced: false, openCents: revenueCents };
  const readyAfter = script?.readyAfterDays;
  if (!world.isPast(podAt) || readyAfter === null) return { ...waiting, status: 'DOCS_NEEDED', lastAt: null };
  const readyAt =
    readyAfter === undefined ? moveToOfficeHours(podAt + random.drawInt(15, 100) * minute) : podAt + readyAfter * day;
  if (!world.isPast(readyAt)) return { ...waiting, status: 'DOCS_NEEDED', lastAt: null };
  const isHeld = script === undefined && random.drawChance(holdShare);
  const invoiceAfter = script?.invoiceAfterDays;
  const wait = isHeld ? random.drawInt(60, 140) * hour : random.drawInt(1, 44) * hour;
  const invoicedAt =
    typeof invoiceAfter === 'number' ? readyAt + invoiceAfter * day : moveToOfficeHours(readyAt + wait);
  if (invoiceAfter === null || !world.isPast(invoicedAt)) {
    return { ...waiting, status: isHeld ? 'NOT_READY_TO_INVOICE' : 'READY_TO_INVOICE', lastAt: readyAt };
  }
  return writeInvoice(needs, invoicedAt);
}

interface InvoiceMoney {
  readonly paidCents: number;
  readonly creditedCents: number;
  readonly lastAt: number | null;
}

function writeInvoice(needs: ReceivableInput, at: number): Receivable {
  const { world, customer, revenueCents, shipmentId, orderId } = needs;
  const invoiceDay = toDayNumber(at);
  const [id, documentId] = [world.idOf('invoice', at), world.idOf('invoice document', at)];
  const money = receivePayments(needs, { invoiceId: id, at });
  const openCents = revenueCents - money.paidCents - money.creditedCents;
  const hasMoney = money.paidCents + money.creditedCents > 0;
  world.write('invoice', at, {
    id,
    order_id: orderId,
    shipment_id: shipmentId,
    customer_id: customer.id,
    status: openCents === 0 ? 'PAID' : hasMoney ? 'PARTIALLY_PAID' : 'AWAITING_PAYMENT',
    invoice_date: formatDate(invoiceDay),
    due_date: formatDate(invoiceDay + customer.termDays),
    amount_cents: revenueCents,
    paid_cents: money.paidCents,
    credited_cents: money.creditedCents,
    owed_cents: openCents,
    currency: 'USD',
    payment_term_id: customer.termId,
    document_id: documentId,
    updated_at: money.lastAt === null ? null : formatInstant(money.lastAt),
  });
  const name = `invoice-${id.slice(-6)}`;
  writeDocument(world, { id: documentId, type: 'INVOICE', at, name, links: { shipmentId, invoiceId: id } });
  const status = openCents === 0 ? 'PAID' : hasMoney ? 'PARTIALLY_PAID' : 'INVOICED';
  return { status, isInvoiced: true, openCents, lastAt: money.lastAt ?? at };
}

interface IssuedInvoice {
  readonly invoiceId: string;
  readonly at: number;
}

function receivePayments(needs: ReceivableInput, invoiced: IssuedInvoice): InvoiceMoney {
  const { random, script, revenueCents, world, customer } = needs;
  const payDay = drawPayDay(needs, toDayNumber(invoiced.at));
  const creditedCents =
    script === undefined && random.drawChance(creditShare) ? writeCredit(needs, invoiced, payDay) : 0;
  const toPay = revenueCents - creditedCents;
  const paidAt = payDay === null ? null : computeReceiptTime(payDay, customer.index);
  if (payDay === null || !world.isPast(paidAt)) return { paidCents: 0, creditedCents, lastAt: null };
  const isShort = script === undefined && random.drawChance(shortPayShare);
  const shortCents = Math.min(
    script?.shortByCents ?? (isShort ? random.drawInt(40, 240) * 100 : 0),
    Math.floor(toPay / 4),
  );
  const part = { customerId: customer.id, invoiceId: invoiced.invoiceId };
  world.receive({ ...part, payDay, at: paidAt, amountCents: toPay - shortCents, balanceCents: toPay });
  const restDay = isShort && random.drawChance(0.6) ? payDay + 21 : null;
  const restAt = restDay === null ? null : computeReceiptTime(restDay, customer.index);
  if (shortCents === 0 || restDay === null || !world.isPast(restAt)) {
    return { paidCents: toPay - shortCents, creditedCents, lastAt: paidAt };
  }
  world.receive({ ...part, payDay: restDay, at: restAt, amountCents: shortCents, balanceCents: shortCents });
  return { paidCents: toPay, creditedCents, lastAt: restAt };
}

/**
 * Draws the day on which a customer pays: its own payment weekday after the due date, and now and then a month or two
 * later.
 */
function drawPayDay({ script, random, customer }: ReceivableInput, invoiceDay: number): number | null {
  const dueDay = invoiceDay + customer.termDays;
  if (script?.paidAfterDueDays === null) return null;
  if (script?.paidAfterDueDays !== undefined) return Math.max(invoiceDay + 1, dueDay + script.paidAfterDueDays);
  const tail = random.drawChance(longTailShare) ? random.drawInt(25, 65) : 0;
  const lag = Math.round(random.drawNormal(customer.payLagDays, 4));
  return findWeekday(Math.max(invoiceDay + 2, dueDay + lag + tail), [customer.payWeekday]);
}

const creditNotes = [
  'Late delivery allowance',
  'Damaged cartons, agreed with the receiver',
  'Duplicate stop-off charge',
] as const;

/** Writes a credit for a service failure. Most are applied to the invoice at once. Returns the applied amount. */
function writeCredit(
  { world, random, customer, revenueCents }: ReceivableInput,
  { invoiceId, at }: IssuedInvoice,
  payDay: number | null,
): number {
  const memoAt = moveToOfficeHours(at + random.drawInt(20, 90) * hour);
  const amountCents = Math.min(random.drawInt(6, 30) * 1_000, computeFraction(revenueCents, 0.2));
  const appliedAt = memoAt + 25 * minute;
  const isApplied =
    random.drawChance(0.6) && world.isPast(appliedAt) && (payDay === null || toDayNumber(appliedAt) < payDay);
  const id = world.idOf('credit memo', memoAt);
  world.write('credit_memo', memoAt, {
    id,
    customer_id: customer.id,
    amount_cents: amountCents,
    applied_cents: isApplied ? amountCents : 0,
    remaining_cents: isApplied ? 0 : amountCents,
    currency: 'USD',
    status: isApplied ? 'APPLIED' : 'OPEN',
    memo_date: formatDate(toDayNumber(memoAt)),
    notes: random.pick(creditNotes),
    created_by_id: world.staff.payables,
    updated_at: isApplied ? formatInstant(appliedAt) : null,
  });
  if (!isApplied) return 0;
  world.write('credit_application', appliedAt, {
    credit_memo_id: id,
    invoice_id: invoiceId,
    amount_cents: amountCents,
    applied_at: formatInstant(appliedAt),
  });
  return amountCents;
}
