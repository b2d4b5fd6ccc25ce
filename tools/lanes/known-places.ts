import { cities, citiesNamed, type City } from '../../src/domain/places/cities.ts';
import { isNameOfSeveralCities } from '../../src/domain/places/shared-city-names.ts';
import { fieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { cityAndState, cityBeforeState, stateCodeOf } from '../arguments/states.ts';

const zipPattern = /^(?:zip(?: code)?[: ]*)?(\d{5})(?:-\d{4})?$/i;
const marketPattern = /^([A-Z]{2,3}_[A-Z]{3})$|^(.*\S)\s+market$/i;

/** The ZIP code that a text is. */
export const zipIn = (text: string): string | undefined => zipPattern.exec(text)?.[1];

/** The market that a text names by its code or by a city in it; undefined where it names none. */
export function marketIn(field: string, text: string): string | undefined {
  const [, code, name] = marketPattern.exec(text) ?? [];
  if (code === undefined && name === undefined) return undefined;
  const market = code === undefined ? oneCity(field, name ?? '').market : code.toUpperCase();
  if (!cities.some((city) => city.market === market))
    throw refusedPlace(field, market, 'is no market that is known here: write "Dallas market" or TX_DAL');
  return market;
}

/** A city that is in the list with its coordinates; one of several of its name needs its state. */
export function oneCity(field: string, text: string): City {
  const named = cityAndState(text) ?? cityBeforeState(text);
  const found = citiesNamed(named?.city ?? text).filter(({ state }) => named === undefined || state === named.state);
  const [city, ...others] = found;
  if (city === undefined)
    throw refusedPlace(
      field,
      text,
      stateCodeOf(text) === undefined
        ? 'is no city whose coordinates are known here: name the nearest larger city, such as "Dallas, TX", or a ZIP code'
        : 'is a state: a radius is measured from a city or a ZIP code',
    );
  if (named === undefined && (others.length > 0 || isNameOfSeveralCities(city.name)))
    throw refusedPlace(field, text, `needs its state, such as "${city.name}, ${city.state}"`);
  return city;
}

export const refusedPlace = (field: string, text: string, what: string) =>
  fieldError('BAD_REQUEST', field, `${recordText(text, 'list')} ${what}`);
