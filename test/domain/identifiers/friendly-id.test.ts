import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  friendlyFormats,
  formatFriendlyId,
  type FriendlyResource,
  parseFriendlyId,
} from '../../../src/domain/identifiers/friendly-id.ts';

test.each<[FriendlyResource, number, string]>([
  ['quote', 3602, 'Q003602'],
  ['shipment', 1, 'SHP-1001'],
  ['shipment', 42, 'SHP-1042'],
  ['shipment', 99_000, 'SHP-100000'],
  ['order', 1, 'ORD-1001'],
  ['load', 1, 'LD-1001'],
  ['service', 1, 'SVC-1001'],
  ['invoice', 1, 'INV-00001'],
  ['bill', 1, 'BILL-00001'],
  ['payment', 1, 'PMT-00001'],
  ['billPayment', 1, 'BP-00001'],
  ['creditMemo', 1, 'CM-00001'],
  ['carrier', 23_456, 'C123456'],
  ['customer', 23_456, 'A123456'],
  ['vendor', 23_456, 'V123456'],
])('the %s made from counter %i is %s', (resource, counter, friendlyId) => {
  expect(formatFriendlyId(resource, counter)).toBe(friendlyId);
});

test.each([
  ['shp 1042', 'SHP-1042'],
  ['SHP1042', 'SHP-1042'],
  [' shp-1042 ', 'SHP-1042'],
  ['inv 1', 'INV-00001'],
  ['Inv #12', 'INV-00012'],
  ['q3602', 'Q003602'],
  ['c123456', 'C123456'],
])('%s is understood as %s', (typed, friendlyId) => {
  expect(parseFriendlyId(typed)?.friendlyId).toBe(friendlyId);
});

test.each(['', '1042', 'SHP-', 'PO 4471', 'A12', 'C4', 'SHP-10-42', 'Q three', 'MC 123456', 'SHP-1042 late'])(
  '"%s" is no friendly id',
  (typed) => {
    expect(parseFriendlyId(typed)).toBeNull();
  },
);

test('every friendly id leads back to its resource and counter, and no two records share one', () => {
  // Object.keys loses the literal keys; the table is closed by its `satisfies`.
  const resources = fc.constantFrom(...(Object.keys(friendlyFormats) as FriendlyResource[]));
  fc.assert(
    fc.property(resources, fc.integer({ min: 1, max: 5_000_000 }), (resource, counter) => {
      const friendlyId = formatFriendlyId(resource, counter);

      expect(parseFriendlyId(friendlyId)).toEqual({ resource, counter, friendlyId });
      expect(parseFriendlyId(friendlyId.toLowerCase().replace('-', ' '))?.friendlyId).toBe(friendlyId);
    }),
  );
});
