import { freight, quotes } from './freight.ts';
import type { Invariant } from './invariant.ts';
import { bills, charges, invoices } from './money.ts';
import { papers, records } from './records.ts';

export const invariants: readonly Invariant[] = [
  ...records,
  ...charges,
  ...freight,
  ...quotes,
  ...invoices,
  ...bills,
  ...papers,
];
