import { findCities, findCity } from '../../src/domain/places/place-table.ts';
import { expandTradeName } from '../../src/domain/places/trade-names.ts';
import { createFieldError } from '../../src/errors.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { buildUnclearPlaceError } from '../arguments/locations/shared-names.ts';
import type { WrittenCity } from '../arguments/locations/unknown-city.ts';
import { parsePostalCode } from '../arguments/locations/postal-codes.ts';
import { parseCityAndState, parseCityBeforeState, parseStateArgument, findStateCode } from '../arguments/states.ts';
import { parseLanePlace } from '../lanes/lane-place.ts';
import { findMarket } from '../lanes/listed-places.ts';

/** A place or a lane of a filter, as the keys of its dimension write it. */
export interface PlaceChoice {
  /** Spellings as SQL LIKE patterns; any of them may match. */
  readonly patterns: readonly string[];
  /** The spellings that name one place or lane in full. */
  readonly keys: readonly string[];
  /** Cities that no list of cities has: a record has to name them. */
  readonly unlisted: readonly UnlistedCity[];
}

interface UnlistedCity extends WrittenCity {
  /** SQL pattern of keys with this city. */
  readonly pattern: string;
}

interface PlaceSpellings {
  readonly patterns: readonly string[];
  readonly isCity: boolean;
  readonly unlisted: readonly WrittenCity[];
}

/** Reads "Dallas, TX", "Dallas", "75201" or "TX"; a lane is two of them with "to" or an arrow between. */
export function readPlaceChoice(dimension: Dimension, word: string): PlaceChoice {
  const field = `filters.${dimension.name}`;
  const read = (text: string) =>
    dimension.name === 'lane_states' ? readState(field, text) : readPlace(field, text, dimension);
  if (dimension.kind !== 'lane') return toChoice(read(word), (pattern) => pattern);
  const [from, to, ...otherParts] = word.split(laneArrow);
  if (!from || !to || otherParts.length > 0)
    throw createFieldError(
      'BAD_REQUEST',
      field,
      `${recordText(word, 'list')} is no lane; write "Dallas, TX -> Atlanta, GA"`,
    );
  const [origin, destination] = [read(from), read(to)];
  return {
    patterns: joinEnds(origin, destination),
    keys: origin.isCity && destination.isCity ? joinEnds(origin, destination) : [],
    unlisted: [
      ...toUnlisted(origin, (pattern) => `${pattern} -> %`),
      ...toUnlisted(destination, (pattern) => `% -> ${pattern}`),
    ],
  };
}

const laneArrow = /(?:(?<!\s)\s*)?(?:->|→|\bto\b|>|(?<=\s)-(?=\s))\s*/i;

const joinEnds = (origin: PlaceSpellings, destination: PlaceSpellings): readonly string[] =>
  origin.patterns.flatMap((from) => destination.patterns.map((to) => `${from} -> ${to}`));

const toChoice = (place: PlaceSpellings, toPattern: (pattern: string) => string): PlaceChoice => ({
  patterns: place.patterns,
  keys: place.isCity ? place.patterns : [],
  unlisted: toUnlisted(place, toPattern),
});

const toUnlisted = (
  { patterns: [pattern = ''], unlisted }: PlaceSpellings,
  toPattern: (pattern: string) => string,
): readonly UnlistedCity[] => unlisted.map((city) => ({ ...city, pattern: toPattern(pattern) }));

function readState(field: string, text: string): PlaceSpellings {
  return { patterns: [parseStateArgument(field, text.trim())], isCity: true, unlisted: [] };
}

function readPlace(field: string, typed: string, dimension: Dimension): PlaceSpellings {
  const text = typed.replace(/[%_]/g, ' ').replace(/\s+/g, ' ').trim();
  const city = readUnlistedCity(field, text);
  if (city !== undefined)
    return {
      patterns: [`${city.city}, ${city.state ?? '%'}`],
      isCity: city.state !== undefined,
      unlisted: [city],
    };
  const place = parseLanePlace(field, text);
  if (place.city !== undefined)
    return { patterns: spellCity(text, place.city, place.state), isCity: true, unlisted: [] };
  if (place.market !== undefined)
    throw buildUnclearPlaceError(
      field,
      typed,
      `is a market: filter by ${dimension.kind === 'lane' ? 'origin_market and destination_market' : `${dimension.name}_market`}`,
    );
  return { patterns: [`%${place.state}`], isCity: false, unlisted: [] };
}

/** Finds the city of a text that no list of cities has; undefined for any other place. */
function readUnlistedCity(field: string, text: string): WrittenCity | undefined {
  const name = expandTradeName(text);
  const parts = parseCityAndState(name) ?? parseCityBeforeState(name);
  if (parseCode(parts?.postalCode ?? name)) return undefined;
  if (parts !== undefined)
    return findCity(parts.city, parts.state) === undefined ? { city: parts.city, state: parts.state } : undefined;
  const isListed =
    findStateCode(name) !== undefined || findCities(name).length > 0 || findMarket(field, name) !== undefined;
  return isListed ? undefined : { city: name, state: undefined };
}

const parseCode = (text: string): boolean => parsePostalCode(text) !== undefined;

/** Lists the spellings of a city that records may have: the listed name, and the name as typed. */
function spellCity(text: string, city: string, state: string | undefined): readonly string[] {
  const typed = (parseCityAndState(text) ?? parseCityBeforeState(text))?.city;
  const names = [city, ...(typed === undefined ? [] : [typed])];
  const spellings = names.map((name) => [name, state].filter(Boolean).join(', '));
  return spellings.filter(
    (spelling, index) => spellings.findIndex((other) => other.toLowerCase() === spelling.toLowerCase()) === index,
  );
}
