import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './database.ts';
import { type Match, patternOf, postgresMatch, sqliteMatch, type Tiers } from './search-match.ts';
import type { SearchKind } from './search-sources.ts';
import type { DatabaseKind } from './table.ts';

/** The entries of one organization and kind; conditions speak of the entry as `e`. */
export interface SearchScope {
  /** Empty for what belongs to no organization. */
  readonly organizationId: string;
  readonly kind: SearchKind;
  /** For entries that not every caller may see: the table that tells, and what it must say. */
  readonly only?: { readonly join: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> };
}

interface Store {
  readonly db: Queries;
  readonly kind: DatabaseKind;
}

export interface EntryQuery {
  readonly scopes: readonly SearchScope[];
  /** Without any, every entry is found. */
  readonly tiers: Tiers | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface EntryHit {
  readonly id: string;
  /** Index of the scope. */
  readonly part: number;
}

/** One page of entries: the best tier first, then the first scope, then the newest entry; and how many there are in all. */
export async function findEntries(
  store: Store,
  query: EntryQuery,
): Promise<{ readonly hits: readonly EntryHit[]; readonly total: number }> {
  if (store.kind === 'postgres' && query.tiers) return findAtOnce(store, query, query.tiers);
  const total = await countEntries(store, query);
  const { rows } = total > query.offset ? await pageOf(store, query, total).execute(store.db) : { rows: [] };
  return { hits: rows, total };
}

/** PostgreSQL reads every entry that fits both to count and to rank them: one query does it once. */
async function findAtOnce(
  store: Store,
  query: EntryQuery,
  tiers: Tiers,
): Promise<{ readonly hits: readonly EntryHit[]; readonly total: number }> {
  const { scopes, limit, offset } = query;
  // Numbers only: carrying the ids of all of them would cost as much as ranking them.
  const parts = scopes.map(
    (scope, part) =>
      sql`select e.number, ${sql.lit(part)} as part, ${tierOf(tiers)} as tier from ${visibleEntries(store.kind, scope, tiers)}`,
  );
  const { rows } = await sql<
    EntryHit & { total: number }
  >`with found as materialized (${sql.join(parts, sql` union all `)})
    select e.record_id as id, page.part, (select count(*) from found) as total
    from (select * from found order by tier, part, number desc limit ${limit} offset ${offset}) as page
    join search_entry as e on e.number = page.number order by page.tier, page.part, page.number desc`.execute(store.db);
  const [first] = rows;
  // A page behind the last one has no row to read the total from.
  const total = first?.total ?? (offset === 0 ? 0 : await countEntries(store, query));
  return { hits: rows.map(({ id, part }) => ({ id, part })), total };
}

export async function countEntries({ db, kind }: Store, { scopes, tiers }: EntryQuery): Promise<number> {
  const counts = scopes.map((scope) => {
    if (kind === 'sqlite' && tiers && !scope.only)
      return sql`(select count(*) from search_text where ${fullText(scope, matchOf(tiers))})`;
    return sql`(select count(*) from ${visibleEntries(kind, scope, tiers)})`;
  });
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** So many entries are ranked one by one sooner than each tier is looked up. */
const rankedMax = 2000;

function pageOf({ kind }: Store, { scopes, tiers, limit, offset }: EntryQuery, total: number): RawBuilder<EntryHit> {
  const limits = sql`limit ${limit} offset ${offset}`;
  if (kind === 'sqlite' && tiers && total > rankedMax) {
    const streams = scopes.flatMap((scope, part) =>
      tiers.map((_, tier) => streamOf(scope, { tiers, tier, part, limit: offset + limit })),
    );
    return sql`select e.record_id as id, part from (${sql.join(streams, sql` union all `)}) as found
      join search_entry as e on e.number = found.number order by tier, part, found.number desc ${limits}`;
  }
  const parts = scopes.map((scope, part) => {
    const found = rankedPart(kind, { scope, part, tiers });
    return sql`select * from (${found} order by tier, place desc limit ${offset + limit}) as part_${sql.raw(String(part))}`;
  });
  return sql`select id, part from (${sql.join(parts, sql` union all `)}) as found
    order by tier, part, place desc ${limits}`;
}

interface RankedPart {
  readonly scope: SearchScope;
  readonly part: number;
  readonly tiers: Tiers | undefined;
}

/** Every entry of one scope that fits, with what it is ordered by. */
function rankedPart(kind: DatabaseKind, { scope, part, tiers }: RankedPart): RawBuilder<unknown> {
  const rank = tiers ? tierOf(tiers) : sql`0`;
  const place = tiers ? sql`e.number` : sql`e.record_id`;
  return sql`select e.record_id as id, ${sql.lit(part)} as part, ${rank} as tier, ${place} as place
    from ${visibleEntries(kind, scope, tiers)}`;
}

interface Stream {
  readonly tiers: Tiers;
  readonly tier: number;
  readonly part: number;
  readonly limit: number;
}

/** The newest entries of one tier; the full text gives them in that order, so that it need not read the others. */
function streamOf(scope: SearchScope, { tiers, tier, part, limit }: Stream): RawBuilder<unknown> {
  const better = tiers.slice(0, tier).map((match) => `(${sqliteMatch(match)})`);
  const match = `(${sqliteMatch(tiers[tier] ?? [])})${better.length === 0 ? '' : ` NOT (${better.join(' OR ')})`}`;
  const from = scope.only
    ? sql`search_text cross join search_entry as e on e.number = search_text.rowid cross ${scope.only.join}`
    : sql`search_text`;
  const only = scope.only ? sql` and ${scope.only.where}` : sql``;
  return sql`select * from (select search_text.rowid as number, ${sql.lit(part)} as part, ${sql.lit(tier)} as tier
    from ${from} where ${fullText(scope, match)}${only} order by search_text.rowid desc limit ${limit})`;
}

/** The scope's entries that fit the query at all, as the table `e`; every tier lies within the last. */
export function matchingEntries(
  kind: DatabaseKind,
  { organizationId, kind: recordKind }: SearchScope,
  tiers: Tiers | undefined,
): RawBuilder<unknown> {
  const own = sql`m.organization_id = ${organizationId} and m.kind = ${recordKind}`;
  if (!tiers) return sql`(select m.* from search_entry as m where ${own}) as e`;
  if (kind === 'sqlite') {
    const fits = sql`select search_text.rowid from search_text
      where ${fullText({ organizationId, kind: recordKind }, matchOf(tiers))}`;
    return sql`(select m.* from search_entry as m where ${own} and m.number in (${fits})) as e`;
  }
  // Whose an entry is stands among its words, so that those of other organizations are never read.
  return sql`(select m.* from search_entry as m where search_terms(m.organization_id, m.kind, m.words)
    @@ cast(${`'@${organizationId}/${recordKind}' & (${postgresMatch(lastOf(tiers))})`} as tsquery) offset 0) as e`;
}

/** The first tier that an entry fits, counted from 0. */
export function tierOf(tiers: Tiers): RawBuilder<number> {
  const cases = tiers.slice(0, -1).map((match, tier) => sql`when ${holds(match)} then ${sql.lit(tier)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length - 1)} end`;
}

const matchOf = (tiers: Tiers) => sqliteMatch(lastOf(tiers));
const lastOf = (tiers: Tiers): Match => tiers.at(-1) ?? [];

function visibleEntries(kind: DatabaseKind, scope: SearchScope, tiers: Tiers | undefined): RawBuilder<unknown> {
  const entries = matchingEntries(kind, scope, tiers);
  return scope.only ? sql`${entries} ${scope.only.join} where ${scope.only.where}` : entries;
}

/** The match goes by the index of the full text, and the range of numbers is the scope. */
function fullText({ organizationId, kind }: SearchScope, match: string): RawBuilder<SqlBool> {
  const scope = sql`(select number << 32 from search_scope where organization_id = ${organizationId} and kind = ${kind})`;
  return sql`search_text match ${match} and search_text.rowid between ${scope} and ${scope} + 4294967295`;
}

const holds = (match: Match): RawBuilder<SqlBool> =>
  allOf(
    match.map(
      (tokens) =>
        sql<SqlBool>`(${sql.join(
          tokens.map((token) => sql`e.words like ${patternOf(token)} escape '\\'`),
          sql` or `,
        )})`,
    ),
  );

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join([...conditions], sql` and `)})`;
