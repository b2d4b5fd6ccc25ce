import { locations } from '../../../contract/parties/locations.ts';
import type { Row } from '../../../store/schema.ts';
import { mergedAddress, optionalAddress, toAddress } from '../../shared/addresses.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined, fieldMap } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { searchLocations } from '../../parties/location-search.ts';
import { showLocations } from '../../parties/locations.ts';
import { filterPage } from '../../filter/page.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord, requireReference } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';

const fields = fieldMap<Row<'location'>>()({
  name: 'plain',
  isAppointmentRequired: 'bool',
  notes: 'plain',
  internalNotes: 'plain',
});

const source = {
  table: 'location',
  fields: locations.filter.filter,
  columns: plainColumns(locations.filter.filter),
} as const;

export const locationHandlers: Handlers<typeof locations> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await showLocations(ctx, rows), pageInfo: page, ...problems };
  },

  search: searchLocations,

  async create(ctx, input) {
    const customer = await requireReference(ctx, 'customer', 'customerId', { id: input.customerId });
    const row: Row<'location'> = {
      ...blankRow('location'),
      ...defined(fields.toRow(input)),
      ...addressColumns(optionalAddress(input.address) ?? null),
      ...newRecord(ctx, input.key),
      customer_id: customer.id,
      name: input.name,
      is_appointment_required: Number(input.isAppointmentRequired),
    };
    await ctx.db.insertInto('location').values(row).execute();
    return showLocation(ctx, row);
  },

  async get(ctx, input) {
    return showLocation(ctx, await requireRecord(ctx, 'location', 'location', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'location', 'location', input);
    const customer =
      input.customerId && (await requireReference(ctx, 'customer', 'customerId', { id: input.customerId }));
    const address = mergedAddress(row.address, input.address, 'address');
    const change = defined({
      ...defined(fields.toRow(input)),
      key: input.key,
      customer_id: customer ? customer.id : undefined,
      ...(address ? addressColumns(address) : {}),
    });
    return showLocation(ctx, await changeRecord(ctx, 'location', row, change, address ? { address: row.address } : {}));
  },

  delete: (ctx, input) => deleteRecord(ctx, 'location', 'location', input),
};

/** The address and what is kept beside it for filters and for the time zones of stops. */
function addressColumns(address: string | null) {
  const { city = null, state = null, zipCode = null } = toAddress(address) ?? {};
  return { address, city, state, postal_code: zipCode };
}

async function showLocation(ctx: ServiceContext, row: Row<'location'>) {
  const [location] = await showLocations(ctx, [row]);
  // One row in, one location out.
  return location as NonNullable<typeof location>;
}
