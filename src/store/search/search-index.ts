import type { Queries } from '../connection.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SearchKind } from '../migrations/brokerage/0008-search/sources.ts';
import type { DatabaseKind } from '../migrations/table.ts';
import { type TokenMatch, formatPattern, formatPostgresMatch, formatSqliteMatch, type Tiers } from './match.ts';

/** The entries of one organization and kind; conditions speak of the entry as `e`. */
export interface SearchScope {
  /** Empty for what belongs to no organization. */
  readonly organizationId: string;
  readonly kind: SearchKind;
  /** Condition for entries that only some callers may see: the table that decides, and the value that it must hold. */
  readonly only?: { readonly join: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> };
}

interface SearchStore {
  readonly db: Queries;
  readonly kind: DatabaseKind;
}

export interface EntryQuery {
  readonly scopes: readonly SearchScope[];
  /** Tiers of the query. Without them every entry matches. */
  readonly tiers: Tiers | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface EntryHit {
  readonly id: string;
  /** Index of the scope. */
  readonly part: number;
}

interface EntryPage {
  readonly hits: readonly EntryHit[];
  readonly total: number;
}

/** Finds a page of entries and the total. They are sorted by tier, then scope, then age, newest first. */
export function findEntries(store: SearchStore, query: EntryQuery): Promise<EntryPage> {
  return store.kind === 'postgres' && query.tiers ? findRanked(store, query, query.tiers) : findNewest(store, query);
}

/** Finds a page on PostgreSQL. It reads every matching entry to count it, so the same query ranks all of them. */
async function findRanked({ db, kind }: SearchStore, query: EntryQuery, tiers: Tiers): Promise<EntryPage> {
  const parts = query.scopes.map(
    (scope, part) => sql`select e.number, ${sql.lit(part)} as part, ${selectTier(tiers)} as tier, e.number as place
      from ${selectVisible(kind, scope, tiers)}`,
  );
  const { rows } = await sql<EntryHit & { total: number }>`with
    ranked as materialized (${sql.join(parts, sql` union all `)})
    select page.*, counted.total from (select count(*) as total from ranked) as counted
    left join (${selectPage(sql`ranked`, query)}) as page on true ${inOrder}`.execute(db);
  // A page behind the last one is a row of nothing but the total.
  const hits = rows.filter(({ id }) => id !== null).map(({ id, part }) => ({ id, part }));
  return { hits, total: rows[0]?.total ?? 0 };
}

/**
 * Finds a page on SQLite. It counts by its index of words and returns the entries of a tier newest first, so it reads
 * only those of the page.
 */
async function findNewest({ db, kind }: SearchStore, query: EntryQuery): Promise<EntryPage> {
  const { scopes, tiers, offset } = query;
  const counts = scopes.map((scope) =>
    tiers
      ? sql`(select count(*) from ${selectFullText(scope, formatLastMatch(tiers))})`
      : sql`(select count(*) from ${selectVisible(kind, scope, undefined)})`,
  );
  const counted = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total <= offset) return { hits: [], total };
  const partQueries = scopes.flatMap((scope, part) =>
    tiers ? selectNewestByTier(query, scope, part, tiers) : selectNewest(kind, query, scope, part),
  );
  const page = selectPage(sql`(${sql.join(partQueries, sql` union all `)}) as found`, query);
  const { rows } = await sql<EntryHit>`select id, part from (${page}) as page ${inOrder}`.execute(db);
  return { hits: rows, total };
}

/**
 * Selects the page. Entries are numbers until then, because reading the ids of all entries costs as much as ranking
 * them.
 */
const selectPage = (entries: RawBuilder<unknown>, { limit, offset }: EntryQuery): RawBuilder<unknown> =>
  sql`select e.record_id as id, page.part, page.tier, page.place
    from (select * from ${entries} order by tier, part, place desc limit ${limit} offset ${offset}) as page
    join search_entry as e on e.number = page.number`;

const inOrder = sql`order by page.tier, page.part, page.place desc`;

