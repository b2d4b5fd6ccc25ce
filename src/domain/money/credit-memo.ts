import { type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { isComparedTo } from '../rules/rule.ts';

/** Credit given to a customer (or, after an overpayment, to a payee). The first three states follow from its balance. */
export const creditMemoLifecycle = {
  OPEN: { applyPart: 'PARTIALLY_APPLIED', applyFull: 'APPLIED', void: 'VOIDED' },
  PARTIALLY_APPLIED: {
    applyPart: 'PARTIALLY_APPLIED',
    applyFull: 'APPLIED',
    unapplyPart: 'PARTIALLY_APPLIED',
    unapply: 'OPEN',
  },
  APPLIED: { unapplyPart: 'PARTIALLY_APPLIED', unapply: 'OPEN' },
  VOIDED: {},
} as const satisfies Lifecycle;

export type CreditMemoStatus = StatusOf<typeof creditMemoLifecycle>;

export const creditMemoStatuses = listStatuses(creditMemoLifecycle);

/** Credit of which some can still be applied. A voided memo has none left. */
export const openCredit = isComparedTo('remainingCents', '>', 0);

/** Returns the action of applying credit. `remainingCents` is the memo's balance after it. */
export function getCreditApplicationAction(remainingCents: number): 'applyFull' | 'applyPart' {
  return remainingCents <= 0 ? 'applyFull' : 'applyPart';
}

/** Returns the action of releasing credit. `appliedCents` is the amount that stays applied. */
export function getCreditReleaseAction(appliedCents: number): 'unapply' | 'unapplyPart' {
  return appliedCents <= 0 ? 'unapply' : 'unapplyPart';
}

/** Returns the action for a changed balance, or null if the applied amount is the same. */
export function findCreditBalanceAction(
  appliedBeforeCents: number,
  { appliedCents, remainingCents }: { readonly appliedCents: number; readonly remainingCents: number },
): 'applyFull' | 'applyPart' | 'unapply' | 'unapplyPart' | null {
  if (appliedCents === appliedBeforeCents) return null;
  return appliedCents > appliedBeforeCents
    ? getCreditApplicationAction(remainingCents)
    : getCreditReleaseAction(appliedCents);
}
