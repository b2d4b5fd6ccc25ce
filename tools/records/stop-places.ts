import type { City, Location } from '../../src/contract/types.ts';
import { findCity, findCityByZip } from '../../src/domain/places/place-table.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { type StopPlace, formatPlace, routeBetween, unknownPlace } from '../../src/domain/places/stop-place.ts';
import { findZone } from '../../src/domain/places/zones.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { recordText } from '../../src/mcp/text/text.ts';

interface Stopped extends StopPlace {
  readonly type: string;
  readonly sequence: number;
  readonly location?: { readonly name: string } | null;
}

/** Formats a stop with its place in the route: "stop 2, delivery Acme Dock, Dallas, TX". */
export const stopTitle = (stop: Stopped): string =>
  `stop ${stop.sequence}, ${formatCode(stop.type)} ${formatSite(stop)}`;

/** Formats a stop in a sentence, with its place as quoted record text: "stop 2, delivery «Dallas, TX»". */
export const describeStopTitle = (stop: Stopped): string =>
  `stop ${stop.sequence}, ${formatCode(stop.type)} ${recordText(formatSite(stop), 'list')}`;

/** Formats the place of a stop with the name of its location, which may contain the city: "Acme Dock, Dallas, TX". */
export function formatSite(stop: Omit<Stopped, 'type' | 'sequence'>): string {
  const place = formatPlace(stop);
  const name = stop.location?.name;
  if (!name) return place;
  const city = stop.address?.city ?? stop.city?.name;
  return city !== undefined && name.endsWith(`, ${city}`) ? `${name}${place.slice(city.length)}` : `${name}, ${place}`;
}

/** A place as a plan names it, and the IANA zone of its times. */
export interface PlanPlace {
  /** With record text quoted. */
  readonly name: string;
  /** The city with its state, for a route on one line. */
  readonly city: string;
  readonly zone: string | undefined;
}

/** Names a stop for a plan: "stop 2, delivery Dallas, TX 75247". */
export const formatStop = (stop: Stopped): string =>
  `stop ${stop.sequence}, ${formatCode(stop.type)} ${formatStopPlace(stop)}`;

/** Names the first and the last place of a route for a plan. */
export const formatRouteEnds = (stops: readonly Omit<Stopped, 'type' | 'sequence'>[]): string =>
  routeBetween(stops.map(formatStopPlace));

/** Names the place of a stop for a plan: a location and a postal code with their city, record text quoted. */
export function formatStopPlace(stop: Omit<Stopped, 'type' | 'sequence'>): string {
  const { location, postalCode, airportCode } = stop;
  const city = formatStopCity(stop);
  if (location && city !== undefined) {
    const isCityIncluded = formatSite(stop) !== `${location.name}, ${formatPlace(stop)}`;
    return isCityIncluded ? recordText(formatSite(stop), 'list') : `${recordText(location.name, 'list')}, ${city}`;
  }
  if (city !== undefined) return city;
  if (location) return recordText(location.name, 'list');
  // The stops of a load name their places by the stops of its orders only.
  if (postalCode) return findPostalPlace(postalCode)?.name ?? recordText(postalCode, 'list');
  return airportCode ? `airport ${recordText(airportCode, 'list')}` : unknownPlace;
}

function formatStopCity({ address, city }: StopPlace): string | undefined {
  if (address) return formatCity(address.city, address.state);
  return city ? formatCity(city.name, city.stateProvince) : undefined;
}

/** Names a city; the name of one that Waybill knows is no text of a record. */
function formatCity(city: string, state: string | null): string {
  const knownCity = state === null ? undefined : findCity(city, state);
  return knownCity
    ? `${knownCity.name}, ${knownCity.state}`
    : recordText([city, state].filter(Boolean).join(', '), 'list');
}

/** Names a postal code of the United States or Canada by its city, else its state; undefined for one that is nowhere. */
export function findPostalPlace(postalCode: string): PlanPlace | undefined {
  const code = postalCode.trim().toUpperCase();
  const city = /^\d{5}(?:-\d{4})?$/.test(code) ? findCityByZip(code) : undefined;
  const state = city?.state ?? findPostalState(code)?.state;
  if (state === undefined) return undefined;
  const zone = city?.timeZone ?? findZone({ postalCode: code });
  if (!city) return { name: `${state} ${code}`, city: `${state} ${code}`, zone };
  const cityName = `${city.name}, ${state}`;
  return { name: `${cityName} ${code}`, city: cityName, zone };
}

/** Names a location with its city. */
export function toPlanPlace({ name, address }: Pick<Location, 'name' | 'address'>): PlanPlace {
  const place = {
    location: { name },
    address: address?.city ? { city: address.city, state: address.state } : undefined,
    city: null,
    postalCode: null,
    airportCode: null,
  };
  return {
    name: formatStopPlace(place),
    city: formatStopCity(place) ?? recordText(name, 'list'),
    zone: address ? findZone({ ...address, postalCode: address.zipCode }) : undefined,
  };
}

/** Names a city of the API's list. */
export const toPlanCity = ({ name, stateProvince, timeZone }: Omit<City, 'id'>): PlanPlace => {
  const city = formatCity(name, stateProvince);
  return { name: city, city, zone: timeZone };
};
