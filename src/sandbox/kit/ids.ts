import { v7 } from 'uuid';
import type { Random } from './random.ts';

/** Makes the id of a record that is created at an instant (epoch milliseconds). */
export type CreateIdAt = (at: number) => string;

/**
 * Creates a source of time-ordered uuids (version 7): sorted by id, records are sorted by creation. Ids of one instant
 * keep the order in which they were created.
 */
export function createIdSource(random: Random): CreateIdAt {
  let count = 0;
  return (at) => createId(at, (count += 1), random);
}

/**
 * Creates a source of ids that depend only on their instant and on the number of ids before them at that instant.
 * Records keep their ids when later ones are written as well.
 */
export function createSteadyIdSource(random: Random): CreateIdAt {
  const counts = new Map<number, number>();
  return (at) => {
    const count = counts.get(at) ?? 0;
    counts.set(at, count + 1);
    return createId(at, count, random.fork(`${at}/${count}`));
  };
}

/** Creates the id of a named record of a random stream. `place` keeps records of one instant in order. */
export const createNamedId = (random: Random, name: string, at: number, place = 0): string =>
  createId(at, place, random.fork(`id/${name}`));

const randomBytes = new Uint8Array(16);
const idBytes = new Uint8Array(16);

function createId(msecs: number, seq: number, random: Random): string {
  random.writeBytes(randomBytes);
  v7({ msecs, seq, random: randomBytes }, idBytes);
  return formatId(idBytes);
}

/** Text of an id, of which only the digits are written: the dashes stay. */
const idText = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1');
/** Offsets in the text of the bytes of an id. */
const byteOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const hexDigits = Buffer.from('0123456789abcdef', 'latin1');

/** Writes an id into one buffer: the library joins it from twenty texts, which takes four times as long. */
function formatId(bytes: Uint8Array): string {
  let place = 0;
  for (const offset of byteOffsets) {
    const byte = bytes[place] ?? 0;
    idText[offset] = hexDigits[byte >>> 4] ?? 0;
    idText[offset + 1] = hexDigits[byte & 15] ?? 0;
    place += 1;
  }
  return idText.toString('latin1');
}
