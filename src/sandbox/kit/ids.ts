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

const idAt = (msecs: number, seq: number, random: Random): string => v7({ msecs, seq, random: random.bytes(16) });
