import type { FactName } from './facts.ts';

/** `money_rate` is money for one of something: a load, a mile. */
export type Unit = 'count' | 'money' | 'money_rate' | 'percent' | 'days' | 'hours' | 'miles';

export const subjects = ['freight', 'service', 'sales', 'receivables', 'payables', 'carriers', 'credit'] as const;
export type MeasureSubject = (typeof subjects)[number];

export interface Measure {
  readonly name: string;
  readonly title: string;
  /** Other names. */
  readonly words: readonly string[];
  /** Definition for people: the counted records, the day that decides, and exceptions. */
  readonly definition: string;
  readonly subject: MeasureSubject;
  readonly fact: FactName;
  readonly unit: Unit;
  /** SQL of the day that decides the period; null: as of now. */
  readonly day: string | null;
  /** Records may lack that day: they are in no period, which the answer says. */
  readonly mayLackDay?: true;
  /** Rules for computing a balance at the end of an earlier day. Without them only today's balance is available. */
  readonly history?: MeasureHistory;
  /** Why a figure of now can't be computed for an earlier day. */
  readonly noHistory?: string;
  /** True for balances at the ends of days, weeks or months: they don't add up, and the last one is the total. */
  readonly isOverTime?: true;
  /** Condition of the rows that count. Default: all. */
  readonly where?: string;
  /** SQL of the amount that a row adds; null means unknown. */
  readonly sum: string;
  /** SQL of the amount that a row adds to the denominator of a ratio. */
  readonly per?: string;
  /** Counted once, however many rows have it: its column, and the dimension whose records it holds. */
  readonly distinct?: { readonly column: string; readonly of: 'customer' | 'carrier' };
  /** True if the figure is null without rows, not zero: a customer without a credit limit has no headroom. */
  readonly needsRows?: true;
  /** Reason why the value of a row can be unknown. */
  readonly unknown?: string;
  /** The measure that counts the shipments in it whose cost is not agreed yet. */
  readonly countsWithoutCost?: 'uncovered_shipments';
  /** A ratio that speaks of one currency. */
  readonly isOfMoney?: true;
  /** True if the default period is in the future. */
  readonly isAhead?: true;
  /** True if a balance also depends on the period. */
  readonly usesPeriod?: true;
}

/** SQL of a balance at the end of `$asOf`, where it isn't that of now. */
export interface MeasureHistory {
  readonly where?: string;
  readonly sum?: string;
  /** Facts of an earlier day that today's records don't show. */
  readonly lacks: string;
}

export type MeasureTable = readonly Measure[];

export const isMoney = ({ unit, isOfMoney }: Measure): boolean =>
  unit === 'money' || unit === 'money_rate' || isOfMoney === true;

export const isRatio = ({ per }: Measure): boolean => per !== undefined;

/** Its figures of parts add up to that of the whole. */
export const isSummable = (measure: Measure): boolean => measure.per === undefined && hasWholeOfParts(measure);

/** Checks whether the parts of the figure add up, so that a total can be computed from the lines. */
export const hasWholeOfParts = ({ distinct, isOverTime }: Measure): boolean =>
  distinct === undefined && isOverTime !== true;

/** A figure of now that is computed for earlier days as well. */
export const hasHistory = ({ day, history }: Measure): boolean => day === null && history !== undefined;

/** Why a figure of now can't be computed for an earlier day. */
export const describeNoHistory = ({ noHistory = 'its earlier values aren’t on record' }: Measure): string => noHistory;

/** Describes for which days a figure of now can be asked for; an empty text for a figure of a period. */
export function describeBalanceDays(measure: Measure): string {
  if (measure.day !== null) return '';
  return hasHistory(measure)
    ? 'Also at the end of an earlier period, or of each day, week or month.'
    : `Only as of now: ${describeNoHistory(measure)}.`;
}
