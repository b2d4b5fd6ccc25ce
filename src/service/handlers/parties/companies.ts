import type { z } from 'zod';
import { companies, type Company } from '../../../contract/parties/companies.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord } from '../../shared/records.ts';
import { shown, shownStamps, userReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

type ShownCompany = z.output<typeof Company>;

const fields = fieldMap<Row<'company'>>()({
  name: 'plain',
  addressLine1: 'plain',
  addressLine2: 'plain',
  city: 'plain',
  country: 'plain',
  fax: 'plain',
  invoiceOnly: 'bool',
  invoiceVerbiage: 'plain',
  primaryContactName: 'plain',
  primaryContactEmail: 'plain',
  primaryContactPhone: 'plain',
});

const source = {
  table: 'company',
  fields: companies.filter.filter,
  columns: plainColumns(companies.filter.filter),
} as const;

export const companyHandlers: Handlers<typeof companies> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showCompanies(ctx, rows), pageInfo: page, ...problems };
  },

  /** `createdBy` stays empty: an API client is not a user. */
  async create(ctx, input) {
    const row: Row<'company'> = {
      ...blankRow('company'),
      ...defined(fields.toRow(input)),
      ...newRecord(ctx, input.key),
      name: input.name,
    };
    await ctx.db.insertInto('company').values(row).execute();
    return showCompany(ctx, row);
  },

  get: async (ctx, input) => showCompany(ctx, await requireRecord(ctx, 'company', 'company', input)),

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'company', 'company', input);
    const change = defined({ ...defined(fields.toRow(input)), key: input.key });
    return showCompany(ctx, await changeRecord(ctx, 'company', row, change));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'company', 'company', input),
};

async function showCompanies(ctx: ServiceContext, rows: readonly Row<'company'>[]): Promise<ShownCompany[]> {
  const users = await userReferences(
    ctx,
    rows.flatMap((row) => [row.created_by_id, row.deleted_by_id]),
  );
  return rows.map((row) => ({
    object: 'COMPANY',
    ...shownStamps(row),
    ...fields.toWire(row),
    createdBy: shown(users, row.created_by_id),
    deletedBy: shown(users, row.deleted_by_id),
  }));
}

async function showCompany(ctx: ServiceContext, row: Row<'company'>): Promise<ShownCompany> {
  const [company] = await showCompanies(ctx, [row]);
  if (!company) throw new Error('one row makes one company');
  return company;
}
