import { expect, test } from 'vitest';
import {
  checkFactor,
  findMethodOfRecord,
  type SelectableMethod,
} from '../../../src/domain/payments/payment-recipient.ts';

test.each([
  ['DIRECT', null, null],
  ['DIRECT', 'some factor', 'must be null: a DIRECT payment method pays the carrier itself'],
  ['FACTOR', 'some factor', null],
  ['FACTOR', null, 'is required: a FACTOR payment method pays a factor, so name which one'],
] as const)('%s with the factor %s: %s', (recipient, factor, problem) => {
  expect(checkFactor(recipient, factor)).toBe(problem);
});

const buildMethod = (id: string, more: Partial<SelectableMethod> = {}): SelectableMethod => ({
  id,
  isPreferred: true,
  status: 'ACTIVE',
  createdAt: '2026-06-01T08:00:00.000Z',
  deletedAt: null,
  ...more,
});

test.each<[string, SelectableMethod[], string | undefined]>([
  ['none', [], undefined],
  ['one that is not preferred', [buildMethod('a', { isPreferred: false })], undefined],
  ['one of which nothing is said', [buildMethod('a', { isPreferred: null, status: null })], undefined],
  ['one that is not active', [buildMethod('a', { status: 'INACTIVE' })], undefined],
  ['one that was deleted', [buildMethod('a', { deletedAt: '2026-07-01T08:00:00.000Z' })], undefined],
  ['two, the newer first', [buildMethod('a', { createdAt: '2026-06-02T08:00:00.000Z' }), buildMethod('b')], 'a'],
  ['two, the newer last', [buildMethod('b'), buildMethod('a', { createdAt: '2026-06-01T10:00:00+01:00' })], 'a'],
  ['two made at once', [buildMethod('a'), buildMethod('b')], 'b'],
])('money goes by the newest method in force: of %s', (_what, methods, expected) => {
  expect(findMethodOfRecord(methods)?.id).toBe(expected);
  expect(findMethodOfRecord(methods.toReversed())?.id).toBe(expected);
});
