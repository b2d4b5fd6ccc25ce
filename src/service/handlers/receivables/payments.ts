import { sql } from 'kysely';
import { payments } from '../../../contract/receivables/payments.ts';
import { fromCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { showPayments, type ShownPayment } from '../../receivables/payment-view.ts';
import { changePayment, insertPayment, removePayment } from '../../receivables/payments.ts';
import { requireRecord } from '../../shared/records.ts';
import { related } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';

const paidInvoices = (column: string) =>
  related({
    table: 'payment_application',
    join: sql`inner join invoice on invoice.id = payment_application.invoice_id`,
    column,
    link: 'payment_id',
  });

const source = {
  table: 'payment',
  fields: payments.filter.filter,
  columns: {
    ...plainColumns(payments.filter.filter),
    invoiceId: paidInvoices('invoice.id'),
    orderId: paidInvoices('invoice.order_id'),
    shipmentId: paidInvoices('invoice.shipment_id'),
    totalAmount: { cents: 'total_cents' },
  },
} as const;

export const paymentHandlers: Handlers<typeof payments> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showPayments(ctx, rows), pagination: page, ...problems };
  },

  create: async (ctx, input) => showOne(ctx, await insertPayment(ctx, input)),
  get: async (ctx, input) => showOne(ctx, await requirePayment(ctx, input)),
  update: async (ctx, input) => showOne(ctx, await changePayment(ctx, await requirePayment(ctx, input), input)),

  async delete(ctx, input) {
    await removePayment(ctx, await requirePayment(ctx, input));
    return undefined;
  },

  async applications(ctx, input) {
    const row = await requirePayment(ctx, input);
    const { applications } = await showOne(ctx, row);
    return { data: applications, totalApplied: fromCents(row.total_cents) };
  },
};

const requirePayment = (ctx: ServiceContext, input: Parameters<typeof requireRecord>[3]) =>
  requireRecord(ctx, 'payment', 'payment', input);

async function showOne(ctx: ServiceContext, row: Row<'payment'>): Promise<ShownPayment> {
  const [payment] = await showPayments(ctx, [row]);
  if (!payment) throw new Error('one row gave no payment');
  return payment;
}
