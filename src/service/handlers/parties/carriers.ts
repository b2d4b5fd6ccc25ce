import { sql } from 'kysely';
import { carriers } from '../../../contract/parties/carriers.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { mergedAddresses, optionalAddress } from '../../shared/addresses.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { carrierFactorOf } from '../../parties/carrier-factor-of.ts';
import { listRegistryEntries, searchCarriers } from '../../parties/carrier-search.ts';
import {
  carrierFields,
  carrierTypeOf,
  requireFieldsOfType,
  showCarriers,
  truckloadFieldMap,
  withoutTruckload,
} from '../../parties/carriers.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { nextFriendlyId } from '../../shared/friendly-ids.ts';
import { billsForPayment, outstandingBills } from '../../payables/outstanding-bills.ts';
import { changeRecord, newRecord } from '../../shared/records.ts';
import { showCarrierReference } from '../../shared/references.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';
import { termOfPayee } from '../../ledger/payment-terms.ts';

const record = recordHandlers({
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
    requireFieldsOfType(input.type, input);
    const row: Row<'carrier'> = {
      ...blankRow('carrier'),
      ...(await columnsOf(ctx, input, null)),
      ...newRecord(ctx, input.key),
      friendly_id: await nextFriendlyId(ctx, 'carrier'),
      type: input.type,
      name: input.name,
      status: input.status ?? 'ACTIVE',
      equipments: JSON.stringify(input.equipments ?? []),
      corporate_address: optionalAddress(input.corporateAddress) ?? null,
      billing_address: optionalAddress(input.billingAddress) ?? null,
    };
    await ctx.db.insertInto('carrier').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const type = input.type ?? carrierTypeOf(row);
    requireFieldsOfType(type, input);
    const addresses = mergedAddresses(row, input);
    const change = defined({
      ...(await columnsOf(ctx, input, row.payment_term_id)),
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
    return outstandingBills(ctx, { column: 'carrier_id', id });
  },

  async billsForPayment(ctx, input) {
    const row = await record.require(ctx, input);
    const factor = await carrierFactorOf(ctx, row.id);
    return {
      ...(await billsForPayment(ctx, { column: 'carrier_id', id: row.id })),
      carrier: showCarrierReference(row),
      ...(factor
        ? { carrierFactor: { id: factor.id, companyName: factor.company_name, bankName: factor.bank_name } }
        : {}),
    };
  },
};

interface Details {
  readonly paymentTermId?: string | null | undefined;
  readonly goldenCarrierId?: string | null | undefined;
  readonly insuranceAuthorityDate?: string | null | undefined;
  readonly insuranceExpirationDate?: string | null | undefined;
}

/** Columns of the fields that the input names, apart from type, addresses and equipment. */
async function columnsOf(ctx: ServiceContext, input: Details, current: string | null) {
  return defined({
    ...carrierFields.toRow(input),
    ...truckloadFieldMap.toRow(input),
    payment_term_id: await termOfPayee(ctx, input, current),
    golden_carrier_id: input.goldenCarrierId?.toLowerCase() ?? input.goldenCarrierId,
  });
}
