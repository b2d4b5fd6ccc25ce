import type { DatabaseKind, Queries } from '../../store/connection.ts';
import type { Organization, ServiceContext } from '../shared/context.ts';
import { holdTime, holdTimeAlone, type SandboxClockReader } from './sandbox-clock.ts';

export type RequestTimes = Pick<ServiceContext, 'now' | 'machineNow'>;

interface TimedRequest {
  readonly db: Queries;
  readonly organization: Organization;
  readonly isRead: boolean;
  /** The request moves the sandbox's time, or makes it anew. */
  readonly isSandboxOnly: boolean;
}

interface RequestClocks {
  readonly kind: DatabaseKind;
  readonly now: () => string;
  readonly sandboxClock: SandboxClockReader;
}

/** Reads the times of a request: the organization's, which in a sandbox may be ahead, and the machine's. */
export async function readTimes(
  { kind, now: machine, sandboxClock }: RequestClocks,
  { db, organization, isRead, isSandboxOnly }: TimedRequest,
): Promise<RequestTimes> {
  if (!organization.isSandbox) {
    const now = machine();
    return { now, machineNow: now };
  }
  const store = { db, kind };
  const aheadMs = isRead
    ? await sandboxClock.aheadMs()
    : await (isSandboxOnly ? holdTimeAlone(store) : holdTime(store));
  // After the wait for a request that was moving the time.
  const machineNow = machine();
  return { now: addMs(machineNow, aheadMs), machineNow };
}

export const addMs = (instant: string, ms: number): string =>
  ms === 0 ? instant : new Date(Date.parse(instant) + ms).toISOString();
