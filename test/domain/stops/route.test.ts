import { expect, test } from 'vitest';
import { findNextStop } from '../../../src/domain/stops/route.ts';

// One word per stop in route order: `-` nothing yet, `at` arrived, `left` departed.
test.each([
  ['- - -', 1, false],
  ['at - -', 1, true],
  ['left - -', 2, false],
  ['left at -', 2, true],
  ['left left -', 3, false],
  ['- left -', 3, false],
  ['left - at', 3, true],
])('a trip that stands at "%s" is about stop %i', (text, sequence, isThere) => {
  const nextStop = findNextStop(parseTrip(text));

  expect(nextStop?.stop.sequence).toBe(sequence);
  expect(nextStop?.isThere).toBe(isThere);
});

test('a finished trip and one without stops have no next stop', () => {
  expect(findNextStop(parseTrip('left left'))).toBeNull();
  expect(findNextStop([])).toBeNull();
});

test('stops are taken in route order, however they are listed', () => {
  expect(findNextStop(parseTrip('left - -').reverse())?.stop.sequence).toBe(2);
});

function parseTrip(text: string) {
  return text.split(' ').map((word, index) => ({
    sequence: index + 1,
    actualArrival: word === '-' ? null : '2026-11-20T10:00:00Z',
    actualDeparture: word === 'left' ? '2026-11-20T11:00:00Z' : null,
  }));
}
