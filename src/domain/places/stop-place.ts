/** What of a stop says where it is, as the API shows it. */
export interface PlacedStop {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
  readonly airportCode: string | null;
}

/** "Dallas, TX", or whatever the stop was placed by. */
export function placeOf(stop: PlacedStop): string {
  if (stop.address) return stop.address.state ? `${stop.address.city}, ${stop.address.state}` : stop.address.city;
  if (stop.city) return `${stop.city.name}, ${stop.city.stateProvince}`;
  return stop.postalCode ?? stop.airportCode ?? 'unknown place';
}

/** "Dallas, TX to Chicago, IL" of a route in order. */
export const describeRoute = (stops: readonly PlacedStop[]): string => routeBetween(stops.map(placeOf));

/** The same of the names of its places. */
export function routeBetween(places: readonly string[]): string {
  const [first] = places;
  const last = places.at(-1);
  return first !== undefined && last !== undefined ? `${first} to ${last}` : 'no route';
}
