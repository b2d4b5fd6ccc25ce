import type { Random } from './random.ts';

/** Makes the id of a record that came into being at an instant (epoch milliseconds). */
export type NewId = (at: number) => string;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byte = (value: number) => hex[value & 255] ?? '00';
const pair = (value: number) => byte(value >>> 8) + byte(value);

/**
 * Ids in the form of uuid v7: sorted by id, records are sorted by creation. A counter in the bits below the
 * millisecond keeps records of one instant in the order in which they were made.
 */
export function idsFrom(random: Random): NewId {
  let counter = 0;
  return (at) => {
    counter = (counter + 1) & 0xfff;
    const [low, high] = [random.bits(), random.bits()];
    const seconds = Math.floor(at / 65_536);
    const time = `${pair(seconds >>> 16)}${pair(seconds)}-${pair(at % 65_536)}`;
    return `${time}-${pair(0x7000 | counter)}-${pair(0x8000 | (low & 0x3fff))}-${pair(low >>> 14)}${pair(high >>> 16)}${pair(high)}`;
  };
}
