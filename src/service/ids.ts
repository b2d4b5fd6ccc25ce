import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const sequenceMax = 0x7fff_ffff;
const randomBytesPerId = 16;
const idsPerFill = 256;

/** Makes an id, of another moment than the present when one is named. */
export type NewId = (at?: string) => string;

/** Time-ordered uuids (version 7) on the given clock; ids of one process within one millisecond keep their order. */
export function createIds(now: () => string): NewId {
  const random = randomSource();
  let sequence = 0;
  return (at = now()) => {
    sequence = sequence === sequenceMax ? 0 : sequence + 1;
    return v7({ msecs: Date.parse(at), seq: sequence, random: random() });
  };
}

/** Random bytes for one id at a time, asked of the system for many at once: each asking costs more than the id. */
function randomSource(): () => Uint8Array {
  const pool = new Uint8Array(randomBytesPerId * idsPerFill);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    next += randomBytesPerId;
    return pool.subarray(next - randomBytesPerId, next);
  };
}
