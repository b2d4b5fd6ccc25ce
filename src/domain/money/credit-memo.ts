import { type Lifecycle, type StatusOf, statusesOf } from '../kit/lifecycle.ts';

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

export const creditMemoStatuses = statusesOf(creditMemoLifecycle);

/** What applying credit does: `remainingCents` is the memo's balance after it. */
export function creditApplicationAction(remainingCents: number): 'applyFull' | 'applyPart' {
  return remainingCents <= 0 ? 'applyFull' : 'applyPart';
}

/** What releasing credit does: `appliedCents` is what stays applied. */
export function creditReleaseAction(appliedCents: number): 'unapply' | 'unapplyPart' {
  return appliedCents <= 0 ? 'unapply' : 'unapplyPart';
}

/** The action that a changed balance stands for; null when as much is applied as before. */
export function creditBalanceAction(
  appliedBeforeCents: number,
  { appliedCents, remainingCents }: { readonly appliedCents: number; readonly remainingCents: number },
): 'applyFull' | 'applyPart' | 'unapply' | 'unapplyPart' | null {
  if (appliedCents === appliedBeforeCents) return null;
  return appliedCents > appliedBeforeCents
    ? creditApplicationAction(remainingCents)
    : creditReleaseAction(appliedCents);
}
