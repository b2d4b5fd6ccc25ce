import { isExpression, type RawBuilder, sql } from 'kysely';
import type { CriterionKind, SearchDeclaration, SearchFields } from '../../contract/kit/search-fields.ts';
import type { SearchPage } from '../../contract/types.ts';
import { findEntries, selectMatching, selectTier } from '../../store/search/search-index.ts';
import { foldValue } from '../../store/search/folded.ts';
import type { Tiers } from '../../store/search/match.ts';
import type { ServiceContext } from '../shared/context.ts';
import { buildConditions, type SearchColumn } from './criteria.ts';
import { findByQuery } from './query.ts';
import type { ParsedSearch } from './parsed-search.ts';
import { withSavedSearch } from './saved-searches.ts';
import type { SearchPart } from './search-part.ts';

export interface SearchHit {
  readonly id: string;
  /** Index of the part that it comes from. */
  readonly part: number;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly pagination: SearchPage;
  readonly totalResults: number;
}

interface SearchInput<Fields extends SearchFields> extends SearchDeclaration<Fields> {
  readonly parts: readonly SearchPart<Fields>[];
  readonly request: ParsedSearch<Fields>;
}

/**
 * Finds a page of a search. Without a sort the best match of the query comes first, then the first part, then the
 * newest row. If no record has the words of the query, it searches for corrected words.
 */
export async function search<Fields extends SearchFields>(
  ctx: ServiceContext,
  { fields, preference, parts, request: stated }: SearchInput<Fields>,
): Promise<SearchResult> {
  const request = await withSavedSearch(ctx, { fields, preference }, stated);
  const { pageNumber, pageSize } = request.pagination;
  const page = await findByQuery<HitPage>(ctx, {
    query: request.query,
    organizationIds: parts.map(({ scope }) => scope.organizationId),
    nothing: { hits: [], total: 0 },
    find: (tiers) => findPage(ctx, { fields, parts, request, tiers }),
  });
  return { hits: page.hits, ...buildPaging(page, { pageNumber, pageSize }), totalResults: page.total };
}

interface HitPage {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** Builds the paging of a response. Its `pageSize` is the number of rows on the page. */
export const buildPaging = (
  { hits, total }: { readonly hits: readonly unknown[]; readonly total: number },
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
) => ({ pagination: { pageNumber, pageSize: hits.length, totalPages: Math.ceil(total / pageSize) } });

interface PartsQuery<Fields extends SearchFields> {
  readonly fields: Fields;
  readonly parts: readonly SearchPart<Fields>[];
  readonly request: ParsedSearch<Fields>;
  readonly tiers: Tiers | undefined;
}

/** Finds a page of hits. Words need only the index; criteria and sorts need the rows. */
async function findPage<Fields extends SearchFields>(ctx: ServiceContext, query: PartsQuery<Fields>): Promise<HitPage> {
  const { parts, request, tiers } = query;
  const { pageNumber, pageSize } = request.pagination;
  const [limit, offset] = [pageSize, (pageNumber - 1) * pageSize];
  if (Object.keys(request.criteria ?? {}).length === 0 && !request.sort?.length)
    return findEntries(ctx, { scopes: parts.map(({ scope }) => scope), tiers, limit, offset });
  const rows = sql.join(
    parts.map((part, index) => selectPart(ctx, query, { part, index })),
    sql` union all `,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) as found`.execute(ctx.db);
  const page = await sql<SearchHit>`select id, part from (${rows}) as found
    order by ${buildOrder(request.sort ?? [])} limit ${limit} offset ${offset}`.execute(ctx.db);
  return { hits: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Selects the ids of the part's matching rows with the values that they are sorted by. */
function selectPart<Fields extends SearchFields>(
  { kind, now, organization: { timeZone } }: ServiceContext,
  { fields, request, tiers }: Omit<PartsQuery<Fields>, 'parts'>,
  { part, index }: { readonly part: SearchPart<Fields>; readonly index: number },
): RawBuilder<unknown> {
  const conditions = buildConditions({ fields, columns: part.columns, now, timeZone }, request.criteria);
  const entry = tiers ? sql` join ${selectMatching(kind, part.scope, tiers)} on e.record_id = ${part.id}` : sql``;
  const where = sql.join([part.visible, ...conditions], sql` and `);
  const sorts = (request.sort ?? []).map(
    ({ field }, place) => sql`, ${toSortable(part.columns[field], fields[field])} as ${sortName(place)}`,
  );
  return sql`select ${part.id} as id, ${sql.lit(index)} as part, ${tiers ? selectTier(tiers) : sql`0`} as tier,
    ${tiers ? sql`e.number` : part.id} as place${sql.join(sorts, sql``)} from ${part.from}${entry} where ${where}`;
}

const sortName = (place: number) => sql.ref(`sort${place}`);

/**
 * Selects the value that a column is sorted by. Lists and related rows have no order; texts are sorted without case and
 * accents.
 */
function toSortable(column: SearchColumn | undefined, kind: CriterionKind | undefined): RawBuilder<unknown> {
  if (!column || !isExpression(column)) return sql`cast(null as text)`;
  return kind === 'text' ? foldValue(column) : column;
}

/** Builds the sort order. Rows without a value come last in either direction. */
function buildOrder(sort: readonly { readonly order: 'asc' | 'desc' }[]): RawBuilder<unknown> {
  const sorts = sort.map(({ order }, place) => {
    const name = sortName(place);
    return sql`case when ${name} is null then 1 else 0 end, ${name} ${sql.raw(order === 'asc' ? 'asc' : 'desc')}`;
  });
  return sql.join([...sorts, sql`tier, part, place desc`]);
}

type SearchValue<Column> = Column extends { readonly list: RawBuilder<infer Value> }
  ? Value
  : Column extends RawBuilder<infer Value>
    ? Value
    : never;

type SearchValues<Columns> = {
  [Name in keyof Columns as Columns[Name] extends { readonly related: unknown } ? never : Name]: SearchValue<
    Columns[Name]
  >;
};

/** Reads the values of the searchable fields of rows by id. Lists are JSON, and the caller loads related rows. */
export async function searchRows<Columns extends Readonly<Record<string, SearchColumn>>>(
  ctx: ServiceContext,
  part: { readonly from: RawBuilder<unknown>; readonly id: RawBuilder<string>; readonly columns: Columns },
  ids: readonly string[],
): Promise<ReadonlyMap<string, SearchValues<Columns>>> {
  if (ids.length === 0) return new Map();
  const values = Object.entries(part.columns).flatMap(([name, column]) => {
    if ('related' in column) return [];
    return [sql`${'list' in column ? column.list : column} as ${sql.ref(name)}`];
  });
  const { rows } = await sql<SearchValues<Columns> & object>`select ${sql.join(values)}
    from ${part.from} where ${part.id} in (${sql.join(ids)})`.execute(ctx.db);
  // Every collection declares `id` as a criterion, so every part has that column.
  return new Map(rows.map((row) => [Reflect.get(row, 'id') as string, row]));
}

/** Lists the ids of the hits of one part, in order. */
export const listHitIds = (hits: readonly SearchHit[], part = 0): string[] =>
  hits.filter((hit) => hit.part === part).map(({ id }) => id);
