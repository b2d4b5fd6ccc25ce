import { addMilliseconds } from '../run/call-details.ts';

/** A process that was at an execution and did nothing for so long has ended: longer than one call can take. */
export const leaseMs = 60_000;

export const computeLeaseEnd = (now: string): string => addMilliseconds(now, leaseMs);
