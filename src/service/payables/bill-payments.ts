import type { Operations } from '../../contract/types.ts';
import { computeOverpayment, splitPayment, sumCents } from '../../domain/money/allocation.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { changeBillBalance } from './bill-balance.ts';
import {
  type PaidBillLine,
  billLines,
  getOnlyCarrier,
  getPayeeColumns,
  requireApproved,
  requireSamePayee,
} from './bill-payment-lines.ts';
import { deleteApplications, insertApplications, lockBillPayment, sumPaidOnBills } from './bill-payment-rows.ts';
import { buildBlankRow } from '../shared/blank-row.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFriendlyId } from '../identifiers/friendly-ids.ts';
import { withdrawCredit } from '../ledger/memo-balance.ts';
import { changeRecord, buildNewRecord, resolveOptionalId } from '../shared/records.ts';

type NewBillPayment = Operations['billPayments']['create']['parsed'];

/** Records a payment of approved bills to one payee or its factor; what is paid above the last bill becomes credit. */
export async function insertBillPayment(ctx: ServiceContext, input: NewBillPayment): Promise<Row<'bill_payment'>> {
  const factorId = (await resolveOptionalId(ctx, 'carrier_factor', 'carrierFactorId', input.carrierFactorId)) ?? null;
  const bills = await lockRecords(
    ctx,
    'bill',
    input.applications.map(({ billId }) => billId.toLowerCase()),
  );
  const lines = billLines(input.applications, bills);
  requireApproved(lines);
  const payee = getPayeeColumns(lines, factorId);
  const currency = lines[0]?.bill.currency ?? ctx.organization.currency;
  await requireSamePayee(ctx, lines, { ...payee, currency });
  const excessCents = requireCovered(lines, input.allowOverpayment);
  const payment: Row<'bill_payment'> = {
    ...buildBlankRow('bill_payment'),
    ...buildNewRecord(ctx, input.key),
    ...payee,
    carrier_id: getOnlyCarrier(lines.map(({ bill }) => bill)),
    friendly_id: await createFriendlyId(ctx, 'billPayment'),
    payment_date: input.paymentDate,
    payment_method_type: input.paymentMethodType ?? null,
    reference: input.reference ?? null,
    notes: input.notes ?? null,
    currency,
    total_cents: sumCents(lines),
    overpayment_cents: excessCents,
  };
  const credited = { ...payment, overpayment_credit_memo_id: await insertCredit(ctx, payment, lines.at(-1)) };
  await ctx.db.insertInto('bill_payment').values(credited).execute();
  const applications = lines.map(({ bill, cents }) => ({ billId: bill.id, cents }));
  await insertApplications(ctx, payment.id, applications);
  await payBills(ctx, payment, lines);
  await note(ctx, payment, `Recorded: ${formatBills(payment, lines.length)}.`);
  return credited;
}

/** Returns the amount that the last line pays above its bill; 422 with the first line that pays more than is open. */
function requireCovered(lines: readonly PaidBillLine[], isAllowed: boolean): number {
  const entries = lines.map(({ bill, cents }) => ({ cents, openCents: bill.owed_cents }));
  const { excessCents, refusedAt } = computeOverpayment(entries, isAllowed);
  const refused = refusedAt === null ? undefined : lines[refusedAt];
  if (!refused) return excessCents;
  const remedy = isAllowed ? 'only the last entry may hold more' : 'set allowOverpayment to make a credit of the rest';
  throw buildTooMuchError(refused, refused.bill.owed_cents, remedy);
}

export function buildTooMuchError({ bill, field }: PaidBillLine, openCents: number, remedy: string): WaybillError {
  const open = formatMoney(openCents, bill.currency);
  return createFieldError(
    'VALIDATION_ERROR',
    `${field}.amount`,
    `is more than the ${open} that ${bill.friendly_id} has open; ${remedy}`,
  );
}

async function payBills(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  lines: readonly PaidBillLine[],
): Promise<void> {
  const parts = splitPayment(lines, payment.overpayment_cents);
  const paid = new Map(lines.map(({ bill }, index) => [bill, parts[index] ?? 0]));
  for (const [bill, cents] of paid) await changeBillBalance(ctx, bill, cents, payment.friendly_id);
}

/** Inserts the credit of an overpayment to the payee of the last bill. Returns null if there is no overpayment. */
async function insertCredit(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  last: PaidBillLine | undefined,
): Promise<string | null> {
  const cents = payment.overpayment_cents;
  if (cents === 0 || !last) return null;
  const row: Row<'credit_memo'> = {
    ...buildBlankRow('credit_memo'),
    ...buildNewRecord(ctx, null),
    friendly_id: await createFriendlyId(ctx, 'creditMemo'),
    carrier_id: last.bill.carrier_id,
    vendor_id: last.bill.vendor_id,
    amount_cents: cents,
    applied_cents: 0,
    remaining_cents: cents,
    currency: payment.currency,
    status: 'OPEN',
    memo_date: payment.payment_date,
    notes: `Overpayment of ${last.bill.friendly_id}`,
    source_payment_id: payment.id,
  };
  await ctx.db.insertInto('credit_memo').values(row).execute();
  const text = `Made by ${payment.friendly_id}, which paid more than ${last.bill.friendly_id}.`;
  await recordActivity(ctx, { recordType: 'credit_memo', recordId: row.id, text });
  return row.id;
}

/** Takes a payment back: its bills are open again and the credit that it made is void. */
export async function removeBillPayment(ctx: ServiceContext, payment: Row<'bill_payment'>): Promise<void> {
  const { payment: locked, rows, bills } = await lockBillPayment(ctx, payment);
  requireUnsynced(locked);
  await withdrawCredit(ctx, [locked.overpayment_credit_memo_id], `${locked.friendly_id} was deleted`);
  const paid = sumPaidOnBills(rows, locked.overpayment_cents);
  for (const [id, bill] of bills) await changeBillBalance(ctx, bill, -(paid.get(id) ?? 0), locked.friendly_id);
  await deleteApplications(ctx, rows);
  await changeRecord(ctx, 'bill_payment', locked, { deleted_at: ctx.now });
  await note(ctx, locked, `Deleted: ${formatBills(locked, rows.length)} taken back.`);
}

/** Refuses a payment that the accounting system already has: its amounts must change there first. */
export function requireUnsynced(payment: Row<'bill_payment'>): void {
  if (payment.qbo_id === null && payment.sync_status !== 'synced') return;
  throw new WaybillError(
    'CONFLICT',
    `${payment.friendly_id} is in the accounting system already: correct it there with a new payment or a reversal.`,
  );
}

export const note = (ctx: ServiceContext, { id }: Row<'bill_payment'>, text: string) =>
  recordActivity(ctx, { recordType: 'bill_payment', recordId: id, text });

export function formatBills({ total_cents: cents, currency }: Row<'bill_payment'>, count: number): string {
  return `${formatMoney(cents, currency)} on ${count} bill${count === 1 ? '' : 's'}`;
}
