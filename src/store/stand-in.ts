import type { Kysely } from 'kysely';
import type { Queries } from './connection.ts';
import type { RecordTable, Row } from './schema.ts';

/** The columns that all record tables have, as one stand-in table that the shared queries are typed against. */
export interface RecordRow {
  id: string;
  organization_id: string;
  key: string | null;
  created_at: string;
  updated_at: string | null;
  deleted_at: string | null;
  deleted_by_id: string | null;
}

interface StandIn {
  record: RecordRow;
}

// Every RecordTable has at least these columns (schema.ts), so a query on the stand-in is valid on each of them.
export const toStandIn = (db: Queries) => db as unknown as Kysely<StandIn>;
export const toStandInTable = (table: RecordTable) => table as 'record';

/** Types the row of a query on the stand-in as a row of the table that it selected from. */
export const toTableRow = <Table extends RecordTable>(row: RecordRow, _table: Table) => row as unknown as Row<Table>;
