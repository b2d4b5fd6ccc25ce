import { cities, type City } from '../../src/domain/places/cities.ts';
import { type LaneLevel, laneLevels } from '../../src/domain/places/lane-rule.ts';
import { findCities, findCity, findCityByZip, findCityInZipArea } from '../../src/domain/places/place-table.ts';
import { expandTradeName } from '../../src/domain/places/trade-names.ts';
import { parsePostalCode, type PostalCode, refusePostalCode } from '../arguments/locations/postal-codes.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import { cityAndState, cityBeforeState, stateArgument, stateCodeOf } from '../arguments/states.ts';
import { refuseSharedName } from '../arguments/locations/shared-names.ts';
import { marketIn, oneCity } from './known-places.ts';

/** One end of a lane, as closely as it was named. */
export interface LanePlace {
  readonly city: string | undefined;
  /** Of the city, or named by itself. */
  readonly market: string | undefined;
  readonly state: string | undefined;
  /** What a ZIP code was taken for. */
  readonly note: string | undefined;
}

const wordsBefore = /^(?:from|to|near|around|in)\s+/i;

/** "Dallas", "dallas tx", a ZIP code, a state or a market; what cannot be understood is refused by the argument's name. */
export function lanePlace(field: string, typed: string): LanePlace {
  const short = typed.trim().replace(wordsBefore, '');
  refuseSharedName(field, short);
  const text = expandTradeName(short);
  const named = cityAndState(text) ?? cityBeforeState(text);
  const postalCode = parsePostalCode(named?.postalCode ?? text);
  if (postalCode !== undefined) return atPostalCode(field, postalCode);
  const market = marketIn(field, text);
  if (market !== undefined) return { city: undefined, market, state: stateOfMarket(market), note: undefined };
  if (named) return placedIn(named.city, named.state);
  const isCity = stateCodeOf(text) === undefined && findCities(text).length > 0;
  if (isCity) return cityPlace(oneCity(field, text));
  return { city: undefined, market: undefined, state: stateArgument(field, text), note: undefined };
}

/** The place of a record, which may write its state in full. */
export function placedIn(city: string | undefined, written: string): LanePlace {
  const state = stateCodeOf(written) ?? written;
  const known = city === undefined ? undefined : findCity(city, state);
  return { city: known?.name ?? city, market: known?.market || undefined, state, note: undefined };
}

interface Placed {
  readonly address?:
    | { readonly city: string; readonly state: string | null; readonly market?: string | null }
    | undefined;
  readonly city: { readonly name: string; readonly stateProvince: string } | null;
  readonly postalCode: string | null;
}

/** Where a stop lies; undefined where it says no more than an airport. */
export function placeOfStop({ address, city, postalCode }: Placed): LanePlace | undefined {
  if (address?.state) {
    const place = placedIn(address.city, address.state);
    return { ...place, market: address.market ?? place.market };
  }
  if (city) return placedIn(city.name, city.stateProvince);
  const known = postalCode === null ? undefined : findCityByZip(postalCode);
  if (known) return cityPlace(known);
  const state = findPostalState(postalCode ?? '')?.state;
  return state === undefined ? undefined : { city: undefined, market: undefined, state, note: undefined };
}

/** Where a city of a record lies on the map; undefined for one that is not in the list. */
export const pointOf = (city: string | undefined, state: string | undefined): City | undefined =>
  city === undefined || state === undefined ? undefined : findCity(city, stateCodeOf(state) ?? state);

function atPostalCode(field: string, postalCode: PostalCode): LanePlace {
  const { kind, country, code } = postalCode;
  if (kind === 'short') throw refusePostalCode(field, postalCode);
  const words = `${country === 'US' ? 'ZIP' : 'postal'} ${kind === 'area' ? 'area' : 'code'} ${code}`;
  const city = country === 'CA' ? undefined : kind === 'area' ? findCityInZipArea(code) : findCityByZip(code);
  if (city) return { ...cityPlace(city), note: `${city.name}, ${city.state} for ${words}` };
  const state = findPostalState(kind === 'area' && country === 'US' ? `${code}01` : code)?.state;
  if (state === undefined) throw refusePostalCode(field, postalCode);
  return { city: undefined, market: undefined, state, note: `${state} for ${words}` };
}

const cityPlace = ({ name, market, state }: City): LanePlace => ({
  city: name,
  market: market || undefined,
  state,
  note: undefined,
});

const stateOfMarket = (market: string): string | undefined => cities.find((city) => city.market === market)?.state;

/** The levels at which a lane between these can be looked at, the closest first. */
export const levelsOf = (...places: readonly LanePlace[]): readonly LaneLevel[] =>
  laneLevels.filter((level) => level === 'state' || places.some((place) => place[level] !== undefined));

/** An end at a level, or at the next one where it is not known that closely. */
export function endAt({ city, market, state }: LanePlace, level: LaneLevel) {
  if (level === 'city' && city !== undefined) return { level: 'city', city, state } as const;
  if (level !== 'state' && market !== undefined) return { level: 'market', market } as const;
  return { level: 'state', state } as const;
}

/** In words: "Dallas, TX", "the market TX_DAL", "TX". */
export function endText(place: LanePlace, level: LaneLevel): string {
  const end = endAt(place, level);
  if (end.level === 'city') return [end.city, end.state].filter(Boolean).join(', ');
  return end.level === 'market' ? `the market ${end.market}` : (end.state ?? 'anywhere');
}
