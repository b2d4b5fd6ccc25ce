import { v7 } from 'uuid';
import type { Random } from './random.ts';

/** Makes the id of a record that is created at an instant (epoch milliseconds). */
export type NewId = (at: number) => string;

/**
 * Time-ordered uuids (version 7): sorted by id, records are sorted by creation. Those of one instant keep the order in
 * which they were made.
 */
export function idsFrom(random: Random): NewId {
  let count = 0;
  return (at) => idAt(at, (count += 1), random);
}

/**
 * As idsFrom, but an id depends only on its instant and on how many ids that instant has had before it. Records keep
 * their ids when later ones are written as well.
 */
export function steadyIds(random: Random): NewId {
  const counts = new Map<number, number>();
  return (at) => {
    const count = counts.get(at) ?? 0;
    counts.set(at, count + 1);
    return idAt(at, count, random.fork(`${at}/${count}`));
  };
}

/** The id of a record that its stream names; a place keeps records of one instant in order. */
export const idNamed = (random: Random, name: string, at: number, place = 0): string =>
  idAt(at, place, random.fork(`id/${name}`));

const randomBytes = new Uint8Array(16);
const idBytes = new Uint8Array(16);

function idAt(msecs: number, seq: number, random: Random): string {
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
