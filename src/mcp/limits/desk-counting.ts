import type { ToolRun } from '../run/run.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import type { Counting } from './moved-money.ts';

/** Reads the zone of the desk's days and hours from the person's settings or the API. */
export const readDeskZone = async ({ options: { timeZone, apiOf }, caller }: ToolRun): Promise<string> =>
  chooseDeskZone(timeZone, (await apiOf(caller.principal).time()).timeZone);

/** Creates the counting of money for a tool call. */
export const createCallCounting = (run: ToolRun): Counting => {
  const { memory, policy, now } = run.options;
  return { memory, policy, now, zone: () => readDeskZone(run) };
};
