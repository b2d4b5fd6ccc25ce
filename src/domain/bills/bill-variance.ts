import type { DeskRules, Tolerance } from '../kit/desk-rules.ts';
import { isComparedTo, isComparedToField, matchAll } from '../rules/rule.ts';
import { computeFraction, formatMoney } from '../money/money.ts';

/** A cost was agreed with the carrier: without one a bill is neither more nor less than agreed. */
export const agreedCost = isComparedTo('costCents', '>', 0);

/** The carrier billed more than was agreed. */
export const overbilledCarrier = matchAll<'billedCents' | 'costCents'>(
  agreedCost,
  isComparedToField('billedCents', '>', 'costCents'),
);

export type VarianceClass = 'clean' | 'minor' | 'material' | 'unknown';

/** Amount promised to a carrier or vendor: linehaul plus approved accessorials, in its own currency. */
export interface AgreedCost {
  readonly cents: number;
  readonly currency: string;
}

export interface VarianceInputs {
  readonly currency: string;
  readonly billCents: number;
  /** Null when nothing was agreed on record. */
  readonly agreed: AgreedCost | null;
  /** Fraction (0.03 is 3 %) of the payment term: what is owed is the agreed cost less the fee. */
  readonly quickPayFee?: number | null | undefined;
  readonly tolerance: DeskRules['billTolerance'];
}

export interface BillVariance extends Pick<VarianceInputs, 'currency' | 'billCents' | 'agreed'> {
  readonly class: VarianceClass;
  /** Agreed amount in the bill's currency; null if none was agreed, or one in another currency. */
  readonly agreedCents: number | null;
  /** Agreed amount minus the quick-pay fee. */
  readonly owedCents: number | null;
}

/** Computes the difference between a bill and the agreed amount, in either direction. */
export function computeBillVariance({ currency, billCents, agreed, ...inputs }: VarianceInputs): BillVariance {
  const agreedCents = agreed?.currency === currency ? agreed.cents : null;
  const amounts = { currency, billCents, agreed, agreedCents };
  if (agreedCents === null) return { ...amounts, class: 'unknown', owedCents: null };
  const owedCents = computeQuickPayNetCents(agreedCents, inputs.quickPayFee);
  return {
    ...amounts,
    class: classifyVariance(Math.abs(billCents - owedCents), owedCents, inputs.tolerance),
    owedCents,
  };
}

function classifyVariance(
  sizeCents: number,
  owedCents: number,
  { clean, minor }: VarianceInputs['tolerance'],
): VarianceClass {
  if (sizeCents <= computeTolerance(clean, owedCents)) return 'clean';
  return sizeCents <= computeTolerance(minor, owedCents) ? 'minor' : 'material';
}

/** Describes the billed and the agreed amount in a sentence. */
export function describeVariance(variance: BillVariance): string {
  const { class: size, currency, billCents, agreed: promised, agreedCents, owedCents } = variance;
  const format = (cents: number) => formatMoney(cents, currency);
  if (promised === null) return `${format(billCents)} billed; no agreed cost on record.`;
  if (agreedCents === null || owedCents === null)
    return `${format(billCents)} billed, ${formatMoney(promised.cents, promised.currency)} agreed: two currencies, so not compared.`;
  const net = owedCents === agreedCents ? '' : ` net of the quick-pay fee on ${format(agreedCents)}`;
  const agreed = `${format(owedCents)} agreed${net}`;
  if (size === 'clean') return `${format(billCents)} billed, ${agreed}.`;
  const difference = billCents - owedCents;
  const direction = difference > 0 ? 'more' : 'less';
  return `${format(billCents)} billed, ${format(Math.abs(difference))} ${direction} than the ${agreed}.`;
}

/** Describes what was agreed, whatever its currency. */
export const describeAgreedCost = ({ agreed }: Pick<BillVariance, 'agreed'>): string =>
  agreed === null ? 'unknown' : formatMoney(agreed.cents, agreed.currency);

/** Computes the amount that a payee on quick pay receives. */
export function computeQuickPayNetCents(grossCents: number, quickPayFee: number | null | undefined): number {
  return grossCents - computeFraction(grossCents, quickPayFee ?? 0);
}

function computeTolerance({ cents, fraction }: Tolerance, owedCents: number): number {
  return Math.max(cents, computeFraction(owedCents, fraction));
}
