import { type CompiledQuery, type DialectAdapter, PostgresAdapter } from 'kysely';
import type { Queries, Scope } from './connection.ts';

/** Well below what either database binds to one statement. */
const idsPerQuery = 4096;

/** What changes from one use of a query to the next; the query is written with these in its place. */
interface Slots {
  readonly organizationId: string;
  readonly ids: string[];
}

type Build<Found> = (db: Queries, slots: Slots) => { compile(): CompiledQuery<Found> };

/**
 * Rows that belong to any of the ids; an ordinary page takes one query. Building and compiling a query takes longer
 * than SQLite needs to answer it, so each is made once and from then on only gets other values. On SQLite lists are
 * filled up to a power of two with their last id: a few texts serve every length. PostgreSQL takes a list whole.
 */
export function selectIn<Found>(
  build: Build<Found>,
): (scope: Scope, ids: Iterable<string | null | undefined>) => Promise<Found[]> {
  const kept = new WeakMap<DialectAdapter, Map<number, Prepared<Found>>>();
  return async ({ db, organizationId }, ids) => {
    const wanted = distinct(ids);
    if (wanted.length === 0) return [];
    const found: Found[][] = [];
    for (let from = 0; from < wanted.length; from += idsPerQuery) {
      const chunk = wanted.slice(from, from + idsPerQuery);
      const { rows } = await db.executeQuery(preparedFor(kept, build, db, chunk.length)(organizationId, chunk));
      found.push(rows);
    }
    return found.length === 1 ? (found[0] ?? []) : found.flat();
  };
}

function distinct(ids: Iterable<string | null | undefined>): string[] {
  const wanted = new Set<string>();
  for (const id of ids) if (id !== null && id !== undefined) wanted.add(id);
  return [...wanted];
}

/** How many ids the text is written for. */
const sizeFor = (adapter: DialectAdapter, count: number) =>
  adapter instanceof PostgresAdapter ? 1 : 2 ** Math.ceil(Math.log2(count));

type Prepared<Found> = (organizationId: string, ids: readonly string[]) => CompiledQuery<Found>;

/** The reader and the writer of a store have an adapter each; transactions share their writer's. */
function preparedFor<Found>(
  kept: WeakMap<DialectAdapter, Map<number, Prepared<Found>>>,
  build: Build<Found>,
  db: Queries,
  count: number,
): Prepared<Found> {
  const { adapter } = db.getExecutor();
  const size = sizeFor(adapter, count);
  const sizes = kept.get(adapter) ?? new Map<number, Prepared<Found>>();
  kept.set(adapter, sizes);
  const known = sizes.get(size) ?? prepare(build, db, size);
  sizes.set(size, known);
  return known;
}

const organizationSlot = '\0organization';
const idSlot = (place: number) => `\0${place}`;

/** A parameter of the finished query: a slot's value or a constant. */
type Source = (organizationId: string, ids: readonly string[]) => unknown;

function prepare<Found>(build: Build<Found>, db: Queries, size: number): Prepared<Found> {
  const places = Array.from({ length: size }, (_, place) => place);
  const compiled = build(db, { organizationId: organizationSlot, ids: places.map(idSlot) }).compile();
  const sources = new Map<unknown, Source>([[organizationSlot, (organizationId) => organizationId]]);
  for (const place of places) sources.set(idSlot(place), (_, ids) => ids[Math.min(place, ids.length - 1)]);
  const parameters = compiled.parameters.map((parameter): Source =>
    isWholeList(parameter) ? (_, ids) => ids : (sources.get(parameter) ?? (() => parameter)),
  );
  return (organizationId, ids) => ({
    ...compiled,
    parameters: parameters.map((source) => source(organizationId, ids)),
  });
}

const isWholeList = (parameter: unknown) => Array.isArray(parameter) && parameter.includes(idSlot(0));
