import { expect, test } from 'vitest';
import { factorProblem } from '../../../src/domain/money/payment-recipient.ts';

test.each([
  ['DIRECT', null, null],
  ['DIRECT', 'some factor', 'must be null: a DIRECT payment method pays the carrier itself'],
  ['FACTOR', 'some factor', null],
  ['FACTOR', null, 'is required: a FACTOR payment method pays a factor, so name which one'],
] as const)('%s with the factor %s: %s', (recipient, factor, problem) => {
  expect(factorProblem(recipient, factor)).toBe(problem);
});
