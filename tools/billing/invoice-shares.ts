import { centsOf } from '../records/amounts.ts';
import type { CustomerOpenInvoice } from '../customers/open-invoices.ts';

/** What of money or credit goes on one invoice. */
export interface Share {
  readonly invoice: CustomerOpenInvoice;
  readonly cents: number;
  /** What is open on it before the credit. */
  readonly openCents: number;
}

/** The oldest invoice first, as far as the money goes. */
export function shareMoney(invoices: readonly CustomerOpenInvoice[], cents: number): readonly Share[] {
  let left = cents;
  return invoices.flatMap((invoice) => {
    const openCents = centsOf(invoice.amountOwed);
    const share = Math.min(left, openCents);
    left -= share;
    return share > 0 ? [{ invoice, cents: share, openCents }] : [];
  });
}
