import type { CreditPart } from '../../src/domain/kit/desk-rules.ts';
import {
  computeCreditExposure,
  type CreditExposure,
  type ExposureParts,
} from '../../src/domain/money/credit-exposure.ts';
import { formatMoney } from '../../src/domain/money/money.ts';

export const exposureDefinition =
  'Exposure = open balances of invoices + delivered and not invoiced + booked or under way; drafts, tenders, holds and what has no carrier yet are not counted.';

/** The amounts that a customer owes and will owe in one currency, compared with its credit limit. */
export interface CurrencyExposure extends CreditExposure {
  readonly currency: string;
}

/** The most that a customer may owe. */
export interface CreditLimit {
  readonly currency: string | null;
  readonly limitCents: number | null;
  /** Amount from which the limit is near; null if the customer has no rule of its own. */
  readonly warning: number | null;
}

const nothing: ExposureParts = { openCents: 0, unbilledCents: 0, bookedCents: 0 };

/**
 * Lists the exposure in each currency. The currency of the limit comes first, even if nothing is owed in it. Other
 * currencies have no limit.
 */
export function listExposures(
  { currency: limited, limitCents, warning }: CreditLimit,
  parts: ReadonlyMap<string, ExposureParts>,
  counted: readonly CreditPart[],
): readonly CurrencyExposure[] {
  const main = limited ?? 'USD';
  const currencies = [main, ...[...parts.keys()].filter((currency) => currency !== main).toSorted()];
  return currencies.map((currency) => ({
    currency,
    ...computeCreditExposure(
      parts.get(currency) ?? nothing,
      currency === main ? { limitCents, warning } : { limitCents: null, warning: null },
      counted,
    ),
  }));
}

/** Formats the three parts of the exposure, their total, and the share of the limit. */
export function formatExposureParts(exposure: CurrencyExposure, counted: readonly CreditPart[]): string {
  const { currency, openCents, unbilledCents, bookedCents } = exposure;
  const formatPart = (name: CreditPart, words: string, cents: number) =>
    `${words} ${formatMoney(cents, currency)}${counted.includes(name) ? '' : ' (not counted)'}`;
  const parts = [
    formatPart('open_invoices', 'open invoices', openCents),
    formatPart('unbilled', 'delivered and not invoiced', unbilledCents),
    formatPart('booked', 'booked or under way', bookedCents),
  ];
  return `Exposure: ${parts.join(' + ')} = ${formatCreditStatus(exposure)}`;
}

export function formatCreditStatus({
  totalCents,
  limitCents,
  usedPercent,
  status,
  currency,
}: CurrencyExposure): string {
  const total = formatMoney(totalCents, currency);
  if (limitCents === null) return `${total}, no limit recorded`;
  const words = { over: 'OVER THE LIMIT', near: 'near the limit', within: 'within the limit' } as const;
  const statusWords = status === 'no limit recorded' ? status : words[status];
  return `${total} of ${formatMoney(limitCents, currency)} (${usedPercent === null ? 'limit zero' : `${usedPercent} %`}), ${statusWords}`;
}
