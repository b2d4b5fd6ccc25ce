import { cities, citiesNamed, type City, cityNamed, cityOfPostalArea } from '../../src/domain/places/cities.ts';
import { type LaneLevel, laneLevels } from '../../src/domain/places/lane-rule.ts';
import { stateOfPostalCode } from '../../src/domain/places/postal-state.ts';
import {
  cityAndState,
  cityBeforeState,
  inFull,
  isSamePlaceName,
  stateArgument,
  stateCodeOf,
} from '../arguments/states.ts';
import { marketIn, oneCity, zipIn } from './known-places.ts';

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
  const text = typed.trim().replace(wordsBefore, '');
  const named = cityAndState(text) ?? cityBeforeState(text);
  const zip = zipIn(text) ?? named?.postalCode;
  if (zip !== undefined) return atPostalCode(field, text, zip);
  const market = marketIn(field, text);
  if (market !== undefined) return { city: undefined, market, state: stateOfMarket(market), note: undefined };
  if (named) return placedIn(inFull(named.city), named.state);
  const isCity = stateCodeOf(text) === undefined && citiesNamed(inFull(text)).length > 0;
  if (isCity) return cityPlace(oneCity(field, inFull(text)));
  return { city: undefined, market: undefined, state: stateArgument(field, text), note: undefined };
}

/** The place of a record, which may write its state in full. */
export function placedIn(city: string | undefined, written: string): LanePlace {
  const state = stateCodeOf(written) ?? written;
  const known = city === undefined ? undefined : cityCalled(city, state);
  return { city: known?.name ?? city, market: known?.market, state, note: undefined };
}

const cityCalled = (name: string, state: string): City | undefined =>
  cityNamed(`${name}, ${state}`) ?? cities.find((city) => city.state === state && isSamePlaceName(city.name, name));

function atPostalCode(field: string, text: string, zip: string): LanePlace {
  const city = cityOfPostalArea(zip);
  if (city) return { ...cityPlace(city), note: `${city.name}, ${city.state} for ZIP code ${zip}` };
  const state = stateOfPostalCode(zip)?.state;
  if (state === undefined) return cityPlace(oneCity(field, text));
  return { city: undefined, market: undefined, state, note: `${state} for ZIP code ${zip}` };
}

const cityPlace = ({ name, market, state }: City): LanePlace => ({ city: name, market, state, note: undefined });

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
