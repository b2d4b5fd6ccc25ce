import type { Kysely } from 'kysely';
import type { Queries } from '../../store/connection.ts';

/** Columns that queries of any table of an organization are about. */
interface AnyRecord {
  record: { id: string; organization_id: string; shipment_id: string };
}

/**
 * Types queries for a table whose name is only known at run time. It is safe for tables that have the columns which the
 * query names.
 */
export const toAnyTable = (db: Queries) => db as unknown as Kysely<AnyRecord>;
export const toTableName = (table: string) => table as 'record';
