import { cities, type City } from '../../src/domain/places/cities.ts';
import { chooseCity, findCity } from '../../src/domain/places/place-table.ts';
import { expandTradeName, findRegion } from '../../src/domain/places/trade-names.ts';
import { listChoices, buildUnclearPlaceError, refuseSharedName } from '../arguments/locations/shared-names.ts';
import { parseCityAndState, parseCityBeforeState, findStateCode } from '../arguments/states.ts';

const marketPattern = /^([A-Z]{2,3}_[A-Z]{3})$|^(?:the )?(.*\S)\s+market$/i;

/** Finds the market that a text names by its code or by a city in it. Returns undefined if it names none. */
export function findMarket(field: string, text: string): string | undefined {
  const region = findRegion(text);
  if (region !== undefined) return region.market;
  const [, code, name] = marketPattern.exec(text) ?? [];
  if (code === undefined && name === undefined) return undefined;
  const market = code === undefined ? requireCity(field, name ?? '').market : code.toUpperCase();
  if (!cities.some((city) => city.market === market))
    throw buildUnclearPlaceError(field, market, 'is not a market we have: write "Dallas market" or TX_DAL');
  return market;
}

/**
 * Finds a listed city, which has coordinates. Throws if there is none, or if several have the name and the state is
 * missing.
 */
export function requireCity(field: string, text: string): City {
  refuseSharedName(field, text);
  const name = expandTradeName(text);
  const namedCity = parseCityAndState(name) ?? parseCityBeforeState(name);
  const { city, candidates } = namedCity
    ? { city: findCity(namedCity.city, namedCity.state), candidates: [] }
    : chooseCity(name);
  if (city !== undefined) return city;
  if (candidates.length > 0) throw buildUnclearPlaceError(field, text, `needs its state: ${listChoices(candidates)}`);
  throw buildUnclearPlaceError(
    field,
    text,
    findStateCode(text) === undefined
      ? 'is not a city we have: name the nearest larger city, such as "Dallas, TX", or a ZIP code'
      : 'is a state: a radius is measured from a city or a ZIP code',
  );
}
