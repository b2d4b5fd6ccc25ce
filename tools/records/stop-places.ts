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
