import { type SqlBool, sql, type Expression } from 'kysely';
import type { Scope } from './connection.ts';
import type { RecordTable, Row } from './schema.ts';
import { selectIn } from './select-in.ts';
import { toStandIn, type RecordRow, toStandInTable, toTableRow } from './stand-in.ts';

// Queries that every table of records shares. Each adds the organization of its scope to the condition.

export type Addressing = 'id' | 'key' | undefined;

/** Finds a live record by id or client key. Without `by` it tries the id first, then the key. */
export async function findRecord<Table extends RecordTable>(
  scope: Scope,
  table: Table,
  idOrKey: string,
  by?: Addressing,
): Promise<Row<Table> | undefined> {
  const columns = by === undefined ? (['id', 'key'] as const) : ([by] as const);
  for (const column of columns) {
    const [row] = await getRecordQueries(table)[column](scope, [column === 'id' ? idOrKey.toLowerCase() : idOrKey]);
    if (row) return toTableRow(row, table);
  }
  return undefined;
}

interface RecordQueries {
  readonly id: ReturnType<typeof selectLiveRecords>;
  readonly key: ReturnType<typeof selectLiveRecords>;
  readonly any: ReturnType<typeof selectAnyRecords>;
}

const queries = new Map<RecordTable, RecordQueries>();

function getRecordQueries(table: RecordTable): RecordQueries {
  const tableQueries = queries.get(table) ?? {
    id: selectLiveRecords(table, 'id'),
    key: selectLiveRecords(table, 'key'),
    any: selectAnyRecords(table),
  };
  queries.set(table, tableQueries);
  return tableQueries;
}

const selectLiveRecords = (table: RecordTable, column: 'id' | 'key') =>
  selectIn((db, { organizationId, ids }) =>
    toStandIn(db)
      .selectFrom(toStandInTable(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, 'in', ids)
      .where('deleted_at', 'is', null),
  );

const selectAnyRecords = (table: RecordTable) =>
  selectIn((db, { organizationId, ids }) =>
    toStandIn(db)
      .selectFrom(toStandInTable(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids),
  );

/** Finds records by id. It includes deleted records, because references to them still show them. */
export async function findRecords<Table extends RecordTable>(
  scope: Scope,
  table: Table,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, Row<Table>>> {
  const rows = await getRecordQueries(table).any(scope, ids);
  return new Map(rows.map((row) => [row.id, toTableRow(row, table)]));
}

export type RecordColumn<Table extends RecordTable> = keyof Row<Table> & string;

/**
 * Builds a query for the id and a few columns of records. Unlike findRecords it doesn't read all columns: a carrier has
 * sixty, and a reference shows few of them.
 */
export function selectColumns<Table extends RecordTable, Column extends RecordColumn<Table>>(
  table: Table,
  columns: readonly Column[],
): (scope: Scope, ids: Iterable<string | null | undefined>) => Promise<Pick<Row<Table>, Column | 'id'>[]> {
  // They are columns of the named table.
  const columnNames = ['id', ...columns] as unknown as readonly (keyof RecordRow)[];
  const rows = selectIn((db, { organizationId, ids }) =>
    toStandIn(db)
      .selectFrom(toStandInTable(table))
      .select(columnNames)
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids),
  );
  // The columns asked for are in the rows.
  return async (scope, ids) => (await rows(scope, ids)) as unknown as Pick<Row<Table>, Column | 'id'>[];
}

export interface PageQuery {
  readonly where: Expression<SqlBool> | undefined;
  /** Id that the records must be older than. */
  readonly beforeId: string | undefined;
  readonly limit: number;
}

/** Lists a page of records, newest first. Ids are ordered by time, so the id is both the sort key and the cursor. */
export async function listRecordPage<Table extends RecordTable>(
  { db, organizationId }: Scope,
  table: Table,
  { where, beforeId, limit }: PageQuery,
): Promise<Row<Table>[]> {
  let query = toStandIn(db)
    .selectFrom(toStandInTable(table))
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (where) query = query.where(where);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return (await query.execute()).map((row) => toTableRow(row, table));
}

type Writable<Table extends RecordTable> = Partial<Omit<Row<Table>, 'id' | 'organization_id' | 'created_at'>>;

/** Changes a live record and stamps it; returns the new row, or undefined when `expected` no longer holds. */
export async function updateRecord<Table extends RecordTable>(
  { db, organizationId }: Scope,
  table: Table,
  id: string,
  change: Writable<Table> & { readonly updated_at: string },
  expected: Partial<Row<Table>> = {},
): Promise<Row<Table> | undefined> {
  let query = toStandIn(db)
    .updateTable(toStandInTable(table))
    .set(change as Partial<RecordRow>)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  for (const [column, value] of Object.entries(expected)) {
    query = query.where(
      value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`,
    );
  }
  const row = await query.returningAll().executeTakeFirst();
  return row && toTableRow(row, table);
}

/** Marks records deleted. Returns the number of records that were live. */
export async function markDeleted(
  { db, organizationId }: Scope,
  table: RecordTable,
  ids: readonly string[],
  at: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await toStandIn(db)
    .updateTable(toStandInTable(table))
    .set({ deleted_at: at, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Increments a counter of an organization and returns its new value. The first is 1. */
export async function incrementCounter({ db, organizationId }: Scope, name: string): Promise<number> {
  const row = await db
    .insertInto('counter')
    .values({ organization_id: organizationId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'name']).doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
