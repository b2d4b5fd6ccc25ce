import { expect, test } from 'vitest';
import type { RateLimit } from '../../../src/client/calls/api-client.ts';
import { startCallDeadline } from '../../../src/mcp/run/call-deadline.ts';

const allowed: RateLimit = { perMinute: undefined, waitSeconds: 0 };

const start = (ms: number, { caller = new AbortController().signal, rateLimit = allowed } = {}) =>
  startCallDeadline({ caller, ms, api: () => ({ rateLimit: () => rateLimit }) });

const waitForEnd = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return signal.reason;
};

test('the time of a call ends with an error that says so', async () => {
  using deadline = start(1);

  expect(await waitForEnd(deadline.signal)).toMatchObject({
    code: 'TIMEOUT',
    message: 'The answer took longer than 0.001 s, so it was stopped.',
  });
});

test('where the API takes no requests then, the error names its limit and when to ask again', async () => {
  using deadline = start(1, { rateLimit: { perMinute: 300, waitSeconds: 14 } });

  expect(await waitForEnd(deadline.signal)).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The API allows 300 requests a minute and they are used up; ask again in 14 s.',
    retryAfterSeconds: 14,
  });
});

test('a call that has written has no time limit any more, and still ends with its caller', async () => {
  const caller = new AbortController();
  using deadline = start(1, { caller: caller.signal });
  deadline.release();
  // A timer of the same length that began later.
  await waitForEnd(start(1).signal);

  expect(deadline.signal.aborted).toBe(false);
  expect(deadline.remainingMs()).toBeUndefined();
  caller.abort(new Error('gone'));
  expect(deadline.signal.reason).toMatchObject({ message: 'gone' });
});

test('a call whose caller has gone before it begins has ended', () => {
  using deadline = start(60_000, { caller: AbortSignal.abort() });

  expect(deadline.signal.aborted).toBe(true);
});
