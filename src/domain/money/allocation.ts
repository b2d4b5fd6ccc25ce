// Allocation of money and credit to open balances. All amounts are integer cents.

export interface OpenInvoice {
  readonly invoiceId: string;
  readonly openCents: number;
}

export interface CreditOffer {
  readonly creditMemoId: string;
  readonly cents: number;
}

export interface CreditShare extends CreditOffer {
  readonly invoiceId: string;
}

export interface CreditAllocation {
  readonly shares: readonly CreditShare[];
  /** Credit for which no invoice had anything open. */
  readonly unplacedCents: number;
}

/** Each memo in its turn fills the invoices in their order, as far as they are open. */
export function allocateCredits(invoices: readonly OpenInvoice[], offers: readonly CreditOffer[]): CreditAllocation {
  const shares: CreditShare[] = [];
  let unplacedCents = 0;
  const open = invoices.map((invoice) => ({ ...invoice }));
  for (const { creditMemoId, cents } of offers) {
    let leftCents = cents;
    for (const invoice of open) {
      const shareCents = Math.min(leftCents, invoice.openCents);
      if (shareCents <= 0) continue;
      shares.push({ creditMemoId, invoiceId: invoice.invoiceId, cents: shareCents });
      invoice.openCents -= shareCents;
      leftCents -= shareCents;
    }
    unplacedCents += leftCents;
  }
  return { shares, unplacedCents };
}

/** Sums of signed amounts by what they belong to, in the order of first mention; what comes to nothing stays as 0. */
export function sumBy<Item extends { readonly cents: number }>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(item);
    sums.set(name, (sums.get(name) ?? 0) + item.cents);
  }
  return sums;
}

export const sumCents = (items: Iterable<{ readonly cents: number }>): number => {
  let total = 0;
  for (const { cents } of items) total += cents;
  return total;
};

/** Splits a payment into the amount that each entry pays on its bill. The last entry includes the overpayment. */
export function splitPayment(entries: readonly { readonly cents: number }[], overpaymentCents: number): number[] {
  const last = entries.length - 1;
  return entries.map(({ cents }, index) => (index === last ? cents - overpaymentCents : cents));
}

interface BillEntry {
  readonly cents: number;
  readonly openCents: number;
}

/** Computes the overpayment of bills. Only the last entry may exceed its bill, and only if overpayment is allowed. */
export function computeOverpayment(
  entries: readonly BillEntry[],
  isAllowed: boolean,
): { readonly excessCents: number; readonly refusedAt: number | null } {
  const last = entries.length - 1;
  const refusedAt = entries.findIndex(
    ({ cents, openCents }, index) => cents > openCents && !(isAllowed && index === last),
  );
  if (refusedAt >= 0) return { excessCents: 0, refusedAt };
  const entry = entries[last];
  return { excessCents: entry ? Math.max(0, entry.cents - entry.openCents) : 0, refusedAt: null };
}
