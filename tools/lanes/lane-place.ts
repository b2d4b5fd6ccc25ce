import { cities, formatMarket, type City } from '../../src/domain/places/cities.ts';
import { type LaneLevel, laneLevels } from '../../src/domain/places/lane-rule.ts';
import { findCities, findCity, findCityByZip, findCityInZipArea } from '../../src/domain/places/place-table.ts';
import { expandTradeName } from '../../src/domain/places/trade-names.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { parsePostalCode, type PostalCode, buildPostalCodeError } from '../arguments/locations/postal-codes.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { parseCityAndState, parseCityBeforeState, parseStateArgument, findStateCode } from '../arguments/states.ts';
import { refuseSharedName } from '../arguments/locations/shared-names.ts';
import { findMarket, requireCity } from './listed-places.ts';

/** One end of a lane, as closely as it was named. */
export interface LanePlace {
  readonly city: string | undefined;
  /** Market of the city, or the market that was named. */
  readonly market: string | undefined;
  readonly state: string | undefined;
  /** The city or state that a ZIP code was resolved to, as text. */
  readonly note: string | undefined;
}

const wordsBefore = /^(?:from|to|near|around|in)\s+/i;

/**
 * Parses a place: "Dallas", "dallas tx", a ZIP code, a state or a market. The error for text that is not understood
 * names the argument.
 */
export function parseLanePlace(field: string, typed: string): LanePlace {
  const short = typed.trim().replace(wordsBefore, '');
  refuseSharedName(field, short);
  const text = expandTradeName(short);
  const namedCity = parseCityAndState(text) ?? parseCityBeforeState(text);
  const postalCode = parsePostalCode(namedCity?.postalCode ?? text);
  if (postalCode !== undefined) return toPostalPlace(field, postalCode);
  const market = findMarket(field, text);
  if (market !== undefined) return { city: undefined, market, state: findMarketState(market), note: undefined };
  if (namedCity) return toRecordPlace(namedCity.city, namedCity.state);
  const isCity = findStateCode(text) === undefined && findCities(text).length > 0;
  if (isCity) return toCityPlace(requireCity(field, text));
  return { city: undefined, market: undefined, state: parseStateArgument(field, text), note: undefined };
}

/** Returns the place of a record, which may write its state in full. */
export function toRecordPlace(city: string | undefined, written: string): LanePlace {
  const state = findStateCode(written) ?? written;
  const listedCity = city === undefined ? undefined : findCity(city, state);
  return { city: listedCity?.name ?? city, market: listedCity?.market || undefined, state, note: undefined };
}

interface StopAddress {
  readonly address?:
    | { readonly city: string; readonly state: string | null; readonly market?: string | null }
    | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
}

/** Returns the place of a stop, or undefined if the stop states nothing but an airport. */
export function getStopPlace({ address, city, postalCode }: StopAddress): LanePlace | undefined {
  if (address?.state) {
    const place = toRecordPlace(address.city, address.state);
    return { ...place, market: address.market ?? place.market };
  }
  if (city) return toRecordPlace(city.name, city.stateProvince);
  const listedCity = postalCode === null ? undefined : findCityByZip(postalCode);
  if (listedCity) return toCityPlace(listedCity);
  const state = findPostalState(postalCode ?? '')?.state;
  return state === undefined ? undefined : { city: undefined, market: undefined, state, note: undefined };
}

/** Finds the listed city of a record, with its coordinates. Returns undefined for a city that is not listed. */
export const findListedCity = (city: string | undefined, state: string | undefined): City | undefined =>
  city === undefined || state === undefined ? undefined : findCity(city, findStateCode(state) ?? state);

function toPostalPlace(field: string, postalCode: PostalCode): LanePlace {
  const { kind, country, code } = postalCode;
  if (kind === 'short') throw buildPostalCodeError(field, postalCode);
  const words = `${country === 'US' ? 'ZIP' : 'postal'} ${kind === 'area' ? 'area' : 'code'} ${code}`;
  const city = country === 'CA' ? undefined : kind === 'area' ? findCityInZipArea(code) : findCityByZip(code);
  if (city) return { ...toCityPlace(city), note: `${city.name}, ${city.state} for ${words}` };
  const state = findPostalState(kind === 'area' && country === 'US' ? `${code}01` : code)?.state;
  if (state === undefined) throw buildPostalCodeError(field, postalCode);
  return { city: undefined, market: undefined, state, note: `${state} for ${words}` };
}

const toCityPlace = ({ name, market, state }: City): LanePlace => ({
  city: name,
  market: market || undefined,
  state,
  note: undefined,
});

const findMarketState = (market: string): string | undefined => cities.find((city) => city.market === market)?.state;

/** Lists the levels at which a lane between the places can be compared, the closest first. */
export const listLevels = (...places: readonly LanePlace[]): readonly LaneLevel[] =>
  laneLevels.filter((level) => level === 'state' || places.some((place) => place[level] !== undefined));

/** Returns the end of a lane at a level, or at the next wider one if it isn't known that closely. */
export function endAt({ city, market, state }: LanePlace, level: LaneLevel) {
  if (level === 'city' && city !== undefined) return { level: 'city', city, state } as const;
  if (level !== 'state' && market !== undefined) return { level: 'market', market } as const;
  return { level: 'state', state } as const;
}

/** Formats the end of a lane at a level for people, with record text quoted: "«Dallas, TX»", "Dallas, TX market" or "TX". */
export function formatEnd(place: LanePlace, level: LaneLevel): string {
  const end = endAt(place, level);
  return end.level === 'market' ? formatMarket(end.market) : recordText(endText(place, level), 'list');
}

/** Returns the end of a lane at a level as data: "Dallas, TX", "the market TX_DAL" or "TX". */
export function endText(place: LanePlace, level: LaneLevel): string {
  const end = endAt(place, level);
  if (end.level === 'city') return [end.city, end.state].filter(Boolean).join(', ');
  return end.level === 'market' ? `the market ${end.market}` : (end.state ?? 'anywhere');
}
