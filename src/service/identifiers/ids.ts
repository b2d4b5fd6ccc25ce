import { v7 } from 'uuid';

const sequenceMax = 0x7fff_ffff;

/** Makes an id, of another moment than the present when one is named. */
export type NewId = (at?: string) => string;

/**
 * Creates a source of time-ordered uuids (version 7) on a clock. Ids of one process within a millisecond keep their
 * order.
 */
export function createIds(now: () => string): NewId {
  let sequence = 0;
  return (at = now()) => {
    sequence = sequence === sequenceMax ? 0 : sequence + 1;
    return v7({ msecs: Date.parse(at), seq: sequence });
  };
}
