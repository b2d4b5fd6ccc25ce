import { type Lifecycle, type StatusOf, statusesOf } from '../kit/lifecycle.ts';
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

export const invoiceStatuses = statusesOf(invoiceLifecycle);

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

/** What applying money or credit does: `openCents` is the balance after it. */
export function invoicePaymentAction(openCents: number): 'payFull' | 'payPart' {
  return openCents <= 0 ? 'payFull' : 'payPart';
}

/** What taking money or credit back does: `appliedCents` is what stays applied, payments and credits together. */
export function invoiceReversalAction(appliedCents: number): 'unpay' | 'unpayPart' {
  return appliedCents <= 0 ? 'unpay' : 'unpayPart';
}

/** The action that a changed balance stands for; null when as much is applied as before. */
export function invoiceBalanceAction(
  appliedBeforeCents: number,
  { appliedCents, openCents }: { readonly appliedCents: number; readonly openCents: number },
): 'payFull' | 'payPart' | 'unpay' | 'unpayPart' | null {
  if (appliedCents === appliedBeforeCents) return null;
  return appliedCents > appliedBeforeCents ? invoicePaymentAction(openCents) : invoiceReversalAction(appliedCents);
}

/** amount = paid + credits + owed, always. */
export function owedCents(invoice: {
  readonly amountCents: number;
  readonly paidCents: number;
  readonly creditsCents: number;
}): number {
  return invoice.amountCents - invoice.paidCents - invoice.creditsCents;
}
