import type { Row, TableName } from '../../store/schema.ts';

type Nullable<Columns> = { [Name in keyof Columns as null extends Columns[Name] ? Name : never]?: Columns[Name] };
type Needed<Columns> = { [Name in keyof Columns as null extends Columns[Name] ? never : Name]: Columns[Name] };

/** A row to be written: columns that may be null may be left out. */
export type NewRow<Name extends TableName> = Readonly<Needed<Row<Name>> & Nullable<Row<Name>>>;

/** Rows of one table, ready to be written. */
export type RowBatch = { readonly [Name in TableName]: TableBatch<Name> }[TableName];

interface TableBatch<Name extends TableName> {
  readonly table: Name;
  readonly rows: readonly NewRow<Name>[];
}
