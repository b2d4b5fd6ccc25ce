import type { z } from 'zod';
import { type VendorContact, vendorContacts } from '../../../contract/parties/vendor-contacts.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { toVendorContact, usersOf } from '../../parties/contacts.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap, writeJson } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import {
  type Addressed,
  changeRecord,
  deleteRecord,
  newRecord,
  requireRecord,
  requireReference,
} from '../../shared/records.ts';
import { mustShow, userReferences, vendorReferences } from '../../shared/references.ts';
import type { Handlers } from '../../shared/handlers.ts';

type ContactRow = Row<'vendor_contact'>;
type ShownContact = z.output<typeof VendorContact>;

const fields = fieldMap<ContactRow>()({ email: 'plain', phone: 'plain', role: 'plain' });

const source = {
  table: 'vendor_contact',
  fields: vendorContacts.filter.filter,
  columns: plainColumns(vendorContacts.filter.filter),
} as const;

export const vendorContactHandlers: Handlers<typeof vendorContacts> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showContacts(ctx, rows), pageInfo: page, ...problems };
  },

  async create(ctx, input) {
    const vendor = await requireReference(ctx, 'vendor', 'vendorId', { id: input.vendorId });
    const row: ContactRow = {
      ...blankRow('vendor_contact'),
      ...columnsOf(input),
      ...newRecord(ctx, input.key),
      vendor_id: vendor.id,
    };
    await ctx.db.insertInto('vendor_contact').values(row).execute();
    return showContact(ctx, row);
  },

  get: async (ctx, input) => showContact(ctx, await named(ctx, input)),

  async update(ctx, input) {
    const row = await named(ctx, input);
    const change = defined({ ...columnsOf(input), key: input.key });
    return showContact(ctx, await changeRecord(ctx, 'vendor_contact', row, change));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'vendor_contact', 'vendor contact', input),
};

const named = (ctx: ServiceContext, addressed: Addressed) =>
  requireRecord(ctx, 'vendor_contact', 'vendor contact', addressed);

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
  return rows.map((row) => ({ ...toVendorContact(row, users), vendor: mustShow(vendors, row.vendor_id) }));
}

async function showContact(ctx: ServiceContext, row: ContactRow): Promise<ShownContact> {
  const [contact] = await showContacts(ctx, [row]);
  // One row in, one contact out.
  return contact as ShownContact;
}
