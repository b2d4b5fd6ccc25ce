import type { DeskRules, Tolerance } from '../kit/desk-rules.ts';
import { fractionOfCents, formatMoney } from './money.ts';

export type VarianceClass = 'clean' | 'minor' | 'material' | 'unknown';

export interface VarianceFacts {
  readonly currency: string;
  readonly billCents: number;
  /** Linehaul plus approved accessorials; null when nothing was agreed on record. */
  readonly agreedCents: number | null;
  /** Fraction (0.03 is 3 %) of the payment term: what is owed is the agreed cost less the fee. */
  readonly quickPayFee?: number | null | undefined;
  readonly tolerance: DeskRules['billTolerance'];
}

export interface BillVariance {
  readonly class: VarianceClass;
  readonly sentence: string;
}

/** How far a bill is from what was agreed, in either direction. */
export function billVariance(facts: VarianceFacts): BillVariance {
  const { agreedCents, billCents, currency } = facts;
  const billed = formatMoney(billCents, currency);
  if (agreedCents === null) {
    return { class: 'unknown', sentence: `${billed} billed; no agreed cost on record.` };
  }
  const owedCents = quickPayNetCents(agreedCents, facts.quickPayFee);
  const varianceCents = billCents - owedCents;
  const size = Math.abs(varianceCents);
  const net = owedCents === agreedCents ? '' : ` net of the quick-pay fee on ${formatMoney(agreedCents, currency)}`;
  const agreed = `${formatMoney(owedCents, currency)} agreed${net}`;
  if (size <= widthOf(facts.tolerance.clean, owedCents)) {
    return { class: 'clean', sentence: `${billed} billed, ${agreed}.` };
  }
  const direction = varianceCents > 0 ? 'more' : 'less';
  return {
    class: size <= widthOf(facts.tolerance.minor, owedCents) ? 'minor' : 'material',
    sentence: `${billed} billed, ${formatMoney(size, currency)} ${direction} than the ${agreed}.`,
  };
}

/** What a payee on quick pay expects to receive. */
export function quickPayNetCents(grossCents: number, quickPayFee: number | null | undefined): number {
  return grossCents - fractionOfCents(grossCents, quickPayFee ?? 0);
}

function widthOf({ cents, fraction }: Tolerance, owedCents: number): number {
  return Math.max(cents, fractionOfCents(owedCents, fraction));
}
