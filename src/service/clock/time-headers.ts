import type { Organization } from '../shared/context.ts';
import { addMs } from './request-times.ts';
import type { SandboxClockReader } from './sandbox-clock.ts';

interface HeaderClocks {
  readonly now: () => string;
  readonly sandboxClock: SandboxClockReader;
}

/** Builds the headers with the organization's current time and the time zone of its civil dates. */
export async function buildTimeHeaders(
  { now, sandboxClock }: HeaderClocks,
  { isSandbox, timeZone }: Organization,
): Promise<Readonly<Record<'date' | 'x-time-zone', string>>> {
  const aheadMs = isSandbox ? await sandboxClock.aheadMs() : 0;
  return { date: new Date(addMs(now(), aheadMs)).toUTCString(), 'x-time-zone': timeZone };
}
