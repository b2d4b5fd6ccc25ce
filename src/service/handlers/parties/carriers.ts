import { sql } from 'kysely';
import { carriers } from '../../../contract/parties/carriers.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { mergeAddresses, toOptionalAddress } from '../../shared/addresses.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { findCarrierFactor } from '../../parties/carrier-factor-of.ts';
import { listRegistryEntries, searchCarriers } from '../../parties/carrier-search.ts';
import {
  carrierFields,
  getCarrierType,
  requireTypeFields,
  showCarriers,
  truckloadFieldMap,
  withoutTruckload,
} from '../../parties/carriers.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { listBillsForPayment, listOutstandingBills } from '../../payables/outstanding-bills.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { showCarrierReference } from '../../identifiers/references.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { resolvePayeeTerm } from '../../ledger/payment-terms.ts';

const record = createRecordHandlers({
  table: 'carrier',
  kind: 'carrier',
  fields: carriers.filter.filter,
  columns: {
    ...listPlainColumns(carriers.filter.filter),
    type: { through: (test) => test(sql`coalesce(type, 'TRUCKLOAD')`) },
  },
  show: showCarriers,
  page: (pageInfo) => ({ pageInfo }),
});

export const carrierHandlers: Handlers<Operations['carriers']> = {
  filter: record.filter,
  get: record.get,
  delete: async (ctx, input) => deleteParty(ctx, 'carrier', await record.require(ctx, input)),

  search: searchCarriers,
  registryEntries: listRegistryEntries,

  async create(ctx, input) {
    requireTypeFields(input.type, input);
    const row: Row<'carrier'> = {
      ...buildBlankRow('carrier'),
      ...(await buildColumns(ctx, input, null)),
      ...buildNewRecord(ctx, input.key),
      friendly_id: await createFriendlyId(ctx, 'carrier'),
      type: input.type,
      name: input.name,
      status: input.status ?? 'ACTIVE',
      equipments: JSON.stringify(input.equipments ?? []),
      corporate_address: toOptionalAddress(input.corporateAddress) ?? null,
      billing_address: toOptionalAddress(input.billingAddress) ?? null,
    };
    await ctx.db.insertInto('carrier').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const type = input.type ?? getCarrierType(row);
    requireTypeFields(type, input);
    const addresses = mergeAddresses(row, input);
    const change = dropUndefined({
      ...(await buildColumns(ctx, input, row.payment_term_id)),
      ...(type === 'TRUCKLOAD' ? {} : withoutTruckload),
      key: input.key,
      type: input.type,
      equipments: input.equipments && JSON.stringify(input.equipments),
      ...addresses.change,
    });
    const expected = { type: row.type, ...addresses.expected };
    return record.show(ctx, await changeRecord(ctx, 'carrier', row, change, expected));
  },

  async outstandingBills(ctx, input) {
    const { id } = await record.require(ctx, input);
    return listOutstandingBills(ctx, { column: 'carrier_id', id });
  },

  async billsForPayment(ctx, input) {
    const row = await record.require(ctx, input);
    const factor = await findCarrierFactor(ctx, row.id);
    return {
      ...(await listBillsForPayment(ctx, { column: 'carrier_id', id: row.id })),
      carrier: showCarrierReference(row),
      ...(factor
        ? { carrierFactor: { id: factor.id, companyName: factor.company_name, bankName: factor.bank_name } }
        : {}),
    };
  },
};

interface CarrierDetails {
  readonly paymentTermId?: string | null | undefined;
  readonly goldenCarrierId?: string | null | undefined;
  readonly insuranceAuthorityDate?: string | null | undefined;
  readonly insuranceExpirationDate?: string | null | undefined;
}

/** Builds the columns of the fields that the input names, except type, addresses and equipment. */
async function buildColumns(ctx: ServiceContext, input: CarrierDetails, current: string | null) {
  return dropUndefined({
    ...carrierFields.toRow(input),
    ...truckloadFieldMap.toRow(input),
    payment_term_id: await resolvePayeeTerm(ctx, input, current),
    golden_carrier_id: input.goldenCarrierId?.toLowerCase() ?? input.goldenCarrierId,
  });
}
