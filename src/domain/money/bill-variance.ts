import { fractionOfCents, formatMoney } from './money.ts';

export type VarianceClass = 'clean' | 'minor' | 'material' | 'unknown';

export interface VarianceFacts {
  readonly currency: string;
  readonly billCents: number;
  /** Linehaul plus approved accessorials; null when nothing was agreed on record. */
  readonly agreedCents: number | null;
  /** Fraction (0.03 is 3 %) of the payment term; a bill already net of it is clean. */
  readonly quickPayFee?: number | null | undefined;
}

export interface BillVariance {
  readonly class: VarianceClass;
  readonly sentence: string;
}

/** A band is the larger of an amount and a fraction of the agreed cost. */
export const varianceTolerance = {
  clean: { cents: 2_500, fraction: 0.01 },
  minor: { cents: 10_000, fraction: 0.05 },
} as const;

type VarianceBand = (typeof varianceTolerance)[keyof typeof varianceTolerance];

/** How far a bill is from what was agreed, in either direction. */
export function billVariance(facts: VarianceFacts): BillVariance {
  const { agreedCents, billCents, currency } = facts;
  const billed = formatMoney(billCents, currency);
  if (agreedCents === null) {
    return { class: 'unknown', sentence: `${billed} billed; no agreed cost on record.` };
  }
  const isNet = billCents === quickPayNetCents(agreedCents, facts.quickPayFee);
  const varianceCents = isNet ? 0 : billCents - agreedCents;
  const size = Math.abs(varianceCents);
  const agreed = formatMoney(agreedCents, currency);
  if (size <= widthOf(varianceTolerance.clean, agreedCents)) {
    return { class: 'clean', sentence: `${billed} billed, ${agreed} agreed.` };
  }
  const direction = varianceCents > 0 ? 'more' : 'less';
  return {
    class: size <= widthOf(varianceTolerance.minor, agreedCents) ? 'minor' : 'material',
    sentence: `${billed} billed, ${formatMoney(size, currency)} ${direction} than the ${agreed} agreed.`,
  };
}

/** What a payee on quick pay expects to receive. */
export function quickPayNetCents(grossCents: number, quickPayFee: number | null | undefined): number {
  return grossCents - fractionOfCents(grossCents, quickPayFee ?? 0);
}

function widthOf({ cents, fraction }: VarianceBand, agreedCents: number): number {
  return Math.max(cents, fractionOfCents(agreedCents, fraction));
}
