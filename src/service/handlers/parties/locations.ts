import { sql } from 'kysely';
import { locations } from '../../../contract/parties/locations.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { mergeAddress, toOptionalAddress, showAddress } from '../../shared/addresses.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { keepWindowsAt } from '../../freight/stop-request.ts';
import { findAddressZone } from '../../freight/visits.ts';
import { searchLocations } from '../../parties/location-search.ts';
import { showLocations } from '../../parties/location-view.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import { changeRecord, buildNewRecord, requireReference } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';

const fields = createFieldMap<Row<'location'>>()({
  name: 'plain',
  isAppointmentRequired: 'bool',
  notes: 'plain',
  internalNotes: 'plain',
});

/** Filters by the live orders that have a stop at a place. The joined order gives its ids alone: a second `deleted_at` would be ambiguous. */
const filterByVisit = (column: string) =>
  buildRelatedField({
    table: 'stop',
    join: sql`inner join order_stop on order_stop.stop_id = stop.id and order_stop.organization_id = stop.organization_id
      inner join (select id as visiting_order_id, organization_id as visiting_organization_id,
          shipment_id as visiting_shipment_id from freight_order where deleted_at is null) as visiting
        on visiting.visiting_order_id = order_stop.order_id and visiting.visiting_organization_id = stop.organization_id`,
    column,
    link: 'location_id',
  });

const record = createRecordHandlers({
  table: 'location',
  kind: 'location',
  fields: locations.filter.filter,
  columns: {
    ...listPlainColumns(locations.filter.filter),
    orderId: filterByVisit('visiting.visiting_order_id'),
    shipmentId: filterByVisit('visiting.visiting_shipment_id'),
  },
  show: showLocations,
  page: (pageInfo) => ({ pageInfo }),
});

export const locationHandlers: Handlers<Operations['locations']> = {
  filter: record.filter,
  get: record.get,
  delete: record.delete,

  search: searchLocations,

  async create(ctx, input) {
    const customer = await requireReference(ctx, 'customer', 'customerId', { id: input.customerId });
    const row: Row<'location'> = {
      ...buildBlankRow('location'),
      ...dropUndefined(fields.toRow(input)),
      ...buildAddressColumns(toOptionalAddress(input.address) ?? null),
      ...buildNewRecord(ctx, input.key),
      customer_id: customer.id,
      name: input.name,
      is_appointment_required: Number(input.isAppointmentRequired),
    };
    await ctx.db.insertInto('location').values(row).execute();
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const customer =
      input.customerId && (await requireReference(ctx, 'customer', 'customerId', { id: input.customerId }));
    const address = mergeAddress(row.address, input.address, 'address');
    const change = dropUndefined({
      ...dropUndefined(fields.toRow(input)),
      key: input.key,
      customer_id: customer ? customer.id : undefined,
      ...(address ? buildAddressColumns(address) : {}),
    });
    const changed = await changeRecord(ctx, 'location', row, change, address ? { address: row.address } : {});
    const [before, after] = [findZoneOfRow(row), findZoneOfRow(changed)];
    if (before !== after) await keepWindowsAt(ctx, row.id, before);
    return record.show(ctx, changed);
  },
};

function findZoneOfRow({ address }: Row<'location'>): string | null {
  const shownAddress = showAddress(address);
  return shownAddress && findAddressZone(shownAddress);
}

/** Builds the columns of an address and its parts, which filters and the time zones of stops use. */
function buildAddressColumns(address: string | null) {
  const { city = null, state = null, zipCode = null } = showAddress(address) ?? {};
  return { address, city, state, postal_code: zipCode };
}
