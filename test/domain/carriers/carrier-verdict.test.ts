import { expect, test } from 'vitest';
import type { CarrierSnapshot, PaymentMethodSnapshot } from '../../../src/domain/carriers/carrier-snapshot.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { carrierRules } from '../../../src/domain/carriers/carrier-rules.ts';
import { isSameLegalName } from '../../../src/domain/carriers/legal-name.ts';
import { fieldGates } from '../../../src/contract/kit/field-gates.ts';
import { builtInRules } from '../../../src/domain/kit/desk-rules.ts';
import { formatVerdict, judgeCarrier } from '../../../src/domain/carriers/carrier-verdict.ts';

const today = '2026-11-20';

const direct: PaymentMethodSnapshot = {
  status: 'ACTIVE',
  isPreferred: true,
  recipient: 'DIRECT',
  factorName: null,
  companyName: 'ABC Trucking LLC',
  changedOn: '2025-03-01',
};
const factor: PaymentMethodSnapshot = {
  ...direct,
  recipient: 'FACTOR',
  factorName: 'Fast Cash Funding',
  companyName: null,
};

const listed = {
  legalName: 'ABC Trucking LLC',
  isSameName: true,
  authority: 'active',
  authorityMonths: 90,
  rating: null,
};

const sound: CarrierSnapshot = {
  hasFile: true,
  type: 'TRUCKLOAD',
  status: 'ACTIVE',
  statusReason: null,
  operatingAbility: 'AUTHORIZED',
  inFmcsa: true,
  authoritySince: '2019-05-01',
  registry: listed,
  insuranceExpiresOn: '2027-06-01',
  autoLiabilityCents: 100_000_000,
  cargoLiabilityCents: 10_000_000,
  rating: 'SATISFACTORY',
  ratingDate: '2024-02-01',
  onboardedOn: '2023-01-15',
  isFactoringPreferred: false,
  paymentMethods: [direct],
  sharedBank: { isChecked: true, others: [] },
  changes: [],
};

test('a sound carrier passes every rule', () => {
  const verdict = judgeCarrier(sound, today, builtInRules.carriers);

  expect(verdict).toMatchObject({ overall: 'pass', reasons: [] });
  expect(verdict.findings.map(({ rule, outcome }) => [rule, outcome])).toEqual(
    carrierRules.map(({ id }) => [id, 'pass']),
  );
});

