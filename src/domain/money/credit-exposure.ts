import { type AmountOf, type CurrencyTotal, formatMoney, percentOf, sumByCurrency } from './money.ts';

/** The three parts of what a customer may come to owe. */
export interface ExposureParts {
  /** Open balances of invoices. */
  readonly openReceivables: readonly AmountOf[];
  /** Revenue of delivered shipments without an invoice. */
  readonly deliveredUnbilled: readonly AmountOf[];
  /** Revenue of shipments booked or under way. */
  readonly underWay: readonly AmountOf[];
}

export interface CreditLimit extends AmountOf {
  /** Percent of the limit at which to warn. */
  readonly warnAtPercent?: number | null | undefined;
}

export interface CreditExposure {
  readonly currency: string;
  readonly openReceivablesCents: number;
  readonly deliveredUnbilledCents: number;
  readonly underWayCents: number;
  readonly exposureCents: number;
  readonly limitCents: number | null;
  /** Negative when over the limit. */
  readonly availableCents: number | null;
  readonly usedPercent: number | null;
  readonly status: 'within' | 'warning' | 'over' | 'no_limit';
  /** Amounts in other currencies than the limit's: named, never added. */
  readonly otherCurrencies: readonly CurrencyTotal[];
  readonly sentence: string;
}

const warnAtPercentDefault = 90;

/** Exposure against the limit. Without a recorded limit the parts are still summed, in `currency`. */
export function creditExposure(parts: ExposureParts, limit: CreditLimit | null, currency = 'USD'): CreditExposure {
  const inCurrency = limit?.currency ?? currency;
  const openReceivablesCents = sumIn(parts.openReceivables, inCurrency);
  const deliveredUnbilledCents = sumIn(parts.deliveredUnbilled, inCurrency);
  const underWayCents = sumIn(parts.underWay, inCurrency);
  const exposureCents = openReceivablesCents + deliveredUnbilledCents + underWayCents;
  const all = [...parts.openReceivables, ...parts.deliveredUnbilled, ...parts.underWay];
  const usedPercent = limit ? percentOf(exposureCents, limit.amountCents) : null;
  const status = statusOf(exposureCents, usedPercent, limit);
  const limitCents = limit?.amountCents ?? null;
  return {
    currency: inCurrency,
    openReceivablesCents,
    deliveredUnbilledCents,
    underWayCents,
    exposureCents,
    limitCents,
    availableCents: limitCents === null ? null : limitCents - exposureCents,
    usedPercent,
    status,
    otherCurrencies: sumByCurrency(all.filter((part) => part.currency !== inCurrency)),
    sentence: sentenceOf(exposureCents, limitCents, usedPercent, inCurrency),
  };
}

function statusOf(exposureCents: number, usedPercent: number | null, limit: CreditLimit | null) {
  if (!limit) return 'no_limit';
  if (exposureCents > limit.amountCents) return 'over';
  return (usedPercent ?? 0) >= (limit.warnAtPercent ?? warnAtPercentDefault) ? 'warning' : 'within';
}

function sentenceOf(exposureCents: number, limitCents: number | null, usedPercent: number | null, currency: string) {
  const exposure = formatMoney(exposureCents, currency);
  if (limitCents === null) return `${exposure} exposed; no limit recorded.`;
  const limit = formatMoney(limitCents, currency);
  if (usedPercent === null) return `${exposure} exposed; the recorded limit is ${limit}.`;
  return `${exposure} exposed of a limit of ${limit} (${usedPercent.toFixed(1)} %).`;
}

function sumIn(parts: readonly AmountOf[], currency: string): number {
  return parts.reduce((total, part) => (part.currency === currency ? total + part.amountCents : total), 0);
}
