interface Placed {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
  readonly airportCode: string | null;
}

/** "Dallas, TX", or whatever the stop was placed by. */
export function placeOf(stop: Placed): string {
  if (stop.address) return stop.address.state ? `${stop.address.city}, ${stop.address.state}` : stop.address.city;
  if (stop.city) return `${stop.city.name}, ${stop.city.stateProvince}`;
  return stop.postalCode ?? stop.airportCode ?? 'unknown place';
}

/** "Dallas, TX to Chicago, IL" of a route in order. */
export function describeRoute(stops: readonly Placed[]): string {
  const [first] = stops;
  const last = stops.at(-1);
  return first && last ? `${placeOf(first)} to ${placeOf(last)}` : 'no route';
}

interface Stopped extends Placed {
  readonly type: string;
  readonly sequence: number;
  readonly location?: { readonly name: string } | null;
}

/** "stop 2, DROP Acme Dock, Dallas, TX": where in its route a stop is. */
export const stopTitle = (stop: Stopped): string => `stop ${stop.sequence}, ${stop.type} ${siteOf(stop)}`;

/** "Acme Dock, Dallas, TX": the place with the name of the location, which may hold the city itself. */
export function siteOf(stop: Omit<Stopped, 'type' | 'sequence'>): string {
  const place = placeOf(stop);
  const name = stop.location?.name;
  if (!name) return place;
  const city = stop.address?.city ?? stop.city?.name;
  return city !== undefined && name.endsWith(`, ${city}`) ? `${name}${place.slice(city.length)}` : `${name}, ${place}`;
}
