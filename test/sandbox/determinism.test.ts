import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BrokerageOptions, generateBrokerage } from '../../src/sandbox/generate.ts';
import { now } from './world.ts';

const small: BrokerageOptions = { seed: 'a', now, size: { shipments: 260 } };

function digestOf(options: BrokerageOptions): string {
  const hash = createHash('sha256');
  for (const batch of generateBrokerage(options)) hash.update(JSON.stringify(batch));
  return hash.digest('hex');
}

test('the same seed at the same time makes the same brokerage, byte for byte', () => {
  const first = digestOf(small);

  const second = digestOf({ ...small });

  expect(second).toBe(first);
});

test('another seed, time or size makes another brokerage', () => {
  const others = [
    { ...small, seed: 'b' },
    { ...small, now: '2026-11-20T16:00:00.000Z' },
    { ...small, size: { shipments: 261 } },
  ];

  const digests = [small, ...others].map(digestOf);

  expect(new Set(digests).size).toBe(4);
});

test('two generators running side by side do not disturb each other', () => {
  const alone = digestOf(small);
  const [left, right] = [generateBrokerage(small), generateBrokerage({ ...small, seed: 'b' })];
  const hash = createHash('sha256');

  for (let batch = left.next(); !batch.done; batch = left.next()) {
    right.next();
    hash.update(JSON.stringify(batch.value));
  }

  expect(hash.digest('hex')).toBe(alone);
});

test('rows come in batches small enough to be written one after the other', () => {
  const sizes = [...generateBrokerage(small)]
    .filter(({ table }) => table !== 'registry_carrier')
    .map(({ rows }) => rows.length);

  expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
});
