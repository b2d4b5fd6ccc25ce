import { vendors } from '../../../contract/parties/vendors.ts';
import type { AddressInput, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { toOptionalAddress } from '../../shared/addresses.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { listBillsForPayment, listOutstandingBills } from '../../payables/outstanding-bills.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import { showVendorReference } from '../../identifiers/references.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { resolvePayeeTerm } from '../../ledger/payment-terms.ts';
import { searchVendors } from '../../parties/vendor-search.ts';
import { showVendors, vendorFields } from '../../parties/vendor-view.ts';

const record = createRecordHandlers({
  table: 'vendor',
  kind: 'vendor',
  fields: vendors.filter.filter,
  columns: listPlainColumns(vendors.filter.filter),
  show: showVendors,
  page: (pageInfo) => ({ pageInfo }),
});

export const vendorHandlers: Handlers<Operations['vendors']> = {
  filter: record.filter,
  get: record.get,
  delete: async (ctx, input) => deleteParty(ctx, 'vendor', await record.require(ctx, input)),

  search: searchVendors,

  async create(ctx, input) {
    const row: Row<'vendor'> = {
      ...buildBlankRow('vendor'),
      ...(await buildColumns(ctx, { status: 'ACTIVE', ...input }, null)),
      ...buildNewRecord(ctx, input.key),
      friendly_id: await createFriendlyId(ctx, 'vendor'),
      name: input.name,
    };
    await ctx.db.insertInto('vendor').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...(await buildColumns(ctx, input, row.payment_term_id)), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'vendor', row, change));
  },

  async outstandingBills(ctx, input) {
    const { id } = await record.require(ctx, input);
    return listOutstandingBills(ctx, { column: 'vendor_id', id });
  },

  async billsForPayment(ctx, input) {
    const row = await record.require(ctx, input);
    const open = await listBillsForPayment(ctx, { column: 'vendor_id', id: row.id });
    return { ...open, vendor: showVendorReference(row) };
  },
};

interface VendorDetails {
  readonly status?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly requiredDocuments?: readonly string[] | null | undefined;
  /** Unlike those of carriers and customers, a vendor's address is replaced whole. */
  readonly corporateAddress?: AddressInput | null | undefined;
  readonly billingAddress?: AddressInput | null | undefined;
}

/** Builds the columns of the fields that the input names, except the key. */
async function buildColumns(ctx: ServiceContext, input: VendorDetails, current: string | null) {
  return dropUndefined({
    ...vendorFields.toRow(input),
    payment_term_id: await resolvePayeeTerm(ctx, input, current),
    required_documents: writeJson(input.requiredDocuments),
    corporate_address: toOptionalAddress(input.corporateAddress),
    billing_address: toOptionalAddress(input.billingAddress),
  });
}
