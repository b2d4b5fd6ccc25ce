import type { RowsOf } from './migrations/table.ts';
import type { tables } from './tables.ts';

/** Row types of the brokerage database, inferred from its migrations. */
export type Tables = RowsOf<typeof tables>;
export type TableName = keyof Tables;
export type Row<Name extends TableName> = Tables[Name];

/** Tables whose rows are records of an organization: id, client key, timestamps, soft delete. */
export type RecordTable = {
  [Name in TableName]: Tables[Name] extends {
    id: string;
    organization_id: string;
    key: string | null;
    deleted_at: string | null;
  }
    ? Name
    : never;
}[TableName];
