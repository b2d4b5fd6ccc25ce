import { expect, test } from 'vitest';
import { builtInRoles } from '../../../src/mcp/policy/roles.ts';
import { operations } from '../../../src/contract/operations.ts';
import { builtInRules } from '../../../src/domain/kit/desk-rules.ts';
import { getCallGate } from '../../../src/mcp/policy/operation-gate.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { loadPolicy } from '../../../src/mcp/policy/policy-file.ts';
import type { Gated } from '../../../src/mcp/policy/policy-entry.ts';

const gated: Gated = {
  tools: new Map([
    ['find', 'none'],
    ['create_quote', 'audit'],
    ['cancel_shipment', 'confirm'],
    ['pay_bills', 'approve'],
    ['delete_carrier', 'off'],
  ]),
  operations: new Map([['bills.create', 'audit']]),
  toolsets: new Map([['payables', ['pay_bills', 'create_quote']]]),
  moves: new Map([['pay_bills', 'payment']]),
};
const load = (file: unknown) => loadPolicy({ text: JSON.stringify(file), known: gated, separationOfDuties: true });

test('an exception that is no refusal is named, with those that there are', () => {
  const text = JSON.stringify({ exceptions: ['carrier_do_not_care'] });
  expect(() => loadPolicy({ text, known: gated, separationOfDuties: false })).toThrow(
    /exceptions\.0.*carrier_do_not_use/,
  );
});

test('without a file the built-in policy holds', () => {
  expect(loadPolicy({ text: undefined, known: gated, separationOfDuties: true })).toMatchObject({
    cleanBillLimitCents: 300_000,
    exceptions: [],
    confirmPerDayCents: 3_000_000,
    bookingLimitCents: 1_000_000,
    batchMax: 100,
    marginFloor: 0.08,
    separationOfDuties: true,
    confirmInClient: true,
    executeOnPage: true,
    rules: builtInRules,
    approvers: {},
    roles: builtInRoles,
    limits: {},
    hours: {},
    mailDomains: null,
    keepsKeys: null,
    callsPerMinute: null,
    gates: {},
    operations: {},
  });
});

const office = [{ days: ['mon', 'fri'], from: '07:00', to: '19:00' }];

test('hours stay as they are written, domains are compared as machines do', () => {
  const mailDomains = ['Acme.com', 'bücher.example'];
  expect(load({ hours: { '*': office, 'bills.create': office }, mailDomains })).toMatchObject({
    hours: { '*': office, 'bills.create': office },
    mailDomains: ['acme.com', 'xn--bcher-kva.example'],
  });
});

test('a toolset that is off stands for its tools, but for those that are named by themselves', () => {
  expect(load({ gates: { payables: 'off', create_quote: 'confirm' } }).gates).toEqual({
    pay_bills: 'off',
    create_quote: 'confirm',
  });
});

