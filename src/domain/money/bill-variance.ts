import type { DeskRules, Tolerance } from '../kit/desk-rules.ts';
import { isComparedTo, isComparedToField, matchAll } from '../rules/rule.ts';
import { fractionOfCents, formatMoney } from './money.ts';

/** A cost was agreed with the carrier: without one a bill is neither more nor less than agreed. */
export const agreedCost = isComparedTo('costCents', '>', 0);

/** The carrier billed more than was agreed. */
export const overbilledCarrier = matchAll<'billedCents' | 'costCents'>(
  agreedCost,
  isComparedToField('billedCents', '>', 'costCents'),
);

export type VarianceClass = 'clean' | 'minor' | 'material' | 'unknown';

/** What a carrier or vendor was promised: linehaul plus approved accessorials, in its own currency. */
export interface AgreedCost {
  readonly cents: number;
  readonly currency: string;
}

export interface VarianceFacts {
  readonly currency: string;
  readonly billCents: number;
  /** Null when nothing was agreed on record. */
  readonly agreed: AgreedCost | null;
  /** Fraction (0.03 is 3 %) of the payment term: what is owed is the agreed cost less the fee. */
  readonly quickPayFee?: number | null | undefined;
  readonly tolerance: DeskRules['billTolerance'];
}

export interface BillVariance extends Pick<VarianceFacts, 'currency' | 'billCents' | 'agreed'> {
  readonly class: VarianceClass;
  /** What was agreed in the bill's currency; null when nothing was, or in another one. */
  readonly agreedCents: number | null;
  /** That less the fee. */
  readonly owedCents: number | null;
}

/** How far a bill is from what was agreed, in either direction. */
export function billVariance({ currency, billCents, agreed, ...facts }: VarianceFacts): BillVariance {
  const agreedCents = agreed?.currency === currency ? agreed.cents : null;
  const amounts = { currency, billCents, agreed, agreedCents };
  if (agreedCents === null) return { ...amounts, class: 'unknown', owedCents: null };
  const owedCents = quickPayNetCents(agreedCents, facts.quickPayFee);
  return { ...amounts, class: classOf(Math.abs(billCents - owedCents), owedCents, facts.tolerance), owedCents };
}

function classOf(sizeCents: number, owedCents: number, { clean, minor }: VarianceFacts['tolerance']): VarianceClass {
  if (sizeCents <= widthOf(clean, owedCents)) return 'clean';
  return sizeCents <= widthOf(minor, owedCents) ? 'minor' : 'material';
}

/** Billed beside agreed in a sentence. */
export function varianceText(variance: BillVariance): string {
  const { class: size, currency, billCents, agreed: promised, agreedCents, owedCents } = variance;
  const money = (cents: number) => formatMoney(cents, currency);
  if (promised === null) return `${money(billCents)} billed; no agreed cost on record.`;
  if (agreedCents === null || owedCents === null)
    return `${money(billCents)} billed, ${formatMoney(promised.cents, promised.currency)} agreed: two currencies, so not compared.`;
  const net = owedCents === agreedCents ? '' : ` net of the quick-pay fee on ${money(agreedCents)}`;
  const agreed = `${money(owedCents)} agreed${net}`;
  if (size === 'clean') return `${money(billCents)} billed, ${agreed}.`;
  const difference = billCents - owedCents;
  const direction = difference > 0 ? 'more' : 'less';
  return `${money(billCents)} billed, ${money(Math.abs(difference))} ${direction} than the ${agreed}.`;
}

/** Describes what was agreed, whatever its currency. */
export const describeAgreedCost = ({ agreed }: Pick<BillVariance, 'agreed'>): string =>
  agreed === null ? 'unknown' : formatMoney(agreed.cents, agreed.currency);

/** What a payee on quick pay expects to receive. */
export function quickPayNetCents(grossCents: number, quickPayFee: number | null | undefined): number {
  return grossCents - fractionOfCents(grossCents, quickPayFee ?? 0);
}

function widthOf({ cents, fraction }: Tolerance, owedCents: number): number {
  return Math.max(cents, fractionOfCents(owedCents, fraction));
}
