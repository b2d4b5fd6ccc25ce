import { type ColumnDefinition, parseColumn } from './migrations/table.ts';
import { tables } from './schema.ts';

export interface NamedColumn extends ColumnDefinition {
  readonly name: string;
}

/** Lists the columns of a table in order. */
export const listColumns = (table: keyof typeof tables): NamedColumn[] =>
  Object.entries(tables[table].columns).map(([name, declared]) => ({ name, ...parseColumn(declared) }));
