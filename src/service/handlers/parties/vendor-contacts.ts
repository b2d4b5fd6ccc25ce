import { vendorContacts } from '../../../contract/parties/vendor-contacts.ts';
import type { Operations, VendorContact } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { showVendorContact, listUserIds } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import { requireShown, userReferences, vendorReferences } from '../../identifiers/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

type VendorContactRow = Row<'vendor_contact'>;

const fields = createFieldMap<VendorContactRow>()({ email: 'plain', phone: 'plain', role: 'plain' });

const record = createRecordHandlers({
  table: 'vendor_contact',
  kind: 'vendor contact',
  fields: vendorContacts.filter.filter,
  columns: listPlainColumns(vendorContacts.filter.filter),
  show: showContacts,
  page: (pageInfo) => ({ pageInfo }),
});

export const vendorContactHandlers: Handlers<Operations['vendorContacts']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const vendor = await requireReference(ctx, 'vendor', 'vendorId', { id: input.vendorId });
    const row: VendorContactRow = {
      ...buildBlankRow('vendor_contact'),
      ...buildColumns(input),
      ...buildNewRecord(ctx, input.key),
      vendor_id: vendor.id,
    };
    await ctx.db.insertInto('vendor_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = dropUndefined({ ...buildColumns(input), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'vendor_contact', row, change));
  },
};

interface VendorContactDetails {
  readonly roles?: readonly string[] | null | undefined;
}

/** Builds the columns of the fields that the input names, except key and vendor. */
const buildColumns = (input: VendorContactDetails) =>
  dropUndefined({ ...fields.toRow(input), roles: writeJson(input.roles) });

async function showContacts(ctx: ServiceContext, rows: readonly VendorContactRow[]): Promise<VendorContact[]> {
  const vendors = await vendorReferences(
    ctx,
    rows.map((row) => row.vendor_id),
  );
  const users = await userReferences(ctx, listUserIds(rows));
  return rows.map((row) => ({ ...showVendorContact(row, users), vendor: requireShown(vendors, row.vendor_id) }));
}