test.each<[Partial<CarrierSnapshot>, 'fail' | 'caution', string]>([
  [{ status: 'DO_NOT_USE' }, 'fail', 'The carrier is marked do not use.'],
  [{ status: 'doNotUse' }, 'fail', 'The carrier is marked do not use.'],
  [
    { status: 'INACTIVE', statusReason: 'double brokered' },
    'fail',
    'The carrier is inactive. Reason on record: double brokered',
  ],
  [{ status: 'PENDING' }, 'fail', 'The carrier is pending: vet it and make it active first.'],
  [{ status: 'SLEEPING' }, 'caution', 'The status with us on record is not one we can read.'],
  [{ operatingAbility: 'NOT AUTHORIZED' }, 'fail', 'The carrier has no operating authority.'],
  [{ operatingAbility: 'OUT_OF_SERVICE' }, 'fail', 'The carrier was ordered out of service.'],
  [{ operatingAbility: null, registry: null }, 'caution', 'No operating authority on record.'],
  [
    { registry: { ...listed, authority: 'inactive' } },
    'fail',
    'The public registry shows no active operating authority.',
  ],
  [
    { operatingAbility: null, registry: { ...listed, authority: 'inactive' } },
    'fail',
    'Operating authority is inactive.',
  ],
  [
    { authoritySince: null, registry: { ...listed, authorityMonths: 5 } },
    'caution',
    'Operating authority is 5 months old, less than 180 days.',
  ],
  [
    { registry: { ...listed, legalName: 'Blue Haul LLC', isSameName: false } },
    'caution',
    'The public registry has another legal name: Blue Haul LLC.',
  ],
  [{ inFmcsa: false }, 'fail', 'The carrier is not listed in the public registry.'],
  [{ authoritySince: '2026-09-01' }, 'caution', 'Operating authority is 80 days old, less than 180.'],
  [{ insuranceExpiresOn: '2026-11-19' }, 'fail', 'Insurance expired on Nov 19, 2026.'],
  [{ insuranceExpiresOn: '2026-11-20' }, 'fail', 'Insurance expires today, Nov 20, 2026.'],
  [{ insuranceExpiresOn: '2026-11-21' }, 'caution', 'Insurance expires in 1 day, on Nov 21, 2026.'],
  [{ insuranceExpiresOn: '2026-12-20' }, 'caution', 'Insurance expires in 30 days, on Dec 20, 2026.'],
  [{ insuranceExpiresOn: null }, 'caution', 'No insurance expiry date on record.'],
  [{ autoLiabilityCents: 75_000_000 }, 'fail', 'Auto liability is $750,000.00, below the $1,000,000.00 we ask for.'],
  [{ cargoLiabilityCents: 5_000_000 }, 'fail', 'Cargo liability is $50,000.00, below the $100,000.00 we ask for.'],
  [{ cargoLiabilityCents: null }, 'caution', 'No cargo liability limit on record.'],
  [{ rating: 'Conditional' }, 'caution', 'Safety rating is Conditional.'],
  [{ rating: 'UNSATISFACTORY' }, 'fail', 'Safety rating is Unsatisfactory.'],
  [{ onboardedOn: '2026-11-10' }, 'caution', 'Our record of the carrier is 10 days old, less than 30.'],
  [{ hasFile: false }, 'fail', 'The carrier is not set up here.'],
  [
    { paymentMethods: [{ ...direct, status: 'INACTIVE' }] },
    'caution',
    'No payment method is both preferred and active.',
  ],
  [
    { paymentMethods: [{ ...direct, changedOn: '2026-11-18' }] },
    'caution',
    'Pay-to details changed on Nov 18, 2026, 2 days ago.',
  ],
  [
    { paymentMethods: [{ ...factor, factorName: null }] },
    'caution',
    'Payments go to a factor, but the file names none.',
  ],
  [
    { isFactoringPreferred: true },
    'caution',
    'The carrier is factored, but the payee of record is the carrier itself.',
  ],
  [
    { paymentMethods: [factor, { ...factor, isPreferred: false, factorName: 'Slow Cash' }] },
    'caution',
    'Two factors are active: Fast Cash Funding and Slow Cash.',
  ],
  [
    { sharedBank: { isChecked: true, others: [{ name: 'Night Owl Express', friendlyId: 'C100077' }] } },
    'caution',
    'The last four digits of the bank account are also those of Night Owl Express (C100077).',
  ],
])('with %o the verdict is %s', (facts, overall, reason) => {
  const verdict = judgeCarrier({ ...sound, ...facts }, today, builtInRules.carriers);

  expect(verdict.overall).toBe(overall);
  expect(verdict.reasons).toEqual([reason]);
});

test.each<[string, Partial<CarrierSnapshot>]>([
  ['never rated, as most are', { rating: null, ratingDate: null }],
  ['of unknown authority age', { authoritySince: null, registry: null }],
  ['insured for 31 more days', { insuranceExpiresOn: '2026-12-21' }],
  ['paid through its one factor', { paymentMethods: [factor], isFactoringPreferred: true }],
])('a carrier %s still passes', (_what, facts) => {
  expect(judgeCarrier({ ...sound, ...facts }, today, builtInRules.carriers).overall).toBe('pass');
});