/** Selects the newest entries of a scope for a query without words. They are sorted by record id. */
const selectNewest = (kind: DatabaseKind, { limit, offset }: EntryQuery, scope: SearchScope, part: number) =>
  sql`select * from (select e.number, ${sql.lit(part)} as part, 0 as tier, e.record_id as place
    from ${selectVisible(kind, scope, undefined)}
    order by e.record_id desc limit ${offset + limit}) as ${sql.ref(`part${part}`)}`;

/** Selects for each tier its newest entries that are in no better tier. */
function selectNewestByTier(
  { limit, offset }: EntryQuery,
  scope: SearchScope,
  part: number,
  tiers: Tiers,
): RawBuilder<unknown>[] {
  return tiers.map((tier, index) => {
    const better = tiers.slice(0, index).map((match) => `(${formatSqliteMatch(match)})`);
    const match = `(${formatSqliteMatch(tier)})${better.length === 0 ? '' : ` NOT (${better.join(' OR ')})`}`;
    return sql`select * from (select search_text.rowid as number, ${sql.lit(part)} as part, ${sql.lit(index)} as tier,
        search_text.rowid as place
      from ${selectFullText(scope, match)} order by search_text.rowid desc limit ${offset + limit})`;
  });
}

/** Selects the scope's entries that fit the last tier, and so any tier, as the table `e`. */
export function selectMatching(
  kind: DatabaseKind,
  { organizationId, kind: recordKind }: SearchScope,
  tiers: Tiers | undefined,
): RawBuilder<unknown> {
  const inScope = sql`m.organization_id = ${organizationId} and m.kind = ${recordKind}`;
  if (!tiers) return sql`(select m.* from search_entry as m where ${inScope}) as e`;
  if (kind === 'sqlite') {
    const fits = sql`select search_text.rowid from ${selectFullText({ organizationId, kind: recordKind }, formatLastMatch(tiers))}`;
    return sql`(select m.* from search_entry as m where ${inScope} and m.number in (${fits})) as e`;
  }
  // Whose an entry is stands among its words, so that those of other organizations are never read. What is looked for is a
  // query of its own: knowing it, PostgreSQL would read all entries, and fold each anew, for words that most of them have.
  return sql`(select m.* from search_entry as m where search_terms(m.organization_id, m.kind, m.words)
    @@ (select cast(${`'@${organizationId}/${recordKind}' & (${formatPostgresMatch(getLastTier(tiers))})`} as tsquery)) offset 0) as e`;
}

/** Selects the first tier that an entry fits, counted from 0. */
export function selectTier(tiers: Tiers): RawBuilder<number> {
  const cases = tiers.slice(0, -1).map((match, tier) => sql`when ${matchTokens(match)} then ${sql.lit(tier)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length - 1)} end`;
}

const formatLastMatch = (tiers: Tiers) => formatSqliteMatch(getLastTier(tiers));
const getLastTier = (tiers: Tiers): TokenMatch => tiers.at(-1) ?? [];

/** Selects a scope's matching entries that the caller may see. */
function selectVisible(kind: DatabaseKind, scope: SearchScope, tiers: Tiers | undefined): RawBuilder<unknown> {
  const entries = selectMatching(kind, scope, tiers);
  return scope.only ? sql`${entries} ${scope.only.join} where ${scope.only.where}` : entries;
}

/**
 * Selects the same entries with SQLite's full text search. It uses the index of words, and the range of numbers is the
 * scope.
 */
function selectFullText({ organizationId, kind, only }: SearchScope, match: string): RawBuilder<unknown> {
  const first = sql`(select number << 32 from search_scope where organization_id = ${organizationId} and kind = ${kind})`;
  const fits = sql`search_text match ${match} and search_text.rowid between ${first} and ${first} + 4294967295`;
  if (!only) return sql`search_text where ${fits}`;
  return sql`search_text cross join search_entry as e on e.number = search_text.rowid cross ${only.join}
    where ${fits} and ${only.where}`;
}

const matchTokens = (match: TokenMatch): RawBuilder<SqlBool> =>
  joinConditions(
    match.map(
      (tokens) =>
        sql<SqlBool>`(${sql.join(
          tokens.map((token) => sql`e.words like ${formatPattern(token)} escape '\\'`),
          sql` or `,
        )})`,
    ),
  );

const joinConditions = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join([...conditions], sql` and `)})`;
