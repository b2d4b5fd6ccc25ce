import type { Operations } from '../../contract/types.ts';
import { type CreditOffer, sumCents } from '../../domain/money/allocation.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { describeChange, hasChange } from '../shared/changed-text.ts';
import type { ServiceContext } from '../shared/context.ts';
import { dropUndefined } from '../shared/fields.ts';
import { createFriendlyId } from '../identifiers/friendly-ids.ts';
import { withdrawCredit } from '../ledger/memo-balance.ts';
import { type InvoiceCashLine, toCashLines, toCreditOffers } from '../ledger/payment-lines.ts';
import { placeMoney } from './payment-money.ts';
import { listCashLines, lockPayment, noRows, listOffers } from './payment-rows.ts';
import { changeRecord, buildNewRecord } from '../shared/records.ts';

type NewPayment = Operations['payments']['create']['parsed'];
type PaymentChange = Operations['payments']['update']['parsed'];

/** Records money of a customer on the invoices it is for, then the credit that goes with it. */
export async function insertPayment(ctx: ServiceContext, input: NewPayment): Promise<Row<'payment'>> {
  const customer = await requirePayer(ctx, input.customerId);
  const cash = toCashLines(input.applications);
  const offers = toCreditOffers(input.creditApplications ?? []);
  const invoices = await lockRecords(
    ctx,
    'invoice',
    cash.map(({ invoiceId }) => invoiceId),
  );
  const payment: Row<'payment'> = {
    ...buildNewRecord(ctx, input.key),
    friendly_id: await createFriendlyId(ctx, 'payment'),
    customer_id: customer.id,
    payment_date: input.paymentDate,
    payment_method_type: input.paymentMethodType ?? null,
    reference: input.reference ?? null,
    notes: input.notes ?? null,
    // The first invoice sets the currency; placing the money refuses invoices and memos in another one.
    currency: invoices.get(cash[0]?.invoiceId ?? '')?.currency ?? ctx.organization.currency,
    total_cents: sumCents(cash),
    qbo_id: null,
  };
  await ctx.db.insertInto('payment').values(payment).execute();
  await placeMoney(ctx, { payment, before: noRows, cash, offers, invoices, isDateNew: true });
  await note(ctx, payment, `Recorded: ${formatPaymentMoney(payment, cash, offers)}.`);
  return payment;
}

/** Resolves the customer that pays. A deleted customer can still pay its debts. */
async function requirePayer(ctx: ServiceContext, id: string): Promise<Row<'customer'>> {
  const customer = (await findRecords(ctx, 'customer', [id.toLowerCase()])).get(id.toLowerCase());
  if (customer) return customer;
  throw createFieldError('VALIDATION_ERROR', 'customerId', 'names a record that does not exist');
}

export async function changePayment(
  ctx: ServiceContext,
  payment: Row<'payment'>,
  input: PaymentChange,
): Promise<Row<'payment'>> {
  const change = dropUndefined({
    payment_date: input.paymentDate,
    payment_method_type: input.paymentMethodType,
    reference: input.reference,
    notes: input.notes,
    key: input.key,
  });
  const changed =
    input.applications || input.creditApplications || input.paymentDate !== undefined
      ? await changeMoney(ctx, payment, input, change)
      : await changeRecord(ctx, 'payment', payment, change);
  const { applications: _cash, creditApplications: _credits, ...fields } = input;
  if (hasChange(fields)) await note(ctx, changed, describeChange(fields));
  return changed;
}

/**
 * Changes the applications of a payment. Lists that the request leaves out stay, but credit is placed again on the
 * invoices that the payment covers now. A new date moves no money.
 */
async function changeMoney(
  ctx: ServiceContext,
  payment: Row<'payment'>,
  input: PaymentChange,
  change: Partial<Row<'payment'>>,
): Promise<Row<'payment'>> {
  const named = input.applications && toCashLines(input.applications);
  const { payment: locked, rows, invoices } = await lockPayment(ctx, payment, named);
  const isMoney = named !== undefined || input.creditApplications !== undefined;
  if (isMoney) requireUnsynced(locked, 'what it pays stays');
  const cash = named ?? listCashLines(rows);
  const offers = input.creditApplications ? toCreditOffers(input.creditApplications) : listOffers(rows);
  const areCreditsKept = !isMoney;
  const changed = await changeRecord(ctx, 'payment', locked, { ...change, total_cents: sumCents(cash) });
  const isDateNew = input.paymentDate !== undefined;
  await placeMoney(ctx, { payment: changed, before: rows, cash, offers, invoices, isDateNew, areCreditsKept });
  if (isMoney) await note(ctx, changed, `Applied anew: ${formatPaymentMoney(changed, cash, offers)}.`);
  return changed;
}

/** Takes a payment back: its invoices are open again, its credit is free again, and credit it had made is void. */
export async function removePayment(ctx: ServiceContext, payment: Row<'payment'>): Promise<void> {
  const { payment: locked, rows, invoices } = await lockPayment(ctx, payment);
  requireUnsynced(locked, 'delete it there first');
  await placeMoney(ctx, { payment: locked, before: rows, cash: [], offers: [], invoices, isDateNew: false });
  await withdrawCredit(ctx, await listOverpaymentMemos(ctx, locked), `${locked.friendly_id} was deleted`);
  await changeRecord(ctx, 'payment', locked, { deleted_at: ctx.now });
  await note(ctx, locked, `Deleted: ${formatPaymentMoney(locked, listCashLines(rows), listOffers(rows))} taken back.`);
}

function requireUnsynced({ friendly_id: friendlyId, qbo_id: syncedId }: Row<'payment'>, remedy: string): void {
  if (syncedId === null) return;
  throw new WaybillError('CONFLICT', `${friendlyId} is in the accounting system already: ${remedy}.`);
}

async function listOverpaymentMemos(ctx: ServiceContext, { id }: Row<'payment'>): Promise<string[]> {
  const memos = await ctx.db
    .selectFrom('credit_memo')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('source_payment_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return memos.map((memo) => memo.id);
}

function formatPaymentMoney(
  { currency, total_cents: totalCents }: Row<'payment'>,
  cash: readonly InvoiceCashLine[],
  offers: readonly CreditOffer[],
): string {
  const invoices = `${formatMoney(totalCents, currency)} on ${cash.length} invoice${cash.length === 1 ? '' : 's'}`;
  return offers.length === 0 ? invoices : `${invoices} and ${formatMoney(sumCents(offers), currency)} of credit`;
}

const note = (ctx: ServiceContext, { id }: Row<'payment'>, text: string) =>
  recordActivity(ctx, { recordType: 'payment', recordId: id, text });