test.each(['LTL', 'OCEAN'] as const)(
  'a carrier of type %s never passes for want of rules: what is not checked for it is said',
  (type) => {
    const { overall, findings, reasons } = judgeCarrier(
      { ...sound, insuranceExpiresOn: '2020-01-01', type },
      today,
      builtInRules.carriers,
    );

    const gaps = [
      `Operating authority is not checked for ${formatCode(type)} carriers.`,
      `Insurance is not checked for ${formatCode(type)} carriers.`,
      `Auto liability is not checked for ${formatCode(type)} carriers.`,
      `Cargo liability is not checked for ${formatCode(type)} carriers.`,
    ];
    expect(overall).toBe('caution');
    expect(reasons).toEqual(gaps);
    expect(findings.filter(({ outcome }) => outcome === 'unknown').map(({ sentence }) => sentence)).toEqual(gaps);
    expect(findings.map(({ rule }) => rule)).not.toContain('safety_rating');
  },
);

test('a carrier without a stored type is vetted as a truckload carrier', () => {
  expect(judgeCarrier({ ...sound, type: null, insuranceExpiresOn: null }, today, builtInRules.carriers).overall).toBe(
    'caution',
  );
});

test('blocking reasons come first, and every finding names its source', () => {
  const verdict = judgeCarrier(
    { ...sound, rating: 'CONDITIONAL', insuranceExpiresOn: '2026-01-01' },
    today,
    builtInRules.carriers,
  );

  expect(verdict.reasons).toEqual(['Insurance expired on Jan 1, 2026.', 'Safety rating is Conditional.']);
  expect(verdict.findings.find(({ rule }) => rule === 'insurance_expired')).toMatchObject({
    outcome: 'fail',
    severity: 'blocking',
    value: '2026-01-01',
    date: '2026-01-01',
    source: 'carrier.insuranceExpirationDate',
  });
});

const buildChange = (field: string) => ({ field, by: 'dana', on: '2026-11-18', from: '2026-02-01', to: '2027-06-01' });

test('a value that was changed lately shows by whom and when, and is no pass by itself', () => {
  const verdict = judgeCarrier(
    { ...sound, changes: [buildChange('insuranceExpirationDate')] },
    today,
    builtInRules.carriers,
  );

  const sentence =
    'Insurance runs until Jun 1, 2027. Insurance expiration date changed by dana on Nov 18, 2026 (2026-02-01 -> 2027-06-01): no proof by itself for 30 days.';
  expect(verdict).toMatchObject({ overall: 'caution', reasons: expect.arrayContaining([sentence]) });
  expect(verdict.findings.find(({ rule }) => rule === 'insurance_expired')).toMatchObject({
    outcome: 'unknown',
    sentence,
  });
});

test('a value that fails is no better for having been changed', () => {
  const facts = { ...sound, status: 'INACTIVE', changes: [buildChange('status')] };

  expect(judgeCarrier(facts, today, builtInRules.carriers)).toMatchObject({
    overall: 'fail',
    reasons: ['The carrier is inactive. Status changed by dana on Nov 18, 2026 (2026-02-01 -> 2027-06-01).'],
  });
});

test.each(
  Object.entries(fieldGates['carriers.update']).flatMap(([field, gate]) => (gate === 'approve' ? [field] : [])),
)('a change of %s, which a person approved, casts doubt on a rule', (field) => {
  expect(judgeCarrier({ ...sound, changes: [buildChange(field)] }, today, builtInRules.carriers).overall).toBe(
    'caution',
  );
});

test('of an API that does not show how carriers are paid, nothing about it is known', () => {
  const verdict = judgeCarrier({ ...sound, paymentMethods: null }, today, builtInRules.carriers);

  const rules = ['payee_of_record', 'pay_to_changed', 'factoring', 'shared_bank'];
  const findings = verdict.findings.filter(({ rule }) => rules.includes(rule));
  expect(findings.map(({ outcome }) => outcome)).toEqual(rules.map(() => 'unknown'));
  expect(verdict).toMatchObject({ overall: 'caution', reasons: ["This API doesn't show how the carrier is paid."] });
});

