import { listNearCities } from '../../src/domain/places/near-cities.ts';
import { findCity } from '../../src/domain/places/place-table.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { refuseUnknownCity } from '../arguments/locations/unknown-city.ts';
import { matchEnd } from './lane-condition.ts';
import type { LanePlace } from './lane-place.ts';

/** Refuses a misspelled city: one that no list of cities and no order has, while the name of another city is near. */
export async function checkPlaces(
  records: CopiedRecords,
  { origin, destination }: { readonly origin: LanePlace; readonly destination: LanePlace },
): Promise<void> {
  await readTogether({
    origin: () => checkPlace(records, 'origin', origin),
    destination: () => checkPlace(records, 'destination', destination),
  });
}

async function checkPlace({ db }: CopiedRecords, end: 'origin' | 'destination', place: LanePlace): Promise<void> {
  const { city, state } = place;
  if (city === undefined || state === undefined || findCity(city, state) !== undefined) return;
  if (listNearCities(city, state).length === 0) return;
  const orders = await db
    .selectFrom('freight_order as lane')
    .select('lane.id')
    .where((eb) => eb.or([matchEnd('origin', place, 'city'), matchEnd('destination', place, 'city')]))
    .limit(1)
    .execute();
  if (orders.length === 0) throw refuseUnknownCity(end, { city, state });
}
