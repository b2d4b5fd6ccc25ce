import type { Run } from '../run/run.ts';
import { deskZone } from '../run/call-facts.ts';
import type { Counting } from './moved-money.ts';

/** Reads the zone of the desk's days and hours from the person's settings or the API. */
export const readDeskZone = async ({ options: { timeZone, apiOf }, caller }: Run): Promise<string> =>
  deskZone(timeZone, (await apiOf(caller.principal).time()).timeZone);

/** Creates the counting of money for a tool call. */
export const createCallCounting = (run: Run): Counting => {
  const { memory, policy, now } = run.options;
  return { memory, policy, now, zone: () => readDeskZone(run) };
};
