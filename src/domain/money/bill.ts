import { type Lifecycle, type StatusOf, statusesOf } from '../kit/lifecycle.ts';

/** A payee's bill in an organization that reviews bills. A part-paid bill stays APPROVED_TO_PAY: there is no state between. */
export const billLifecycle = {
  AWAITING_INVOICE: { receive: 'IN_REVIEW' },
  IN_REVIEW: { approve: 'APPROVED_TO_PAY' },
  APPROVED_TO_PAY: { unapprove: 'IN_REVIEW', payPart: 'APPROVED_TO_PAY', pay: 'PAID', unpay: 'APPROVED_TO_PAY' },
  PAID: { unpay: 'APPROVED_TO_PAY' },
} as const satisfies Lifecycle;

/** The same for an organization that pays without a review: approval skips the step. */
export const unreviewedBillLifecycle = {
  ...billLifecycle,
  AWAITING_INVOICE: { receive: 'IN_REVIEW', approve: 'APPROVED_TO_PAY' },
} as const satisfies Lifecycle;

export type BillStatus = StatusOf<typeof billLifecycle>;

export const billStatuses = statusesOf(billLifecycle);

/** How far a bill is, as people say it. */
export const billStatusWords: Readonly<Record<BillStatus, string>> = {
  AWAITING_INVOICE: 'awaiting the payee’s bill',
  IN_REVIEW: 'in review',
  APPROVED_TO_PAY: 'approved to pay',
  PAID: 'paid',
};

/** The table of an organization, by its `reviewsBills` switch. */
export function billLifecycleOf(organization: {
  readonly reviewsBills: boolean;
}): typeof billLifecycle | typeof unreviewedBillLifecycle {
  return organization.reviewsBills ? billLifecycle : unreviewedBillLifecycle;
}

/** What recording a payment does to a bill: `openCents` is the balance after it. */
export function billPaymentAction(openCents: number): 'pay' | 'payPart' {
  return openCents <= 0 ? 'pay' : 'payPart';
}

/** The action that a changed balance stands for; null when as much is paid as before. */
export function billBalanceAction(
  paidBeforeCents: number,
  { paidCents, openCents }: { readonly paidCents: number; readonly openCents: number },
): 'pay' | 'payPart' | 'unpay' | null {
  if (paidCents === paidBeforeCents) return null;
  return paidCents > paidBeforeCents ? billPaymentAction(openCents) : 'unpay';
}
