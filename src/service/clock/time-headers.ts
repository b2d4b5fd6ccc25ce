import type { Organization } from '../shared/context.ts';
import { later } from './request-times.ts';
import type { SandboxClock } from './sandbox-clock.ts';

interface Clocks {
  readonly now: () => string;
  readonly sandboxClock: SandboxClock;
}

/** What an answer says of the organization's time: the present of its business, and the zone of its civil dates. */
export async function timeHeaders(
  { now, sandboxClock }: Clocks,
  { isSandbox, timeZone }: Organization,
): Promise<Readonly<Record<'date' | 'x-time-zone', string>>> {
  const aheadMs = isSandbox ? await sandboxClock.aheadMs() : 0;
  return { date: new Date(later(now(), aheadMs)).toUTCString(), 'x-time-zone': timeZone };
}
