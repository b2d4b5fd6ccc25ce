import { paymentTerms } from '../../../contract/organization/payment-terms.ts';
import type { Operations, PaymentTerm } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFieldMap } from '../../shared/fields.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { loadDeleters, showReference, showStamps } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const fields = createFieldMap<Row<'payment_term'>>()({
  name: 'plain',
  description: 'plain',
  days: 'plain',
  quickPayFee: 'plain',
  apOnly: 'bool',
  doNotUse: 'bool',
});

const record = createRecordHandlers({
  table: 'payment_term',
  kind: 'payment term',
  fields: paymentTerms.filter.filter,
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    days: 'days',
    quickPayFee: 'quick_pay_fee',
    apOnly: 'ap_only',
    doNotUse: 'do_not_use',
    key: 'key',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    deletedAt: 'deleted_at',
  },
  show: showTerms,
  page: (pagination) => ({ pagination }),
});

export const paymentTermHandlers: Handlers<Operations['paymentTerms']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const row: Row<'payment_term'> = {
      ...blank,
      ...fields.toRow(input),
      ...buildNewRecord(ctx, input.key),
      name: input.name,
    };
    await ctx.db.insertInto('payment_term').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const key = input.key === undefined ? {} : { key: input.key };
    return record.show(ctx, await changeRecord(ctx, 'payment_term', row, { ...fields.toRow(input), ...key }));
  },
};

const blank = { description: null, days: null, quick_pay_fee: null, ap_only: null, do_not_use: null };

async function showTerms(ctx: ServiceContext, rows: readonly Row<'payment_term'>[]): Promise<PaymentTerm[]> {
  const users = await loadDeleters(ctx, rows);
  return rows.map((row) => ({
    ...showStamps(row),
    ...fields.toWire(row),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
