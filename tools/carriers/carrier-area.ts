import { cities, citiesNamed, type City, cityNamed, cityOfPostalArea } from '../../src/domain/places/cities.ts';
import { milesBetween, type Point } from '../../src/domain/places/distance.ts';
import { fieldError } from '../../src/errors.ts';
import { marketIn, oneCity, refusedPlace, zipIn } from '../lanes/known-places.ts';
import { cityAndState, cityBeforeState, isSamePlaceName, stateArgument, stateCodeOf } from '../arguments/states.ts';
import type { CarrierOnFile } from './carriers-on-file.ts';

/** Where carriers are to be based. */
export type Area =
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'home'; readonly city: string | undefined; readonly state: string | undefined }
  | { readonly kind: 'market'; readonly market: string }
  | { readonly kind: 'circle'; readonly miles: number; readonly center: City; readonly as: string };

/** Where a carrier is at home. */
export interface Based {
  readonly corporateAddress: CarrierOnFile['corporateAddress'] | null;
}

/** How far a ZIP code reaches where no radius is given: carriers are rarely based in the very one. */
const milesAround = 100;

const wordsBefore = /^(?:near|around|in)\s+/i;

/** A city, a state, a ZIP code or a market, with the miles around it; what cannot be understood is refused. */
export function areaOf(place: string | undefined, radius: number | undefined): Area {
  if (place === undefined) {
    if (radius === undefined) return { kind: 'anywhere' };
    throw fieldError('BAD_REQUEST', 'place', 'is needed with a radius: a city or a ZIP code, such as "Dallas, TX"');
  }
  const isNear = /^(?:near|around)\s/i.test(place.trim());
  const text = place.trim().replace(wordsBefore, '');
  if (radius !== undefined || isNear || zipIn(text) !== undefined) return circleAround(text, radius ?? milesAround);
  const market = marketIn('place', text);
  if (market !== undefined) return { kind: 'market', market };
  const named = cityAndState(text) ?? cityBeforeState(text);
  if (named) return { kind: 'home', city: named.city, state: named.state };
  const [city] = citiesNamed(text);
  if (city !== undefined && stateCodeOf(text) === undefined) {
    const { name: own, state } = oneCity('place', text);
    return { kind: 'home', city: own, state };
  }
  if (text.includes(',')) throw refused(text, 'is not "City, ST" or a state');
  return { kind: 'home', city: undefined, state: stateArgument('place', text) };
}

function circleAround(text: string, miles: number): Area {
  const zip = zipIn(text) ?? (cityAndState(text) ?? cityBeforeState(text))?.postalCode;
  const center = zip === undefined ? oneCity('place', text) : cityOfPostalArea(zip);
  if (center === undefined)
    throw refused(text, 'is in no ZIP area that is known here: name the nearest larger city, such as "Dallas, TX"');
  const city = `${center.name}, ${center.state}`;
  return { kind: 'circle', miles, center, as: zip === undefined ? city : `${city} (for ZIP code ${zip})` };
}

/** Null where nothing tells where the carrier is based. */
export function milesFrom(center: Point, { corporateAddress }: Based): number | null {
  const base = pointOf(corporateAddress);
  return base === undefined ? null : milesBetween(center, base);
}

function pointOf(address: Based['corporateAddress']): Point | undefined {
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

const refused = (text: string, what: string) => refusedPlace('place', text, what);
