import { countSpellingMistakes } from '../text/spelling.ts';
import { toCityKey } from './city-key.ts';
import { findCities, listPlaceNames, type PlaceName } from './place-table.ts';

const citiesMax = 3;
/** Letters of a name for each of which one may be wrong. */
const lettersPerMistake = 4;

/**
 * Lists the cities that a misspelled name may stand for, as "Dallas, TX": names in its state with the fewest wrong letters
 * first, the largest of them first; else that name in other states. Empty where none is close.
 */
export function listNearCities(name: string, state: string | undefined): readonly string[] {
  const key = toCityKey(name);
  const mistakesMax = Math.max(1, Math.floor(key.length / lettersPerMistake));
  const near = listPlaceNames(state).flatMap((place) => {
    const mistakes = countMistakes(key, toCityKey(place.name), mistakesMax);
    return mistakes === undefined ? [] : [{ ...place, mistakes }];
  });
  const sorted = near.toSorted(
    (first, second) => first.mistakes - second.mistakes || second.population - first.population,
  );
  const best = sorted[0]?.mistakes;
  const names = sorted.filter(({ mistakes }) => mistakes === best).map(formatPlace);
  return [...new Set(names.length > 0 ? names : findCities(name).map(formatPlace))].slice(0, citiesMax);
}

/** Counts the wrong letters; undefined where there are more than the limit. */
function countMistakes(key: string, other: string, mistakesMax: number): number | undefined {
  if (Math.abs(key.length - other.length) > mistakesMax) return undefined;
  const mistakes = countSpellingMistakes(key, other);
  return mistakes > mistakesMax ? undefined : mistakes;
}

const formatPlace = ({ name, state }: Pick<PlaceName, 'name' | 'state'>): string => `${name}, ${state}`;
