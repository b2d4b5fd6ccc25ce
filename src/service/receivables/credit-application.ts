import { formatMoney, convertToCents } from '../../domain/money/money.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeInvoiceBalance } from './invoice-status.ts';
import { changeMemoBalance } from '../ledger/memo-balance.ts';
import { requirePayable } from '../ledger/payment-lines.ts';
import { requireReference } from '../shared/records.ts';

interface AppliedCredit {
  readonly memo: Row<'credit_memo'>;
  readonly applicationId: string;
}

/** Sets credit against an open invoice of the same customer and currency; 409 when either does not fit. */
export async function applyCredit(
  ctx: ServiceContext,
  memo: Row<'credit_memo'>,
  request: { readonly invoiceId: string; readonly amount: number },
): Promise<AppliedCredit> {
  const { id } = await requireReference(ctx, 'invoice', 'invoiceId', { id: request.invoiceId });
  const { invoice, memo: locked } = await lockBoth(ctx, id, memo);
  const cents = convertToCents(request.amount, locked.currency);
  requireFitting(locked, invoice);
  requireCovered(locked, invoice, cents);
  const applicationId = ctx.newId();
  await ctx.db
    .insertInto('credit_application')
    .values({
      id: applicationId,
      organization_id: ctx.organizationId,
      credit_memo_id: locked.id,
      invoice_id: invoice.id,
      payment_id: null,
      amount_cents: cents,
      applied_at: ctx.now,
    })
    .execute();
  await changeInvoiceBalance(ctx, invoice, { paidCents: 0, creditedCents: cents }, locked.friendly_id);
  return { applicationId, memo: await changeMemoBalance(ctx, locked, cents, `Applied to ${invoice.friendly_id}`) };
}

/** Removes applied credit, also if a payment carried it. The memo and the invoice get their balances back. */
export async function removeAppliedCredit(
  ctx: ServiceContext,
  memo: Row<'credit_memo'>,
  applicationId: string,
): Promise<Row<'credit_memo'>> {
  const application = await ctx.db
    .selectFrom('credit_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('credit_memo_id', '=', memo.id)
    .where('id', '=', applicationId.toLowerCase())
    .executeTakeFirst();
  const missing = new WaybillError(
    'NOT_FOUND',
    `${memo.friendly_id} has no application "${applicationId.slice(0, 100)}".`,
  );
  if (!application) throw missing;
  const { invoice, memo: locked } = await lockBoth(ctx, application.invoice_id, memo);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('credit_application')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', application.id)
    .executeTakeFirst();
  // Another request took it back while this request waited for the invoice.
  if (Number(numDeletedRows) === 0) throw missing;
  const cents = -application.amount_cents;
  await changeInvoiceBalance(ctx, invoice, { paidCents: 0, creditedCents: cents }, locked.friendly_id);
  return changeMemoBalance(ctx, locked, cents, `Taken back from ${invoice.friendly_id}`);
}

async function lockBoth(ctx: ServiceContext, invoiceId: string, { id, friendly_id: friendlyId }: Row<'credit_memo'>) {
  const invoice = (await lockRecords(ctx, 'invoice', [invoiceId])).get(invoiceId);
  const memo = (await lockRecords(ctx, 'credit_memo', [id])).get(id);
  if (invoice && memo) return { invoice, memo };
  throw new WaybillError('CONFLICT', `The invoice for ${friendlyId} was voided at the same moment; read it again.`);
}

function requireFitting(memo: Row<'credit_memo'>, invoice: Row<'invoice'>): void {
  requirePayable(invoice);
  if (memo.status === 'VOIDED') throw new WaybillError('CONFLICT', `${memo.friendly_id} is void.`);
  if (memo.customer_id !== invoice.customer_id) {
    throw new WaybillError('CONFLICT', `${memo.friendly_id} is not credit of the customer of ${invoice.friendly_id}.`);
  }
  if (memo.currency === invoice.currency) return;
  throw new WaybillError(
    'CONFLICT',
    `${memo.friendly_id} is in ${memo.currency}, ${invoice.friendly_id} in ${invoice.currency}.`,
  );
}

function requireCovered(memo: Row<'credit_memo'>, invoice: Row<'invoice'>, cents: number): void {
  if (cents > memo.remaining_cents) {
    const remaining = formatMoney(memo.remaining_cents, memo.currency);
    throw new WaybillError('CONFLICT', `${memo.friendly_id} has only ${remaining} left; apply at most that.`);
  }
  if (cents <= invoice.owed_cents) return;
  const open = formatMoney(invoice.owed_cents, invoice.currency);
  throw new WaybillError('CONFLICT', `${invoice.friendly_id} has only ${open} open; apply at most that.`);
}
