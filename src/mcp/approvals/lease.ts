import { isBefore } from '../../domain/kit/instants.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { ApprovalRow } from '../tool/memory.ts';

/** A process that was at an execution and did nothing for so long has ended: longer than one call can take. */
export const leaseMs = 60_000;

export const computeLeaseEnd = (now: string): string => addMilliseconds(now, leaseMs);

/** Returns true while a process carries the plan out, unless that process has ended. */
export const isUnderWay = (
  { status, leased_until: until }: Pick<ApprovalRow, 'status' | 'leased_until'>,
  now: string,
): boolean => status === 'executing' && until !== null && isBefore(until, now, leaseMs);
