import { CompiledQuery, sql } from 'kysely';
import { openDatabase } from '../store/database.ts';
import { leaseIn } from './lease.ts';
import { type CopyExtent, type CopyProgress, extentOf, progressOf } from './progress.ts';
import type { Source } from './requests.ts';
import { forgetAll } from './state.ts';
import { copyMigrations, type CopyTables } from './tables.ts';
import { allNames, backfill, type Copying, updateCollections, updateFacts } from './update.ts';
import { type Verdict, verify } from './verify.ts';

/** The brokerage's records on this machine, as the API showed them last. */
export interface RecordsCopy extends AsyncDisposable {
  /** What was changed before this was called is in the copy when it ends; older records may still be missing. */
  update(signal: AbortSignal, names?: readonly string[]): Promise<void>;
  /**
   * Brings these up to date. A copy that is being filled for the first time is waited for for some seconds: what is
   * missing then stands in the answer.
   */
  refresh(signal: AbortSignal, names: readonly string[]): Promise<CopyExtent>;
  /** Reads older records until all are there. */
  complete(signal: AbortSignal, onProgress?: (progress: CopyProgress) => void): Promise<void>;
  progress(): Promise<CopyProgress>;
  /** Empties it. */
  forget(signal: AbortSignal): Promise<void>;
  /** Compares it with the API. */
  verify(
    signal: AbortSignal,
    options?: { readonly isWhole?: boolean; readonly random?: () => number },
  ): Promise<Verdict[]>;
  /** Reads the records that a comparison named again. */
  repair(signal: AbortSignal, verdicts: readonly Verdict[]): Promise<void>;
  /** Rows of a query; it cannot change anything. */
  read(query: string, parameters?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** Opens the copy in this file, which several processes may have open; `url` is `sqlite:PATH`. */
export async function openCopy(url: string, source: Source): Promise<RecordsCopy> {
  const database = await openDatabase<CopyTables>(url, copyMigrations);
  await sql`pragma query_only = on`.execute(database.reader);
  const lease = leaseIn(database);
  const copying = (signal: AbortSignal): Copying => ({ database, source, lease, signal });
  const copy: RecordsCopy = {
    update: (signal, names = allNames) => updateCollections(copying(signal), names),
    async complete(signal, onProgress = () => {}) {
      await updateCollections(copying(signal), allNames);
      await backfill(
        copying(signal),
        seldom(async () => onProgress(await progressOf(database))),
      );
      await updateCollections(copying(signal), allNames);
    },
    async refresh(signal, names) {
      await updateCollections(copying(signal), names);
      if (!(await extentOf(database, names)).isWhole) {
        await fillForAWhile(copying(signal));
        await updateFacts(copying(signal));
      }
      return extentOf(database, names);
    },
    progress: () => progressOf(database),
    forget: (signal) => forgetInTurn(copying(signal)),
    verify: (signal, { isWhole = false, random = Math.random } = {}) => verify(copying(signal), { isWhole, random }),
    async repair(signal, verdicts) {
      const rows = verdicts.flatMap(({ collection, different }) => different.map((id) => ({ collection, id })));
      await database.transaction(async (tx) => {
        for (const row of rows) await tx.replaceInto('reread').values(row).execute();
      });
      await updateCollections(copying(signal), allNames);
    },
    async read(query, parameters = []) {
      const { rows } = await database.reader.executeQuery<Readonly<Record<string, unknown>>>(
        CompiledQuery.raw(query, [...parameters]),
      );
      return rows;
    },
    close: () => database.close(),
    [Symbol.asyncDispose]: () => database.close(),
  };
  return copy;
}

const fillMs = 10_000;

async function fillForAWhile(copying: Copying): Promise<void> {
  const time = AbortSignal.timeout(fillMs);
  try {
    await backfill({ ...copying, signal: AbortSignal.any([copying.signal, time]) }, async () => {});
  } catch (error) {
    if (!time.aborted || copying.signal.aborted) throw error;
  }
}

/** Not while a page is being written that would say afterwards how complete the copy is. */
async function forgetInTurn({ database, lease, signal }: Copying): Promise<void> {
  const turn = { isPatient: false, isDone: async () => false, signal };
  await lease.hold(turn, ({ require }) =>
    database.transaction(async (tx) => {
      await require(tx);
      await forgetAll(tx);
    }),
  );
}

/** Counting the records of a large copy after each page would take longer than the page. */
const progressEveryMs = 2_000;

function seldom(work: () => Promise<void>): () => Promise<void> {
  let last = Date.now();
  return async () => {
    if (Date.now() - last < progressEveryMs) return;
    last = Date.now();
    await work();
  };
}
