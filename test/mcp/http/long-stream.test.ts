import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endWithRight } from '../../../src/mcp/http/long-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that never ends by itself, and says whether anybody still reads it. */
function openStream() {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: first\n\n')),
    cancel: () => void (state.isCancelled = true),
  });
  return { state, answer: new Response(body, { headers: { 'content-type': 'text/event-stream' } }) };
}

test('a subscription of somebody who was sent away ends, and what it listened to hears of it', async () => {
  const { state, answer } = openStream();
  let holds = true;
  const reader = endWithRight(answer, async () => holds).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);

  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.isCancelled).toBe(false);
  holds = false;
  const next = reader?.read().then(
    () => 'goes on',
    (error: unknown) => String(error),
  );
  await vi.advanceTimersByTimeAsync(5000);

  expect(await next).toContain('does not hold any more');
  expect(state.isCancelled).toBe(true);
});

test('an issuer that cannot be asked for a moment ends nothing, and nobody is asked about who has gone', async () => {
  const { answer } = openStream();
  let pulls = 0;
  const reader = endWithRight(answer, async () => {
    pulls += 1;
    throw new Error('no answer');
  }).body?.getReader();
  await reader?.read();

  await vi.advanceTimersByTimeAsync(10_000);
  expect(pulls).toBeGreaterThan(1);
  await reader?.cancel();
  const before = pulls;
  await vi.advanceTimersByTimeAsync(10_000);

  expect(pulls).toBe(before);
});

test('an answer that ends by itself is left as it is', () => {
  const answer = Response.json({ result: {} });

  expect(endWithRight(answer, async () => false)).toBe(answer);
});
