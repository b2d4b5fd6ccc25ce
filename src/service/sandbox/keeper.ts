import type { Log } from '../../log.ts';

/** Interval between two checks of the sandbox's time, also after one that failed. */
const lookMs = 5 * 60_000;
const failedMs = 30_000;

interface KeeperOptions {
  readonly keepUp: () => Promise<void>;
  readonly now: () => string;
  readonly log: Log;
}

/**
 * Brings the sandbox up to the present before a request is served: the first one after it was opened, and one every
 * few minutes of a long day. A sandbox that cannot go on now is served as it is.
 */
export function createKeeper({ keepUp, now, log }: KeeperOptions): () => Promise<void> {
  let nextLookAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      await keepUp();
      nextLookAt = Date.parse(now()) + lookMs;
    } catch (error) {
      nextLookAt = Date.parse(now()) + failedMs;
      const cause = error instanceof Error ? error.message : String(error);
      log('warn', 'The sandbox could not be brought up to the present; it is tried again.', { cause });
    }
  };
  return async () => {
    if (looking === undefined && Date.parse(now()) < nextLookAt) return;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    await looking;
  };
}
