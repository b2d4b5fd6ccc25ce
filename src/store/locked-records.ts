import type { Scope } from './connection.ts';
import type { DatabaseKind } from './migrations/table.ts';
import type { RecordTable, Row } from './schema.ts';
import { toStandIn, toStandInTable, toTableRow } from './stand-in.ts';

/**
 * Locks live records by id until the transaction ends and returns their current rows: another transaction that needs
 * one of them waits. They are locked in the order of their ids, so that two transactions never wait for each other.
 * SQLite's writing transactions already exclude each other.
 */
export async function lockRecords<Table extends RecordTable>(
  { db, organizationId, kind }: Scope & { readonly kind: DatabaseKind },
  table: Table,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, Row<Table>>> {
  const recordIds = [...new Set([...ids].filter((id) => id !== null && id !== undefined))];
  if (recordIds.length === 0) return new Map();
  const query = toStandIn(db)
    .selectFrom(toStandInTable(table))
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', recordIds)
    .where('deleted_at', 'is', null)
    .orderBy('id');
  const rows = await (kind === 'postgres' ? query.forUpdate() : query).execute();
  return new Map(rows.map((row) => [row.id, toTableRow(row, table)]));
}
