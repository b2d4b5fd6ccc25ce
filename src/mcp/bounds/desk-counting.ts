import type { Run } from '../run/run.ts';
import { deskZone } from '../run/call-facts.ts';
import type { Counting } from './moved-money.ts';

/** The zone of the desk's days and hours, as the person or the API tells it. */
export const zoneOf = async ({ options: { timeZone, apiOf }, caller }: Run): Promise<string> =>
  deskZone(timeZone, (await apiOf(caller.principal).time()).timeZone);

/** What counts money in a call of a tool. */
export const countingOf = (run: Run): Counting => {
  const { memory, policy, now } = run.options;
  return { memory, policy, now, zone: () => zoneOf(run) };
};
