import type { billPayments } from '../../../contract/payables/bill-payments.ts';
import { changeBillPayment } from '../../payables/bill-payment-change.ts';
import { billPaymentSource, showBillPayment, showBillPayments } from '../../payables/bill-payment-view.ts';
import { insertBillPayment, removeBillPayment } from '../../payables/bill-payments.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { filterPage } from '../../filter/page.ts';
import { requireRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { remittanceHandlers } from './bill-payment-remittance.ts';

export const billPaymentHandlers: Handlers<typeof billPayments> = {
  ...remittanceHandlers,

  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, billPaymentSource, input);
    return { data: await showBillPayments(ctx, rows), pagination: page, ...problems };
  },

  create: async (ctx, input) => showBillPayment(ctx, await insertBillPayment(ctx, input)),
  get: async (ctx, input) => showBillPayment(ctx, await requireBillPayment(ctx, input)),

  async update(ctx, input) {
    return showBillPayment(ctx, await changeBillPayment(ctx, await requireBillPayment(ctx, input), input));
  },

  async delete(ctx, input) {
    await removeBillPayment(ctx, await requireBillPayment(ctx, input));
    return undefined;
  },

  async applications(ctx, input) {
    const { applications, totalAmount } = await showBillPayment(ctx, await requireBillPayment(ctx, input));
    return { data: applications, totalAmount };
  },
};

const requireBillPayment = (ctx: ServiceContext, input: Parameters<typeof requireRecord>[3]) =>
  requireRecord(ctx, 'bill_payment', 'bill payment', input);
