import { v7 } from 'uuid';

const sequenceMax = 0x7fff_ffff;

/** Time-ordered uuids (version 7) on the given clock; ids of one process within one millisecond keep their order. */
export function createIds(now: () => string): () => string {
  let sequence = 0;
  return () => {
    sequence = sequence === sequenceMax ? 0 : sequence + 1;
    return v7({ msecs: Date.parse(now()), seq: sequence });
  };
}
