import { expect, test } from 'vitest';
import { findNearestNames, suggestName } from '../../../src/domain/text/nearest-names.ts';

const names = ['find', 'find_carriers', 'get_shipment', 'list_shipments', 'track_shipments', 'undo'];

test.each([
  ['find_carier', ['find_carriers']],
  ['FIND', ['find']],
  ['list_shipment', ['list_shipments']],
  ['shipments_list', ['list_shipments']],
  ['udno', ['undo']],
  ['track', ['track_shipments']],
  ['make_coffee', []],
  ['x', []],
])('%s may stand for %j', (input, nearest) => {
  expect(findNearestNames(input, names)).toEqual(nearest);
});

test('a suggestion is a question, and nothing where no name is close', () => {
  expect(suggestName('fnid', names)).toBe(' (did you mean find?)');
  expect(suggestName('make_coffee', names)).toBe('');
});
