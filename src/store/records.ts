import { type SqlBool, sql, type Expression } from 'kysely';
import type { Scope } from './connection.ts';
import type { RecordTable, Row } from './schema.ts';
import { selectIn } from './select-in.ts';
import { asStandIn, type RecordRow, standInFor, wholeRow } from './stand-in.ts';

// Queries that every table of records shares. Each adds the organization of its scope to the condition.

export type Addressing = 'id' | 'key' | undefined;

/** One live record by id or client key; without `by` an id is tried first, then a key. */
export async function findRecord<Table extends RecordTable>(
  scope: Scope,
  table: Table,
  idOrKey: string,
  by?: Addressing,
): Promise<Row<Table> | undefined> {
  const columns = by === undefined ? (['id', 'key'] as const) : ([by] as const);
  for (const column of columns) {
    const [row] = await recordsBy(table)[column](scope, [column === 'id' ? idOrKey.toLowerCase() : idOrKey]);
    if (row) return wholeRow(row, table);
  }
  return undefined;
}

interface RecordQueries {
  readonly id: ReturnType<typeof liveRecords>;
  readonly key: ReturnType<typeof liveRecords>;
  readonly any: ReturnType<typeof anyRecords>;
}

const queries = new Map<RecordTable, RecordQueries>();

function recordsBy(table: RecordTable): RecordQueries {
  const known = queries.get(table) ?? {
    id: liveRecords(table, 'id'),
    key: liveRecords(table, 'key'),
    any: anyRecords(table),
  };
  queries.set(table, known);
  return known;
}

const liveRecords = (table: RecordTable, column: 'id' | 'key') =>
  selectIn((db, { organizationId, ids }) =>
    asStandIn(db)
      .selectFrom(standInFor(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, 'in', ids)
      .where('deleted_at', 'is', null),
  );

const anyRecords = (table: RecordTable) =>
  selectIn((db, { organizationId, ids }) =>
    asStandIn(db)
      .selectFrom(standInFor(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids),
  );

/** Records by id, deleted ones included: references to a deleted record still show it. */
export async function findRecords<Table extends RecordTable>(
  scope: Scope,
  table: Table,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, Row<Table>>> {
  const rows = await recordsBy(table).any(scope, ids);
  return new Map(rows.map((row) => [row.id, wholeRow(row, table)]));
}

export type ColumnOf<Table extends RecordTable> = keyof Row<Table> & string;

/** As findRecords, but the id and some more columns only: a reference shows few of the sixty that a carrier has. */
export function columnsOf<Table extends RecordTable, Column extends ColumnOf<Table>>(
  table: Table,
  columns: readonly Column[],
): (scope: Scope, ids: Iterable<string | null | undefined>) => Promise<Pick<Row<Table>, Column | 'id'>[]> {
  // They are columns of the named table.
  const wanted = ['id', ...columns] as unknown as readonly (keyof RecordRow)[];
  const rows = selectIn((db, { organizationId, ids }) =>
    asStandIn(db)
      .selectFrom(standInFor(table))
      .select(wanted)
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids),
  );
  // The columns asked for are in the rows.
  return async (scope, ids) => (await rows(scope, ids)) as unknown as Pick<Row<Table>, Column | 'id'>[];
}

export interface PageQuery {
  readonly where: Expression<SqlBool> | undefined;
  /** Only records older than this id. */
  readonly beforeId: string | undefined;
  readonly limit: number;
}

/** Records newest first: ids are time-ordered, so the id is both the order and the place to go on from. */
export async function pageRecords<Table extends RecordTable>(
  { db, organizationId }: Scope,
  table: Table,
  { where, beforeId, limit }: PageQuery,
): Promise<Row<Table>[]> {
  let query = asStandIn(db)
    .selectFrom(standInFor(table))
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (where) query = query.where(where);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return (await query.execute()).map((row) => wholeRow(row, table));
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
  let query = asStandIn(db)
    .updateTable(standInFor(table))
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
  return row && wholeRow(row, table);
}

/** Marks records deleted; returns how many were live. */
export async function softDelete(
  { db, organizationId }: Scope,
  table: RecordTable,
  ids: readonly string[],
  at: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await asStandIn(db)
    .updateTable(standInFor(table))
    .set({ deleted_at: at, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The next value of a per-organization counter, starting at 1. */
export async function nextCount({ db, organizationId }: Scope, name: string): Promise<number> {
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
