import type { z } from 'zod';
import { type PaymentTerm, paymentTerms } from '../../../contract/organization/payment-terms.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fieldMap } from '../../shared/fields.ts';
import { filterPage } from '../../filter/page.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord } from '../../shared/records.ts';
import { deleters, shown, shownStamps } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

type ShownTerm = z.output<typeof PaymentTerm>;

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
    return { data: await showTerms(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const row: Row<'payment_term'> = {
      ...blank,
      ...fields.toRow(input),
      ...newRecord(ctx, input.key),
      name: input.name,
    };
    await ctx.db.insertInto('payment_term').values(row).execute();
    return showTerm(ctx, row);
  },

  async get(ctx, input) {
    return showTerm(ctx, await requireRecord(ctx, 'payment_term', 'payment term', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'payment_term', 'payment term', input);
    const key = input.key === undefined ? {} : { key: input.key };
    return showTerm(ctx, await changeRecord(ctx, 'payment_term', row, { ...fields.toRow(input), ...key }));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'payment_term', 'payment term', input),
};

const blank = { description: null, days: null, quick_pay_fee: null, ap_only: null, do_not_use: null };

async function showTerms(ctx: ServiceContext, rows: readonly Row<'payment_term'>[]): Promise<ShownTerm[]> {
  const users = await deleters(ctx, rows);
  return rows.map((row) => ({
    ...shownStamps(row),
    ...fields.toWire(row),
    deletedBy: shown(users, row.deleted_by_id),
  }));
}

async function showTerm(ctx: ServiceContext, row: Row<'payment_term'>): Promise<ShownTerm> {
  const [term] = await showTerms(ctx, [row]);
  if (!term) throw new Error('one row makes one payment term');
  return term;
}
