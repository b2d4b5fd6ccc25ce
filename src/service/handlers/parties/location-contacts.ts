import { locationContacts } from '../../../contract/parties/location-contacts.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap, writeJson } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { showLocationContacts, type ShownLocationContact } from '../../parties/location-contacts.ts';
import { filterPage } from '../../filter/page.ts';
import {
  changeRecord,
  deleteRecord,
  newRecord,
  optionalId,
  requireRecord,
  requireReference,
} from '../../shared/records.ts';
import { related } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';

const fields = fieldMap<Row<'location_contact'>>()({ isPrimary: 'bool' });

const source = {
  table: 'location_contact',
  fields: locationContacts.filter.filter,
  columns: {
    ...plainColumns(locationContacts.filter.filter),
    customerId: related({ table: 'location', column: 'customer_id', link: 'id', own: 'location_id' }),
  },
} as const;

export const locationContactHandlers: Handlers<typeof locationContacts> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showLocationContacts(ctx, rows), pageInfo: page, ...problems };
  },

  async create(ctx, input) {
    const location = await requireReference(ctx, 'location', 'locationId', { id: input.locationId });
    const contact = await requireReference(ctx, 'customer_contact', 'customerContactId', {
      id: input.customerContactId,
    });
    const row: Row<'location_contact'> = {
      ...blankRow('location_contact'),
      ...newRecord(ctx, input.key),
      location_id: location.id,
      customer_contact_id: contact.id,
      is_primary: Number(input.isPrimary),
      contact_types: writeJson(input.contactTypes) ?? null,
    };
    await ctx.db.insertInto('location_contact').values(row).execute();
    return showContact(ctx, row);
  },

  get: async (ctx, input) => showContact(ctx, await named(ctx, input)),

  async update(ctx, input) {
    const row = await named(ctx, input);
    // An id that may be left out but not cleared: null cannot come back.
    const locationId = (await optionalId(ctx, 'location', 'locationId', input.locationId)) ?? undefined;
    const contactId =
      (await optionalId(ctx, 'customer_contact', 'customerContactId', input.customerContactId)) ?? undefined;
    const change = defined({
      ...defined(fields.toRow(input)),
      key: input.key,
      location_id: locationId,
      customer_contact_id: contactId,
      contact_types: writeJson(input.contactTypes),
    });
    return showContact(ctx, await changeRecord(ctx, 'location_contact', row, change));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'location_contact', 'location contact', input),
};

const named = (ctx: ServiceContext, addressed: Parameters<typeof requireRecord>[3]) =>
  requireRecord(ctx, 'location_contact', 'location contact', addressed);

async function showContact(ctx: ServiceContext, row: Row<'location_contact'>): Promise<ShownLocationContact> {
  const [contact] = await showLocationContacts(ctx, [row]);
  if (!contact) throw new Error('one row makes one contact');
  return contact;
}
