import type { z } from 'zod';
import { type PaymentTerm, paymentTerms } from '../../contract/payment-terms.ts';
import type { Row } from '../../store/schema.ts';
import { fieldMap } from '../fields.ts';
import { filterPage } from '../page.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord } from '../records.ts';
import type { Handlers } from '../route.ts';

const fields = fieldMap<Row<'payment_term'>>()({
  name: 'plain',
  description: 'plain',
  days: 'plain',
  quickPayFee: 'plain',
  apOnly: 'bool',
  doNotUse: 'bool',
});

const source = {
  table: 'payment_term',
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
} as const;

export const paymentTermHandlers: Handlers<typeof paymentTerms> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: rows.map(toPaymentTerm), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const row: Row<'payment_term'> = {
      ...blank,
      ...fields.toRow(input),
      ...newRecord(ctx, input.key),
      name: input.name,
    };
    await ctx.db.insertInto('payment_term').values(row).execute();
    return toPaymentTerm(row);
  },

  async get(ctx, input) {
    return toPaymentTerm(await requireRecord(ctx, 'payment_term', 'payment term', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'payment_term', 'payment term', input);
    const key = input.key === undefined ? {} : { key: input.key };
    return toPaymentTerm(await changeRecord(ctx, 'payment_term', row, { ...fields.toRow(input), ...key }));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'payment_term', 'payment term', input),
};

const blank = { description: null, days: null, quick_pay_fee: null, ap_only: null, do_not_use: null };

export function toPaymentTerm(row: Row<'payment_term'>): z.output<typeof PaymentTerm> {
  return {
    id: row.id,
    key: row.key,
    ...fields.toWire(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}
