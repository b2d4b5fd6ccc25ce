import type { DatabaseKind, Queries } from '../../store/connection.ts';
import type { Organization, ServiceContext } from '../shared/context.ts';
import { holdTime, holdTimeAlone, type SandboxClock } from './sandbox-clock.ts';

export type RequestTimes = Pick<ServiceContext, 'now' | 'machineNow'>;

interface Asking {
  readonly db: Queries;
  readonly organization: Organization;
  readonly isRead: boolean;
  /** The request moves the sandbox's time, or makes it anew. */
  readonly isSandboxOnly: boolean;
}

interface Clocks {
  readonly kind: DatabaseKind;
  readonly now: () => string;
  readonly sandboxClock: SandboxClock;
}

/** Business goes by the organization's time, which in a sandbox may be ahead of the machine's. */
export async function timesOf(
  { kind, now: machine, sandboxClock }: Clocks,
  { db, organization, isRead, isSandboxOnly }: Asking,
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
  return { now: later(machineNow, aheadMs), machineNow };
}

export const later = (instant: string, ms: number): string =>
  ms === 0 ? instant : new Date(Date.parse(instant) + ms).toISOString();
