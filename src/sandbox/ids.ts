import { writeDigits } from './digits.ts';
import type { Random } from './random.ts';

/** Makes the id of a record that came into being at an instant (epoch milliseconds). */
export type NewId = (at: number) => string;

const hex = (place: number, length: number) => ({ place, length, base: 16 }) as const;
const fields = [hex(0, 8), hex(9, 4), hex(14, 4), hex(19, 4), hex(24, 4), hex(28, 8)];

/**
 * Ids in the form of uuid v7: sorted by id, records are sorted by creation. A counter in the bits below the
 * millisecond keeps records of one instant in the order in which they were made.
 */
export function idsFrom(random: Random): NewId {
  const text = Buffer.from('00000000-0000-0000-0000-000000000000');
  let counter = 0;
  return (at) => {
    counter = (counter + 1) & 0xfff;
    const [low, high] = [random.bits(), random.bits()];
    const time = Math.floor(at / 65_536);
    const values = [time, at % 65_536, 0x7000 | counter, 0x8000 | (low & 0x3fff), low >>> 14, high];
    for (const [index, field] of fields.entries()) writeDigits(text, field, values[index] ?? 0);
    return text.toString('latin1');
  };
}
