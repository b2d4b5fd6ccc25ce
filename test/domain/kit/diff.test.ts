import { expect, test } from 'vitest';
import { compareJson } from '../../../src/domain/kit/diff.ts';

test.each([
  ['nothing changed', { a: 1, b: [1, { c: null }] }, { a: 1, b: [1, { c: null }] }, []],
  ['a value', { name: 'Old' }, { name: 'New' }, [{ type: 'UPDATE', key: 'name', value: 'New', oldValue: 'Old' }]],
  ['null that became a value', { phone: null }, { phone: '1' }, [{ type: 'ADD', key: 'phone', value: '1' }]],
  ['a property that was missing', {}, { phone: '1' }, [{ type: 'ADD', key: 'phone', value: '1' }]],
  ['a value that became null', { phone: '1' }, { phone: null }, [{ type: 'REMOVE', key: 'phone', oldValue: '1' }]],
  ['a property that went', { phone: '1' }, {}, [{ type: 'REMOVE', key: 'phone', oldValue: '1' }]],
  ['null that became missing', { phone: null }, {}, []],
  ['false is a value', { a: false }, { a: null }, [{ type: 'REMOVE', key: 'a', oldValue: false }]],
  [
    'a property of an object within',
    { address: { city: 'Chicago', line2: null } },
    { address: { city: 'Joliet', line2: null } },
    [
      {
        type: 'UPDATE',
        key: 'address',
        changes: [{ type: 'UPDATE', key: 'city', value: 'Joliet', oldValue: 'Chicago' }],
      },
    ],
  ],
  [
    'members of a list, by index',
    { tags: ['a', 'b', 'c'] },
    { tags: ['a', 'x'] },
    [
      {
        type: 'UPDATE',
        key: 'tags',
        embeddedKey: '$index',
        changes: [
          { type: 'UPDATE', key: '1', value: 'x', oldValue: 'b' },
          { type: 'REMOVE', key: '2', oldValue: 'c' },
        ],
      },
    ],
  ],
  [
    'a member more',
    { tags: [] },
    { tags: ['a'] },
    [{ type: 'UPDATE', key: 'tags', embeddedKey: '$index', changes: [{ type: 'ADD', key: '0', value: 'a' }] }],
  ],
  [
    'an object that became a list',
    { a: { b: 1 } },
    { a: [1] },
    [{ type: 'UPDATE', key: 'a', value: [1], oldValue: { b: 1 } }],
  ],
  ['a whole object', { a: null }, { a: { b: 1 } }, [{ type: 'ADD', key: 'a', value: { b: 1 } }]],
])('%s', (_, before, after, expected) => {
  expect(compareJson(before, after)).toEqual(expected);
});

test('the time of the change is not a change, at any depth', () => {
  const before = { updatedAt: null, customer: { updatedAt: '2026-01-01', name: 'Acme' } };
  const after = { updatedAt: '2026-02-01', customer: { updatedAt: '2026-02-01', name: 'Acme' } };

  expect(compareJson(before, after)).toEqual([]);
});

test('properties called like those of every object are fields like any other', () => {
  expect(compareJson({}, { constructor: 'x' })).toEqual([{ type: 'ADD', key: 'constructor', value: 'x' }]);
  expect(compareJson({ toString: 'x' }, {})).toEqual([{ type: 'REMOVE', key: 'toString', oldValue: 'x' }]);
});
