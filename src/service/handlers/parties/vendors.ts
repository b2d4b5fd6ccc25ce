import { vendors } from '../../../contract/parties/vendors.ts';
import type { AddressInput, Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { optionalAddress } from '../../shared/addresses.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { nextFriendlyId } from '../../shared/friendly-ids.ts';
import { billsForPayment, outstandingBills } from '../../payables/outstanding-bills.ts';
import { changeRecord, newRecord } from '../../shared/records.ts';
import { showVendorReference } from '../../shared/references.ts';
import { deleteParty } from '../../parties/party-use.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';
import { termOfPayee } from '../../ledger/payment-terms.ts';
import { searchVendors } from '../../parties/vendor-search.ts';
import { showVendors, vendorFields } from '../../parties/vendor-view.ts';

const record = recordHandlers({
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
      ...blankRow('vendor'),
      ...(await columnsOf(ctx, { status: 'ACTIVE', ...input }, null)),
      ...newRecord(ctx, input.key),
      friendly_id: await nextFriendlyId(ctx, 'vendor'),
      name: input.name,
    };
    await ctx.db.insertInto('vendor').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = defined({ ...(await columnsOf(ctx, input, row.payment_term_id)), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'vendor', row, change));
  },

  async outstandingBills(ctx, input) {
    const { id } = await record.require(ctx, input);
    return outstandingBills(ctx, { column: 'vendor_id', id });
  },

  async billsForPayment(ctx, input) {
    const row = await record.require(ctx, input);
    const open = await billsForPayment(ctx, { column: 'vendor_id', id: row.id });
    return { ...open, vendor: showVendorReference(row) };
  },
};

interface Details {
  readonly status?: string | null | undefined;
  readonly paymentTermId?: string | null | undefined;
  readonly requiredDocuments?: readonly string[] | null | undefined;
  /** Unlike those of carriers and customers, a vendor's address is replaced whole. */
  readonly corporateAddress?: AddressInput | null | undefined;
  readonly billingAddress?: AddressInput | null | undefined;
}

/** Columns of the fields that the input names, apart from the key. */
async function columnsOf(ctx: ServiceContext, input: Details, current: string | null) {
  return defined({
    ...vendorFields.toRow(input),
    payment_term_id: await termOfPayee(ctx, input, current),
    required_documents: writeJson(input.requiredDocuments),
    corporate_address: optionalAddress(input.corporateAddress),
    billing_address: optionalAddress(input.billingAddress),
  });
}
