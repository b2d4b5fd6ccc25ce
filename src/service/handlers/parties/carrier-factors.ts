import { carrierFactors } from '../../../contract/parties/carrier-factors.ts';
import type { CarrierFactor, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { bankColumns, showBankDetails } from '../../parties/bank-details.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { billsForPayment } from '../../payables/outstanding-bills.ts';
import { deleteParty } from '../../parties/party-use.ts';
import { changeRecord, newRecord } from '../../shared/records.ts';
import { deleters, paymentTermReferences, showReference, showStamps } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';
import { termOfPayee } from '../../ledger/payment-terms.ts';

type FactorRow = Row<'carrier_factor'>;
type ShownFactor = CarrierFactor;

const fields = fieldMap<FactorRow>()({
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

const record = recordHandlers({
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
      ...blankRow('carrier_factor'),
      ...(await columnsOf(ctx, { id, payment_term_id: null }, input)),
      ...newRecord(ctx, input.key, id),
      company_name: input.companyName,
    };
    await ctx.db.insertInto('carrier_factor').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = defined({ ...(await columnsOf(ctx, row, input)), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'carrier_factor', row, change));
  },

  async delete(ctx, input) {
    const row = await record.require(ctx, input);
    return deleteParty(ctx, 'carrier_factor', { id: row.id, name: row.company_name });
  },

  async billsForPayment(ctx, input) {
    const { id, company_name: companyName, bank_name: bankName } = await record.require(ctx, input);
    const open = await billsForPayment(ctx, { column: 'carrier_factor_id', id });
    return { ...open, carrierFactor: { id, companyName, bankName } };
  },
};

interface Details {
  readonly accountNumber?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
}

/** Columns of the fields that the input names, for this factor; apart from the key. */
async function columnsOf(ctx: ServiceContext, row: Pick<FactorRow, 'id' | 'payment_term_id'>, input: Details) {
  return defined({
    ...fields.toRow(input),
    ...bankColumns(ctx.cipher, 'carrier_factor', row.id, input),
    payment_term_id: await termOfPayee(ctx, input, row.payment_term_id),
  });
}

async function showFactors(ctx: ServiceContext, rows: readonly FactorRow[]): Promise<ShownFactor[]> {
  const terms = await paymentTermReferences(
    ctx,
    rows.map((row) => row.payment_term_id),
  );
  const users = await deleters(ctx, rows);
  return rows.map((row) => ({
    ...showStamps(row),
    ...fields.toWire(row),
    ...showBankDetails(ctx.cipher, 'carrier_factor', row),
    paymentTerm: showReference(terms, row.payment_term_id),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}
