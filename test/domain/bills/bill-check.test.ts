import { expect, test } from 'vitest';
import type { BillInsurance } from '../../../src/domain/bills/bill-insurance.ts';
import { builtInRules } from '../../../src/domain/kit/desk-rules.ts';
import { type BillCheckInputs, checkBill } from '../../../src/domain/bills/bill-check.ts';
import { type BillSnapshot, findDuplicateBills } from '../../../src/domain/bills/duplicate-bill.ts';
import type { LoadClaims } from '../../../src/domain/bills/load-claims.ts';
import type { PayTo, PayToChange } from '../../../src/domain/payments/pay-to.ts';

const bill: BillSnapshot = {
  id: 'BILL-00042',
  payeeId: 'abc',
  payeeName: 'ABC Trucking LLC',
  factorId: null,
  entityId: 'load carrier 1',
  loadId: 'LD-1042',
  shipmentId: 'SHP-1042',
  reference: '4471',
  amountCents: 185_000,
  currency: 'USD',
};

const findPairs = (...otherBills: readonly Partial<BillSnapshot>[]) =>
  findDuplicateBills([...otherBills.map((other) => ({ ...bill, ...other })), bill]);
const change = (at: string, subject: PayToChange['of'] = 'paymentMethod'): PayToChange => ({
  of: subject,
  at,
  on: at.slice(0, 10),
});
const longStanding: PayTo = {
  factorId: null,
  accountNames: ['ABC Trucking LLC'],
  ownNames: ['ABC Trucking LLC'],
  changes: [change('2025-03-04T15:00:00.000Z')],
};
const buildPayToChange = (at: string) => ({ payTo: { ...longStanding, changes: [change(at)] } });
const insured: BillInsurance = {
  endsOn: '2027-06-01',
  autoCents: 100_000_000,
  cargoCents: 10_000_000,
  deliveryOn: '2026-11-05',
};
const buildInsurance = (endsOn: string | null, more: Partial<BillInsurance> = {}) => ({
  insurance: { ...insured, endsOn, ...more },
});
const abc = { id: 'abc', name: 'ABC Trucking LLC' };
const xyz = { id: 'xyz', name: 'XYZ Logistics' };
const buildClaims = (overrides: Partial<LoadClaims>) => ({
  claims: { booked: [abc], assigned: [abc], bills: [], ...overrides },
});

const clean: BillCheckInputs = {
  bill,
  agreed: { cents: 185_000, currency: 'USD' },
  booked: { id: 'abc', name: 'ABC Trucking LLC', at: '2026-11-02T14:00:00.000Z' },
  claims: { booked: [abc], assigned: [abc], bills: [] },
  insurance: insured,
  payTo: longStanding,
  needsPod: true,
  delivered: true,
  podPresent: true,
  pairs: [],
  today: '2026-11-20',
  rules: builtInRules,
};

test('a delivered load with papers, billed as agreed by the booked carrier, is clean', () => {
  expect(checkBill(clean)).toMatchObject({ verdict: 'clean', reasons: [] });
});

