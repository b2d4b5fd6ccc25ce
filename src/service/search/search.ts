import { isExpression, type RawBuilder, sql } from 'kysely';
import type { CriterionKind, SearchDeclaration, SearchFields } from '../../contract/kit/search-fields.ts';
import type { SearchPage } from '../../contract/types.ts';
import { findEntries, selectMatching, selectTier } from '../../store/search/search-index.ts';
import { foldValue } from '../../store/search/folded.ts';
import type { Tiers } from '../../store/search/match.ts';
import type { ServiceContext } from '../shared/context.ts';
import { criteriaConditions, type SearchColumn } from './criteria.ts';
import { findByQuery } from './query.ts';
import type { ParsedSearch } from './parsed-search.ts';
import { withSavedSearch } from './saved-searches.ts';
import type { SearchPart } from './search-part.ts';

export interface Hit {
  readonly id: string;
  /** Index of the part that it comes from. */
  readonly part: number;
}

export interface Found {
  readonly hits: readonly Hit[];
  readonly pagination: SearchPage;
  readonly totalResults: number;
}

interface Search<Fields extends SearchFields> extends SearchDeclaration<Fields> {
  readonly parts: readonly SearchPart<Fields>[];
  readonly request: ParsedSearch<Fields>;
}

/**
 * One page of what a search finds. Without a sort the best match of the query comes first, then the first part, then
 * the newest row. Where nothing has the words of the query, words that they may have been mistyped from are looked for.
 */
export async function search<Fields extends SearchFields>(
  ctx: ServiceContext,
  { fields, preference, parts, request: given }: Search<Fields>,
): Promise<Found> {
  const request = await withSavedSearch(ctx, { fields, preference }, given);
  const { pageNumber, pageSize } = request.pagination;
  const found = await findByQuery<FoundPage>(ctx, {
    query: request.query,
    organizationIds: parts.map(({ scope }) => scope.organizationId),
    nothing: { hits: [], total: 0 },
    find: (tiers) => findPage(ctx, { fields, parts, request, tiers }),
  });
  return { hits: found.hits, ...pageFacts(found, { pageNumber, pageSize }), totalResults: found.total };
}

interface FoundPage {
  readonly hits: readonly Hit[];
  readonly total: number;
}

/** `pageSize` of a response is the number of rows on its page. */
export const pageFacts = (
  { hits, total }: { readonly hits: readonly unknown[]; readonly total: number },
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
) => ({ pagination: { pageNumber, pageSize: hits.length, totalPages: Math.ceil(total / pageSize) } });

interface Wanted<Fields extends SearchFields> {
  readonly fields: Fields;
  readonly parts: readonly SearchPart<Fields>[];
  readonly request: ParsedSearch<Fields>;
  readonly tiers: Tiers | undefined;
}

/** For words only the index is enough; criteria and sorts need the rows themselves. */
async function findPage<Fields extends SearchFields>(ctx: ServiceContext, wanted: Wanted<Fields>): Promise<FoundPage> {
  const { parts, request, tiers } = wanted;
  const { pageNumber, pageSize } = request.pagination;
  const [limit, offset] = [pageSize, (pageNumber - 1) * pageSize];
  if (Object.keys(request.criteria ?? {}).length === 0 && !request.sort?.length)
    return findEntries(ctx, { scopes: parts.map(({ scope }) => scope), tiers, limit, offset });
  const rows = sql.join(
    parts.map((part, index) => selectPart(ctx, wanted, { part, index })),
    sql` union all `,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) as found`.execute(ctx.db);
  const page = await sql<Hit>`select id, part from (${rows}) as found
    order by ${orderOf(request.sort ?? [])} limit ${limit} offset ${offset}`.execute(ctx.db);
  return { hits: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Ids of the part's matching rows with what they are ordered by. */
function selectPart<Fields extends SearchFields>(
  { kind, now, organization: { timeZone } }: ServiceContext,
  { fields, request, tiers }: Omit<Wanted<Fields>, 'parts'>,
  { part, index }: { readonly part: SearchPart<Fields>; readonly index: number },
): RawBuilder<unknown> {
  const conditions = criteriaConditions({ fields, columns: part.columns, now, timeZone }, request.criteria);
  const entry = tiers ? sql` join ${selectMatching(kind, part.scope, tiers)} on e.record_id = ${part.id}` : sql``;
  const where = sql.join([part.visible, ...conditions], sql` and `);
  const sorts = (request.sort ?? []).map(
    ({ field }, place) => sql`, ${sortable(part.columns[field], fields[field])} as ${sortName(place)}`,
  );
  return sql`select ${part.id} as id, ${sql.lit(index)} as part, ${tiers ? selectTier(tiers) : sql`0`} as tier,
    ${tiers ? sql`e.number` : part.id} as place${sql.join(sorts, sql``)} from ${part.from}${entry} where ${where}`;
}

const sortName = (place: number) => sql.ref(`sort${place}`);

/** Lists and related rows have no order of their own; texts are sorted without case and accents. */
function sortable(column: SearchColumn | undefined, kind: CriterionKind | undefined): RawBuilder<unknown> {
  if (!column || !isExpression(column)) return sql`cast(null as text)`;
  return kind === 'text' ? foldValue(column) : column;
}

/** Rows without a value come last, whichever way the others are sorted. */
function orderOf(sort: readonly { readonly order: 'asc' | 'desc' }[]): RawBuilder<unknown> {
  const sorts = sort.map(({ order }, place) => {
    const name = sortName(place);
    return sql`case when ${name} is null then 1 else 0 end, ${name} ${sql.raw(order === 'asc' ? 'asc' : 'desc')}`;
  });
  return sql.join([...sorts, sql`tier, part, place desc`]);
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
