import type { Copying } from './state/copying.ts';
import { listUpdated, listFollows, updateOnly, withSources } from './update.ts';

/** Updates for questions. Questions at about the same time share them. */
export interface SharedUpdates {
  /** Brings these up to date; an update that is about to end or ended less than `lagMs` ago counts. */
  bring(names: readonly string[], options?: BringOptions): Promise<void>;
  /** Counts the updates of this process that have ended. Records read before one of them may have changed. */
  countEnded(): number;
  /** Notes that this process has written, so that updates from before don't count any more. */
  noteWrite(): void;
  /** Waits until none is running. */
  settled(): Promise<void>;
}

interface BringOptions {
  readonly lagMs?: number;
  /** Collections that are taken from others, where the caller has read them. */
  readonly embeddedNames?: ReadonlySet<string>;
}

interface Begun {
  readonly at: number;
  /** Number of writes of this process when the update began. */
  readonly writes: number;
  readonly work: Promise<void>;
  isRunning: boolean;
}

/** Creates updates that questions share for `shareMs`; with 0 they share only a running one. */
export function shareUpdates(copying: Copying, shareMs: number): SharedUpdates {
  const latest = new Map<string, Begun>();
  let writes = 0;
  let ended = 0;

  const isFresh = (name: string, lagMs: number): boolean => {
    const begun = latest.get(name);
    if (begun?.writes !== writes) return false;
    return begun.isRunning || performance.now() - begun.at < lagMs;
  };

  function begin(names: readonly string[]): void {
    const work = updateOnly(copying, names);
    const begun: Begun = { at: performance.now(), writes, work, isRunning: true };
    for (const name of names) latest.set(name, begun);
    const end = () => {
      begun.isRunning = false;
      ended += 1;
    };
    work.then(end, () => {
      end();
      // The next question tries again.
      for (const name of names) if (latest.get(name) === begun) latest.delete(name);
    });
  }

  return {
    async bring(names, { lagMs = 0, embeddedNames } = {}) {
      const updated = await listUpdated(copying, names, embeddedNames);
      const stale = listStale(updated, shareMs === 0 ? 0 : Math.max(shareMs, lagMs), isFresh);
      if (stale.length > 0) begin(stale);
      await Promise.all(withSources(updated).flatMap((name) => latest.get(name)?.work ?? []));
    },
    countEnded: () => ended,
    noteWrite() {
      writes += 1;
    },
    async settled() {
      await Promise.allSettled([...latest.values()].map(({ work }) => work));
    },
  };
}

type IsFresh = (name: string, lagMs: number) => boolean;

/** Lists the collections to update: with one that follows another, the other too. */
function listStale(names: readonly string[], shareMs: number, isFresh: IsFresh): readonly string[] {
  const requestedNames = new Set(names);
  const isStale = (name: string, lagMs = 0) => !isFresh(name, shareMs === 0 ? 0 : Math.max(shareMs, lagMs));
  const listStaleFollows = (name: string) =>
    listFollows(name).filter(({ collectionName, lagMs }) =>
      isStale(collectionName, requestedNames.has(collectionName) ? 0 : lagMs),
    );
  const stale = names.filter((name) => isStale(name) || listStaleFollows(name).length > 0);
  return [
    ...new Set(stale.flatMap((name) => [...listStaleFollows(name).map(({ collectionName }) => collectionName), name])),
  ];
}