test.each([
  ['payee_of_record', { isPreferred: null }, "This API doesn't say which payment method is preferred and active."],
  ['payee_of_record', { status: null }, "This API doesn't say which payment method is preferred and active."],
  ['factoring', { recipient: 'UNKNOWN' }, "This API doesn't say whether the carrier or a factor is paid."],
])('the rule %s knows nothing where the API leaves out %j', (rule, method, sentence) => {
  const facts = { ...sound, paymentMethods: [{ ...direct, ...method }] };
  const { findings } = judgeCarrier(facts, today, builtInRules.carriers);

  expect(findings.find((finding) => finding.rule === rule)).toMatchObject({ outcome: 'unknown', sentence });
});

test('a verdict by some of the rules says by how many, and never passes', () => {
  const { registry: _registry, paymentMethods: _methods, ...read } = sound;

  const partial = judgeCarrier(read, today, builtInRules.carriers);

  expect(partial.overall).toBe('no_warnings');
  expect(partial.coverage).toEqual({
    checked: 7,
    total: 15,
    unchecked: [
      'operating authority',
      'age of the authority',
      'legal name',
      'safety rating',
      'payee of record',
      'changes of the pay-to',
      'factoring',
      'bank account shared with others',
    ],
  });
  expect(formatVerdict(partial)).toBe('NO WARNINGS (7 of 15 rules)');
  expect(formatVerdict(judgeCarrier(sound, today, builtInRules.carriers))).toBe('PASS');
});

const ranks = { pass: 0, no_warnings: 0, caution: 1, fail: 2 } as const;

test('more facts never make a verdict better: each fact of each kind of carrier is left out in turn', () => {
  const samples: readonly Partial<CarrierSnapshot>[] = [
    {},
    { status: 'PENDING' },
    { operatingAbility: null },
    { rating: 'UNSATISFACTORY' },
    { insuranceExpiresOn: '2026-11-25' },
    { paymentMethods: [] },
    { paymentMethods: [{ ...direct, changedOn: '2026-11-18' }], registry: null },
    { changes: [buildChange('insuranceExpirationDate')] },
    { type: 'LTL' },
  ];
  for (const sample of samples) {
    const facts = { ...sound, ...sample };
    const whole = judgeCarrier(facts, today, builtInRules.carriers);
    expect(whole.coverage.checked).toBe(whole.coverage.total);
    for (const fact of Object.keys(facts)) {
      const partial = judgeCarrier({ ...facts, [fact]: undefined }, today, builtInRules.carriers);
      expect.soft([fact, ranks[partial.overall] <= ranks[whole.overall]]).toEqual([fact, true]);
      expect.soft([fact, partial.overall === 'pass' && partial.coverage.unchecked.length > 0]).toEqual([fact, false]);
    }
  }
});

test('bare reasons repeat nothing that somebody typed', () => {
  const typed = 'Typed Text';
  const verdict = judgeCarrier(
    {
      ...sound,
      status: 'INACTIVE',
      statusReason: typed,
      registry: { ...listed, legalName: typed, isSameName: false },
      sharedBank: { isChecked: true, others: [{ name: typed, friendlyId: null }] },
      paymentMethods: [
        { ...factor, factorName: typed },
        { ...factor, isPreferred: false, factorName: 'Slow Cash' },
      ],
      changes: [
        { ...buildChange('phone'), by: typed, from: typed, to: typed },
        { ...buildChange('status'), by: typed },
      ],
    },
    today,
    builtInRules.carriers,
  );

  expect(verdict.reasons.join(' ')).toContain(typed);
  expect(verdict.bareReasons).toHaveLength(verdict.reasons.length);
  expect(verdict.bareReasons.join(' ')).not.toContain(typed);
});

test.each([
  ['ABC Trucking, L.L.C.', 'ABC TRUCKING LLC', true],
  ['ABC Trucking', 'ABC TRUCKING LLC', true],
  ['ABC Trucking Inc', 'ABC TRUCKING LLC', false],
  ['ABC Transport LLC', 'ABC TRUCKING LLC', false],
  ['Blue Haul', 'ABC TRUCKING LLC', false],
])('%s and %s: the same legal name is %s', (name, registered, isSame) => {
  expect(isSameLegalName(name, registered)).toBe(isSame);
});
