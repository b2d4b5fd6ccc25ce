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

export interface FilterPageInput {
  readonly filter?: unknown;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

export interface FilterPageSource<Table extends RecordTable, Fields extends FilterFields> extends FilterSource<Fields> {
  readonly table: Table;
  /** Condition for the records that the caller may find; all of the organization if left out. */
  readonly visible?: Expression<SqlBool>;
}

export interface RecordPage<Table extends RecordTable> {
  readonly rows: Row<Table>[];
  readonly page: PageInfo;
  /** Present only when some filter field was not applied. */
  readonly problems: { errors?: FieldError[] };
}

/** Reads a page of a filter operation: live records of the organization, newest first. */
export async function filterPage<Table extends RecordTable, Fields extends FilterFields>(
  ctx: ServiceContext,
  source: FilterPageSource<Table, Fields>,
  { filter, pageSize, cursor }: FilterPageInput,
): Promise<RecordPage<Table>> {
  const { table, visible } = source;
  const scope = { organizationId: ctx.organizationId, collection: table, filter };
  const beforeId = typeof cursor === 'string' ? readCursor(ctx.hmacKey, scope, cursor, ctx.now) : undefined;
  const { where, errors, namesDeletedAt } = await compileWithHolders(ctx, source, filter);
  const conditions = [visible, namesDeletedAt ? undefined : live, where];
  const pageRows = await listRecordPage(ctx, table, {
    where: joinConditions(conditions),
    beforeId,
    limit: pageSize + 1,
  });
  const rows = pageRows.slice(0, pageSize);
  const hasNextPage = pageRows.length > pageSize;
  const last = rows.at(-1)?.id;
  const endCursor = hasNextPage && last !== undefined ? makeCursor(ctx.hmacKey, scope, last, ctx.now) : null;
  return {
    rows,
    page: { pageSize, hasNextPage, hasPreviousPage: beforeId !== undefined, endCursor },
    problems: errors.length > 0 ? { errors: [...errors] } : {},
  };
}

function joinConditions(conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> | undefined {
  const defined = conditions.filter((condition) => condition !== undefined);
  return defined.length === 0 ? undefined : sql<SqlBool>`(${sql.join(defined, sql` and `)})`;
}
