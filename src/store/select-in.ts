import { type CompiledQuery, type DialectAdapter, PostgresAdapter } from 'kysely';
import type { Queries, Scope } from './connection.ts';

/** Well below what either database binds to one statement. */
const idsPerQuery = 4096;

/** Values that change from one use of a query to the next. The query is built with placeholders for them. */
interface Slots {
  readonly organizationId: string;
  readonly ids: string[];
}

type Build<Found> = (db: Queries, slots: Slots) => { compile(): CompiledQuery<Found> };

/**
 * Builds a function that reads the rows of any of the ids. A usual page takes one query. Compiling a query takes longer
 * than SQLite needs to answer it, so each is compiled once and then only gets other values. On SQLite lists are filled
 * up to a power of two with their last id: a few texts serve every length. PostgreSQL takes a list whole.
 */
export function selectIn<Found>(
  build: Build<Found>,
): (scope: Scope, ids: Iterable<string | null | undefined>) => Promise<Found[]> {
  const preparedQueries = new WeakMap<DialectAdapter, Map<number, PreparedQuery<Found>>>();
  return async ({ db, organizationId }, ids) => {
    const uniqueIds = collectUniqueIds(ids);
    if (uniqueIds.length === 0) return [];
    const chunks: Found[][] = [];
    for (let from = 0; from < uniqueIds.length; from += idsPerQuery) {
      const chunk = uniqueIds.slice(from, from + idsPerQuery);
      const { rows } = await db.executeQuery(
        getPrepared(preparedQueries, build, db, chunk.length)(organizationId, chunk),
      );
      chunks.push(rows);
    }
    return chunks.length === 1 ? (chunks[0] ?? []) : chunks.flat();
  };
}

function collectUniqueIds(ids: Iterable<string | null | undefined>): string[] {
  const uniqueIds = new Set<string>();
  for (const id of ids) if (id !== null && id !== undefined) uniqueIds.add(id);
  return [...uniqueIds];
}

/** Returns the number of ids that the query has places for. */
const computeSize = (adapter: DialectAdapter, count: number) =>
  adapter instanceof PostgresAdapter ? 1 : 2 ** Math.ceil(Math.log2(count));

type PreparedQuery<Found> = (organizationId: string, ids: readonly string[]) => CompiledQuery<Found>;

/**
 * Gets or compiles the query for a number of ids. It is cached per adapter: the reader and the writer of a store have
 * one each, and transactions share their writer's.
 */
function getPrepared<Found>(
  preparedQueries: WeakMap<DialectAdapter, Map<number, PreparedQuery<Found>>>,
  build: Build<Found>,
  db: Queries,
  count: number,
): PreparedQuery<Found> {
  const { adapter } = db.getExecutor();
  const size = computeSize(adapter, count);
  const sizes = preparedQueries.get(adapter) ?? new Map<number, PreparedQuery<Found>>();
  preparedQueries.set(adapter, sizes);
  const prepared = sizes.get(size) ?? prepare(build, db, size);
  sizes.set(size, prepared);
  return prepared;
}

const organizationSlot = '\0organization';
const toIdSlot = (place: number) => `\0${place}`;

/** A parameter of the finished query: a slot's value or a constant. */
type ParameterSource = (organizationId: string, ids: readonly string[]) => unknown;

function prepare<Found>(build: Build<Found>, db: Queries, size: number): PreparedQuery<Found> {
  const places = Array.from({ length: size }, (_, place) => place);
  const compiled = build(db, { organizationId: organizationSlot, ids: places.map(toIdSlot) }).compile();
  const sources = new Map<unknown, ParameterSource>([[organizationSlot, (organizationId) => organizationId]]);
  for (const place of places) sources.set(toIdSlot(place), (_, ids) => ids[Math.min(place, ids.length - 1)]);
  const parameters = compiled.parameters.map((parameter): ParameterSource =>
    isWholeList(parameter) ? (_, ids) => ids : (sources.get(parameter) ?? (() => parameter)),
  );
  return (organizationId, ids) => ({
    ...compiled,
    parameters: parameters.map((source) => source(organizationId, ids)),
  });
}

const isWholeList = (parameter: unknown) => Array.isArray(parameter) && parameter.includes(toIdSlot(0));
