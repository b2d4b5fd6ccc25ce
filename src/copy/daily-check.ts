import { beginDay } from './comparison.ts';
import { pauseFor } from './state/requests.ts';
import type { Copying } from './state/copying.ts';
import { compareAndKeep, repairDifferent } from './verify.ts';

/** Background comparison of some of the copy with the API, started by the first question of a day. */
export interface DailyCheck {
  /** The moment of the question, by the API's time. */
  start(at: string): void;
  settled(): Promise<void>;
}

/** The answer goes first. */
const afterAnswerMs = 1_000;

/** Starts the comparison of a day once in this process; `compare` finds out whether another process has done it. */
export function checkDaily(compare: (day: string) => Promise<void>): DailyCheck {
  let running: Promise<void> | undefined;
  let startedDay = '';
  return {
    start(at) {
      const day = at.slice(0, 10);
      if (day <= startedDay) return;
      startedDay = day;
      running ??= compare(day).finally(() => (running = undefined));
    },
    settled: async () => running,
  };
}

export const uncomparedText = 'The copy of the records could not be compared with the API today.';

/**
 * Compares some of the copy with the API and repairs it, unless a process has done so on this day. Faults are logged.
 */
export async function compareDay(copying: Copying, day: string): Promise<void> {
  const { database, source, signal, log } = copying;
  try {
    if (!(await beginDay(database, day))) return;
    await pauseFor(source, afterAnswerMs, signal);
    const verdicts = await compareAndKeep(copying, { isWhole: false, random: Math.random });
    const records = verdicts.flatMap(({ different }) => different).length;
    if (records === 0) return;
    await repairDifferent(copying, verdicts);
    log('warn', 'Some records of the copy were not as the API shows them; they were read again.', { records });
  } catch (error) {
    if (!signal.aborted) log('warn', uncomparedText, { cause: String(error) });
  }
}
