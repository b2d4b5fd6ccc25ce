import { expect, test } from 'vitest';
import { type BillCheckFacts, checkBill } from '../../../src/domain/money/bill-check.ts';
import type { BillFacts } from '../../../src/domain/money/duplicate-bill.ts';

const bill: BillFacts = {
  id: 'BILL-00042',
  payeeId: 'abc',
  payeeName: 'ABC Trucking LLC',
  factorId: null,
  entityId: 'load carrier 1',
  loadId: 'LD-1042',
  shipmentId: 'SHP-1042',
  reference: '4471',
  amountCents: 185_000,
  currency: 'USD',
};

const clean: BillCheckFacts = {
  bill,
  agreedCents: 185_000,
  booked: { id: 'abc', name: 'ABC Trucking LLC' },
  payTo: { factorId: null },
  needsPod: true,
  delivered: true,
  podPresent: true,
  otherBills: [],
};

test('a delivered load with papers, billed as agreed by the booked carrier, is clean', () => {
  expect(checkBill(clean)).toMatchObject({ verdict: 'clean', reasons: [] });
});

test.each<[string, Partial<BillCheckFacts>, string, string]>([
  [
    '$250 of detention nobody approved',
    { agreedCents: 160_000 },
    'variance',
    '$1,850.00 billed, $250.00 more than the $1,600.00 agreed.',
  ],
  ['no agreed cost on record', { agreedCents: null }, 'variance', '$1,850.00 billed; no agreed cost on record.'],
  [
    'the same invoice with a suffix',
    {
      otherBills: [
        { ...bill, id: 'BILL-00007', entityId: 'other', loadId: 'LD-9', shipmentId: 'SHP-9', reference: '4471-R' },
      ],
    },
    'duplicate',
    'Perhaps billed already: same payee; references differ only by a suffix.',
  ],
  [
    'a stranger billing',
    { booked: { id: 'xyz', name: 'XYZ Logistics' } },
    'wrong_payee',
    'ABC Trucking LLC bills, but XYZ Logistics was booked.',
  ],
  ['nobody booked', { booked: null }, 'wrong_payee', 'Nobody is booked for what this bill charges.'],
  [
    'a factored carrier billing directly',
    { payTo: { factorId: 'fast cash' } },
    'wrong_payee',
    'The payee of record is paid through a factor, but the bill names none.',
  ],
  [
    'a factor nobody told us about',
    { bill: { ...bill, factorId: 'fast cash' } },
    'wrong_payee',
    'The bill names a factor, but the payee of record is paid directly.',
  ],
  [
    'another factor than on record',
    { bill: { ...bill, factorId: 'fast cash' }, payTo: { factorId: 'slow cash' } },
    'wrong_payee',
    'The bill names another factor than the payee of record.',
  ],
  ['no proof of delivery', { podPresent: false }, 'missing_papers', 'The proof of delivery is missing.'],
  [
    'documents that cannot be tied to the load',
    { podPresent: null },
    'missing_papers',
    'Cannot tell whether the proof of delivery is there.',
  ],
  ['a bill before delivery', { delivered: false, podPresent: false }, 'missing_papers', 'Billed before delivery.'],
])('%s is held back', (_what, facts, verdict, sentence) => {
  const check = checkBill({ ...clean, ...facts });

  expect(check.verdict).toBe(verdict);
  expect(check.reasons.map((reason) => reason.sentence)).toEqual([sentence]);
});

test('the gravest reason gives the verdict and the others are still told', () => {
  const earlier = { ...bill, id: 'BILL-00007' };

  const check = checkBill({ ...clean, agreedCents: 100_000, podPresent: false, otherBills: [earlier, bill] });

  expect(check.verdict).toBe('duplicate');
  expect(check.reasons.map(({ verdict, billId }) => billId ?? verdict)).toEqual([
    'BILL-00007',
    'missing_papers',
    'variance',
  ]);
});

test.each<[string, Partial<BillCheckFacts>]>([
  ['a service, which delivers nothing', { needsPod: false, delivered: false, podPresent: null }],
  ['no payment method on record to compare with', { payTo: null }],
  ['$20 too much', { agreedCents: 183_000 }],
])('%s does not hold a bill back', (_what, facts) => {
  expect(checkBill({ ...clean, ...facts }).verdict).toBe('clean');
});
