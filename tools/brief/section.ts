import { formatMoney, sumByCurrency, type AmountOf } from '../../src/domain/money/money.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';

/** One thing that needs a person. */
export interface BriefItem {
  /** What the next brief knows it by. */
  readonly key: string;
  /** Its number; null for what has none, such as a lane. */
  readonly record: string | null;
  /** Text of records: a party, a lane. */
  readonly name: string | null;
  /** Words and figures that are made here. */
  readonly what: string;
}

export interface BriefSection {
  /** What the next brief knows it by. */
  readonly key: string;
  readonly title: string;
  /** All of them, the most pressing first. */
  readonly items: readonly BriefItem[];
  /** What it comes to: money or minutes. */
  readonly sum?: string | undefined;
  /** The call that shows or settles it. */
  readonly next?: NextAction | undefined;
}

/** What one role is told. */
export interface RoleBrief {
  /** Figures of a period, which no next brief compares. */
  readonly figures?: readonly string[];
  readonly sections: readonly BriefSection[];
  /** What the words mean, in a line. */
  readonly definitions: string;
}

/** Sums by currency, or undefined where there is nothing to add. */
export function sumText(amounts: readonly AmountOf[]): string | undefined {
  const sums = sumByCurrency(amounts).map(({ amountCents, currency }) => formatMoney(amountCents, currency));
  return sums.length === 0 ? undefined : sums.join(' and ');
}

/** "1 load", "3 loads" */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
