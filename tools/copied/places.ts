import type { Area } from './areas.ts';
import type { Condition } from './conditions.ts';
import { type Reader, rowsOf } from './rows.ts';

interface Place {
  readonly city: string;
  readonly state: string | null;
}

/** That a shipment `s` goes from or to an area: which places of the copy lie in it, the rule of areas says. */
export async function liesIn(read: Reader, end: 'from' | 'to', area: Area): Promise<Condition> {
  const [city, state] = [`f.${end}_city`, `f.${end}_state`];
  const places = await rowsOf<Place>(
    read,
    `select distinct ${city} as city, ${state} as state from shipment_fact f where ${city} is not null`,
  );
  return {
    text: `s.id in (select f.id from json_each(?) p
      join shipment_fact f on ${city} = p.value ->> 'city' and ${state} is p.value ->> 'state')`,
    values: [JSON.stringify(places.filter((place) => area.holds({ address: place, city: null })))],
  };
}
