import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortRows } from '../../../tools/records/row-order.ts';

const rows = fc.array(fc.record({ currency: fc.constantFrom('CAD', 'MXN', 'USD'), cents: fc.option(fc.integer()) }));

test('amounts are sorted in each currency by itself, what is not known last', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('low' as const, 'high' as const), (unsorted, first) => {
      const sorted = sortRows(unsorted, { by: ({ cents }) => cents, first, currencyOf: ({ currency }) => currency });

      const alone = ['CAD', 'MXN', 'USD'].flatMap((currency) =>
        sortRows(
          unsorted.filter((row) => row.currency === currency),
          { by: ({ cents }) => cents, first },
        ),
      );
      expect(sorted).toEqual(alone);
    }),
  );
});
