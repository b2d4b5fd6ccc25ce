import { beginDay } from './comparison.ts';
import { pauseFor } from './state/requests.ts';
import type { Copying } from './state/copying.ts';
import { compareAndKeep, repairDifferent } from './verify.ts';

/** Compares some of the copy with the API, with the first question of a day, behind its answer. */
export interface DailyCheck {
  /** The moment of the question, by the API's time. */
  start(at: string): void;
  settled(): Promise<void>;
}

/** The answer goes first. */
const afterAnswerMs = 1_000;

export function checkDaily(copying: Copying): DailyCheck {
  const { database, source, signal, log } = copying;
  let running: Promise<void> | undefined;
  let seen = '';

  async function check(day: string): Promise<void> {
    try {
      if (!(await beginDay(database, day))) return;
      await pauseFor(source, afterAnswerMs, signal);
      const verdicts = await compareAndKeep(copying, { isWhole: false, random: Math.random });
      const records = verdicts.flatMap(({ different }) => different).length;
      if (records === 0) return;
      await repairDifferent(copying, verdicts);
      log('warn', 'Some records of the copy were not as the API shows them; they were read again.', { records });
    } catch (error) {
      if (signal.aborted) return;
      log('warn', 'The copy of the records could not be compared with the API today.', { cause: String(error) });
    } finally {
      running = undefined;
    }
  }

  return {
    start(at) {
      const day = at.slice(0, 10);
      if (day <= seen) return;
      seen = day;
      running ??= check(day);
    },
    settled: async () => running,
  };
}
