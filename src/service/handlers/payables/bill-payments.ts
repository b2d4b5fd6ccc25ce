import type { Operations } from '../../../contract/types.ts';
import { changeBillPayment } from '../../payables/bill-payment-change.ts';
import { billPaymentSource, showBillPayments } from '../../payables/bill-payment-view.ts';
import { insertBillPayment, removeBillPayment } from '../../payables/bill-payments.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { remittanceHandlers } from './bill-payment-remittance.ts';

const record = createRecordHandlers({
  ...billPaymentSource,
  kind: 'bill payment',
  show: showBillPayments,
  page: (pagination) => ({ pagination }),
});

export const billPaymentHandlers: Handlers<Operations['billPayments']> = {
  filter: record.filter,
  get: record.get,

  ...remittanceHandlers,

  create: async (ctx, input) => record.show(ctx, await insertBillPayment(ctx, input)),
  async update(ctx, input) {
    return record.show(ctx, await changeBillPayment(ctx, await record.require(ctx, input), input));
  },

  async delete(ctx, input) {
    await removeBillPayment(ctx, await record.require(ctx, input));
    return undefined;
  },

  async applications(ctx, input) {
    const { applications, totalAmount } = await record.show(ctx, await record.require(ctx, input));
    return { data: applications, totalAmount };
  },
};
