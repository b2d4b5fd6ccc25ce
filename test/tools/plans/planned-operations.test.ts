import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { listPlannedOperations } from '../../../tools/plans/planned-operations.ts';

const writes = new Set<string>(
  catalogue()
    .filter(({ effect }) => effect !== 'read')
    .map(({ name }) => name),
);

test('a tool may read everything, and write what it names and nothing else', () => {
  const allowed = listPlannedOperations('loads.addCarrier', 'loads.create');

  expect(allowed).toEqual(expect.arrayContaining(['shipments.get', 'carriers.filter']));
  expect(allowed.filter((name) => writes.has(name))).toEqual(['loads.addCarrier', 'loads.create']);
});
