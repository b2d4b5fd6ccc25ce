import { findCities, findCity, findCityByZip, listCitiesInZipArea } from '../../src/domain/places/place-table.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { expandTradeName, findRegion } from '../../src/domain/places/trade-names.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parsePostalCode, type PostalCode, refusePostalCode } from '../arguments/locations/postal-codes.ts';
import { refuseSharedName } from '../arguments/locations/shared-names.ts';
import { refuseUnknownCity } from '../arguments/locations/unknown-city.ts';
import { cityAndState, cityBeforeState, isSamePlaceName, stateCodeOf } from '../arguments/states.ts';

interface Placed {
  readonly address?: { readonly city: string; readonly state: string | null } | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
}

/** Where freight goes from or to, as people say it in a question. */
export interface Area {
  readonly state: string | undefined;
  readonly words: string;
  holds(stop: Placed | undefined): boolean;
  /** Refuses a city that no list of cities has; for a question whose city no record has either. */
  requireListed(): void;
}

const isAlwaysListed = () => {};

/** "TX", "Texas", "Dallas, TX" or "Dallas": a state, or a city with or without its state. "Ontario" is either. */
export function areaOf(field: string, typed: string): Area {
  refuseSharedName(field, typed);
  const postalCode = parsePostalCode(typed);
  if (postalCode !== undefined) return toPostalArea(field, typed, postalCode);
  const region = findRegion(typed);
  if (region !== undefined)
    return toCitiesArea(
      typed,
      region.cities.flatMap((city) => cityAndState(city) ?? []),
    );
  const text = expandTradeName(typed);
  const named = cityAndState(text) ?? cityBeforeState(text);
  const state = named?.state ?? stateCodeOf(text);
  const city = named?.city ?? (state === undefined ? text : undefined);
  return {
    state,
    words: recordText(typed, 'list'),
    holds(stop) {
      const at = stop && siteOf(stop);
      if (!at) return false;
      if (named === undefined && isSamePlaceName(at.city, text)) return true;
      return (city === undefined || isSamePlaceName(at.city, city)) && (state === undefined || at.state === state);
    },
    requireListed() {
      if (city === undefined) return;
      const isListed = state === undefined ? findCities(city).length > 0 : findCity(city, state) !== undefined;
      if (!isListed) throw refuseUnknownCity(field, { city, state });
    },
  };
}

/** A ZIP code or area as the cities that have it; a Canadian code as its province. */
function toPostalArea(field: string, typed: string, postalCode: PostalCode): Area {
  const { kind, country, code } = postalCode;
  if (kind === 'short') throw refusePostalCode(field, postalCode);
  if (country === 'US') {
    const cities = kind === 'area' ? listCitiesInZipArea(code) : [findCityByZip(code) ?? []].flat();
    if (cities.length > 0)
      return toCitiesArea(
        typed,
        cities.map(({ name, state }) => ({ city: name, state })),
      );
  }
  const state = findPostalState(kind === 'area' && country === 'US' ? `${code}01` : code)?.state;
  if (state === undefined) throw refusePostalCode(field, postalCode);
  return {
    state,
    words: recordText(typed, 'list'),
    holds: (stop) => stop !== undefined && siteOf(stop)?.state === state,
    requireListed: isAlwaysListed,
  };
}

function toCitiesArea(typed: string, places: readonly { readonly city: string; readonly state: string }[]): Area {
  const states = new Set(places.map(({ state }) => state));
  return {
    state: states.size === 1 ? places[0]?.state : undefined,
    words: recordText(typed, 'list'),
    holds(stop) {
      const site = stop && siteOf(stop);
      return places.some(({ city, state }) => site?.state === state && isSamePlaceName(site.city, city));
    },
    requireListed: isAlwaysListed,
  };
}

const siteOf = ({ address, city }: Placed) => address ?? (city && { city: city.name, state: city.stateProvince });
