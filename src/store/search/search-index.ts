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
  const { tiers, offset } = query;
  return store.kind === 'postgres' && tiers && offset < rankedMax.postgres
    ? findAtOnce(store, query, tiers)
    : findCounted(store, query);
}

/** PostgreSQL reads every entry that fits to count it: unless there are many, the same query ranks what it found. */
async function findAtOnce(store: Store, query: EntryQuery, tiers: Tiers): Promise<Found> {
  const { scopes } = query;
  const parts = scopes.map(
    (scope, part) => sql`select e.number, ${sql.lit(part)} as part from ${visibleEntries(store.kind, scope, tiers)}`,
  );
  const ranked = sql`(select e.number, fitting.part, ${tierOf(tiers)} as tier, e.number as place
    from fitting join search_entry as e on e.number = fitting.number
    where (select sum(count) from counted) <= ${rankedMax.postgres}) as ranked`;
  const { rows } = await sql<EntryHit & { counts: Record<number, number> | null }>`with
    fitting as materialized (${sql.join(parts, sql` union all `)}),
    counted as materialized (select part, count(*) from fitting group by part)
    select page.*, total.counts from (select json_object_agg(part, count) as counts from counted) as total
    left join (${pageOf(ranked, query)}) as page on true ${inOrder}`.execute(store.db);
  const counts = rows[0]?.counts ?? {};
  const counted = scopes.map((_, part) => counts[part] ?? 0);
  if (sumOf(counted) > rankedMax.postgres) return findCounted(store, query, counted);
  // A page behind the last one is a row of nothing but the counts.
  return { hits: rows.filter(({ id }) => id !== null).map(({ id, part }) => ({ id, part })), total: sumOf(counted) };
}

