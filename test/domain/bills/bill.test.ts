import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  billBalanceAction,
  billLifecycle,
  getBillLifecycle,
  getBillPaymentAction,
  type BillStatus,
  billStatuses,
  billTerms,
  findRevisionAction,
  listRevisedTerms,
  unreviewedBillLifecycle,
} from '../../../src/domain/bills/bill.ts';
import { advance } from '../../../src/domain/kit/transitions.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const reviewed = parseCases(
  billLifecycle,
  `
                    receive    revise            approve          unapprove  revisePaid       payPart          pay   unpay
  AWAITING_INVOICE  IN_REVIEW  AWAITING_INVOICE  -                -          -                -                -     -
  IN_REVIEW         -          IN_REVIEW         APPROVED_TO_PAY  -          -                -                -     -
  APPROVED_TO_PAY   -          IN_REVIEW         -                IN_REVIEW  APPROVED_TO_PAY  APPROVED_TO_PAY  PAID  APPROVED_TO_PAY
  PAID              -          -                 -                -          PAID             -                -     APPROVED_TO_PAY
`,
);

test.each(reviewed.cases)('a bill that is %s, on %s, becomes %s', (status, action, next) => {
  expect(getOutcome(billLifecycle, status, action)).toBe(next);
});

test('the table covers every status and every action', () => {
  expect(reviewed.statuses).toEqual(billStatuses);
  expect(reviewed.actions).toEqual(listActions(billLifecycle));
});

test('an organization that does not review bills approves one that still awaits its invoice', () => {
  const skipping = getBillLifecycle({ reviewsBills: false });

  expect(skipping).toBe(unreviewedBillLifecycle);
  expect(advance(skipping, 'AWAITING_INVOICE', 'approve')).toBe('APPROVED_TO_PAY');
});

test('an organization that reviews bills does not', () => {
  const table = getBillLifecycle({ reviewsBills: true });

  expect(() => advance(table, 'AWAITING_INVOICE', 'approve')).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test.each([
  [0, 'pay'],
  [-100, 'pay'],
  [1, 'payPart'],
] as const)('a payment that leaves %i cents open is a %s', (openCents, action) => {
  expect(getBillPaymentAction(openCents)).toBe(action);
});

test.each([
  [0, 100, 0, 'pay'],
  [0, 40, 60, 'payPart'],
  [40, 100, 0, 'pay'],
  [100, 40, 60, 'unpay'],
  [40, 0, 100, 'unpay'],
  [40, 40, 60, null],
] as const)('with %i paid before, %i now and %i open the action is %s', (before, paidCents, openCents, action) => {
  expect(billBalanceAction(before, { paidCents, openCents })).toBe(action);
});

test('after any change of its balance an approved bill is PAID exactly when nothing is open', () => {
  const amountCents = 1_000;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: amountCents }), { maxLength: 12 }), (balances) => {
      let status: BillStatus = 'APPROVED_TO_PAY';
      let before = 0;
      for (const paidCents of balances) {
        const action = billBalanceAction(before, { paidCents, openCents: amountCents - paidCents });
        if (action !== null) status = advance(billLifecycle, status, action);
        before = paidCents;
        expect(status).toBe(paidCents === amountCents ? 'PAID' : 'APPROVED_TO_PAY');
      }
    }),
  );
});

const terms = {
  amountCents: 59_754,
  payeeId: 'carrier 1',
  reference: 'PH-1',
  dueDate: '2026-12-10',
  paymentTermId: null,
};

test.each([
  ['amount', { amountCents: 4_567_890 }],
  ['payee', { payeeId: 'factor 1' }],
  ['reference', { reference: null }],
  ['dueDate', { dueDate: '2026-11-30' }],
  ['paymentTerm', { paymentTermId: 'term 1' }],
] as const)('another %s is a revision, which ends an approval', (term, change) => {
  const revised = listRevisedTerms(terms, { ...terms, ...change });

  expect(revised).toEqual([term]);
  expect(advance(billLifecycle, 'APPROVED_TO_PAY', findRevisionAction(revised, 0) ?? 'approve')).toBe('IN_REVIEW');
});

test('every term of a bill is compared, and the same terms are no revision', () => {
  const everything = { amountCents: 1, payeeId: 'x', reference: 'x', dueDate: '2026-01-01', paymentTermId: 'x' };

  expect(listRevisedTerms(terms, everything)).toEqual(Object.keys(billTerms));
  expect(listRevisedTerms(terms, { ...terms })).toEqual([]);
  expect(findRevisionAction([], 0)).toBeNull();
});

test('once something is paid a bill stays approved, and its amount stays as it is', () => {
  expect(advance(billLifecycle, 'APPROVED_TO_PAY', findRevisionAction(['reference'], 1) ?? 'approve')).toBe(
    'APPROVED_TO_PAY',
  );
  expect(advance(billLifecycle, 'PAID', findRevisionAction(['dueDate', 'paymentTerm'], 1) ?? 'approve')).toBe('PAID');
  expect(() => findRevisionAction(['reference', 'amount'], 1)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});
