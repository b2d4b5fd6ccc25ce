import { toAmountCents } from '../records/amounts.ts';
import type { CustomerOpenInvoice } from '../customers/open-invoices.ts';

/** Share of money or credit that goes on one invoice. */
export interface Share {
  readonly invoice: CustomerOpenInvoice;
  readonly cents: number;
  /** Cents that are open on it before the share. */
  readonly openCents: number;
}

/** Shares money among invoices, the oldest first, as far as it goes. */
export function shareMoney(invoices: readonly CustomerOpenInvoice[], cents: number): readonly Share[] {
  let remainingCents = cents;
  return invoices.flatMap((invoice) => {
    const openCents = toAmountCents(invoice.amountOwed);
    const share = Math.min(remainingCents, openCents);
    remainingCents -= share;
    return share > 0 ? [{ invoice, cents: share, openCents }] : [];
  });
}
