import { expect, test } from 'vitest';
import type { Plan, PlanItem } from '../../../src/mcp/tool/plan.ts';
import { checkItems, omitItems } from '../../../src/mcp/tool/plan-items.ts';

const buildItem = (key: string, cents: number, email: string, currency = 'USD'): PlanItem => ({
  key,
  cells: { number: key, party: 'is mailed' },
  findings: [],
  money: [{ currency, amountCents: cents }],
  emails: [email, 'desk@example.com'],
});
const record = (friendlyId: string) => ({
  kind: 'bill',
  id: `id of ${friendlyId}`,
  friendlyId,
  name: null,
  version: '1',
});
const buildReading = (friendlyId: string) => ({ operation: 'bills.get', id: `id of ${friendlyId}`, version: '1' });
const change = (friendlyId: string) => ({
  kind: 'bills',
  id: `id of ${friendlyId}`,
  field: 'amount',
  from: '1',
  to: '2',
});

const keys = ['B-1', 'B-2', 'B-3'];
const plan: Plan = {
  gate: 'approve',
  title: 'Approve 3 bills',
  items: [
    buildItem('B-1', 100, 'a@example.com'),
    buildItem('B-2', 200, 'b@example.com'),
    buildItem('B-3', 300, 'a@example.com', 'CAD'),
  ],
  steps: [
    {
      operation: 'bills.batchApprove',
      input: { billIds: [1, 2, 3] },
      label: 'Approve',
      list: { field: 'billIds', keys },
    },
    ...keys.map((key) => ({ operation: 'bills.update' as const, input: { id: key }, label: key, item: key })),
    { operation: 'bills.create', input: {}, label: 'For all of them' },
  ],
  records: [...keys, 'C-1'].map(record),
  readings: [...keys, 'C-1'].map(buildReading),
  changes: [...keys, 'C-1'].map(change),
  lines: ['What holds for all'],
  money: [
    { currency: 'CAD', amountCents: 300 },
    { currency: 'USD', amountCents: 350 },
  ],
  emails: ['a@example.com', 'b@example.com', 'desk@example.com'],
  sideEffects: [],
  undo: 'None.',
  policyHits: [],
  tool: 'approve_bills',
  input: {},
};

test('a plan without some of its lines has their steps, elements, records and money no more', () => {
  const remaining = omitItems(plan, ['B-2', 'B-3']);

  expect(remaining.title).toBe('Approve 3 bills (left out: B-2, B-3)');
  expect(remaining.items?.map(({ key }) => key)).toEqual(['B-1']);
  expect(remaining.steps.map(({ label, input }) => [label, input])).toEqual([
    ['Approve (left out: B-2, B-3)', { billIds: [1] }],
    ['B-1', { id: 'B-1' }],
    ['For all of them', {}],
  ]);
  for (const part of [remaining.records, remaining.readings, remaining.changes])
    expect(part?.map(({ id }) => id)).toEqual(['id of B-1', 'id of C-1']);
  // What was not of a line stays, and a currency without money is not named.
  expect(remaining.money).toEqual([{ currency: 'USD', amountCents: 150 }]);
  // Another line needs one of the addresses as well.
  expect(remaining.emails).toEqual(['a@example.com', 'desk@example.com']);
  expect(remaining.lines).toEqual(plan.lines);
});

test('a list of which nothing is left takes its step away', () => {
  expect(omitItems(plan, keys).steps.map(({ label }) => label)).toEqual(['For all of them']);
});

test('where nothing is left out the plan is the same one', () => {
  expect(omitItems(plan, [])).toBe(plan);
  expect(omitItems(plan, ['B-9'])).toBe(plan);
});

test.each([
  ['a line without a step', { ...plan, steps: plan.steps.slice(-1) }],
  ['a step of an unknown line', { ...plan, items: plan.items?.slice(1) }],
  ['two lines of one name', { ...plan, items: [...(plan.items ?? []), buildItem('B-1', 1, '')] }],
  [
    'a line that does not say what it is called',
    { ...plan, items: plan.items?.map((item) => ({ ...item, cells: { number: 'A bill', party: '' } })) },
  ],
  ['a list of another length', { ...plan, steps: plan.steps.map((step) => ({ ...step, input: { billIds: [1] } })) }],
] as const)('%s is a fault of the tool', (_fault, broken) => {
  const { items = [], steps } = broken;
  expect(() => checkItems({ items, steps }, 'approve_bills')).toThrow('do not fit together');
});

test('the undo of a line goes with the line, and the others keep to their own steps', () => {
  const take = (step: number) => ({ id: { step, member: 'id' } });
  const withBack: Plan = {
    ...plan,
    steps: [...plan.steps, { operation: 'bills.approve', input: {}, label: 'Approve the new one', takes: take(4) }],
    back: [
      { step: 0, operation: 'bills.unapprove', input: { id: 1 }, item: 'B-1' },
      { step: 0, operation: 'bills.unapprove', input: { id: 2 }, item: 'B-2' },
      { step: 1, operation: 'bills.update', input: { id: 'B-1' } },
      { step: 2, operation: 'bills.update', input: { id: 'B-2' } },
      { step: 4, operation: 'bills.delete', input: {}, takes: take(4) },
    ],
  };

  const remaining = omitItems(withBack, ['B-1']);

  expect(remaining.steps.map(({ label }) => label)).toEqual([
    'Approve (left out: B-1)',
    'B-2',
    'B-3',
    'For all of them',
    'Approve the new one',
  ]);
  expect(remaining.steps.at(-1)?.takes).toEqual(take(3));
  expect(remaining.back).toEqual([
    { step: 0, operation: 'bills.unapprove', input: { id: 2 }, item: 'B-2' },
    { step: 1, operation: 'bills.update', input: { id: 'B-2' } },
    { step: 3, operation: 'bills.delete', input: {}, takes: take(3) },
  ]);
});
