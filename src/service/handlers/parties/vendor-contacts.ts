import { vendorContacts } from '../../../contract/parties/vendor-contacts.ts';
import type { Operations, VendorContact } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { showVendorContact, usersOf } from '../../parties/contact-view.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, newRecord, requireReference } from '../../shared/records.ts';
import { mustShow, userReferences, vendorReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';

type ContactRow = Row<'vendor_contact'>;
type ShownContact = VendorContact;

const fields = fieldMap<ContactRow>()({ email: 'plain', phone: 'plain', role: 'plain' });

const record = recordHandlers({
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
    const row: ContactRow = {
      ...blankRow('vendor_contact'),
      ...columnsOf(input),
      ...newRecord(ctx, input.key),
      vendor_id: vendor.id,
    };
    await ctx.db.insertInto('vendor_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const change = defined({ ...columnsOf(input), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'vendor_contact', row, change));
  },
};

interface Details {
  readonly roles?: readonly string[] | null | undefined;
}

/** Columns of the fields that the input names, apart from key and vendor. */
const columnsOf = (input: Details) => defined({ ...fields.toRow(input), roles: writeJson(input.roles) });

async function showContacts(ctx: ServiceContext, rows: readonly ContactRow[]): Promise<ShownContact[]> {
  const vendors = await vendorReferences(
    ctx,
    rows.map((row) => row.vendor_id),
  );
  const users = await userReferences(ctx, usersOf(rows));
  return rows.map((row) => ({ ...showVendorContact(row, users), vendor: mustShow(vendors, row.vendor_id) }));
}
