/**
 * Callers of one turn of the event loop share a call, which starts when all of them have come: each gets an answer that
 * was asked for after it came.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;

  async function atEndOfTurn(): Promise<Result> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    next = undefined;
    return call();
  }

  return () => (next ??= atEndOfTurn());
}
