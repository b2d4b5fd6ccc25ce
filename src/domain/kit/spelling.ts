/** Three letters in a row, where the beginning and the end of the word count as letters of their own. */
export function trigramsOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: word.length + 1 }, (_, place) => padded.slice(place, place + 3)));
}

/** How alike two words look, from 0 to 1: the share of their trigrams that both have. */
export function similarityOf(one: string, other: string): number {
  const [first, second] = [trigramsOf(one), trigramsOf(other)];
  const shared = [...first].filter((gram) => second.has(gram)).length;
  return shared / (first.size + second.size - shared);
}

/** How many letters were left out, put in, mistaken or swapped with their neighbour. */
export function mistakesBetween(typed: string, meant: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: meant.length + 1 }, (_, place) => place);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let place = 1; place <= meant.length; place += 1) {
      const isSame = typed[row - 1] === meant[place - 1];
      const isSwapped =
        row > 1 && place > 1 && typed[row - 1] === meant[place - 2] && typed[row - 2] === meant[place - 1];
      current.push(
        Math.min(
          at(previous, place) + 1,
          at(current, place - 1) + 1,
          at(previous, place - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforePrevious, place - 2) + 1 : Infinity,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, meant.length);
}

const at = (distances: readonly number[], place: number): number => distances[place] ?? Infinity;

const digits = '0123456789'.split('');

/** Every number that a typed one may be with one mistake: digits swapped, changed, left out or put in. */
export function mistypedNumbers(typed: string): readonly string[] {
  const places = Array.from({ length: typed.length + 1 }, (_, place) => [typed.slice(0, place), typed.slice(place)]);
  const numbers = places.flatMap(([before = '', after = '']) => [
    ...(after.length > 1 ? [`${before}${after[1]}${after[0]}${after.slice(2)}`] : []),
    ...(after === '' ? [] : [before + after.slice(1), ...digits.map((digit) => before + digit + after.slice(1))]),
    ...digits.map((digit) => before + digit + after),
  ]);
  return [...new Set(numbers)].filter((number) => number !== typed && number !== '');
}