test('a limit bounds a kind of money, whether a tool or an operation names it', () => {
  const limits = { pay_bills: { perDay: 25_000.5 }, 'loads.tonu': { perCall: 5000, perPayee: 9000, above: 'approve' } };
  expect(load({ limits }).limits).toEqual({
    pay_bills: { kind: 'payment', perCallCents: null, perDayCents: 2_500_050, perPayeeCents: null, above: 'refuse' },
    'loads.tonu': {
      kind: 'promise',
      perCallCents: 500_000,
      perDayCents: null,
      perPayeeCents: 900_000,
      above: 'approve',
    },
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

test('the rules of the desk are written in dollars, hours and fractions, and keep what they do not name', () => {
  const { rules, approvers } = load({
    rules: {
      freeTimeHours: 1.5,
      detentionPerHour: { carrier: 40.5 },
      billTolerance: { clean: { amount: 10 } },
      insurance: { cargoLiability: 250_000 },
      payToDays: 45,
      creditCounts: ['open_invoices'],
    },
    approvers: { pay_bills: ['Ann Lee'], 'bills.create': ['Bo'] },
  });

  expect(rules).toEqual({
    ...builtInRules,
    freeTimeMinutes: 90,
    detentionPerHourCents: { customer: 7_500, carrier: 4_050 },
    billTolerance: { ...builtInRules.billTolerance, clean: { cents: 1_000, fraction: 0.01 } },
    carriers: { ...builtInRules.carriers, cargoLiabilityCents: 25_000_000, payToDays: 45 },
    creditCounts: ['open_invoices'],
  });
  expect(approvers).toEqual({ pay_bills: ['Ann Lee'], 'bills.create': ['Bo'] });
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
  ['a gate of a toolset', { gates: { payables: 'approve' } }, '"gates.payables" is a toolset: only "off" is possible'],
  ['a gate on reading', { gates: { find: 'approve' } }, 'only "off" is possible'],
  ['an approver of nothing', { approvers: { pay_bill: ['Ann'] } }, '"approvers.pay_bill" names nothing that exists'],
  ['a rule that is a typo', { rules: { freeTime: 2 } }, 'Unrecognized key'],
  ['hours of nothing', { hours: { pay_bill: office } }, '"hours.pay_bill" names nothing that exists'],
  ['hours of reading', { hours: { find: office } }, '"hours.find" only reads'],
  ['hours without a day', { hours: { '*': [{ ...office[0], days: [] }] } }, '"hours.*.0.days"'],
  ['a day that is none', { hours: { '*': [{ ...office[0], days: ['friday'] }] } }, '"hours.*.0.days.0"'],
  ['a day twice', { hours: { '*': [{ ...office[0], days: ['fri', 'fri'] }] } }, 'names a day twice'],
  ['a time that is none', { hours: { '*': [{ ...office[0], to: '25:00' }] } }, '"hours.*.0.to": must be HH:mm'],
  ['hours without length', { hours: { '*': [{ ...office[0], to: '07:00' }] } }, 'begins and ends at the same time'],
  ['no calls', { callsPerMinute: 0 }, '"callsPerMinute"'],
  ['no domain', { mailDomains: [] }, '"mailDomains"'],
  ['a domain that is none', { mailDomains: ['acme.com', '*.acme.com'] }, '"mailDomains.1": "*.acme.com" is no domain'],
  [
    'a limit of nothing',
    { limits: { pay_bill: { perDay: 1 } } },
    '"limits.pay_bill" is no tool or operation that moves',
  ],
  ['a limit of what moves no money', { limits: { find: { perDay: 1 } } }, '"limits.find" is no tool or operation'],
  ['a limit of any operation', { limits: { api_write: { perDay: 1 } } }, '"limits.api_write" is no tool or operation'],
  ['a limit without a number', { limits: { pay_bills: { above: 'approve' } } }, '"limits.pay_bills" limits nothing'],
  ['a limit below nothing', { limits: { pay_bills: { perDay: -1 } } }, '"limits.pay_bills.perDay"'],
  ['parts of a cent', { limits: { pay_bills: { perDay: 0.001 } } }, '"limits.pay_bills.perDay"'],
  ['no such consequence', { limits: { pay_bills: { perDay: 1, above: 'ask' } } }, '"limits.pay_bills.above"'],
  [
    'a call above its day',
    { limits: { pay_bills: { perCall: 2, perDay: 1 } } },
    '"limits.pay_bills.perCall" is above perDay',
  ],
  [
    'a payee above the day',
    { limits: { pay_bills: { perPayee: 2, perDay: 1 } } },
    '"limits.pay_bills.perPayee" is above',
  ],
  ['a larger batch', { batchMax: 500 }, '"batchMax"'],
])('%s ends the start with one sentence', (_, file, sentence) => {
  expect(() => load(file)).toThrow(sentence);
  expect(() => load(file)).toThrow(/^WAYBILL_POLICY: [^\n]*\.$/);
});

test('what is not JSON ends the start, too', () => {
  expect(() => loadPolicy({ text: '{', known: gated, separationOfDuties: false })).toThrow('is not valid JSON');
});

test('a raw call takes the strictest gate of operation, fields and policy', () => {
  const { paymentTerms } = operations;
  const policy = { ...builtInPolicy, operations: { 'paymentTerms.create': 'confirm' } } as const;

  expect(getCallGate(builtInPolicy, 'paymentTerms.filter', paymentTerms.filter, {})).toBe('none');
  expect(getCallGate(builtInPolicy, 'paymentTerms.create', paymentTerms.create, {})).toBe('audit');
  expect(getCallGate(policy, 'paymentTerms.create', paymentTerms.create, {})).toBe('confirm');
  expect(getCallGate(builtInPolicy, 'bills.update', operations.bills.update, { amount: 1 })).toBe('approve');
});
