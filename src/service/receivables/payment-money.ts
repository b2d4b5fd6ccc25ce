import { isDeepStrictEqual } from 'node:util';
import { type CreditOffer, type CreditShare, sumBy } from '../../domain/money/allocation.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeInvoiceBalance } from './invoice-status.ts';
import { changeMemoBalance } from '../ledger/memo-balance.ts';
import { type InvoiceCashLine, checkCash, placeCredits } from '../ledger/payment-lines.ts';
import { addCents, listCashLines, type PaymentRows, listShares } from './payment-rows.ts';

interface MoneyChange {
  /** With the customer, currency and date that it has after the change. */
  readonly payment: Row<'payment'>;
  readonly before: PaymentRows;
  readonly cash: readonly InvoiceCashLine[];
  readonly offers: readonly CreditOffer[];
  /** Locked. */
  readonly invoices: ReadonlyMap<string, Row<'invoice'>>;
  readonly isDateNew: boolean;
  /** Credit stays on the invoices where it is, whatever the order of the lines says. */
  readonly areCreditsKept?: boolean;
}

/** Puts a payment's money and credit where the lines say, in place of what it had there before. */
export async function placeMoney(ctx: ServiceContext, change: MoneyChange): Promise<void> {
  const { payment, before, cash, offers, invoices } = change;
  const memoIds = [...before.credits.map((row) => row.credit_memo_id), ...offers.map((offer) => offer.creditMemoId)];
  const memos = await lockRecords(ctx, 'credit_memo', memoIds);
  const ownCash = sumBy(before.cash.map(addCents), (row) => row.invoice_id);
  const ownCredit = sumBy(before.credits.map(addCents), (row) => row.invoice_id);
  const ownOfMemo = sumBy(before.credits.map(addCents), (row) => row.credit_memo_id);
  const openCents = ({ id, owed_cents: owed }: Row<'invoice'>) =>
    owed + (ownCash.get(id) ?? 0) + (ownCredit.get(id) ?? 0);
  const to = {
    customerId: payment.customer_id,
    currency: payment.currency,
    paymentDate: payment.payment_date,
    openCents,
    remainingCents: (memo: Row<'credit_memo'>) => memo.remaining_cents + (ownOfMemo.get(memo.id) ?? 0),
    isDated: ({ id }: Row<'invoice'>) => !change.isDateNew && ownCash.has(id),
  };
  checkCash(cash, invoices, to);
  const shares = change.areCreditsKept ? listShares(before) : placeCredits(offers, memos, cash, invoices, to);
  await replaceRows(ctx, change, shares, openCents);
  await moveInvoices(ctx, change, shares);
  await moveMemos(ctx, change, shares, memos);
}

async function replaceRows(
  ctx: ServiceContext,
  { payment, before, cash, invoices }: MoneyChange,
  shares: readonly CreditShare[],
  openCents: (invoice: Row<'invoice'>) => number,
): Promise<void> {
  // What stays as it is keeps its rows: the API shows their ids and the balances before them.
  const isKept = isDeepStrictEqual(listCashLines(before), cash);
  if (!isKept) await deleteRows(ctx, 'payment_application', before.cash);
  const belonging = { organization_id: ctx.organizationId, payment_id: payment.id };
  const applications = (isKept ? [] : cash).map(({ invoiceId, cents }) => {
    const invoice = invoices.get(invoiceId);
    return {
      ...belonging,
      id: ctx.newId(),
      invoice_id: invoiceId,
      amount_cents: cents,
      balance_before_cents: invoice ? openCents(invoice) : 0,
      created_at: ctx.now,
    };
  });
  if (applications.length > 0) await ctx.db.insertInto('payment_application').values(applications).execute();
  if (isDeepStrictEqual(listShares(before), shares)) return;
  await deleteRows(ctx, 'credit_application', before.credits);
  const credits = shares.map(({ creditMemoId, invoiceId, cents }) => ({
    ...belonging,
    id: ctx.newId(),
    credit_memo_id: creditMemoId,
    invoice_id: invoiceId,
    amount_cents: cents,
    applied_at: ctx.now,
  }));
  if (credits.length > 0) await ctx.db.insertInto('credit_application').values(credits).execute();
}

async function deleteRows(
  ctx: ServiceContext,
  table: 'credit_application' | 'payment_application',
  rows: readonly { readonly id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db
    .deleteFrom(table)
    .where('organization_id', '=', ctx.organizationId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

async function moveInvoices(
  ctx: ServiceContext,
  { payment, before, cash, invoices }: MoneyChange,
  shares: readonly CreditShare[],
): Promise<void> {
  const toNegativeLines = <Applied extends Row<'credit_application'> | Row<'payment_application'>>(
    rows: readonly Applied[],
  ) => rows.map((row) => ({ invoiceId: row.invoice_id, cents: -row.amount_cents }));
  const paid = sumBy([...cash, ...toNegativeLines(before.cash)], (line) => line.invoiceId);
  const credited = sumBy([...shares, ...toNegativeLines(before.credits)], (share) => share.invoiceId);
  for (const [id, invoice] of invoices) {
    const money = { paidCents: paid.get(id) ?? 0, creditedCents: credited.get(id) ?? 0 };
    if (money.paidCents === 0 && money.creditedCents === 0) continue;
    await changeInvoiceBalance(ctx, invoice, money, payment.friendly_id);
  }
}

async function moveMemos(
  ctx: ServiceContext,
  { payment, before }: MoneyChange,
  shares: readonly CreditShare[],
  memos: ReadonlyMap<string, Row<'credit_memo'>>,
): Promise<void> {
  const released = before.credits.map((row) => ({ creditMemoId: row.credit_memo_id, cents: -row.amount_cents }));
  const applied = sumBy([...shares, ...released], ({ creditMemoId }) => creditMemoId);
  for (const [id, memo] of memos) {
    await changeMemoBalance(ctx, memo, applied.get(id) ?? 0, payment.friendly_id);
  }
}
