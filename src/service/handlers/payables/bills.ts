import type { Operations } from '../../../contract/types.ts';
import { computeDueDate } from '../../../domain/kit/dates.ts';
import { fromCents } from '../../../domain/money/money.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { buildPayablesReport } from '../../ledger/aging.ts';
import { approveBill, approveEach, revokeApproval } from '../../payables/bill-approval.ts';
import { changeBill } from '../../payables/bill-change.ts';
import { readPayee } from '../../payables/bill-payee.ts';
import { releaseBillPayments } from '../../payables/bill-release.ts';
import { billFields, billSource, readBillPayments, showBills } from '../../payables/bill-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toPositiveCents } from '../../ledger/amounts.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { findLiveBill } from '../../payables/live-bill.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import {
  type Billable,
  resetToAwaitingInvoice,
  requireBillable,
  settle,
  getSettlementStatus,
} from '../../payables/settlement.ts';
import { findApplyingTerm, requireTermDueDate, requireTerm } from '../../ledger/payment-terms.ts';

const record = createRecordHandlers({
  ...billSource,
  kind: 'bill',
  show: showBills,
  page: (pagination) => ({ pagination }),
});

export const billHandlers: Handlers<Operations['bills']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const billable = await requireBillable(ctx, input.entityType, input.entityId);
    await requireUnbilled(ctx, billable);
    const payee = await readPayee(ctx, billable);
    const currency = input.currency ?? payee.currency;
    const amountCents = toPositiveCents(input.amount, currency);
    const term = await findApplyingTerm(ctx, 'payables', input.paymentTermId, payee.paymentTermId);
    if (term && input.paymentTermId !== undefined) requireTermDueDate(term, input);
    await settle(ctx, billable, 'bill');
    const row: Row<'bill'> = {
      ...buildNewRecord(ctx, input.key),
      ...payee.columns,
      friendly_id: await createFriendlyId(ctx, 'bill'),
      status: 'IN_REVIEW',
      invoice_date: input.invoiceDate,
      due_date: input.dueDate ?? computeDueDate(input.invoiceDate, term?.days),
      amount_cents: amountCents,
      paid_cents: 0,
      owed_cents: amountCents,
      currency,
      reference: input.reference ?? null,
      payment_term_id: term?.id ?? null,
      factor_job_id: null,
      factor_status: null,
      qbo_id: null,
    };
    await ctx.db.insertInto('bill').values(row).execute();
    await note(ctx, row, 'Recorded.');
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const bill = await record.require(ctx, input);
    if (input.paymentTermId !== undefined) {
      const { invoiceDate = bill.invoice_date, dueDate } = input;
      requireTermDueDate(await requireTerm(ctx, input.paymentTermId, 'payables'), { invoiceDate, dueDate });
    }
    const { amount, ...fields } = input;
    const changed = await changeBill(ctx, bill, {
      ...billFields.toRow(fields),
      ...(amount === undefined ? {} : { amount_cents: toPositiveCents(amount, bill.currency) }),
      ...(input.paymentTermId === undefined ? {} : { payment_term_id: input.paymentTermId }),
      ...(input.key === undefined ? {} : { key: input.key }),
    });
    return record.show(ctx, changed);
  },

  async delete(ctx, input) {
    const bill = await record.require(ctx, input);
    requireUnpaid(bill, 'be deleted; revert it to delete its payments too');
    await removeBill(ctx, bill);
    await note(ctx, bill, 'Deleted.');
    return undefined;
  },

  async approve(ctx, input) {
    return record.show(ctx, await approveBill(ctx, await record.require(ctx, input)));
  },

  async unapprove(ctx, input) {
    const bill = await record.require(ctx, input);
    requireUnpaid(bill, 'be unapproved');
    return record.show(ctx, await revokeApproval(ctx, bill));
  },

  async revert(ctx, input) {
    const bill = await record.require(ctx, input);
    const status = await removeBill(ctx, bill);
    await releaseBillPayments(ctx, bill);
    await note(ctx, bill, `Reverted${input.reason === undefined ? '.' : `: ${input.reason}`}`);
    return { success: true, entityStatus: status ?? 'AWAITING_INVOICE' };
  },

  batchApprove: (ctx, input) => approveEach(ctx, input.billIds),

  async payments(ctx, input) {
    const bill = await record.require(ctx, input);
    const data = (await readBillPayments(ctx, [bill.id])).get(bill.id) ?? [];
    return { data, totalPaid: fromCents(bill.paid_cents), openBalance: fromCents(bill.owed_cents) };
  },

  agingReport: (ctx, input) => buildPayablesReport(ctx, input),
};

const note = (ctx: ServiceContext, bill: Row<'bill'>, text: string) =>
  recordActivity(ctx, { recordType: 'bill', recordId: bill.id, text });

async function requireUnbilled(ctx: ServiceContext, billable: Billable): Promise<void> {
  const existing = await findLiveBill(ctx, billable);
  const workLabel = billable.entityType === 'CARRIER' ? 'load carrier' : 'service';
  if (existing) throw new WaybillError('CONFLICT', `${existing.friendly_id} bills this ${workLabel} already.`);
  if (billable.entityType === 'CARRIER' && billable.row.status === 'BOUNCED')
    throw new WaybillError('CONFLICT', 'This carrier was taken off the load: nothing is owed to it.');
  const status = getSettlementStatus(billable);
  if (status !== 'AWAITING_INVOICE') {
    throw new WaybillError('CONFLICT', `A bill needs a ${workLabel} that is AWAITING_INVOICE; this one is ${status}.`);
  }
}

function requireUnpaid(bill: Row<'bill'>, refusedAction: string): void {
  if (bill.paid_cents === 0) return;
  throw new WaybillError('CONFLICT', `Payments are applied to ${bill.friendly_id}: it cannot ${refusedAction}.`);
}

/** Deletes a bill exactly as it was read and lets its load carrier or service await an invoice again. */
async function removeBill(ctx: ServiceContext, bill: Row<'bill'>): Promise<string | null> {
  const gone = { deleted_at: ctx.now, paid_cents: 0, owed_cents: bill.amount_cents };
  await changeRecord(ctx, 'bill', bill, gone, { status: bill.status, paid_cents: bill.paid_cents });
  return resetToAwaitingInvoice(ctx, bill);
}
