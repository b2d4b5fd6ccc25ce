/** Lists all three-letter parts of a word, with spaces around it as letters. */
export function listTrigrams(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: word.length + 1 }, (_, place) => padded.slice(place, place + 3)));
}

/** Computes the similarity of two words from 0 to 1: the share of their trigrams that both have. */
export function computeSimilarity(word: string, other: string): number {
  const [first, second] = [listTrigrams(word), listTrigrams(other)];
  const shared = [...first].filter((gram) => second.has(gram)).length;
  return shared / (first.size + second.size - shared);
}

/** Counts the letters that are missing, added, wrong or swapped with a neighbor. */
export function countSpellingMistakes(typed: string, word: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: word.length + 1 }, (_, place) => place);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let place = 1; place <= word.length; place += 1) {
      const isSame = typed[row - 1] === word[place - 1];
      const isSwapped =
        row > 1 && place > 1 && typed[row - 1] === word[place - 2] && typed[row - 2] === word[place - 1];
      current.push(
        Math.min(
          getDistance(previous, place) + 1,
          getDistance(current, place - 1) + 1,
          getDistance(previous, place - 1) + (isSame ? 0 : 1),
          isSwapped ? getDistance(beforePrevious, place - 2) + 1 : Infinity,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return getDistance(previous, word.length);
}

const getDistance = (distances: readonly number[], place: number): number => distances[place] ?? Infinity;

const digits = '0123456789'.split('');

/** Lists every number that differs from the input by one mistake: digits swapped, changed, missing or added. */
export function listMistypedNumbers(typed: string): readonly string[] {
  const places = Array.from({ length: typed.length + 1 }, (_, place) => [typed.slice(0, place), typed.slice(place)]);
  const numbers = places.flatMap(([before = '', after = '']) => [
    ...(after.length > 1 ? [`${before}${after[1]}${after[0]}${after.slice(2)}`] : []),
    ...(after === '' ? [] : [before + after.slice(1), ...digits.map((digit) => before + digit + after.slice(1))]),
    ...digits.map((digit) => before + digit + after),
  ]);
  return [...new Set(numbers)].filter((number) => number !== typed && number !== '');
}
