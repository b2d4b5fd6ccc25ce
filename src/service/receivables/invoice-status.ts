import { dueDateOf } from '../../domain/kit/dates.ts';
import { invoiceLifecycle } from '../../domain/money/invoice.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { releaseOrders, restartOrders } from './invoiced-order.ts';
import { changeRecord } from '../shared/records.ts';

/** Voids an invoice that nothing was applied to and no factor has bought; its order is ready to invoice again. */
export async function voidInvoice(ctx: ServiceContext, { id, friendly_id: friendlyId }: Row<'invoice'>): Promise<void> {
  const invoice = (await lockRecords(ctx, 'invoice', [id])).get(id);
  if (!invoice) throw new WaybillError('NOT_FOUND', `${friendlyId} was voided at the same moment.`);
  requireUntouched(invoice);
  const status = advance(invoiceLifecycle, invoice.status, 'void');
  const expected = { status: invoice.status, paid_cents: 0, credited_cents: 0 };
  await changeRecord(ctx, 'invoice', invoice, { status, deleted_at: ctx.now }, expected);
  await releaseOrders(ctx, invoice);
  await recordActivity(ctx, { recordType: 'invoice', recordId: id, text: 'Voided.' });
}

function requireUntouched(invoice: Row<'invoice'>): void {
  const { friendly_id: friendlyId } = invoice;
  if (invoice.paid_cents > 0 || invoice.credited_cents > 0) {
    const what = invoice.paid_cents > 0 ? 'Payments are' : 'Credit is';
    throw new WaybillError('CONFLICT', `${what} applied to ${friendlyId}: take that back first.`);
  }
  if (invoice.factor_job_id === null) return;
  throw new WaybillError('CONFLICT', `${friendlyId} is factored (${invoice.factor_job_id}) and cannot be voided.`);
}

/** Restarts an invoice, whatever is applied to it: both dates anew, payment awaited. */
export async function markAwaiting(
  ctx: ServiceContext,
  { id, friendly_id: friendlyId }: Row<'invoice'>,
  dates: { readonly invoiceDate?: string | undefined; readonly dueDate?: string | undefined },
): Promise<Row<'invoice'>> {
  const invoice = (await lockRecords(ctx, 'invoice', [id])).get(id);
  if (!invoice) throw new WaybillError('NOT_FOUND', `${friendlyId} was voided at the same moment.`);
  const status = advance(invoiceLifecycle, invoice.status, 'markAwaiting');
  const invoiceDate = dates.invoiceDate ?? ctx.today;
  const term = (await findRecords(ctx, 'payment_term', [invoice.payment_term_id])).get(invoice.payment_term_id ?? '');
  const dueDate = dates.dueDate ?? dueDateOf(invoiceDate, term?.days);
  const change = { status, invoice_date: invoiceDate, due_date: dueDate };
  const changed = await changeRecord(ctx, 'invoice', invoice, change, { status: invoice.status });
  const text = `Awaiting payment: dated ${invoiceDate}, due ${dueDate} (was ${invoice.invoice_date}, ${invoice.due_date ?? 'no due date'}).`;
  await recordActivity(ctx, { recordType: 'invoice', recordId: id, text });
  await restartOrders(ctx, changed);
  return changed;
}
