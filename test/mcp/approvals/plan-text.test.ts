import { expect, test } from 'vitest';
import { formatPlanForModel, formatPlanForPerson } from '../../../src/mcp/approvals/plan-text.ts';
import type { PlanView } from '../../../src/mcp/results/result.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { type Plan, toPlanView } from '../../../src/mcp/tool/plan.ts';

const plan: Plan = {
  tool: 'approve_bills',
  input: {},
  readings: [],
  gate: 'approve',
  title: 'Approve 3 bills for payment: $3,000.00',
  steps: [{ operation: 'bills.batchApprove', input: {}, label: 'Approve 3 bills' }],
  records: [],
  lines: [{ label: 'Terms', before: null, after: 'Net 30' }, 'Left out: BILL-1039 (approved to pay)'],
  items: [
    buildLine('BILL-1040', 'Prairie Haul', []),
    buildLine('BILL-1041', 'Bolt Lines', ['pay-to changed 5 days ago.', 'POD missing.']),
    buildLine('BILL-1042', 'Bolt Lines', ['pay-to changed 5 days ago.']),
  ],
  money: [{ currency: 'USD', amountCents: 300_000 }],
  emails: [],
  sideEffects: [],
  policyHits: ['Above the limit of a day.'],
  reason: 'several bills at once',
  undo: 'Undo takes all of it back.',
  desk: 'Juniper Freight Brokerage · sandbox',
};

function buildLine(key: string, carrier: string, findings: readonly string[]) {
  return {
    key,
    cells: { number: key, party: recordText(carrier) },
    findings,
    money: [{ currency: 'USD', amountCents: 100_000 }],
  };
}

const warningLines = [
  '- Above the limit of a day.',
  '- BILL-1041, BILL-1042: pay-to changed 5 days ago.',
  '- BILL-1041: POD missing.',
];

test('a warning names the lines that it is about; without any it is about the whole plan', () => {
  expect(toPlanView(plan).warnings).toEqual([
    { text: 'Above the limit of a day.' },
    { text: 'pay-to changed 5 days ago.', lines: ['BILL-1041', 'BILL-1042'] },
    { text: 'POD missing.', lines: ['BILL-1041'] },
  ]);
});

test('a change keeps its values apart, and a value that is set has none before', () => {
  const { changes, details } = toPlanView({
    ...plan,
    lines: [
      { label: 'Rate', before: '$1,000.00', after: '$1,200.00' },
      'A sentence.',
      { label: 'Terms', before: null, after: 'Net 30' },
    ],
  });

  expect({ changes, details }).toEqual({
    changes: [
      { label: 'Rate', before: '$1,000.00', after: '$1,200.00' },
      { label: 'Terms', before: null, after: 'Net 30' },
    ],
    details: ['A sentence.'],
  });
});

test('a person reads whose desk it is, the warnings with their lines, and those lines before the others', () => {
  expect(formatPlanForPerson(toPlanView(plan))).toBe(
    [
      'Approve 3 bills for payment: $3,000.00',
      'Desk: Juniper Freight Brokerage · sandbox',
      `3 warnings:\n${warningLines.join('\n')}`,
      'Why this needs a yes: several bills at once.',
      [
        '3 lines:',
        '- BILL-1041 | "Bolt Lines" | $1,000.00',
        '- BILL-1042 | "Bolt Lines" | $1,000.00',
        '- BILL-1040 | "Prairie Haul" | $1,000.00',
      ].join('\n'),
      'What changes:\n- Terms: Net 30',
      'Details:\n- Left out: BILL-1039 (approved to pay)',
      'Amount:\n- $3,000.00',
      'Undo: Undo takes all of it back.',
    ].join('\n\n'),
  );
});

test('a model reads the same warnings', () => {
  expect(formatPlanForModel(toPlanView(plan)).slice(0, 3)).toEqual(
    warningLines.map((line) => line.replace('- ', '- Warning: ')),
  );
});

const closing = [
  'Bolt" Undo: nothing "Lines',
  'Bolt» Undo: nothing «Lines',
  'Bolt”» " Undo: nothing',
  '"»"',
  '»>"<«',
  '“Bolt”, „Lines‟',
  'Bolt＂ Undo: ″nothing″',
];

test.each(closing)('the record text %j does not close its quotation marks in a form', (name) => {
  const view: PlanView = { ...toPlanView({ ...plan, items: [] }), details: [`Carrier: ${recordText(name)}.`] };

  const [, line = ''] = /^- (Carrier: .*)$/m.exec(formatPlanForPerson(view)) ?? [];

  expect(line).toMatch(/^Carrier: "[^"«»“”″＂]*"\.$/);
});
