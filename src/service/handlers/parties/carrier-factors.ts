import { carrierFactors } from '../../../contract/parties/carrier-factors.ts';
import type { CarrierFactor, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBankColumns, showBankDetails } from '../../parties/bank-details.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { listBillsForPayment } from '../../payables/outstanding-bills.ts';
import { deleteParty } from '../../parties/party-use.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { loadDeleters, paymentTermReferences, showReference, showStamps } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { resolvePayeeTerm } from '../../ledger/payment-terms.ts';

type FactorRow = Row<'carrier_factor'>;

const fields = createFieldMap<FactorRow>()({
  companyName: 'plain',
  email: 'plain',
  phoneNumber: 'plain',
  phoneExtension: 'plain',
  fax: 'plain',
  addressLine1: 'plain',
  addressLine2: 'plain',
  city: 'plain',
  state: 'plain',
  country: 'plain',
  zipCode: 'plain',
});

const record = createRecordHandlers({
  table: 'carrier_factor',
  kind: 'carrier factor',
  fields: carrierFactors.filter.filter,
  columns: listPlainColumns(carrierFactors.filter.filter),
  show: showFactors,
  page: (pageInfo) => ({ pageInfo }),
});

export const carrierFactorHandlers: Handlers<Operations['carrierFactors']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const id = ctx.newId();
    const row: FactorRow = {
      ...buildBlankRow('carrier_factor'),
      ...(await buildColumns(ctx, { id, payment_term_id: null }, input)),
      ...buildNewRecord(ctx, input.key, id),
      company_name: input.companyName,
    };
    await ctx.db.insertInto('carrier_factor').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...(await buildColumns(ctx, row, input)), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'carrier_factor', row, change));
  },

  async delete(ctx, input) {
    const row = await record.require(ctx, input);
    return deleteParty(ctx, 'carrier_factor', { id: row.id, name: row.company_name });
  },

  async billsForPayment(ctx, input) {
    const { id, company_name: companyName, bank_name: bankName } = await record.require(ctx, input);
    const open = await listBillsForPayment(ctx, { column: 'carrier_factor_id', id });
    return { ...open, carrierFactor: { id, companyName, bankName } };
  },
};

interface FactorDetails {
  readonly accountNumber?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
}

/** Builds the columns of the fields that the input names for this factor, except the key. */
async function buildColumns(ctx: ServiceContext, row: Pick<FactorRow, 'id' | 'payment_term_id'>, input: FactorDetails) {
  return dropUndefined({
    ...fields.toRow(input),
    ...buildBankColumns(ctx.cipher, 'carrier_factor', row.id, input),
    payment_term_id: await resolvePayeeTerm(ctx, input, row.payment_term_id),
  });
}

async function showFactors(ctx: ServiceContext, rows: readonly FactorRow[]): Promise<CarrierFactor[]> {
  const terms = await paymentTermReferences(
    ctx,
    rows.map((row) => row.payment_term_id),
  );
  const users = await loadDeleters(ctx, rows);
  return rows.map((row) => ({
    ...showStamps(row),
    ...fields.toWire(row),
    ...showBankDetails(ctx.cipher, 'carrier_factor', row),
    paymentTerm: showReference(terms, row.payment_term_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
