import { expect, test } from 'vitest';
import { toInstant } from '../../src/copy/kit/values.ts';

test.each([
  '2026-11-27T09:50:00.000Z',
  '2026-11-27T09:50:00Z',
  '2026-02-28T23:59:59.999Z',
  '2026-02-29T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2026-04-31T00:00:00.000Z',
  '2026-11-27T24:00:00.000Z',
  '2026-11-27T09:50:00.000-06:00',
  '2026-11-27T09:50:00.000123Z',
  '2026-11-27',
])('the instant %s is stored as every other text of the same moment', (text) => {
  expect(toInstant(text)).toBe(new Date(text).toISOString());
});

test.each(['2026-13-01T00:00:00.000Z', '2026-00-10T00:00:00.000Z', '2026-11-27T09:60:00.000Z', 'soon'])(
  'a text that is no instant is refused: %s',
  (text) => {
    expect(() => toInstant(text)).toThrow(RangeError);
  },
);
