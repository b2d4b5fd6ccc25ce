import { expect, test } from 'vitest';
import { computeNextAttempt } from '../../../src/domain/messages/webhook-retry.ts';

const failedAt = '2026-11-20T15:00:00.000Z';

test.each([
  [1, '2026-11-20T15:00:05.000Z'],
  [2, '2026-11-20T15:05:00.000Z'],
  [3, '2026-11-20T15:30:00.000Z'],
  [4, '2026-11-20T17:00:00.000Z'],
  [5, '2026-11-20T20:00:00.000Z'],
  [6, '2026-11-21T01:00:00.000Z'],
  [7, null],
  [8, null],
])('after failed attempt %i the next one is at %s', (attempts, expected) => {
  expect(computeNextAttempt(attempts, failedAt)).toBe(expected);
});
