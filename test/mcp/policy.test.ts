import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { gateOfCall } from '../../src/mcp/gate/operation-gate.ts';
import { builtInPolicy } from '../../src/mcp/tool/policy.ts';
import { type Gated, loadPolicy } from '../../src/mcp/tool/policy-file.ts';

const known: Gated = {
  tools: new Map([
    ['find', 'none'],
    ['create_quote', 'audit'],
    ['cancel_shipment', 'confirm'],
    ['pay_bills', 'approve'],
    ['delete_carrier', 'off'],
  ]),
  operations: new Map([['bills.create', 'audit']]),
};
const load = (file: unknown) => loadPolicy({ text: JSON.stringify(file), known, separationOfDuties: true });

test('without a file the built-in policy holds', () => {
  expect(loadPolicy({ text: undefined, known, separationOfDuties: true })).toEqual({
    cleanBillLimitCents: 300_000,
    confirmPerDayCents: 3_000_000,
    bookingLimitCents: 1_000_000,
    batchMax: 100,
    marginFloor: 0.08,
    separationOfDuties: true,
    confirmInClient: true,
    gates: {},
    operations: {},
  });
});

test('a file changes what it names and nothing else', () => {
  expect(load({ cleanBillLimit: 1500.5, gates: { create_quote: 'confirm', delete_carrier: 'approve' } })).toEqual({
    ...builtInPolicy,
    cleanBillLimitCents: 150_050,
    confirmPerDayCents: 1_500_500,
    separationOfDuties: true,
    gates: { create_quote: 'confirm', delete_carrier: 'approve' },
  });
});

test.each([
  ['a typo', { cleanBilLimit: 1 }, 'Unrecognized key: "cleanBilLimit"'],
  ['a wrong kind of value', { separationOfDuties: 'yes' }, '"separationOfDuties"'],
  ['an unknown tool', { gates: { create_qoute: 'confirm' } }, '"gates.create_qoute" names nothing that exists'],
  ['an unknown gate', { gates: { create_quote: 'ask' } }, '"gates.create_quote"'],
  [
    'a weaker gate',
    { gates: { pay_bills: 'confirm' } },
    '"confirm" is weaker than the built-in gate; use "approve" or stricter',
  ],
  ['turning something off on with less than an approval', { gates: { delete_carrier: 'audit' } }, 'use "approve"'],
  ['a gate on reading', { gates: { find: 'approve' } }, 'only "off" is possible'],
  ['a larger batch', { batchMax: 500 }, '"batchMax"'],
])('%s ends the start with one sentence', (_, file, sentence) => {
  expect(() => load(file)).toThrow(sentence);
  expect(() => load(file)).toThrow(/^WAYBILL_POLICY: [^\n]*\.$/);
});

test('what is not JSON ends the start, too', () => {
  expect(() => loadPolicy({ text: '{', known, separationOfDuties: false })).toThrow('is not valid JSON');
});

test('a raw call takes the strictest gate of operation, fields and policy', () => {
  const { paymentTerms } = operations;
  const policy = { ...builtInPolicy, operations: { 'paymentTerms.create': 'confirm' } } as const;

  expect(gateOfCall(builtInPolicy, 'paymentTerms.filter', paymentTerms.filter, {})).toBe('none');
  expect(gateOfCall(builtInPolicy, 'paymentTerms.create', paymentTerms.create, {})).toBe('audit');
  expect(gateOfCall(policy, 'paymentTerms.create', paymentTerms.create, {})).toBe('confirm');
  expect(gateOfCall(builtInPolicy, 'bills.update', operations.bills.update, { amount: 1 })).toBe('approve');
});
