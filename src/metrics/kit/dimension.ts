import type { CollectionName } from '../../copy-tables/index.ts';
import { printWeekStart } from '../../domain/kit/dates.ts';
import type { FactName } from './facts.ts';

/** Meaning of a dimension's keys, which decides how they are shown. */
type DimensionKind =
  /** Ids of records of a table. */
  | { readonly kind: 'party'; readonly table: CollectionName; readonly nameColumn: string; readonly hasNumber: boolean }
  /** Text of records as it is. */
  | { readonly kind: 'text' | 'place' | 'lane' }
  /** Words of the API in capitals. */
  | { readonly kind: 'code' }
  /** Words of this program. */
  | { readonly kind: 'own' }
  /** Parts of the day that decides the period. */
  | { readonly kind: 'time' };

export type Dimension = DimensionKind & {
  readonly name: string;
  readonly title: string;
  readonly words: readonly string[];
  /** SQL of its key, for each fact that has it; of time what is done with the day. */
  readonly of: Readonly<Partial<Record<FactName, string>>>;
  /** Name of the rows without a value. */
  readonly without: string;
  /** Read in its own order, not by size. */
  readonly isOrdered?: true;
  /** Keys in order, if they don't sort as text. */
  readonly order?: readonly string[];
};

export const timeSql: Readonly<Record<string, (day: string) => string>> = {
  day: (day) => day,
  week: printWeekStart,
  month: (day) => `substr(${day}, 1, 7)`,
  quarter: (day) => `substr(${day}, 1, 4) || '-Q' || ((cast(substr(${day}, 6, 2) as integer) + 2) / 3)`,
  weekday: (day) => `cast((strftime('%w', ${day}) + 6) % 7 + 1 as text)`,
};

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
