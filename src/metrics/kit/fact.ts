import type { CollectionName } from '../../copy-tables/index.ts';

/** A further table that some of a fact's columns come from. */
interface Join {
  readonly sql: string;
  readonly tables: readonly CollectionName[];
}

/** Rows that measures count and add up; `f` in all SQL of theirs. */
export interface Fact {
  /** One of its rows, as people say it. */
  readonly noun: string;
  /** Several of them. */
  readonly nouns: string;
  readonly from: string;
  readonly tables: readonly CollectionName[];
  /**
   * The same rows as they were at the end of `$asOf`, and the collections that tell it beside `tables`. `$usesPeriod` is the
   * condition that a figure also looks at rows of the period that were settled by then.
   */
  readonly history?: { readonly from: string; readonly tables: readonly CollectionName[] };
  /** By alias. */
  readonly joins?: Readonly<Record<string, Join>>;
  /** Collections that columns of `f` come from beside `tables`. */
  readonly columns?: Readonly<Record<string, readonly CollectionName[]>>;
  /** Null where it has no money. */
  readonly currency: string | null;
  /** SQL of what tells one of its rows from others. */
  readonly record: {
    readonly id: string;
    /** As people see it. */
    readonly number: string;
    readonly kind: string;
  };
}

/** Which tables an expression reads, and which joins it needs. */
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
