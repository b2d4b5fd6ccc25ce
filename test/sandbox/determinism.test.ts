import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateBrokerage } from '../../src/sandbox/generate.ts';
import { type LivingOptions, createLivingBrokerage, worldVersion } from '../../src/sandbox/onward/living.ts';
import { longestTimelineMs } from '../../src/sandbox/freight/timeline.ts';
import { now } from './world.ts';

const small: LivingOptions = { seed: 'a', now, size: { shipments: 60 } };

function computeDigest(options: LivingOptions): string {
  const hash = createHash('sha256');
  for (const batch of generateBrokerage(options)) hash.update(JSON.stringify(batch));
  return hash.digest('hex');
}

test('the same seed at the same time makes the same brokerage, byte for byte', () => {
  const first = computeDigest(small);

  const second = computeDigest({ ...small });

  expect(second).toBe(first);
});

test.each([
  { ...small, digest: '7cc6001c1e3f125c17596f2c6d63938904f0713a486a3d1b0c610b3dbf701f45' },
  {
    seed: '1',
    now,
    size: { shipments: 1300 },
    digest: 'cf1d8019074f393622ca78577fd6371ad0176719c6b520e39bc4420058e18101',
  },
])(
  'a brokerage of $size.shipments shipments has the rows that this version of the world has always had',
  ({ digest, ...options }) => {
    // Sandboxes of an earlier build go on only where the rows are the same: rows that change on purpose need a new version.
    expect([worldVersion, computeDigest(options)]).toEqual([2, digest]);
  },
);

test('another seed, time or size makes another brokerage', () => {
  const otherOptions = [
    { ...small, seed: 'b' },
    { ...small, now: '2026-11-20T16:00:00.000Z' },
    { ...small, size: { shipments: 100 } },
  ];

  const digests = [small, ...otherOptions].map(computeDigest);

  expect(new Set(digests).size).toBe(4);
});

test('two generators running side by side do not disturb each other', () => {
  const alone = computeDigest(small);
  const [first, second] = [generateBrokerage(small), generateBrokerage({ ...small, seed: 'b' })];
  const hash = createHash('sha256');

  for (let batch = first.next(); !batch.done; batch = first.next()) {
    second.next();
    hash.update(JSON.stringify(batch.value));
  }

  expect(hash.digest('hex')).toBe(alone);
});

test('what is on record of a shipment or a quote follows from the instant alone, and changes only when it says so', () => {
  const { brokerage, timelines } = createLivingBrokerage(small);
  for (let back = 40; back >= 0; back -= 8) {
    for (const timeline of timelines.on(brokerage.today - back)) {
      let [now, rows] = [timeline.createdAt, JSON.stringify(timeline.at(timeline.createdAt).rows)];
      for (let next = timeline.at(now).nextAt; next < Infinity; next = timeline.at(now).nextAt) {
        expect(JSON.stringify(timeline.at(next - 1).rows)).toBe(rows);
        [now, rows] = [next, JSON.stringify(timeline.at(next).rows)];
      }
      expect(now - timeline.createdAt).toBeLessThan(longestTimelineMs[timeline.kind]);
    }
  }
});

test('rows come in batches small enough to be written one after the other', () => {
  const sizes = [...generateBrokerage({ ...small, size: { shipments: 260 } })]
    .filter(({ table }) => table !== 'registry_carrier')
    .map(({ rows }) => rows.length);

  expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
});
