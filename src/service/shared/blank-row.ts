import type { Row, TableName } from '../../store/schema.ts';
import { tables } from '../../store/tables.ts';

type Blank<Columns> = { [Name in keyof Columns as null extends Columns[Name] ? Name : never]: null };

/** Null in every column that may be null: what a new row says nothing about. */
export function blankRow<Name extends TableName>(table: Name): Blank<Row<Name>> {
  const nullable = Object.entries<string>(tables[table].columns).filter(([, type]) => type.endsWith('?'));
  // The question mark is what makes the column's type include null.
  return Object.fromEntries(nullable.map(([column]) => [column, null])) as Blank<Row<Name>>;
}
