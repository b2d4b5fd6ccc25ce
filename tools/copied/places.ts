import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import type { FreightArea } from './areas.ts';
import { matchEvery, matchSome, ofShipment, type ShipmentCondition } from './shipment-scope.ts';

/** Builds the condition that shipments go from or to an area. The area decides which places of the copy lie in it. */
export async function buildAreaCondition(
  { db }: CopiedRecords,
  end: 'from' | 'to',
  area: FreightArea,
): Promise<ShipmentCondition> {
  const [city, state] = [`f.${end}_city`, `f.${end}_state`] as const;
  const places = await db
    .selectFrom('shipment_fact as f')
    .select([`${city} as city`, `${state} as state`])
    .distinct()
    .where(city, 'is not', null)
    .execute();
  const inside = places.flatMap(({ city: name, state: code }) =>
    name !== null && area.holds({ address: { city: name, state: code }, city: null })
      ? [{ city: name, state: code }]
      : [],
  );
  if (inside.length === 0) area.requireListed();
  const byState = Map.groupBy(inside, (place) => place.state);
  return matchSome(
    [...byState].map(([code, cities]) =>
      matchEvery([
        code === null ? ofShipment(state, 'is', null) : ofShipment(state, '=', code),
        isAmongValues(
          city,
          cities.map((place) => place.city),
        ),
      ]),
    ),
  );
}