test.each<[string, Partial<BillCheckInputs>, string, string]>([
  [
    '$250 of detention nobody approved',
    { agreed: { cents: 160_000, currency: 'USD' } },
    'variance',
    '$1,850.00 billed, $250.00 more than the $1,600.00 agreed.',
  ],
  [
    'a payee on quick pay that bills the gross',
    { quickPayFee: 0.03 },
    'variance',
    '$1,850.00 billed, $55.50 more than the $1,794.50 agreed net of the quick-pay fee on $1,850.00.',
  ],
  [
    'a cost agreed in another currency',
    { agreed: { cents: 185_000, currency: 'CAD' } },
    'variance',
    '$1,850.00 billed, CAD 1,850.00 agreed: two currencies, so not compared.',
  ],
  ['no agreed cost on record', { agreed: null }, 'variance', '$1,850.00 billed; no agreed cost on record.'],
  [
    'the same invoice with a suffix',
    {
      pairs: findPairs({
        id: 'BILL-00007',
        entityId: 'other',
        loadId: 'LD-9',
        shipmentId: 'SHP-9',
        reference: '4471-R',
      }),
    },
    'duplicate',
    'Perhaps billed twice: same payee; references differ only by a suffix.',
  ],
  [
    'a stranger billing',
    { booked: { id: 'xyz', name: 'XYZ Logistics', at: null } },
    'wrong_payee',
    'ABC Trucking LLC bills, but XYZ Logistics was booked.',
  ],
  ['nobody booked', { booked: null }, 'wrong_payee', 'No carrier or vendor is booked for this charge.'],
  [
    'a factored carrier billing directly',
    { payTo: { ...longStanding, factorId: 'fast cash' } },
    'wrong_payee',
    'The payee of record is paid through a factor, but the bill names none.',
  ],
  [
    'a factor nobody told us about',
    { bill: { ...bill, factorId: 'fast cash' } },
    'wrong_payee',
    'The bill names a factor, but the payee of record is paid directly.',
  ],
  [
    'another factor than on record',
    { bill: { ...bill, factorId: 'fast cash' }, payTo: { ...longStanding, factorId: 'slow cash' } },
    'wrong_payee',
    'The bill names another factor than the payee of record.',
  ],
  [
    'a payee that was never given a payment method',
    { payTo: null },
    'pay_to',
    'The payee has no payment method that is both preferred and active.',
  ],
  [
    'a pay-to changed before the booking, but lately',
    buildPayToChange('2026-10-22T15:00:00.000Z'),
    'pay_to',
    'Where the payee is paid was changed on Oct 22, 2026, less than 30 days ago.',
  ],
  [
    'a pay-to changed two days ago',
    buildPayToChange('2026-11-18T15:00:00.000Z'),
    'pay_to',
    'Where the payee is paid was changed on Nov 18, 2026, less than 30 days ago and after the booking.',
  ],
  [
    'a pay-to changed after a booking of long ago',
    {
      ...buildPayToChange('2026-09-01T14:01:00.000Z'),
      booked: { id: 'abc', name: 'ABC Trucking LLC', at: '2026-09-01T14:00:00.000Z' },
    },
    'pay_to',
    'Where the payee is paid was changed on Sep 1, 2026, after the booking.',
  ],
  [
    'a factor whose own record was changed lately',
    {
      bill: { ...bill, factorId: 'fast cash' },
      payTo: {
        ...longStanding,
        factorId: 'fast cash',
        changes: [...longStanding.changes, change('2026-11-15T15:00:00.000Z', 'factor')],
      },
    },
    'pay_to',
    'The record of its factor was changed on Nov 15, 2026, less than 30 days ago and after the booking.',
  ],
  [
    'a payee that looks like the booked carrier',
    { booked: { id: 'abd', name: 'ABC Trucking Inc', at: null } },
    'wrong_payee',
    'ABC Trucking LLC bills, but ABC Trucking Inc was booked; their names look alike.',
  ],
  [
    'an account in a name that looks like the payee’s',
    { payTo: { ...longStanding, accountNames: ['ABC Trucking Inc'] } },
    'wrong_payee',
    'Money for ABC Trucking LLC goes to an account in the name of ABC Trucking Inc; their names look alike.',
  ],
  [
    'an account in the name of somebody else',
    { payTo: { ...longStanding, accountNames: ['Blue Door Holdings'] } },
    'wrong_payee',
    'Money for ABC Trucking LLC goes to an account in the name of Blue Door Holdings.',
  ],
  [
    'a second claimant that nobody booked',
    buildClaims({ booked: [xyz], assigned: [xyz, abc], bills: [{ ...xyz, billId: 'BILL-00007' }] }),
    'wrong_payee',
    'ABC Trucking LLC and XYZ Logistics both bill this load.',
  ],
  [
    'a booked carrier beside a claimant that nobody booked',
    buildClaims({ assigned: [abc, xyz], bills: [{ ...xyz, billId: 'BILL-00007' }] }),
    'wrong_payee',
    'ABC Trucking LLC and XYZ Logistics both bill this load.',
  ],
  [
    'a claimant that came before the bill of the one booked',
    buildClaims({ booked: [xyz], assigned: [xyz, abc] }),
    'wrong_payee',
    'ABC Trucking LLC bills this load without an agreed cost, but XYZ Logistics was booked for it.',
  ],
  [
    'a carrier put on the load that looks like another one of it',
    buildClaims({ assigned: [abc, { id: 'abd', name: 'A B C Trucking' }] }),
    'wrong_payee',
    'ABC Trucking LLC and A B C Trucking are two carriers of this load; their names look alike.',
  ],
  [
    'insurance that lapsed since the delivery',
    buildInsurance('2026-11-12'),
    'insurance',
    'The carrier’s insurance (auto $1,000,000.00, cargo $100,000.00) ended on Nov 12, 2026.',
  ],
  [
    'insurance that ended with the day of the last delivery',
    buildInsurance('2026-11-05', { cargoCents: null }),
    'insurance',
    'The carrier’s insurance (auto $1,000,000.00, cargo unknown) ended on Nov 5, 2026, and the last delivery is on Nov 5, 2026.',
  ],
  [
    'insurance that will end before the last delivery',
    buildInsurance('2026-11-28', { deliveryOn: '2026-12-01' }),
    'insurance',
    'The carrier’s insurance (auto $1,000,000.00, cargo $100,000.00) ends on Nov 28, 2026, and the last delivery is on Dec 1, 2026.',
  ],
  [
    'insurance of which no end is on record',
    buildInsurance(null, { autoCents: null, cargoCents: null }),
    'insurance',
    'No end of the carrier’s insurance is on record (auto unknown, cargo unknown).',
  ],
  ['no proof of delivery', { podPresent: false }, 'missing_papers', 'The proof of delivery is missing.'],
  [
    'documents that cannot be tied to the load',
    { podPresent: null },
    'missing_papers',
    'Cannot tell whether the proof of delivery is there.',
  ],
  ['a bill before delivery', { delivered: false, podPresent: false }, 'missing_papers', 'Billed before delivery.'],
])('%s is held back', (_what, facts, verdict, sentence) => {
  const check = checkBill({ ...clean, ...facts });

  expect(check.verdict).toBe(verdict);
  expect(check.reasons.map((reason) => reason.sentence)).toEqual([sentence]);
});

