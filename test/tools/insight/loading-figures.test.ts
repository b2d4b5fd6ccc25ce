import { expect, test } from 'vitest';
import { toCompleteness } from '../../../src/domain/kit/completeness.ts';
import { isRatio } from '../../../src/metrics/kit/measure.ts';
import { measures } from '../../../src/metrics/measures.ts';
import { isFigureKnown, qualifyMeasure } from '../../../tools/insight/loading-figures.ts';

const loading = toCompleteness([
  { key: 'invoice reading', text: 'Read so far: no invoices.', readSoFar: 'no invoices' },
]);

test('while records are still being read no ratio, margin or difference is known', () => {
  const figures = measures.filter((measure) => isFigureKnown(measure, loading));
  const otherNames = measures
    .filter((measure) => !figures.includes(measure) && !isRatio(measure))
    .map(({ name }) => name);

  expect(figures.filter((measure) => isRatio(measure)).map(({ name }) => name)).toEqual([]);
  // What these count may be taken away by a record that is read later, such as an invoice from what is not invoiced.
  expect(otherNames).toEqual(
    `uncovered_shipments margin actual_revenue actual_cost actual_margin late_pickups late_deliveries late_stops missing_pods unbilled
    unbilled_shipments variance overbilled_loads accrual pass_through_leak bounces new_carriers insurance_expiring
    insurance_at_stake exposure receivables_exposure credit_headroom`.split(/\s+/),
  );
});

test('a balance of an earlier day is no bound while payments are still being read', () => {
  const payments = toCompleteness([
    { key: 'payment reading', text: 'Read so far: no payments.', readSoFar: 'no payments' },
  ]);

  expect(qualifyMeasure({ name: 'open_ar' }, '$5.00', payments)).toBe('not known yet');
  expect(qualifyMeasure({ name: 'invoices' }, '$5.00', payments)).toBe('at least $5.00');
});

test('while records are still being read a sum is a bound, and a margin or nothing at all is not known yet', () => {
  expect(qualifyMeasure({ name: 'open_ar' }, '$5.00', loading)).toBe('at least $5.00');
  expect(qualifyMeasure({ name: 'open_ar' }, 'none', loading)).toBe('not known yet');
  expect(qualifyMeasure({ name: 'margin' }, 'none', loading)).toBe('not known yet');
  expect(qualifyMeasure({ name: 'margin' }, '$5.00', toCompleteness([]))).toBe('$5.00');
});
