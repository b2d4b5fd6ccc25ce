import { listColumns } from '../../store/columns.ts';
import type { Row, TableName } from '../../store/schema.ts';

type Blank<Columns> = { [Name in keyof Columns as null extends Columns[Name] ? Name : never]: null };

/** Builds a row with null in every column that may be null. */
export function buildBlankRow<Name extends TableName>(table: Name): Blank<Row<Name>> {
  const nullable = listColumns(table).filter(({ isNullable }) => isNullable);
  // A nullable column is one whose type includes null.
  return Object.fromEntries(nullable.map(({ name }) => [name, null])) as Blank<Row<Name>>;
}
