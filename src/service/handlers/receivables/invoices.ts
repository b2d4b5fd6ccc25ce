import type { Operations } from '../../../contract/types.ts';
import { fromCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { buildReceivablesReport } from '../../ledger/aging.ts';
import { describeChange } from '../../shared/changed-text.ts';
import { generateBatch } from '../../receivables/batch-invoicing.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { queueInvoiceMail } from '../../receivables/invoice-mail.ts';
import { readInvoicePayments } from '../../receivables/invoice-settlement.ts';
import { markAwaiting, voidInvoice } from '../../receivables/invoice-status.ts';
import { invoiceFields, invoiceSource, showInvoices } from '../../receivables/invoice-view.ts';
import { insertInvoice } from '../../receivables/invoicing.ts';
import { changeRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { requireTermDueDate, requireTerm } from '../../ledger/payment-terms.ts';

const record = createRecordHandlers({
  ...invoiceSource,
  kind: 'invoice',
  show: showInvoices,
  page: (pagination) => ({ pagination }),
});

export const invoiceHandlers: Handlers<Operations['invoices']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    return record.show(ctx, await insertInvoice(ctx, input));
  },

  async update(ctx, input) {
    const invoice = await record.require(ctx, input);
    if (input.paymentTermId !== undefined) {
      const { invoice_date: invoiceDate } = invoice;
      requireTermDueDate(await requireTerm(ctx, input.paymentTermId, 'receivables'), { ...input, invoiceDate });
    }
    const changed = await changeRecord(ctx, 'invoice', invoice, {
      ...invoiceFields.toRow(input),
      ...(input.paymentTermId === undefined ? {} : { payment_term_id: input.paymentTermId }),
      ...(input.key === undefined ? {} : { key: input.key }),
    });
    await recordActivity(ctx, { recordType: 'invoice', recordId: invoice.id, text: describeChange(input) });
    return record.show(ctx, changed);
  },

  async delete(ctx, input) {
    await voidInvoice(ctx, await record.require(ctx, input));
    return undefined;
  },

  async markAwaiting(ctx, input) {
    return record.show(ctx, await markAwaiting(ctx, await record.require(ctx, input), input));
  },

  async payments(ctx, input) {
    const invoice = await record.require(ctx, input);
    const data = (await readInvoicePayments(ctx, [invoice.id])).get(invoice.id) ?? [];
    return { data, totalPaid: fromCents(invoice.paid_cents), openBalance: fromCents(invoice.owed_cents) };
  },

  async availableCredits(ctx, input) {
    const memos = await listCredits(ctx, await record.require(ctx, input));
    return {
      availableCredits: memos.map((memo) => ({
        id: memo.id,
        reference: memo.reference ?? memo.friendly_id,
        remainingBalance: fromCents(memo.remaining_cents),
        currency: memo.currency,
        memoDate: memo.memo_date,
        notes: memo.notes,
      })),
      totalAvailable: fromCents(memos.reduce((sum, memo) => sum + memo.remaining_cents, 0)),
    };
  },

  async send(ctx, input) {
    return { success: true, emailId: await queueInvoiceMail(ctx, await record.require(ctx, input), input) };
  },

  batchGenerate: (ctx, input) => generateBatch(ctx, input),
  agingReport: (ctx, input) => buildReceivablesReport(ctx, input),
};

/** Lists the customer's open credit memos in the invoice's currency, oldest first. */
function listCredits(ctx: ServiceContext, invoice: Row<'invoice'>): Promise<Row<'credit_memo'>[]> {
  return ctx.db
    .selectFrom('credit_memo')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('customer_id', '=', invoice.customer_id)
    .where('currency', '=', invoice.currency)
    .where('remaining_cents', '>', 0)
    .where('status', '<>', 'VOIDED')
    .where('deleted_at', 'is', null)
    .orderBy('memo_date')
    .orderBy('id')
    .execute();
}
