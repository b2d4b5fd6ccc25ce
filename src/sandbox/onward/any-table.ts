import type { Kysely } from 'kysely';
import type { Queries } from '../../store/connection.ts';

/** Columns that queries of any table of an organization are about. */
interface AnyRecord {
  record: { id: string; organization_id: string; shipment_id: string };
}

/** Queries of a table that is known by its name only. Safe for tables that have the columns which the query names. */
export const anyTable = (db: Queries) => db as unknown as Kysely<AnyRecord>;
export const tableNamed = (table: string) => table as 'record';
