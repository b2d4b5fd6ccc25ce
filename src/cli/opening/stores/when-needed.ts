/** Resource that is opened when it is first needed and stays open. After a failure, the next call tries again. */
export interface WhenNeeded<Opened> {
  readonly get: () => Promise<Opened>;
  /** Returns the opened value; undefined if nothing is open. */
  readonly opened: () => Promise<Opened | undefined>;
}

export function whenNeeded<Opened>(open: () => Promise<Opened>): WhenNeeded<Opened> {
  let opening: Promise<Opened> | undefined;
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        // A locked or full disk may have been put right when it is asked for again.
        opening = undefined;
        throw error;
      });
      return opening;
    },
    opened: async () => opening?.catch(() => undefined),
  };
}
