import type { Queries } from '../connection.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SearchKind } from '../migrations/brokerage/0008-search/sources.ts';
import type { DatabaseKind } from '../migrations/table.ts';
import { type Match, patternOf, postgresMatch, sqliteMatch, type Tiers } from './match.ts';

/** The entries of one organization and kind; conditions speak of the entry as `e`. */
export interface SearchScope {
  /** Empty for what belongs to no organization. */
  readonly organizationId: string;
  readonly kind: SearchKind;
  /** For entries that not every caller may see: the table that decides, and the value that it must hold. */
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

interface Found {
  readonly hits: readonly EntryHit[];
  readonly total: number;
}

/** One page of entries: the best tier first, then the first scope, then the newest entry; and how many there are in all. */
export function findEntries(store: Store, query: EntryQuery): Promise<Found> {
  return store.kind === 'postgres' && query.tiers ? findRanked(store, query, query.tiers) : findNewest(store, query);
}

/** PostgreSQL reads every entry that fits to count it, so the same query ranks all of them. */
async function findRanked({ db, kind }: Store, query: EntryQuery, tiers: Tiers): Promise<Found> {
  const parts = query.scopes.map(
    (scope, part) => sql`select e.number, ${sql.lit(part)} as part, ${tierOf(tiers)} as tier, e.number as place
      from ${visibleEntries(kind, scope, tiers)}`,
  );
  const { rows } = await sql<EntryHit & { total: number }>`with
    ranked as materialized (${sql.join(parts, sql` union all `)})
    select page.*, counted.total from (select count(*) as total from ranked) as counted
    left join (${pageOf(sql`ranked`, query)}) as page on true ${inOrder}`.execute(db);
  // A page behind the last one is a row of nothing but the total.
  const hits = rows.filter(({ id }) => id !== null).map(({ id, part }) => ({ id, part }));
  return { hits, total: rows[0]?.total ?? 0 };
}

/** SQLite counts by its index of words and returns the entries of a tier newest first, so it reads no others. */
async function findNewest({ db, kind }: Store, query: EntryQuery): Promise<Found> {
  const { scopes, tiers, offset } = query;
  const counts = scopes.map((scope) =>
    tiers
      ? sql`(select count(*) from ${fullText(scope, matchOf(tiers))})`
      : sql`(select count(*) from ${visibleEntries(kind, scope, undefined)})`,
  );
  const counted = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total <= offset) return { hits: [], total };
  const found = scopes.flatMap((scope, part) =>
    tiers ? newestOfTiers(query, scope, part, tiers) : newestOf(kind, query, scope, part),
  );
  const page = pageOf(sql`(${sql.join(found, sql` union all `)}) as found`, query);
  const { rows } = await sql<EntryHit>`select id, part from (${page}) as page ${inOrder}`.execute(db);
  return { hits: rows, total };
}

/** Numbers only until the page is known: carrying the ids of all entries would cost as much as ranking them. */
const pageOf = (found: RawBuilder<unknown>, { limit, offset }: EntryQuery): RawBuilder<unknown> =>
  sql`select e.record_id as id, page.part, page.tier, page.place
    from (select * from ${found} order by tier, part, place desc limit ${limit} offset ${offset}) as page
    join search_entry as e on e.number = page.number`;

const inOrder = sql`order by page.tier, page.part, page.place desc`;

/** Without words, entries are in the order of the records. */
const newestOf = (kind: DatabaseKind, { limit, offset }: EntryQuery, scope: SearchScope, part: number) =>
  sql`select * from (select e.number, ${sql.lit(part)} as part, 0 as tier, e.record_id as place
    from ${visibleEntries(kind, scope, undefined)}
    order by e.record_id desc limit ${offset + limit}) as ${sql.ref(`part${part}`)}`;

/** For each tier its newest entries that are in no better tier. */
function newestOfTiers(
  { limit, offset }: EntryQuery,
  scope: SearchScope,
  part: number,
  tiers: Tiers,
): RawBuilder<unknown>[] {
  return tiers.map((tier, index) => {
    const better = tiers.slice(0, index).map((match) => `(${sqliteMatch(match)})`);
    const match = `(${sqliteMatch(tier)})${better.length === 0 ? '' : ` NOT (${better.join(' OR ')})`}`;
    return sql`select * from (select search_text.rowid as number, ${sql.lit(part)} as part, ${sql.lit(index)} as tier,
        search_text.rowid as place
      from ${fullText(scope, match)} order by search_text.rowid desc limit ${offset + limit})`;
  });
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
    const fits = sql`select search_text.rowid from ${fullText({ organizationId, kind: recordKind }, matchOf(tiers))}`;
    return sql`(select m.* from search_entry as m where ${own} and m.number in (${fits})) as e`;
  }
  // Whose an entry is stands among its words, so that those of other organizations are never read. What is looked for is a
  // query of its own: knowing it, PostgreSQL would read all entries, and fold each anew, for words that most of them have.
  return sql`(select m.* from search_entry as m where search_terms(m.organization_id, m.kind, m.words)
    @@ (select cast(${`'@${organizationId}/${recordKind}' & (${postgresMatch(lastOf(tiers))})`} as tsquery)) offset 0) as e`;
}

/** The first tier that an entry fits, counted from 0. */
export function tierOf(tiers: Tiers): RawBuilder<number> {
  const cases = tiers.slice(0, -1).map((match, tier) => sql`when ${holds(match)} then ${sql.lit(tier)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(tiers.length - 1)} end`;
}

const matchOf = (tiers: Tiers) => sqliteMatch(lastOf(tiers));
const lastOf = (tiers: Tiers): Match => tiers.at(-1) ?? [];

/** A scope's entries that fit, and of those the ones that the caller may see. */
function visibleEntries(kind: DatabaseKind, scope: SearchScope, tiers: Tiers | undefined): RawBuilder<unknown> {
  const entries = matchingEntries(kind, scope, tiers);
  return scope.only ? sql`${entries} ${scope.only.join} where ${scope.only.where}` : entries;
}

/** The same by SQLite's full text: the match goes by its index, and the range of numbers is the scope. */
function fullText({ organizationId, kind, only }: SearchScope, match: string): RawBuilder<unknown> {
  const first = sql`(select number << 32 from search_scope where organization_id = ${organizationId} and kind = ${kind})`;
  const fits = sql`search_text match ${match} and search_text.rowid between ${first} and ${first} + 4294967295`;
  if (!only) return sql`search_text where ${fits}`;
  return sql`search_text cross join search_entry as e on e.number = search_text.rowid cross ${only.join}
    where ${fits} and ${only.where}`;
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
