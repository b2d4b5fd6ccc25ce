import { expect, test } from 'vitest';
import { loadPolicy } from '../../../src/mcp/policy/policy-file.ts';
import type { Gated } from '../../../src/mcp/policy/policy-entry.ts';
import { listPolicyLoosenings } from '../../../src/mcp/policy/policy-loosenings.ts';
import { builtInPolicy, policyEntries } from '../../../src/mcp/policy/policy.ts';

const gated: Gated = {
  tools: new Map([
    ['find', 'none'],
    ['pay_bills', 'approve'],
    ['list_bills', 'none'],
    ['undo', 'confirm'],
    ['create_quote', 'audit'],
    ['delete_carrier', 'off'],
  ]),
  operations: new Map([
    ['bills.create', 'audit'],
    ['carriers.delete', 'off'],
  ]),
  toolsets: new Map([
    ['desk', ['find', 'create_quote']],
    ['payables', ['list_bills', 'pay_bills']],
    ['catalogue', ['delete_carrier']],
  ]),
  moves: new Map([['pay_bills', 'payment']]),
};
const listLoosenings = (file: object) =>
  listPolicyLoosenings(
    loadPolicy({ text: JSON.stringify(file), known: gated, separationOfDuties: false }),
    gated,
    builtInPolicy,
  );

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
    ['exceptions allows carrier_not_on_board: booking a carrier that is pending (built in: refused)'],
  ],
  [{ marginFloor: 0 }, ['marginFloor is 0 (built in: 0.08)']],
  [
    { rules: { payToDays: 7, insurance: { cargoLiability: 50_000 }, creditCounts: ['booked', 'unbilled'] } },
    [
      'rules.creditCounts leaves out open_invoices',
      'rules.insurance.cargoLiability is 50,000 (built in: 100,000)',
      'rules.payToDays is 7 (built in: 30)',
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
      'confirmPerDay is 50,000 (built in: 30,000)',
      'marginFloor is 0.05 (built in: 0.08)',
    ],
  ],
  [{ roles: { viewer: { writes: ['desk'] } } }, ['roles.viewer.writes adds desk']],
  [{ roles: { viewer: { toolsets: ['desk'], writes: ['payables'] } } }, ['roles.viewer.writes adds payables']],
  [{ roles: { billing: { writes: ['billing', 'create_quote'] } } }, ['roles.billing.writes adds create_quote']],
  [{ roles: { dispatcher: { toolsets: ['desk', 'payables'] } } }, ['roles.dispatcher.toolsets adds payables']],
  [{ roles: { payables: { approves: true } } }, ['roles.payables decides for others']],
])('%o is looser than built in', (file, loosenings) => {
  expect(listLoosenings(file)).toEqual(loosenings);
});

test.each<object>([
  {},
  { cleanBillLimit: 3000, batchMax: 100, marginFloor: 0.08, separationOfDuties: false },
  { cleanBillLimit: 0, batchMax: 1, marginFloor: 1, separationOfDuties: true },
  { rules: { freeTimeHours: 4, marginTarget: 0.05, payToDays: 90, bankChanges: 'Call.' }, approvers: { '*': ['Ann'] } },
  { limits: { pay_bills: { perDay: 1_000_000_000, above: 'approve' } } },
  { hours: { '*': [{ days: ['mon'], from: '07:00', to: '19:00' }] }, mailDomains: ['acme.com'], callsPerMinute: 60 },
  { roles: { viewer: { toolsets: ['desk'] }, manager: { writes: ['create_quote', 'pay_bills'] } } },
  { roles: { admin: { toolsets: ['desk', 'payables'], writes: ['pay_bills', 'desk'], approves: false } } },
  {
    roles: { dispatcher: { writes: ['create_quote', 'payables'] }, payables: { groups: ['AP'], people: ['Ann Lee'] } },
  },
  { roles: { clerk: { toolsets: ['desk'] }, buyer: { toolsets: ['desk', 'payables'], writes: ['pay_bills'] } } },
  { roles: { chief: { toolsets: ['desk'], writes: ['desk'], approves: true } } },
  { gates: { create_quote: 'off' }, operations: { 'bills.create': 'approve' } },
])('%o is not', (file) => {
  expect(listLoosenings(file)).toEqual([]);
});

const numbers = policyEntries.flatMap((entry) =>
  typeof entry.builtIn === 'number' ? [{ ...entry, builtIn: entry.builtIn }] : [],
);

test('the numbers of the policy are more than ten', () => {
  expect(numbers.length).toBeGreaterThan(10);
});

test.each(numbers)('$name is looser as its documentation says', (entry) => {
  const { name, builtIn, looserText } = entry;
  const describeChange = (value: number) => entry.listLoosenings(value, builtIn, gated);

  expect(describeChange(builtIn)).toEqual([]);
  const looser = [describeChange(builtIn * 2), describeChange(builtIn / 2)];
  expect(looser.map(({ length }) => length)).toEqual([Number(looserText === 'higher'), Number(looserText === 'lower')]);
  for (const sentence of looser.flat()) expect(sentence).toMatch(new RegExp(`^${name} is .* \\(built in: .*\\)$`));
});
