import { writeDigits } from './digits.ts';
import type { Random } from './random.ts';

/** Makes the id of a record that came into being at an instant (epoch milliseconds). */
export type NewId = (at: number) => string;

const hex = (place: number, length: number) => ({ place, length, base: 16 }) as const;
const fields = [hex(0, 8), hex(9, 4), hex(14, 4), hex(19, 4), hex(24, 4), hex(28, 8)];
const text = Buffer.from('00000000-0000-0000-0000-000000000000');

/**
 * Ids in the form of uuid v7: sorted by id, records are sorted by creation. A counter in the bits below the
 * millisecond keeps records of one instant in the order in which they were made.
 */
export function idsFrom(random: Random): NewId {
  let counter = 0;
  return (at) => idOf(at, (counter = (counter + 1) & 0xfff), random);
}

/**
 * As idsFrom, but an id depends only on its instant and on how many ids that instant has had before it. Records keep
 * their ids when what comes after them is written down as well.
 */
export function steadyIds(random: Random): NewId {
  const counts = new Map<number, number>();
  return (at) => {
    const count = counts.get(at) ?? 0;
    counts.set(at, count + 1);
    return idOf(at, count, random.fork(`${at}/${count}`));
  };
}

/** The id of a record that its stream names; a place keeps records of one instant in order. */
export const idNamed = (random: Random, name: string, at: number, place = 0): string =>
  idOf(at, place, random.fork(`id/${name}`));

function idOf(at: number, counter: number, random: Random): string {
  const [low, high] = [random.bits(), random.bits()];
  const time = Math.floor(at / 65_536);
  const values = [time, at % 65_536, 0x7000 | counter, 0x8000 | (low & 0x3fff), low >>> 14, high];
  for (const [index, field] of fields.entries()) writeDigits(text, field, values[index] ?? 0);
  return text.toString('latin1');
}
