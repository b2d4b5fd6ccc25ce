import type { CollectionName } from '../../copy-tables/index.ts';

/** A further table that some of a fact's columns come from. */
interface Join {
  readonly sql: string;
  readonly tables: readonly CollectionName[];
}

/** Rows that measures count and add up; `f` in all SQL of theirs. */
export interface Fact {
  /** Word for one row. */
  readonly noun: string;
  /** Word for several rows. */
  readonly nouns: string;
  readonly from: string;
  readonly tables: readonly CollectionName[];
  /**
   * The same rows as they were at the end of `$asOf`, and the collections that tell it beside `tables`. `$usesPeriod` is the
   * condition that a figure also looks at rows of the period that were settled by then.
   */
  readonly history?: { readonly from: string; readonly tables: readonly CollectionName[] };
  /** Joins by alias. */
  readonly joins?: Readonly<Record<string, Join>>;
  /** Collections that columns of `f` come from beside `tables`. */
  readonly columns?: Readonly<Record<string, readonly CollectionName[]>>;
  /** SQL of the currency; null if the fact has no money. */
  readonly currency: string | null;
  /** SQL that identifies a row. */
  readonly record: {
    readonly id: string;
    /** Number that people see. */
    readonly number: string;
    readonly kind: string;
  };
}

/** Finds the tables that expressions read, and the joins that they need. */
export function readBy(
  fact: Fact,
  sql: readonly string[],
): { readonly joins: readonly string[]; readonly tables: readonly CollectionName[] } {
  const text = sql.join(' ');
  const joins = Object.entries(fact.joins ?? {}).filter(([alias]) => new RegExp(`\\b${alias}\\.`).test(text));
  const joined = joins.map(([, join]) => join.sql).join(' ');
  const columns = Object.entries(fact.columns ?? {}).filter(([name]) =>
    new RegExp(`\\b[fs]\\.${name}\\b`).test(`${text} ${joined}`),
  );
  const tables = [
    ...fact.tables,
    ...joins.flatMap(([, join]) => join.tables),
    ...columns.flatMap(([, needed]) => needed),
  ];
  return { joins: joins.map(([, join]) => join.sql), tables: [...new Set(tables)] };
}

/** "1 shipment", "12 shipments" */
export const countText = ({ noun, nouns }: Pick<Fact, 'noun' | 'nouns'>, count: number): string =>
  `${count} ${count === 1 ? noun : nouns}`;
