/** Time that a caller waits for another process to give a file free before the call fails busy. */
export const busyWaitMs = 5000;

const pauseMaxMs = 100;
/** SQLITE_BUSY and SQLITE_LOCKED; extended codes carry them in the low byte. */
const busyCodes = new Set([5, 6]);

/** Tells if an error of SQLite says that the file is locked. */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  busyCodes.has(error.errcode % 256);

/**
 * Tries the work again until the file is free or the time is over. The pauses are outside SQLite, so that the process, and
 * the thread that has the connection, serve other callers meanwhile.
 */
export async function retryWhileBusy<Result>(
  work: () => Promise<Result>,
  deadline: number = Date.now() + busyWaitMs,
): Promise<Result> {
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isSqliteBusy(error) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
