import { formatCode } from '../text/code-words.ts';
import { WaybillError } from '../../errors.ts';
import { type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { type DueDates, dueUntil } from '../money/due-date.ts';
import { isAmong, isComparedTo, isNotAmong, matchAll, matchAny } from '../rules/rule.ts';

/**
 * A payee's bill in an organization that reviews bills. A part-paid bill stays APPROVED_TO_PAY: there is no state between.
 * `revise` changes a term that an approval covers, `revisePaid` does so after a payment.
 */
export const billLifecycle = {
  AWAITING_INVOICE: { receive: 'IN_REVIEW', revise: 'AWAITING_INVOICE' },
  IN_REVIEW: { revise: 'IN_REVIEW', approve: 'APPROVED_TO_PAY' },
  APPROVED_TO_PAY: {
    revise: 'IN_REVIEW',
    unapprove: 'IN_REVIEW',
    revisePaid: 'APPROVED_TO_PAY',
    payPart: 'APPROVED_TO_PAY',
    pay: 'PAID',
    unpay: 'APPROVED_TO_PAY',
  },
  PAID: { revisePaid: 'PAID', unpay: 'APPROVED_TO_PAY' },
} as const satisfies Lifecycle;

/** The same for an organization that pays without a review: approval skips the step. */
export const unreviewedBillLifecycle = {
  ...billLifecycle,
  AWAITING_INVOICE: { ...billLifecycle.AWAITING_INVOICE, approve: 'APPROVED_TO_PAY' },
} as const satisfies Lifecycle;

export type BillStatus = StatusOf<typeof billLifecycle>;

export const billStatuses = listStatuses(billLifecycle);

/** Something is open on the bill, whatever its status says. */
export const owedBill = isComparedTo('owedCents', '>', 0);

export const paidBillStatuses = ['PAID'] as const satisfies readonly BillStatus[];

/** Money is still owed on the bill. */
export const openBill = matchAll(owedBill, isNotAmong('status', paidBillStatuses));

/** The bill came and waits for approval. */
export const billInReview = isAmong('status', ['IN_REVIEW'] satisfies readonly BillStatus[]);

/** A person approved the bill, whether it is paid or not. */
export const approvedBill = isAmong('status', ['APPROVED_TO_PAY', 'PAID'] satisfies readonly BillStatus[]);

/** The bill may be paid: nothing else than an approval that is known lets money leave. */
export const payableBill = matchAll(owedBill, isAmong('status', ['APPROVED_TO_PAY'] satisfies readonly BillStatus[]));

/** The bill may be paid and is due on a day or earlier. */
export const payableUntil = matchAll<'status' | 'owedCents' | keyof DueDates, 'dueDay' | 'invoiceDay'>(
  payableBill,
  dueUntil,
);

/** The bill came, and a check of it is of use: its money isn't gone. */
export const checkableBill = matchAny(
  billInReview,
  matchAll(owedBill, isNotAmong('status', ['AWAITING_INVOICE', 'PAID'] satisfies readonly BillStatus[])),
);

/** Describes the status of a bill in words, and says so where Waybill doesn't know it. */
export const describeBillStatus = (status: string): string =>
  billStatuses.some((candidate) => candidate === status)
    ? formatCode(status)
    : `${formatCode(status)}, a status that Waybill doesn't know`;

/** Returns the bill lifecycle of an organization, by its `reviewsBills` switch. */
export function getBillLifecycle(organization: {
  readonly reviewsBills: boolean;
}): typeof billLifecycle | typeof unreviewedBillLifecycle {
  return organization.reviewsBills ? billLifecycle : unreviewedBillLifecycle;
}

/** Returns the action of a payment on a bill. `openCents` is the balance after it. */
export function getBillPaymentAction(openCents: number): 'pay' | 'payPart' {
  return openCents <= 0 ? 'pay' : 'payPart';
}

/** The action that a changed balance stands for; null when as much is paid as before. */
export function billBalanceAction(
  paidBeforeCents: number,
  { paidCents, openCents }: { readonly paidCents: number; readonly openCents: number },
): 'pay' | 'payPart' | 'unpay' | null {
  if (paidCents === paidBeforeCents) return null;
  return paidCents > paidBeforeCents ? getBillPaymentAction(openCents) : 'unpay';
}

/** The terms that an approval of a bill covers: a change of one ends the approval, and after a payment stays possible or not. */
export const billTerms = {
  amount: { field: 'amountCents', afterPayment: 'refused' },
  payee: { field: 'payeeId', afterPayment: 'possible' },
  reference: { field: 'reference', afterPayment: 'possible' },
  dueDate: { field: 'dueDate', afterPayment: 'possible' },
  paymentTerm: { field: 'paymentTermId', afterPayment: 'possible' },
} as const;

export type BillTerm = keyof typeof billTerms;

/** The values of these terms on one bill. */
export interface BillTermValues {
  readonly amountCents: number;
  /** Id of the factor, carrier or vendor that is paid. */
  readonly payeeId: string | null;
  readonly reference: string | null;
  /** The day on which the bill is due, whether it states that day or its invoice date implies it. */
  readonly dueDate: string | null;
  readonly paymentTermId: string | null;
}

// Keys of the table are its terms.
const termNames = Object.keys(billTerms) as BillTerm[];

/** Lists the terms that differ, in the order of the table. */
export function listRevisedTerms(before: BillTermValues, after: BillTermValues): readonly BillTerm[] {
  return termNames.filter((term) => before[billTerms[term].field] !== after[billTerms[term].field]);
}

/** Returns the action that a change of these terms is, or null where none changes; CONFLICT where a payment forbids it. */
export function findRevisionAction(terms: readonly BillTerm[], paidCents: number): 'revise' | 'revisePaid' | null {
  if (terms.length === 0) return null;
  if (paidCents === 0) return 'revise';
  const refused = terms.find((term) => billTerms[term].afterPayment === 'refused');
  if (refused === undefined) return 'revisePaid';
  throw new WaybillError('CONFLICT', `Payments are applied to this bill: its ${refused} stays as it is.`);
}
