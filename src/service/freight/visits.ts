import { findZone } from '../../domain/places/zones.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import { type ShownAddress, showAddress } from '../shared/addresses.ts';
import { findCity } from '../shared/catalogs.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { StopVisit } from './visit.ts';

/**
 * Reads the routes of orders, each in route order. Deleted stops are left out unless they were deleted with their
 * order.
 */
export async function readVisits(
  ctx: ServiceContext,
  orders: readonly Row<'freight_order'>[],
): Promise<Map<string, StopVisit[]>> {
  const links = await visitingStops(
    ctx,
    orders.map(({ id }) => id),
  );
  const deletedAt = new Map(orders.map((order) => [order.id, order.deleted_at]));
  const visibleLinks = links.filter(
    (link) => link.deleted_at === null || link.deleted_at === deletedAt.get(link.visiting_order_id),
  );
  const placed = await placeVisits(
    ctx,
    visibleLinks.map(({ sequence, visiting_order_id: orderId, ...stop }) => ({ stop, sequence, orderId })),
  );
  return Map.groupBy(placed, ({ orderId }) => orderId);
}

const visitingStops = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('order_stop')
    .innerJoin('stop', 'stop.id', 'order_stop.stop_id')
    .selectAll('stop')
    .select(['order_stop.order_id as visiting_order_id', 'order_stop.sequence'])
    .where('order_stop.organization_id', '=', organizationId)
    .where('order_stop.order_id', 'in', ids)
    .orderBy('order_stop.sequence'),
);

/** Adds location, address and time zone to stops, with one query for all of their locations. */
export async function placeVisits<Stopped extends Pick<StopVisit, 'stop' | 'sequence'>>(
  ctx: ServiceContext,
  visits: readonly Stopped[],
): Promise<(Stopped & StopVisit)[]> {
  const locations = await findRecords(
    ctx,
    'location',
    visits.map(({ stop }) => stop.location_id),
  );
  const places = new Map([...locations].map(([id, { address }]) => [id, locateAddress(showAddress(address))]));
  return visits.map((visit) => {
    const location = locations.get(visit.stop.location_id ?? '');
    const place = places.get(visit.stop.location_id ?? '') ?? null;
    return { ...visit, location, address: place?.address ?? null, timeZone: findZoneOfStop(visit.stop, place) };
  });
}

/** An address with its time zone: many stops share one. */
interface LocatedAddress {
  readonly address: ShownAddress;
  readonly zone: string | null;
}

const locateAddress = (address: ShownAddress | null): LocatedAddress | null =>
  address && { address, zone: findAddressZone(address) };

function findZoneOfStop(stop: Row<'stop'>, place: LocatedAddress | null): string | null {
  const city = stop.city_id === null ? undefined : findCity(stop.city_id);
  if (city) return city.timeZone;
  if (place) return place.zone;
  return findZone({ city: stop.place_city, state: stop.place_state, postalCode: stop.place_postal_code }) ?? null;
}

export const findAddressZone = (address: ShownAddress): string | null =>
  findZone({ ...address, postalCode: address.zipCode }) ?? null;
