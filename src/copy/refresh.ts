import { abortable, deadline } from '../client/abort.ts';
import { WaybillError } from '../errors.ts';
import type { DailyCheck } from './daily-check.ts';
import type { Filling } from './filling.ts';
import { type CopyExtent, extentOf } from './progress.ts';
import type { SharedUpdates } from './shared-updates.ts';
import { allNames, listUpdated, type Copying, updateFacts } from './update.ts';

/** How far what a question asked for has come. */
export interface Refreshed extends CopyExtent {
  /** False where the update takes longer than a question waits: it goes on behind the answer. */
  readonly isCurrent: boolean;
}

export interface Question {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  /** Told now and then while it waits for records. */
  readonly onWaiting: (extent: CopyExtent) => Promise<void>;
}

interface Refreshing {
  readonly copying: Copying;
  readonly updates: SharedUpdates;
  readonly filling: Filling;
  /** Absent where the process ends soon. */
  readonly daily: DailyCheck | undefined;
  readonly patienceMs: number;
}

const tellEveryMs = 2_000;

/** Brings these up to date and waits some seconds for what is missing of them. */
export async function refreshFor(
  { copying, updates, filling, daily, patienceMs }: Refreshing,
  { names, signal, onWaiting }: Question,
): Promise<Refreshed> {
  const { database } = copying;
  using patience = deadline({ ms: patienceMs, reason: outOfPatience, parents: [signal] });
  const isCurrent = await isInTime(updates.bring(names));
  const extent = () => extentOf(database, names);
  if (!(await extentOf(database, allNames)).isWhole) filling.start(await listUpdated(copying, names));
  const tell = seldom(tellEveryMs, async () => onWaiting(await extent()));
  while (filling.isRunning() && !(await extent()).isWhole && (await isInTime(filling.page()))) await tell();
  // Of the pages that were written meanwhile.
  if (filling.isRunning()) await updateFacts(copying);
  const reached = await extent();
  if (isCurrent && !filling.isRunning() && reached.asOf !== null) daily?.start(reached.asOf);
  return { ...reached, isCurrent };

  async function isInTime(work: Promise<void>): Promise<boolean> {
    try {
      await abortable(work, patience.signal);
      return true;
    } catch (error) {
      if (signal.aborted || !patience.signal.aborted) throw error;
      return false;
    }
  }
}

const outOfPatience = () => new WaybillError('TIMEOUT', 'the copy of the records is not ready yet');

export function seldom(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let last = Date.now();
  return async () => {
    if (Date.now() - last < everyMs) return;
    last = Date.now();
    await work();
  };
}