test('the gravest reason gives the verdict, and the bill counts under each of its reasons', () => {
  const pairs = findPairs({ id: 'BILL-00007' }, { id: 'BILL-00043' }).filter(({ bills }) => bills.includes(bill.id));

  const check = checkBill({ ...clean, agreed: { cents: 100_000, currency: 'USD' }, podPresent: false, pairs });

  expect(check.verdict).toBe('duplicate');
  expect(check.verdicts).toEqual(['duplicate', 'missing_papers', 'variance']);
  expect(check.reasons.map(({ verdict, billIds }) => billIds ?? verdict)).toEqual([
    ['BILL-00007', 'BILL-00043'],
    'missing_papers',
    'variance',
  ]);
});

test('both bills of a pair are held back', () => {
  const again = { ...bill, id: 'BILL-00043', entityId: 'other', reference: '4471-R' };
  const pairs = findPairs(again);

  const checks = [bill, again].map((fact) => checkBill({ ...clean, bill: fact, pairs }));

  expect(checks.map(({ verdict }) => verdict)).toEqual(['duplicate', 'duplicate']);
  expect(checks.map(({ reasons }) => reasons[0]?.billIds)).toEqual([['BILL-00043'], ['BILL-00042']]);
});

test.each<[string, Partial<BillCheckInputs>]>([
  ['a service, which delivers nothing', { needsPod: false, delivered: false, podPresent: null }],
  ['a pay-to that has stood for 30 days and since before the booking', buildPayToChange('2026-10-21T15:00:00.000Z')],
  [
    'a pay-to that was put on record just before the booking, long ago',
    {
      ...buildPayToChange('2026-09-01T13:59:00.000Z'),
      booked: { id: 'abc', name: 'ABC Trucking LLC', at: '2026-09-01T14:00:00.000Z' },
    },
  ],
  ['$20 too much', { agreed: { cents: 183_000, currency: 'USD' } }],
  ['a payee on quick pay that bills the net', { quickPayFee: 0.03, bill: { ...bill, amountCents: 179_450 } }],
  ['insurance that ends tomorrow, long after the delivery', buildInsurance('2026-11-21')],
  ['work that nothing was carried for', { insurance: null, claims: null }],
  [
    'an account in the payee’s own name, in capitals and with a full stop more',
    { payTo: { ...longStanding, accountNames: ['A.B.C. TRUCKING, LLC'] } },
  ],
  ['a payee without a name on its account', { payTo: { ...longStanding, accountNames: [] } }],
  [
    'another carrier of the load that was booked for itself and bills too',
    buildClaims({ booked: [abc, xyz], assigned: [abc, xyz], bills: [{ ...xyz, billId: 'BILL-00007' }] }),
  ],
  ['another bill of the same payee', buildClaims({ bills: [{ ...abc, billId: 'BILL-00007' }] })],
  ['a carrier that fell off the load and bills nothing', buildClaims({ assigned: [xyz, abc] })],
])('%s does not hold a bill back', (_what, facts) => {
  expect(checkBill({ ...clean, ...facts }).verdict).toBe('clean');
});

