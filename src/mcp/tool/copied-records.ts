import type { CompiledQuery } from 'kysely';
import type { CollectionName } from '../../copy-tables/index.ts';
import { type CopyQuery, listCollections } from '../copied/query-tables.ts';
import type {
  CopiedRecords,
  CurrentTables,
  RecordQueries,
  RecordsCopy,
  RecordsReader,
  RowsOfQueries,
} from './records-copy.ts';

interface CopiedRecordsContext {
  readonly copy: () => Promise<RecordsCopy>;
  /** Brings collections up to date. */
  readonly refresh: (names: readonly CollectionName[]) => Promise<CurrentTables>;
  readonly signal: AbortSignal;
  readonly now: () => string;
  /** Returns how many writes of this call have ended: what was brought up to date before one of them isn't any more. */
  readonly countWrites: () => number;
}

export async function createCopiedRecords(context: CopiedRecordsContext): Promise<CopiedRecords> {
  const copy = await context.copy();
  const refreshed = createRefreshed(context);

  /** Creates a reader that asks for nothing more of the collections that were read already, until the call writes. */
  function createReader(readNames: readonly string[], writesBefore: number) {
    const readCollections = new Set(readNames);
    const isRead = (name: string) => readCollections.has(name) && context.countWrites() === writesBefore;
    const bringOthers = (names: readonly CollectionName[]) => refreshed.bring(names.filter((name) => !isRead(name)));
    const run = async (query: CopyQuery): Promise<readonly unknown[]> => {
      const { read } = await bringOthers(listCollections(query));
      refreshed.noteQuery(query.sql);
      return read(query.sql, query.parameters);
    };
    const reader: RecordsReader = {
      db: copy.createQueries(run),
      async readTogether<Asked extends RecordQueries>(queries: Asked) {
        const compiled = Object.entries(queries).map(([name, query]): [string, CompiledQuery] => [
          name,
          query.compile(),
        ]);
        const { readTogether } = await bringOthers(compiled.flatMap(([, query]) => listCollections(query)));
        for (const [, { sql }] of compiled) refreshed.noteQuery(sql);
        const results = await readTogether(compiled.map(([, query]) => query));
        const rows = Object.fromEntries(compiled.map(([name], place) => [name, results[place] ?? []]));
        // Each query knows the type of the rows that it asks for.
        return rows as unknown as RowsOfQueries<Asked>;
      },
      lacks: (name) => !isRead(name) && refreshed.lacks(name),
    };
    return { reader, run };
  }

  const { reader, run } = createReader([], 0);
  return {
    ...reader,
    async readSql<Row>(text: string, parameters: readonly unknown[] = []) {
      // The caller names the columns of its SQL, and the copy's tables their types.
      return (await run({ sql: text, parameters })) as readonly Row[];
    },
    async fresh(ids, belongings) {
      const writesBefore = context.countWrites();
      return createReader(await copy.readAgain(context.signal, ids, belongings), writesBefore).reader;
    },
    async current(request) {
      const writesBefore = context.countWrites();
      return createReader(await copy.readCurrent(context.signal, request), writesBefore).reader;
    },
    unsentFields: refreshed.unsentFields,
    asOf: refreshed.asOf,
  };
}

/** Brings each collection up to date once, and once more after the call has written. */
function createRefreshed(context: CopiedRecordsContext) {
  let current = new Set<CollectionName>();
  let writesBefore = context.countWrites();
  const answers: CurrentTables[] = [];
  let latest: Promise<CurrentTables> | undefined;

  function forgetBeforeWrite(): void {
    const writes = context.countWrites();
    if (writes === writesBefore) return;
    writesBefore = writes;
    current = new Set();
  }

  async function refresh(
    names: readonly CollectionName[],
    earlier: Promise<CurrentTables> | undefined,
  ): Promise<CurrentTables> {
    await earlier?.catch(() => {});
    const answer = await context.refresh(names);
    answers.push(answer);
    return answer;
  }
  return {
    async bring(names: readonly CollectionName[]): Promise<CurrentTables> {
      forgetBeforeWrite();
      const requested = current;
      const missing = [...new Set(names)].filter((name) => !requested.has(name));
      if (missing.length > 0 || latest === undefined) {
        for (const name of missing) requested.add(name);
        const work = refresh(missing, latest);
        latest = work;
        // The next query of the question tries again.
        work.catch(() => {
          for (const name of missing) requested.delete(name);
        });
      }
      return latest;
    },
    unsentFields: (): ReadonlySet<string> => new Set(answers.flatMap(({ unsentFields }) => [...unsentFields])),
    /** Notes what is never sent in any table of the query, whichever of these answers brought it up to date. */
    noteQuery: (query: string): void => answers.forEach((answer) => answer.noteQuery(query)),
    lacks: (name: CollectionName): boolean => answers.some(({ unread }) => unread.includes(name)),
    asOf: (): string => answers.map(({ asOf }) => asOf).toSorted()[0] ?? context.now(),
  };
}
