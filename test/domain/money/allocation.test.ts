import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allocateCredits,
  computeOverpayment,
  splitPayment,
  sumBy,
  sumCents,
} from '../../../src/domain/money/allocation.ts';

const formatAllocation = (open: readonly number[], offers: readonly number[]) => {
  const { shares, unplacedCents } = allocateCredits(
    open.map((openCents, index) => ({ invoiceId: `I${index}`, openCents })),
    offers.map((cents, index) => ({ creditMemoId: `M${index}`, cents })),
  );
  return [
    shares.map(({ creditMemoId, invoiceId, cents }) => `${creditMemoId}>${invoiceId} ${cents}`).join(', '),
    unplacedCents,
  ];
};

test.each([
  [[], [], '', 0],
  [[100], [], '', 0],
  [[], [50], '', 50],
  [[100], [40], 'M0>I0 40', 0],
  [[100], [100], 'M0>I0 100', 0],
  [[100], [130], 'M0>I0 100', 30],
  [[100, 50], [120], 'M0>I0 100, M0>I1 20', 0],
  [[100, 50], [80, 60], 'M0>I0 80, M1>I0 20, M1>I1 40', 0],
  [[0, 50], [50, 1], 'M0>I1 50', 1],
] as const)('invoices with %j open and credit of %j: %s, %i unplaced', (open, offers, shares, unplaced) => {
  expect(formatAllocation(open, offers)).toEqual([shares, unplaced]);
});

const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 8 });

test('no invoice gets more credit than it has open, no memo gives more than it offers, and nothing is lost', () => {
  fc.assert(
    fc.property(amounts, amounts, (open, offered) => {
      const invoices = open.map((openCents, index) => ({ invoiceId: `I${index}`, openCents }));
      const offers = offered.map((cents, index) => ({ creditMemoId: `M${index}`, cents }));

      const { shares, unplacedCents } = allocateCredits(invoices, offers);

      const onInvoice = sumBy(shares, (share) => share.invoiceId);
      const ofMemo = sumBy(shares, (share) => share.creditMemoId);
      for (const { invoiceId, openCents } of invoices)
        expect(onInvoice.get(invoiceId) ?? 0).toBeLessThanOrEqual(openCents);
      for (const { creditMemoId, cents } of offers) expect(ofMemo.get(creditMemoId) ?? 0).toBeLessThanOrEqual(cents);
      expect(sumCents(shares) + unplacedCents).toBe(sumCents(offers));
      expect(shares.every(({ cents }) => cents > 0)).toBe(true);
      const hasRoom = sumCents(shares) < open.reduce((sum, cents) => sum + cents, 0);
      expect(hasRoom && unplacedCents > 0).toBe(false);
    }),
  );
});

test('an invoice gets credit only once those before it are covered', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 20_000_000 }), (open, cents) => {
      const invoices = open.map((openCents, index) => ({ invoiceId: `I${index}`, openCents }));
      const { shares } = allocateCredits(invoices, [{ creditMemoId: 'M', cents }]);
      const onInvoice = sumBy(shares, (share) => share.invoiceId);
      const isOpen = invoices.map(({ invoiceId, openCents }) => (onInvoice.get(invoiceId) ?? 0) < openCents);
      const firstOpen = isOpen.indexOf(true);
      const later = firstOpen < 0 ? [] : invoices.slice(firstOpen + 1);
      expect(later.filter(({ invoiceId }) => onInvoice.has(invoiceId))).toEqual([]);
    }),
  );
});

test.each([
  [[[50, 100]], false, 0, null],
  [[[100, 100]], false, 0, null],
  [[[101, 100]], false, 0, 0],
  [[[101, 100]], true, 1, null],
  [
    [
      [100, 100],
      [70, 50],
    ],
    true,
    20,
    null,
  ],
  [
    [
      [100, 100],
      [70, 50],
    ],
    false,
    0,
    1,
  ],
  [
    [
      [110, 100],
      [50, 50],
    ],
    true,
    0,
    0,
  ],
  [
    [
      [110, 100],
      [70, 50],
    ],
    true,
    0,
    0,
  ],
  [[], true, 0, null],
] as const)(
  '%j (paid of open), overpaying allowed %s: %i over, entry %s refused',
  (entries, isAllowed, excess, refused) => {
    const overpayment = computeOverpayment(
      entries.map(([cents, openCents]) => ({ cents, openCents })),
      isAllowed,
    );
    expect(overpayment).toEqual({ excessCents: excess, refusedAt: refused });
  },
);

test('what the entries pay on their bills and what is over come to the payment', () => {
  const entries = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 1_000_000 }), openCents: fc.integer({ min: 1, max: 1_000_000 }) }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(entries, (lines) => {
      const { excessCents, refusedAt } = computeOverpayment(lines, true);
      if (refusedAt !== null) return;
      const parts = splitPayment(lines, excessCents);
      expect(parts.reduce((sum, cents) => sum + cents, 0) + excessCents).toBe(sumCents(lines));
      expect(parts.every((cents, index) => cents > 0 && cents <= (lines[index]?.openCents ?? 0))).toBe(true);
    }),
  );
});
