import { findCities, findCity, findCityByZip, listCitiesInZipArea } from '../../src/domain/places/place-table.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { expandTradeName, findRegion } from '../../src/domain/places/trade-names.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parsePostalCode, type PostalCode, buildPostalCodeError } from '../arguments/locations/postal-codes.ts';
import { refuseSharedName } from '../arguments/locations/shared-names.ts';
import { refuseUnknownCity } from '../arguments/locations/unknown-city.ts';
import { parseCityAndState, parseCityBeforeState, isSamePlaceName, findStateCode } from '../arguments/states.ts';

interface PlacedRecord {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
}

/** An area that freight goes from or to, as a question names it. */
export interface FreightArea {
  readonly state: string | undefined;
  readonly words: string;
  holds(stop: PlacedRecord | undefined): boolean;
  /** Refuses a city that no list of cities has; for a question whose city no record has either. */
  requireListed(): void;
}

const isAlwaysListed = () => {};

/**
 * Parses a state, or a city with or without its state: "TX", "Texas", "Dallas, TX" or "Dallas". "Ontario" may be
 * either.
 */
export function parseFreightArea(field: string, typed: string): FreightArea {
  refuseSharedName(field, typed);
  const postalCode = parsePostalCode(typed);
  if (postalCode !== undefined) return toPostalArea(field, typed, postalCode);
  const region = findRegion(typed);
  if (region !== undefined)
    return toCitiesArea(
      typed,
      region.cities.flatMap((city) => parseCityAndState(city) ?? []),
    );
  const text = expandTradeName(typed);
  const namedCity = parseCityAndState(text) ?? parseCityBeforeState(text);
  const state = namedCity?.state ?? findStateCode(text);
  const city = namedCity?.city ?? (state === undefined ? text : undefined);
  return {
    state,
    words: recordText(typed, 'list'),
    holds(stop) {
      const at = stop && getSite(stop);
      if (!at) return false;
      if (namedCity === undefined && isSamePlaceName(at.city, text)) return true;
      return (city === undefined || isSamePlaceName(at.city, city)) && (state === undefined || at.state === state);
    },
    requireListed() {
      if (city === undefined) return;
      const isListed = state === undefined ? findCities(city).length > 0 : findCity(city, state) !== undefined;
      if (!isListed) throw refuseUnknownCity(field, { city, state });
    },
  };
}

/** Converts a ZIP code or area to the cities that have it, and a Canadian code to its province. */
function toPostalArea(field: string, typed: string, postalCode: PostalCode): FreightArea {
  const { kind, country, code } = postalCode;
  if (kind === 'short') throw buildPostalCodeError(field, postalCode);
  if (country === 'US') {
    const cities = kind === 'area' ? listCitiesInZipArea(code) : [findCityByZip(code) ?? []].flat();
    if (cities.length > 0)
      return toCitiesArea(
        typed,
        cities.map(({ name, state }) => ({ city: name, state })),
      );
  }
  const state = findPostalState(kind === 'area' && country === 'US' ? `${code}01` : code)?.state;
  if (state === undefined) throw buildPostalCodeError(field, postalCode);
  return {
    state,
    words: recordText(typed, 'list'),
    holds: (stop) => stop !== undefined && getSite(stop)?.state === state,
    requireListed: isAlwaysListed,
  };
}

function toCitiesArea(
  typed: string,
  places: readonly { readonly city: string; readonly state: string }[],
): FreightArea {
  const states = new Set(places.map(({ state }) => state));
  return {
    state: states.size === 1 ? places[0]?.state : undefined,
    words: recordText(typed, 'list'),
    holds(stop) {
      const site = stop && getSite(stop);
      return places.some(({ city, state }) => site?.state === state && isSamePlaceName(site.city, city));
    },
    requireListed: isAlwaysListed,
  };
}

const getSite = ({ address, city }: PlacedRecord) =>
  address ?? (city && { city: city.name, state: city.stateProvince });