test.each([
  ['payee', { bill: { ...bill, payeeId: null }, booked: null, payTo: null, insurance: null }],
  ['booked', { booked: null }],
  ['factor', { payTo: { ...longStanding, factorId: 'factor 1' } }],
  ['currency', { agreed: null }],
  ['fee', { agreed: { cents: 200_000, currency: 'USD' } }],
] as const)('a bill of which the %s is not sent is neither clean nor accused', (input, more) => {
  const check = checkBill({ ...clean, ...more, unsent: new Set([input]) });

  expect(check.verdicts).toEqual(['not_checked']);
  expect(check.reasons).toEqual([
    { verdict: 'not_checked', sentence: expect.stringMatching(/^This API doesn't send /) },
  ]);
});

test('a bill whose work was not read yet is neither clean nor accused', () => {
  const unread = { agreed: null, booked: null, claims: null, delivered: false, podPresent: null } as const;

  const check = checkBill({ ...clean, ...unread, unsent: new Set(['work']) });

  expect(check.verdicts).toEqual(['not_checked']);
  expect(check.reasons[0]?.sentence).toBe(
    "What this bill charges isn't among the records that were read: payee, papers and amount were not checked.",
  );
});

test('a quick-pay fee that is not sent does not matter where the amount is as agreed', () => {
  expect(checkBill({ ...clean, unsent: new Set(['fee']) }).verdict).toBe('clean');
});

test('bills of unknown payees are not two payees of one load', () => {
  const unknown = { payeeId: null, reference: null, entityId: null, amountCents: 1 };

  expect(findPairs({ ...unknown, id: 'BILL-00001' })).toEqual([]);
});

test('keys that stand in for names are not compared', () => {
  const standIn = { payeeName: 'ABC', isPayeeNamed: false };
  const other = { ...standIn, id: 'BILL-00001', payeeId: 'xyz', shipmentId: 'SHP-1', loadId: 'LD-1', entityId: null };

  expect(
    findDuplicateBills([
      { ...bill, ...standIn },
      { ...bill, ...other },
    ]),
  ).toEqual([]);
  expect(
    checkBill({
      ...clean,
      claims: { booked: [abc], assigned: [abc, { id: 'xyz', name: 'ABC Trucking', isNamed: false }], bills: [] },
    }).verdict,
  ).toBe('clean');
});

test('a bill is not checked while the records that it is checked with are still being read', () => {
  const { verdicts, reasons } = checkBill({
    ...clean,
    booked: null,
    claims: buildClaims({ booked: [] }).claims,
    isLoading: true,
  });

  expect(verdicts).toEqual(['not_checked']);
  expect(reasons.map(({ sentence }) => sentence)).toEqual([
    'Not checked yet: records that it is checked with are still being read.',
  ]);
  expect(checkBill({ ...clean, booked: null, claims: buildClaims({ booked: [] }).claims }).verdicts).toContain(
    'wrong_payee',
  );
});
