import { tables as schema, type Row, type TableName } from '../../src/store/schema.ts';
import { type BrokerageOptions, generateBrokerage, smallBrokerage } from '../../src/sandbox/generate.ts';
import { now } from './world.ts';

/** A generated brokerage held in memory, for questions that need no database. */
export interface Collected {
  rows<Name extends TableName>(table: Name): readonly Row<Name>[];
  /** The record with a client key. */
  keyed<Name extends TableName>(table: Name, key: string): Row<Name>;
}

export function collected(options: Partial<BrokerageOptions> = {}): Collected {
  const tables = new Map<TableName, object[]>();
  for (const { table, rows } of generateBrokerage({ seed: '1', now, size: smallBrokerage, ...options })) {
    const known = tables.get(table) ?? [];
    const empty = Object.fromEntries(Object.keys(schema[table].columns).map((column) => [column, null]));
    for (const row of rows) known.push({ ...empty, ...row });
    tables.set(table, known);
  }
  // Batches carry rows of the table they name.
  const rowsOf = <Name extends TableName>(table: Name) => (tables.get(table) ?? []) as Row<Name>[];
  return {
    rows: rowsOf,
    keyed(table, key) {
      const found = rowsOf(table).find((row) => 'key' in row && row.key === key);
      if (!found) throw new Error(`no ${table} with key ${key}`);
      return found;
    },
  };
}
