import type { City } from '../../src/domain/places/cities.ts';
import { computeMiles, type Point } from '../../src/domain/places/distance.ts';
import { findCities, findCity, findCityByZip, findCityInZipArea } from '../../src/domain/places/place-table.ts';
import { expandTradeName } from '../../src/domain/places/trade-names.ts';
import { createFieldError } from '../../src/errors.ts';
import { parsePostalCode, type PostalCode, buildPostalCodeError } from '../arguments/locations/postal-codes.ts';
import { buildUnclearPlaceError, refuseSharedName } from '../arguments/locations/shared-names.ts';
import { findMarket, requireCity } from '../lanes/listed-places.ts';
import { parseCityAndState, parseCityBeforeState, parseStateArgument, findStateCode } from '../arguments/states.ts';
import type { CarrierOnFile } from './carriers-on-file.ts';

/** The area that carriers are based in. */
export type CarrierArea =
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'home'; readonly city: string | undefined; readonly state: string | undefined }
  | { readonly kind: 'market'; readonly market: string }
  | { readonly kind: 'circle'; readonly miles: number; readonly center: City; readonly as: string };

/** The address that a carrier is based at. */
export interface Based {
  readonly corporateAddress: CarrierOnFile['corporateAddress'] | null;
}

/** Miles around a ZIP code if no radius is given. Few carriers are based in exactly that ZIP code. */
const milesAround = 100;

const wordsBefore = /^(?:near|around|in)\s+/i;

/** Parses a city, a state, a ZIP code or a market, with the miles around it. Throws if the place is not understood. */
export function parseCarrierArea(place: string | undefined, radius: number | undefined): CarrierArea {
  if (place === undefined) {
    if (radius === undefined) return { kind: 'anywhere' };
    throw createFieldError(
      'BAD_REQUEST',
      'place',
      'is needed with a radius: a city or a ZIP code, such as "Dallas, TX"',
    );
  }
  const isNear = /^(?:near|around)\s/i.test(place.trim());
  const short = place.trim().replace(wordsBefore, '');
  refuseSharedName('place', short);
  const text = expandTradeName(short);
  if (radius !== undefined || isNear || parsePostalCode(text) !== undefined)
    return createCircle(text, radius ?? milesAround);
  const market = findMarket('place', text);
  if (market !== undefined) return { kind: 'market', market };
  const namedCity = parseCityAndState(text) ?? parseCityBeforeState(text);
  if (namedCity) return { kind: 'home', city: namedCity.city, state: namedCity.state };
  if (findStateCode(text) === undefined && findCities(text).length > 0) {
    const { name: cityName, state } = requireCity('place', text);
    return { kind: 'home', city: cityName, state };
  }
  if (text.includes(',')) throw buildPlaceError(text, 'is not "City, ST" or a state');
  return { kind: 'home', city: undefined, state: parseStateArgument('place', text) };
}

function createCircle(text: string, miles: number): CarrierArea {
  const postalCode = parsePostalCode((parseCityAndState(text) ?? parseCityBeforeState(text))?.postalCode ?? text);
  const center = postalCode === undefined ? requireCity('place', text) : findCenter(postalCode);
  const city = `${center.name}, ${center.state}`;
  if (postalCode === undefined) return { kind: 'circle', miles, center, as: city };
  const words = postalCode.kind === 'area' ? 'ZIP area' : 'ZIP code';
  return { kind: 'circle', miles, center, as: `${city} (for ${words} ${postalCode.code})` };
}

function findCenter(postalCode: PostalCode): City {
  const { kind, country, code } = postalCode;
  if (country === 'CA')
    throw buildPlaceError(code, 'is a Canadian postal code, whose coordinates are not known here: name the city');
  const city = kind === 'area' ? findCityInZipArea(code) : kind === 'whole' ? findCityByZip(code) : undefined;
  if (city === undefined) throw buildPostalCodeError('place', postalCode);
  return city;
}

/** Computes the miles from a point to the carrier's address. Returns null if the address has no known location. */
export function computeMilesFrom(center: Point, { corporateAddress }: Based): number | null {
  const base = findPoint(corporateAddress);
  return base === undefined ? null : computeMiles(center, base);
}

function findPoint(address: Based['corporateAddress']): Point | undefined {
  const [latitude, longitude] = [address?.latitude, address?.longitude].map((text) =>
    text ? Number(text) : Number.NaN,
  );
  if (latitude !== undefined && longitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude))
    return { latitude, longitude };
  const { city, state, zipCode } = address ?? {};
  const code = state ? findStateCode(state) : undefined;
  const namedCity = city && code ? findCity(city, code) : undefined;
  return namedCity ?? (zipCode && /^\d{5}/.test(zipCode) ? findCityByZip(zipCode) : undefined);
}

const buildPlaceError = (text: string, reason: string) => buildUnclearPlaceError('place', text, reason);
