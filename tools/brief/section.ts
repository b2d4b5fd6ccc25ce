import { formatMoney, sumByCurrency, type AmountOf } from '../../src/domain/money/money.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';

/** One thing that needs a person. */
export interface BriefItem {
  /** Key of the item, which the next brief compares. */
  readonly key: string;
  /** Its number; null for what has none, such as a lane. */
  readonly record: string | null;
  /** Text of records: a party, a lane. */
  readonly name: string | null;
  /** Words and figures that Waybill writes. */
  readonly what: string;
}

export interface BriefSection {
  /** Key of the section, which the next brief compares. */
  readonly key: string;
  readonly title: string;
  /** All of them, the most pressing first. */
  readonly items: readonly BriefItem[];
  /** Total of the items, as text: money or minutes. */
  readonly sum?: string | undefined;
  /** The call that shows or settles it. */
  readonly next?: NextAction | undefined;
}

/** The brief of one role. */
export interface RoleBrief {
  /** Figures of a period. The next brief doesn't compare them. */
  readonly figures?: readonly string[];
  readonly sections: readonly BriefSection[];
  /** Definitions of the words in the brief, in one line. */
  readonly definitions: string;
}

/** Formats the sums by currency. Returns undefined if there is nothing to add. */
export function formatSums(amounts: readonly AmountOf[]): string | undefined {
  const sums = sumByCurrency(amounts).map(({ amountCents, currency }) => formatMoney(amountCents, currency));
  return sums.length === 0 ? undefined : sums.join(' and ');
}

/** Returns text such as "1 load" or "3 loads". */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
