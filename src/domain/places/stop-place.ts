/** The fields of the API's stop that locate it. */
export interface StopPlace {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
  readonly airportCode: string | null;
}

export const unknownPlace = 'unknown place';

/** Formats the place of a stop as "Dallas, TX", or as its postal or airport code. */
export function formatPlace(stop: StopPlace): string {
  if (stop.address) return stop.address.state ? `${stop.address.city}, ${stop.address.state}` : stop.address.city;
  if (stop.city) return `${stop.city.name}, ${stop.city.stateProvince}`;
  return stop.postalCode ?? stop.airportCode ?? unknownPlace;
}

/** "Dallas, TX to Chicago, IL" of a route in order. */
export const describeRoute = (stops: readonly StopPlace[]): string => routeBetween(stops.map(formatPlace));

/** The same of the names of its places. */
export function routeBetween(places: readonly string[]): string {
  const [first] = places;
  const last = places.at(-1);
  return first !== undefined && last !== undefined ? `${first} to ${last}` : 'no route';
}
