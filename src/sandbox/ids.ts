import type { Random } from './random.ts';

/** Makes the id of a record that came into being at an instant (epoch milliseconds). */
export type NewId = (at: number) => string;

const digits = Buffer.from('0123456789abcdef');

/**
 * Ids in the form of uuid v7: sorted by id, records are sorted by creation. A counter in the bits below the
 * millisecond keeps records of one instant in the order in which they were made.
 */
export function idsFrom(random: Random): NewId {
  // Millions of ids wait for their day: text that is put together from pieces would keep all of the pieces.
  const text = Buffer.from('00000000-0000-0000-0000-000000000000');
  const write = (place: number, length: number, value: number) => {
    let rest = value;
    for (let at = place + length - 1; at >= place; at -= 1) {
      text[at] = digits[rest & 15] ?? 0;
      rest >>>= 4;
    }
  };
  let counter = 0;
  return (at) => {
    counter = (counter + 1) & 0xfff;
    const [low, high] = [random.bits(), random.bits()];
    write(0, 8, Math.floor(at / 65_536));
    write(9, 4, at % 65_536);
    write(14, 4, 0x7000 | counter);
    write(19, 4, 0x8000 | (low & 0x3fff));
    write(24, 4, low >>> 14);
    write(28, 8, high);
    return text.toString('latin1');
  };
}
