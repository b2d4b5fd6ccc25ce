import { expect, test } from 'vitest';
import { type Gated, loadPolicy } from '../../src/mcp/policy/policy-file.ts';
import { policyLoosenings } from '../../src/mcp/policy/policy-loosenings.ts';
import { builtInPolicy } from '../../src/mcp/policy/policy.ts';

const known: Gated = {
  tools: new Map([
    ['create_quote', 'audit'],
    ['delete_carrier', 'off'],
  ]),
  operations: new Map([
    ['bills.create', 'audit'],
    ['carriers.delete', 'off'],
  ]),
  toolsets: new Map([['payables', ['pay_bills', 'create_quote']]]),
  moves: new Map([['pay_bills', 'payment']]),
};
const looserIn = (file: object) =>
  policyLoosenings(loadPolicy({ text: JSON.stringify(file), known, separationOfDuties: false }), known, builtInPolicy);

test.each<[object, readonly string[]]>([
  [
    { cleanBillLimit: 1_000_000 },
    ['cleanBillLimit is 1,000,000 (built in: 3,000)', 'confirmPerDay is 10,000,000 (built in: 30,000)'],
  ],
  [
    { cleanBillLimit: 3000.01 },
    ['cleanBillLimit is 3,000.01 (built in: 3,000)', 'confirmPerDay is 30,000.1 (built in: 30,000)'],
  ],
  [{ confirmPerDay: 30_000.01 }, ['confirmPerDay is 30,000.01 (built in: 30,000)']],
  [{ bookingLimit: 10_000.01 }, ['bookingLimit is 10,000.01 (built in: 10,000)']],
  [
    { exceptions: ['carrier_not_on_board'] },
    ['exceptions allows carrier_not_on_board: booking a carrier that is PENDING (built in: refused)'],
  ],
  [{ marginFloor: 0 }, ['marginFloor is 0 (built in: 0.08)']],
  [
    { rules: { payToDays: 7, insurance: { cargoLiability: 50_000 }, creditCounts: ['booked', 'unbilled'] } },
    [
      'rules.insurance.cargoLiability is 50,000 (built in: 100,000)',
      'rules.payToDays is 7 (built in: 30)',
      'rules.creditCounts leaves out open_invoices',
    ],
  ],
  [
    { rules: { billTolerance: { minor: { amount: 500, fraction: 0.06 } } } },
    [
      'rules.billTolerance.minor.amount is 500 (built in: 100)',
      'rules.billTolerance.minor.fraction is 0.06 (built in: 0.05)',
    ],
  ],
  [{ gates: { delete_carrier: 'approve' } }, ['gates.delete_carrier is "approve" (built in: "off")']],
  [{ operations: { 'carriers.delete': 'approve' } }, ['operations.carriers.delete is "approve" (built in: "off")']],
  [
    { cleanBillLimit: 5000, marginFloor: 0.05 },
    [
      'cleanBillLimit is 5,000 (built in: 3,000)',
      'marginFloor is 0.05 (built in: 0.08)',
      'confirmPerDay is 50,000 (built in: 30,000)',
    ],
  ],
])('%o is looser than built in', (file, loosenings) => {
  expect(looserIn(file)).toEqual(loosenings);
});

test.each<object>([
  {},
  { cleanBillLimit: 3000, batchMax: 100, marginFloor: 0.08, separationOfDuties: false },
  { cleanBillLimit: 0, batchMax: 1, marginFloor: 1, separationOfDuties: true },
  { rules: { freeTimeHours: 4, marginTarget: 0.05, payToDays: 90, bankChanges: 'Call.' }, approvers: { '*': ['Ann'] } },
  { limits: { pay_bills: { perDay: 1_000_000_000, above: 'approve' } } },
  { hours: { '*': [{ days: ['mon'], from: '07:00', to: '19:00' }] }, mailDomains: ['acme.com'], callsPerMinute: 60 },
  { gates: { create_quote: 'off' }, operations: { 'bills.create': 'approve' } },
])('%o is not', (file) => {
  expect(looserIn(file)).toEqual([]);
});
