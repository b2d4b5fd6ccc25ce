import { expect } from 'vitest';

/** Longer than any machine takes: it only ends a test that would wait for ever. */
const guardMs = 300_000;

export async function waitUntil(isReached: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isReached, { timeout: guardMs, interval: 10 }).toBe(true);
}
