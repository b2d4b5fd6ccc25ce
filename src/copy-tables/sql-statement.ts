/** A query in SQL with the values of its parameters. */
export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows that a query returned, by the names of its columns. */
export type QueryRows = readonly Readonly<Record<string, unknown>>[];
