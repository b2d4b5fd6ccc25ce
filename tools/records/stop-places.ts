import { type StopPlace, formatPlace } from '../../src/domain/places/stop-place.ts';

interface Stopped extends StopPlace {
  readonly type: string;
  readonly sequence: number;
  readonly location?: { readonly name: string } | null;
}

/** "stop 2, DROP Acme Dock, Dallas, TX": where in its route a stop is. */
export const stopTitle = (stop: Stopped): string => `stop ${stop.sequence}, ${stop.type} ${siteOf(stop)}`;

/** "Acme Dock, Dallas, TX": the place with the name of the location, which may hold the city itself. */
export function siteOf(stop: Omit<Stopped, 'type' | 'sequence'>): string {
  const place = formatPlace(stop);
  const name = stop.location?.name;
  if (!name) return place;
  const city = stop.address?.city ?? stop.city?.name;
  return city !== undefined && name.endsWith(`, ${city}`) ? `${name}${place.slice(city.length)}` : `${name}, ${place}`;
}
