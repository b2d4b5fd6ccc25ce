import type { CreditPart } from '../../src/domain/kit/desk-rules.ts';
import {
  computeCreditExposure,
  type CreditExposure,
  type ExposureParts,
} from '../../src/domain/money/credit-exposure.ts';
import { formatMoney } from '../../src/domain/money/money.ts';

export const exposureDefinition =
  'Exposure = open balances of invoices + delivered and not invoiced + booked or under way; drafts, tenders, holds and what has no carrier yet are not counted.';

/** What a customer owes and will owe in one currency, held against its limit. */
export interface Exposure extends CreditExposure {
  readonly currency: string;
}

/** What a customer may owe. */
export interface Limit {
  readonly currency: string | null;
  readonly limitCents: number | null;
  /** From so much on the limit is near; null where the customer has no rule of its own. */
  readonly warning: number | null;
}

const nothing: ExposureParts = { openCents: 0, unbilledCents: 0, bookedCents: 0 };

/** The currency of the limit first, also where nothing is owed in it; every other one has no limit. */
export function exposuresAgainst(
  { currency: limited, limitCents, warning }: Limit,
  parts: ReadonlyMap<string, ExposureParts>,
  counted: readonly CreditPart[],
): readonly Exposure[] {
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

/** The three parts and what they come to against the limit. */
export function exposureText(one: Exposure, counted: readonly CreditPart[]): string {
  const { currency, openCents, unbilledCents, bookedCents } = one;
  const part = (name: CreditPart, words: string, cents: number) =>
    `${words} ${formatMoney(cents, currency)}${counted.includes(name) ? '' : ' (not counted)'}`;
  const parts = [
    part('open_invoices', 'open invoices', openCents),
    part('unbilled', 'delivered and not invoiced', unbilledCents),
    part('booked', 'booked or under way', bookedCents),
  ];
  return `Exposure: ${parts.join(' + ')} = ${standingText(one)}`;
}

export function standingText({ totalCents, limitCents, usedPercent, standing, currency }: Exposure): string {
  const total = formatMoney(totalCents, currency);
  if (limitCents === null) return `${total}, no limit recorded`;
  const words = { over: 'OVER THE LIMIT', near: 'near the limit', within: 'within the limit' } as const;
  const standingWords = standing === 'no limit recorded' ? standing : words[standing];
  return `${total} of ${formatMoney(limitCents, currency)} (${usedPercent === null ? 'limit zero' : `${usedPercent} %`}), ${standingWords}`;
}
