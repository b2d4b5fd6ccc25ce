/**
 * Callers that come while a call is running share the next one: each gets an answer that was asked for after it came,
 * and however many come, one call at a time is running.
 */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  function start(): Promise<Result> {
    next = undefined;
    const started = call();
    const over = () => {
      if (next === undefined) running = undefined;
    };
    running = started.then(over, over);
    return started;
  }

  return () => {
    if (running === undefined) return start();
    next ??= running.then(start);
    return next;
  };
}
