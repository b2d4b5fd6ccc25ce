import { cities, citiesNamed, type City, cityNamed, cityOfPostalArea } from '../../src/domain/places/cities.ts';
import { milesBetween, type Point } from '../../src/domain/places/distance.ts';
import { isNameOfSeveralCities } from '../../src/domain/places/shared-city-names.ts';
import { fieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { cityAndState, cityBeforeState, isSamePlaceName, stateArgument, stateCodeOf } from '../arguments/states.ts';
import type { CarrierRecord } from '../records/record-types.ts';

/** Where carriers are to be based. */
export type Area =
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'home'; readonly city: string | undefined; readonly state: string | undefined }
  | { readonly kind: 'market'; readonly market: string }
  | { readonly kind: 'circle'; readonly miles: number; readonly center: City; readonly as: string };

/** How far a ZIP code reaches where no radius is given: carriers are rarely based in the very one. */
const milesAround = 100;

const zipPattern = /^(?:zip(?: code)?[: ]*)?(\d{5})(?:-\d{4})?$/i;
const marketPattern = /^([A-Z]{2,3}_[A-Z]{3})$|^(.+?)\s+market$/i;
const wordsBefore = /^(?:near|around|in)\s+/i;

/** A city, a state, a ZIP code or a market, with the miles around it; what cannot be understood is refused. */
export function areaOf(place: string | undefined, radius: number | undefined): Area {
  if (place === undefined) {
    if (radius === undefined) return { kind: 'anywhere' };
    throw fieldError('BAD_REQUEST', 'place', 'is needed with a radius: a city or a ZIP code, such as "Dallas, TX"');
  }
  const isNear = /^(?:near|around)\s/i.test(place.trim());
  const text = place.trim().replace(wordsBefore, '');
  if (radius !== undefined || isNear || zipPattern.test(text)) return circleAround(text, radius ?? milesAround);
  const [, code, name] = marketPattern.exec(text) ?? [];
  if (code !== undefined || name !== undefined) return { kind: 'market', market: marketOf(code, name ?? '') };
  const named = cityAndState(text) ?? cityBeforeState(text);
  if (named) return { kind: 'home', city: named.city, state: named.state };
  const [city] = citiesNamed(text);
  if (city !== undefined && stateCodeOf(text) === undefined) {
    const { name: own, state } = oneCity(text);
    return { kind: 'home', city: own, state };
  }
  if (text.includes(',')) throw refused(text, 'is not "City, ST" or a state');
  return { kind: 'home', city: undefined, state: stateArgument('place', text) };
}

function circleAround(text: string, miles: number): Area {
  const zip = zipPattern.exec(text)?.[1] ?? (cityAndState(text) ?? cityBeforeState(text))?.postalCode;
  const center = zip === undefined ? oneCity(text) : cityOfPostalArea(zip);
  if (center === undefined)
    throw refused(text, 'is in no ZIP area that is known here: name the nearest larger city, such as "Dallas, TX"');
  const city = `${center.name}, ${center.state}`;
  return { kind: 'circle', miles, center, as: zip === undefined ? city : `${city} (for ZIP code ${zip})` };
}

/** A city that is in the list with its coordinates; one of several of its name needs its state. */
function oneCity(text: string): City {
  const named = cityAndState(text) ?? cityBeforeState(text);
  const found = citiesNamed(named?.city ?? text).filter(({ state }) => named === undefined || state === named.state);
  const [city, ...others] = found;
  if (city === undefined)
    throw refused(
      text,
      stateCodeOf(text) === undefined
        ? 'is no city whose coordinates are known here: name the nearest larger city, such as "Dallas, TX", or a ZIP code'
        : 'is a state: a radius is measured from a city or a ZIP code',
    );
  if (named === undefined && (others.length > 0 || isNameOfSeveralCities(city.name)))
    throw refused(text, `needs its state, such as "${city.name}, ${city.state}"`);
  return city;
}

/** The market of a code, or the one that a city lies in. */
function marketOf(code: string | undefined, name: string): string {
  const market = code === undefined ? oneCity(name).market : code.toUpperCase();
  if (!cities.some((city) => city.market === market))
    throw refused(market, 'is no market that is known here: write "Dallas market" or TX_DAL');
  return market;
}

/** Null where nothing tells where the carrier is based. */
export function milesFrom(center: Point, { corporateAddress }: CarrierRecord): number | null {
  const base = pointOf(corporateAddress);
  return base === undefined ? null : milesBetween(center, base);
}

function pointOf(address: CarrierRecord['corporateAddress']): Point | undefined {
  const [latitude, longitude] = [address?.latitude, address?.longitude].map((text) =>
    text ? Number(text) : Number.NaN,
  );
  if (latitude !== undefined && longitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude))
    return { latitude, longitude };
  const { city, state, zipCode } = address ?? {};
  const code = state ? stateCodeOf(state) : undefined;
  const named = city && code ? (cityNamed(`${city}, ${code}`) ?? cityCalled(city, code)) : undefined;
  return named ?? (zipCode && /^\d{5}/.test(zipCode) ? cityOfPostalArea(zipCode) : undefined);
}

const cityCalled = (name: string, state: string): City | undefined =>
  cities.find((city) => city.state === state && isSamePlaceName(city.name, name));

const refused = (text: string, what: string) =>
  fieldError('BAD_REQUEST', 'place', `${recordText(text, 'list')} ${what}`);
