import type { FactName } from './facts.ts';

/** `money_rate` is money for one of something: a load, a mile. */
export type Unit = 'count' | 'money' | 'money_rate' | 'percent' | 'days' | 'hours' | 'miles';

export const subjects = ['freight', 'service', 'sales', 'receivables', 'payables', 'carriers', 'credit'] as const;
export type Subject = (typeof subjects)[number];

export interface Measure {
  readonly name: string;
  readonly title: string;
  /** What people call it beside its name and title. */
  readonly words: readonly string[];
  /** What, which day decides, what is left out. */
  readonly definition: string;
  readonly subject: Subject;
  readonly fact: FactName;
  readonly unit: Unit;
  /** SQL of the day that decides the period; null: as of now. */
  readonly day: string | null;
  /** Records may lack that day: they are in no period, which the answer says. */
  readonly mayLackDay?: true;
  /** How a figure of now is computed at the end of an earlier day; without it its past isn't on record. */
  readonly history?: MeasureHistory;
  /** Why a figure of now can't be computed for an earlier day. */
  readonly noHistory?: string;
  /** Its lines are the balances at the ends of days, weeks or months: they don't add up, and the last one is the total. */
  readonly isOverTime?: true;
  /** Which rows count; all when left out. */
  readonly where?: string;
  /** What a row adds; null is not known. */
  readonly sum: string;
  /** Of a ratio: what a row adds to its denominator. */
  readonly per?: string;
  /** Counted once, however many rows have it: its column, and the dimension whose records it holds. */
  readonly distinct?: { readonly column: string; readonly of: 'customer' | 'carrier' };
  /** Without any row that counts there is no figure: a customer without a credit limit has no headroom, not $0.00. */
  readonly needsRows?: true;
  /** Why something is not known of a row that counts. */
  readonly unknown?: string;
  /** The measure that counts the shipments in it whose cost is not agreed yet. */
  readonly countsWithoutCost?: 'uncovered_shipments';
  /** A ratio that speaks of one currency. */
  readonly isOfMoney?: true;
  /** The period without words lies ahead. */
  readonly isAhead?: true;
  /** As of now, and of the period as well. */
  readonly usesPeriod?: true;
}

/** SQL of a balance at the end of `$asOf`, where it isn't that of now. */
export interface MeasureHistory {
  readonly where?: string;
  readonly sum?: string;
  /** What today's records can't tell of that day. */
  readonly lacks: string;
}

export type MeasureTable = readonly Measure[];

export const isMoney = ({ unit, isOfMoney }: Measure): boolean =>
  unit === 'money' || unit === 'money_rate' || isOfMoney === true;

export const isRatio = ({ per }: Measure): boolean => per !== undefined;

/** Its figures of parts add up to that of the whole. */
export const isSummable = (measure: Measure): boolean => measure.per === undefined && hasWholeOfParts(measure);

/** What goes into its figures adds up, so that the whole follows from its lines. */
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
