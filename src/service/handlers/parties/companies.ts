import { companies } from '../../../contract/parties/companies.ts';
import type { Company, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { showReference, showStamps, userReferences } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const fields = createFieldMap<Row<'company'>>()({
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

const record = createRecordHandlers({
  table: 'company',
  kind: 'company',
  fields: companies.filter.filter,
  columns: listPlainColumns(companies.filter.filter),
  show: showCompanies,
  page: (pageInfo) => ({ pageInfo }),
});

export const companyHandlers: Handlers<Operations['companies']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  /** Creates a company. `createdBy` stays empty, because an API client isn't a user. */
  async create(ctx, input) {
    const row: Row<'company'> = {
      ...buildBlankRow('company'),
      ...dropUndefined(fields.toRow(input)),
      ...buildNewRecord(ctx, input.key),
      name: input.name,
    };
    await ctx.db.insertInto('company').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...dropUndefined(fields.toRow(input)), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'company', row, change));
  },
};

async function showCompanies(ctx: ServiceContext, rows: readonly Row<'company'>[]): Promise<Company[]> {
  const users = await userReferences(
    ctx,
    rows.flatMap((row) => [row.created_by_id, row.deleted_by_id]),
  );
  return rows.map((row) => ({
    object: 'COMPANY',
    ...showStamps(row),
    ...fields.toWire(row),
    createdBy: showReference(users, row.created_by_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