async function findCounted(store: Store, query: EntryQuery, known?: readonly number[]): Promise<Found> {
  const counts = known ?? (await countEntries(store, query));
  const total = sumOf(counts);
  if (total <= query.offset) return { hits: [], total };
  const found = await candidates(store, query, counts);
  const page = pageOf(sql`(${sql.join(found, sql` union all `)}) as found`, query);
  const { rows } = await sql<EntryHit>`select id, part from (${page}) as page ${inOrder}`.execute(store.db);
  return { hits: rows, total };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Numbers only until the page is known: carrying the ids of all entries would cost as much as ranking them. */
const pageOf = (found: RawBuilder<unknown>, { limit, offset }: EntryQuery): RawBuilder<unknown> =>
  sql`select e.record_id as id, page.part, page.tier, page.place
    from (select * from ${found} order by tier, part, place desc limit ${limit} offset ${offset}) as page
    join search_entry as e on e.number = page.number`;

const inOrder = sql`order by page.tier, page.part, page.place desc`;

/** How many entries of each scope fit. */
async function countEntries({ db, kind }: Store, { scopes, tiers }: EntryQuery): Promise<number[]> {
  return numbersOf(
    db,
    scopes.map((scope) => countOf(kind, scope, tiers)),
  );
}

function countOf(kind: DatabaseKind, scope: SearchScope, tiers: Tiers | undefined): RawBuilder<number> {
  if (kind === 'sqlite' && tiers && !scope.only)
    return sql`(select count(*) from search_text where ${fullText(scope, matchOf(tiers))})`;
  return sql`(select count(*) from ${visibleEntries(kind, scope, tiers)})`;
}

/** The values of some expressions, in their order. */
async function numbersOf(db: Queries, expressions: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const columns = expressions.map((_, place) => `n${place}`);
  const values = expressions.map((expression, place) => sql`${expression} as ${sql.ref(columns[place] ?? '')}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(values)}`.execute(db);
  return columns.map((column) => rows[0]?.[column] ?? 0);
}

/** So many entries are ranked one by one sooner than each tier is looked up. */
const rankedMax = { sqlite: 2000, postgres: 3000 } as const;

/** Everything that may be on the page, each with its number, part and tier, and its place within them. */
async function candidates(
  store: Store,
  { scopes, tiers, limit, offset }: EntryQuery,
  counts: readonly number[],
): Promise<RawBuilder<unknown>[]> {
  const found: RawBuilder<unknown>[] = [];
  for (const [part, scope] of scopes.entries()) {
    const count = counts[part] ?? 0;
    if (count === 0) continue;
    if (!tiers) found.push(newestOf(store.kind, scope, part, offset + limit));
    else if (count <= rankedMax[store.kind]) found.push(rankedPart(store.kind, scope, part, tiers));
    else found.push(...(await bestOf(store, { scope, part, tiers, rows: offset + limit })));
  }
  return found;
}

/** What nobody looks for by a word is in the order of the records. */
const newestOf = (kind: DatabaseKind, scope: SearchScope, part: number, rows: number): RawBuilder<unknown> =>
  sql`select * from (select e.number, ${sql.lit(part)} as part, 0 as tier, e.record_id as place
    from ${visibleEntries(kind, scope, undefined)} order by e.record_id desc limit ${rows}) as ${partName(part)}`;

/** Every entry of one scope that fits. */
const rankedPart = (kind: DatabaseKind, scope: SearchScope, part: number, tiers: Tiers): RawBuilder<unknown> =>
  sql`select e.number, ${sql.lit(part)} as part, ${tierOf(tiers)} as tier, e.number as place
    from ${visibleEntries(kind, scope, tiers)}`;

interface Wanted {
  readonly scope: SearchScope;
  readonly part: number;
  readonly tiers: Tiers;
  /** So many of the best. */
  readonly rows: number;
}

/** The best of so many entries that ranking all of them would take longer than asking for each tier. */
async function bestOf(store: Store, wanted: Wanted): Promise<RawBuilder<unknown>[]> {
  const { scope, part, tiers, rows } = wanted;
  if (store.kind === 'sqlite') return tiers.map((_, tier) => streamOf(wanted, tier));
  if (rows > rankedMax.postgres) return [rankedPart(store.kind, scope, part, tiers)];
  const { last, isCommon } = await lastTierOf(store, wanted);
  return tiers.slice(0, last + 1).map((_, tier) => newestOfTier(wanted, tier, isCommon && tier === last));
}

/** The newest entries of one tier; SQLite's full text gives them in that order, so that it need not read the others. */
function streamOf({ scope, part, tiers, rows }: Wanted, tier: number): RawBuilder<unknown> {
  const better = tiers.slice(0, tier).map((match) => `(${sqliteMatch(match)})`);
  const match = `(${sqliteMatch(tiers[tier] ?? [])})${better.length === 0 ? '' : ` NOT (${better.join(' OR ')})`}`;
  const from = scope.only
    ? sql`search_text cross join search_entry as e on e.number = search_text.rowid cross ${scope.only.join}`
    : sql`search_text`;
  const only = scope.only ? sql` and ${scope.only.where}` : sql``;
  return sql`select * from (select search_text.rowid as number, ${sql.lit(part)} as part, ${sql.lit(tier)} as tier,
      search_text.rowid as place
    from ${from} where ${fullText(scope, match)}${only} order by search_text.rowid desc limit ${rows})`;
}

interface LastTier {
  readonly last: number;
  /** Whether it has more entries than are ranked. */
  readonly isCommon: boolean;
}

/** The first tier that alone fills the page and those before it: worse ones are never on the page. */
async function lastTierOf({ db, kind }: Store, { scope, tiers, rows }: Wanted): Promise<LastTier> {
  const counts = await numbersOf(
    db,
    tiers
      .slice(0, -1)
      .map(
        (match) =>
          sql`(select count(*) from (select 1 from ${visibleEntries(kind, scope, [match])} limit ${rankedMax.postgres + 1}) as first)`,
      ),
  );
  const last = counts.findIndex((count) => count >= rows);
  if (last === -1) return { last: tiers.length - 1, isCommon: true };
  return { last, isCommon: (counts[last] ?? 0) > rankedMax.postgres };
}

/** Of a common tier the newest are soon met on the way back from the newest of all; of another the index gives the few. */
function newestOfTier({ scope, part, tiers, rows }: Wanted, tier: number, isCommon: boolean): RawBuilder<unknown> {
  const match = tiers[tier] ?? [];
  const better = tiers.slice(0, tier).map(holds);
  const conditions = [
    ...(isCommon ? [holds(match)] : []),
    ...(better.length === 0 ? [] : [sql<SqlBool>`not (${sql.join(better, sql` or `)})`]),
  ];
  return sql`select * from (select e.number, ${sql.lit(part)} as part, ${sql.lit(tier)} as tier, e.number as place
    from ${visibleEntries('postgres', scope, isCommon ? undefined : [match], conditions)}
    order by e.number desc limit ${rows}) as ${partName(part)}`;
}

const partName = (part: number) => sql.ref(`part${part}`);

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

/** A scope's entries that fit, and of those the ones that the caller may see and that meet the conditions. */
function visibleEntries(
  kind: DatabaseKind,
  scope: SearchScope,
  tiers: Tiers | undefined,
  conditions: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<unknown> {
  const all = [...(scope.only ? [scope.only.where] : []), ...conditions];
  const where = all.length === 0 ? sql`` : sql` where ${allOf(all)}`;
  return sql`${matchingEntries(kind, scope, tiers)} ${scope.only?.join ?? sql``}${where}`;
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
