import type { FilterFields } from '../../contract/kit/filter-fields.ts';
import type { FieldError, PageInfo } from '../../contract/types.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { listRecordPage } from '../../store/records.ts';
import type { RecordTable, Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { makeCursor, readCursor } from './cursor.ts';
import type { FilterSource } from './filter.ts';
import { live } from './live-records.ts';
import { compileWithHolders } from './part-holders.ts';

export interface PageInput {
  readonly filter?: unknown;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

export interface PageSource<Table extends RecordTable, Fields extends FilterFields> extends FilterSource<Fields> {
  readonly table: Table;
  /** Which of the organization's records the caller finds at all; every one when left out. */
  readonly visible?: Expression<SqlBool>;
}

export interface RecordPage<Table extends RecordTable> {
  readonly rows: Row<Table>[];
  readonly page: PageInfo;
  /** Present only when some filter field was not applied. */
  readonly problems: { errors?: FieldError[] };
}

/** One page of a filter operation: live records of the organization, newest first. */
export async function filterPage<Table extends RecordTable, Fields extends FilterFields>(
  ctx: ServiceContext,
  source: PageSource<Table, Fields>,
  { filter, pageSize, cursor }: PageInput,
): Promise<RecordPage<Table>> {
  const { table, visible } = source;
  const scope = { organizationId: ctx.organizationId, collection: table, filter };
  const beforeId = typeof cursor === 'string' ? readCursor(ctx.hmacKey, scope, cursor, ctx.now) : undefined;
  const { where, errors, namesDeletedAt } = await compileWithHolders(ctx, source, filter);
  const conditions = [visible, namesDeletedAt ? undefined : live, where];
  const found = await listRecordPage(ctx, table, { where: all(conditions), beforeId, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const hasNextPage = found.length > pageSize;
  const last = rows.at(-1)?.id;
  const endCursor = hasNextPage && last !== undefined ? makeCursor(ctx.hmacKey, scope, last, ctx.now) : null;
  return {
    rows,
    page: { pageSize, hasNextPage, hasPreviousPage: beforeId !== undefined, endCursor },
    problems: errors.length > 0 ? { errors: [...errors] } : {},
  };
}

function all(conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql<SqlBool>`(${sql.join(given, sql` and `)})`;
}
