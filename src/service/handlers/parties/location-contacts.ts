import { locationContacts } from '../../../contract/parties/location-contacts.ts';
import type { Operations } from '../../../contract/types.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { dropUndefined, createFieldMap, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { showLocationContacts } from '../../parties/location-contact-view.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const fields = createFieldMap<Row<'location_contact'>>()({ isPrimary: 'bool' });

const record = createRecordHandlers({
  table: 'location_contact',
  kind: 'location contact',
  fields: locationContacts.filter.filter,
  columns: {
    ...listPlainColumns(locationContacts.filter.filter),
    customerId: buildRelatedField({ table: 'location', column: 'customer_id', link: 'id', ownColumn: 'location_id' }),
  },
  show: showLocationContacts,
  page: (pageInfo) => ({ pageInfo }),
});

export const locationContactHandlers: Handlers<Operations['locationContacts']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  async create(ctx, input) {
    const location = await requireReference(ctx, 'location', 'locationId', { id: input.locationId });
    const contact = await requireReference(ctx, 'customer_contact', 'customerContactId', {
      id: input.customerContactId,
    });
    requireSameCustomer(location, contact);
    const row: Row<'location_contact'> = {
      ...buildBlankRow('location_contact'),
      ...buildNewRecord(ctx, input.key),
      location_id: location.id,
      customer_contact_id: contact.id,
      is_primary: Number(input.isPrimary),
      contact_types: writeJson(input.contactTypes) ?? null,
    };
    await ctx.db.insertInto('location_contact').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const { locationId = row.location_id, customerContactId = row.customer_contact_id } = input;
    const moves = input.locationId !== undefined || input.customerContactId !== undefined;
    if (moves) {
      const location = await requireReference(ctx, 'location', 'locationId', { id: locationId });
      const contact = await requireReference(ctx, 'customer_contact', 'customerContactId', { id: customerContactId });
      requireSameCustomer(location, contact);
    }
    const change = dropUndefined({
      ...dropUndefined(fields.toRow(input)),
      key: input.key,
      location_id: locationId.toLowerCase(),
      customer_contact_id: customerContactId.toLowerCase(),
      contact_types: writeJson(input.contactTypes),
    });
    return record.show(ctx, await changeRecord(ctx, 'location_contact', row, change));
  },
};

function requireSameCustomer(location: Row<'location'>, contact: Row<'customer_contact'>): void {
  if (location.customer_id === contact.customer_id) return;
  throw createFieldError(
    'VALIDATION_ERROR',
    'customerContactId',
    'is a contact of another customer than the location is of',
  );
}
