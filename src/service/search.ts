import { isExpression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Criterion, CriterionKind, ParsedSearch, SearchFields, SearchPage } from '../contract/search.ts';
import { fieldError } from '../errors.ts';
import type { ServiceContext } from './context.ts';
import { criterionCondition, type SearchColumn } from './search-criteria.ts';
import { queryCondition, queryRank } from './search-text.ts';

/** One table that a search covers. */
export interface SearchPart<Fields extends SearchFields> {
  readonly from: RawBuilder<unknown>;
  /** Which rows the caller may see at all: organization, not deleted. */
  readonly visible: RawBuilder<SqlBool>;
  readonly id: RawBuilder<string>;
  /** A column for every declared criterion: one that is forgotten does not compile. */
  readonly columns: { readonly [Name in keyof Fields]: SearchColumn };
  /** What the words of a query are looked for in, the name first. */
  readonly texts: readonly RawBuilder<unknown>[];
}

export interface Hit {
  readonly id: string;
  /** Index of the part that it comes from. */
  readonly part: number;
}

export interface Found {
  readonly hits: readonly Hit[];
  readonly pagination: z.output<typeof SearchPage>;
  readonly totalResults: number;
}

interface Search<Fields extends SearchFields> {
  readonly fields: Fields;
  readonly parts: readonly SearchPart<Fields>[];
  readonly request: ParsedSearch<Fields>;
}

/**
 * One page of what a search finds. Without a sort the best match of the query comes first, then the first part, then
 * the newest row.
 */
export async function search<Fields extends SearchFields>(
  ctx: ServiceContext,
  { fields, parts, request }: Search<Fields>,
): Promise<Found> {
  if (request.savedSearch)
    throw fieldError('VALIDATION_ERROR', 'savedSearch', 'names a saved search that does not exist');
  const { pageNumber, pageSize } = request.pagination;
  const selects = parts.map((part, index) => selectPart(part, index, { fields, request, now: ctx.now }));
  const rows = sql.join(selects, sql` union all `);
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) as found`.execute(ctx.db);
  const page = await sql<Hit>`select id, part from (${rows}) as found
    order by ${orderOf(request.sort ?? [])} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(ctx.db);
  const totalResults = counted.rows[0]?.total ?? 0;
  return {
    hits: page.rows,
    pagination: { pageNumber, pageSize: page.rows.length, totalPages: Math.ceil(totalResults / pageSize) },
    totalResults,
  };
}

interface Wanted<Fields extends SearchFields> {
  readonly fields: Fields;
  readonly request: ParsedSearch<Fields>;
  readonly now: string;
}

/** Ids of the part's matching rows with what they are ordered by. */
function selectPart<Fields extends SearchFields>(
  part: SearchPart<Fields>,
  index: number,
  { fields, request, now }: Wanted<Fields>,
): RawBuilder<unknown> {
  // The criteria's schema is made from `fields`: each name has its kind and its column.
  const criteria = Object.entries(request.criteria ?? {}) as [keyof Fields & string, Criterion | undefined][];
  const conditions = criteria.flatMap(([name, criterion]) => {
    const [kind, column] = [fields[name], part.columns[name]];
    return criterion && kind && column ? [criterionCondition({ kind, column, now }, criterion)] : [];
  });
  const matching = queryCondition(request.query ?? '', part.texts);
  const where = sql.join([part.visible, ...conditions, ...(matching ? [matching] : [])], sql` and `);
  const rank = matching ? queryRank(request.query ?? '', part.texts) : sql`0`;
  const sorts = (request.sort ?? []).map(
    ({ field }, place) => sql`, ${sortable(part.columns[field], fields[field])} as ${sortName(place)}`,
  );
  return sql`select ${part.id} as id, ${sql.lit(index)} as part, ${rank} as rank${sql.join(sorts, sql``)}
    from ${part.from} where ${where}`;
}

const sortName = (place: number) => sql.ref(`sort${place}`);

/** Lists and related rows have no order of their own; texts are sorted without case. */
function sortable(column: SearchColumn | undefined, kind: CriterionKind | undefined): RawBuilder<unknown> {
  if (!column || !isExpression(column)) return sql`cast(null as text)`;
  return kind === 'text' ? sql`lower(${column})` : column;
}

/** Rows without a value come last, whichever way the others are sorted. */
function orderOf(sort: readonly { readonly order: 'asc' | 'desc' }[]): RawBuilder<unknown> {
  const sorts = sort.map(({ order }, place) => {
    const name = sortName(place);
    return sql`case when ${name} is null then 1 else 0 end, ${name} ${sql.raw(order === 'asc' ? 'asc' : 'desc')}`;
  });
  return sql.join([...sorts, sql`rank, part, id desc`]);
}

type ValueOf<Column> = Column extends { readonly list: RawBuilder<infer Value> }
  ? Value
  : Column extends RawBuilder<infer Value>
    ? Value
    : never;

type Values<Columns> = {
  [Name in keyof Columns as Columns[Name] extends { readonly related: unknown } ? never : Name]: ValueOf<Columns[Name]>;
};

/** Values of the searchable fields of the named rows, by id: lists as JSON, related rows are the caller's to load. */
export async function searchRows<Columns extends Readonly<Record<string, SearchColumn>>>(
  ctx: ServiceContext,
  part: { readonly from: RawBuilder<unknown>; readonly id: RawBuilder<string>; readonly columns: Columns },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Values<Columns>>> {
  if (ids.length === 0) return new Map();
  const values = Object.entries(part.columns).flatMap(([name, column]) => {
    if ('related' in column) return [];
    return [sql`${'list' in column ? column.list : column} as ${sql.ref(name)}`];
  });
  const { rows } = await sql<Values<Columns> & object>`select ${sql.join(values)}
    from ${part.from} where ${part.id} in (${sql.join(ids)})`.execute(ctx.db);
  // Every collection declares `id` as a criterion, so every part has that column.
  return new Map(rows.map((row) => [Reflect.get(row, 'id') as string, row]));
}

/** Ids of the hits of one part, in the order found. */
export const idsOf = (hits: readonly Hit[], part = 0): string[] =>
  hits.filter((hit) => hit.part === part).map(({ id }) => id);
