import { type Lifecycle, type StatusOf, listStatuses } from '../kit/lifecycle.ts';
import { isComparedTo, isNotAmong, matchAll } from '../rules/rule.ts';

/**
 * A customer invoice. markAwaiting dates it anew; how far it is paid follows from its balance. One that was restarted
 * before that was so may have money applied in AWAITING_PAYMENT: that is why taking money back is allowed there too.
 */
export const invoiceLifecycle = {
  DRAFT: { markAwaiting: 'AWAITING_PAYMENT', void: 'VOIDED' },
  AWAITING_PAYMENT: {
    markAwaiting: 'AWAITING_PAYMENT',
    payPart: 'PARTIALLY_PAID',
    payFull: 'PAID',
    unpayPart: 'PARTIALLY_PAID',
    unpay: 'AWAITING_PAYMENT',
    void: 'VOIDED',
  },
  PARTIALLY_PAID: {
    markAwaiting: 'PARTIALLY_PAID',
    payPart: 'PARTIALLY_PAID',
    payFull: 'PAID',
    unpayPart: 'PARTIALLY_PAID',
    unpay: 'AWAITING_PAYMENT',
  },
  PAID: { markAwaiting: 'PAID', unpayPart: 'PARTIALLY_PAID', unpay: 'AWAITING_PAYMENT' },
  VOIDED: {},
} as const satisfies Lifecycle;

export type InvoiceStatus = StatusOf<typeof invoiceLifecycle>;

export const invoiceStatuses = listStatuses(invoiceLifecycle);

/** Statuses in which nothing is owed on an invoice, whatever its balance. */
export const unissuedInvoiceStatuses = ['DRAFT', 'VOIDED'] as const satisfies readonly InvoiceStatus[];

/** The invoice is neither a draft nor voided. */
export const issuedInvoice = isNotAmong('status', unissuedInvoiceStatuses);

/** Statuses in which nobody waits for money on an invoice. */
export const restingInvoiceStatuses: readonly InvoiceStatus[] = [...unissuedInvoiceStatuses, 'PAID'];

/** Money is still owed on the invoice. */
export const openInvoice = matchAll(isComparedTo('owedCents', '>', 0), issuedInvoice);

/** Money came for the invoice, and not all of it. */
export const shortPaidInvoice = matchAll<'owedCents' | 'paidCents' | 'status'>(
  openInvoice,
  isComparedTo('paidCents', '>', 0),
);

export const notVoided = isNotAmong('status', ['VOIDED'] satisfies readonly InvoiceStatus[]);

/** Returns the action of applying money or credit. `openCents` is the balance after it. */
export function getInvoicePaymentAction(openCents: number): 'payFull' | 'payPart' {
  return openCents <= 0 ? 'payFull' : 'payPart';
}

/**
 * Returns the action of taking money or credit back. `appliedCents` is the amount that stays applied, payments and
 * credits together.
 */
export function getInvoiceReversalAction(appliedCents: number): 'unpay' | 'unpayPart' {
  return appliedCents <= 0 ? 'unpay' : 'unpayPart';
}

/** Returns the action for a changed balance, or null if the applied amount is the same. */
export function findInvoiceBalanceAction(
  appliedBeforeCents: number,
  { appliedCents, openCents }: { readonly appliedCents: number; readonly openCents: number },
): 'payFull' | 'payPart' | 'unpay' | 'unpayPart' | null {
  if (appliedCents === appliedBeforeCents) return null;
  return appliedCents > appliedBeforeCents
    ? getInvoicePaymentAction(openCents)
    : getInvoiceReversalAction(appliedCents);
}

/** Computes the owed amount: amount - paid - credits. */
export function computeOwedCents(invoice: {
  readonly amountCents: number;
  readonly paidCents: number;
  readonly creditsCents: number;
}): number {
  return invoice.amountCents - invoice.paidCents - invoice.creditsCents;
}
