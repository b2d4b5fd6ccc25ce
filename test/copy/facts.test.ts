import { expect, test } from 'vitest';
import { sandboxId, signal, startCopied } from './copied.ts';
import { factDifferences } from './expected-facts.ts';

test.each([3, 11])('the facts of a generated brokerage follow from its records (seed %d)', async (seed) => {
  await using copied = await startCopied({ shipments: 400, seed });
  const copy = await copied.open();
  await copy.complete(signal);

  expect(await factDifferences(copy, copied, await sandboxId(copied))).toEqual([]);
});
