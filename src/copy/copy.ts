import { CompiledQuery, type Kysely } from 'kysely';
import type { QueryRows, SqlStatement } from '../copy-tables/sql-statement.ts';
import { WaybillError } from '../errors.ts';
import { type DatabaseOptions, openDatabase } from '../store/database.ts';
import type { Log } from '../log.ts';
import { fillFromExport } from './bulk-fill.ts';
import { checkDaily, compareDay } from './daily-check.ts';
import { identifyFile, keepSound, type OpenFile } from './damaged-file.ts';
import { type Filling, fillBehind } from './filling.ts';
import { createLease } from './state/lease.ts';
import { type CopiedExtent, type CopyProgress, listIncomplete, readProgress } from './progress.ts';
import { createQueries } from '../copy-tables/query-builder.ts';
import { type ReadCurrentRequest, readCurrent } from './read-current.ts';
import { type Refreshed, refreshFor, createThrottle } from './refresh.ts';
import type { ApiSource } from './state/requests.ts';
import { shareUpdates } from './shared-updates.ts';
import { forgetAll } from './state/state.ts';
import { copyMigrations, type CopyTables, hasAllTables } from './state/tables.ts';
import type { Copying } from './state/copying.ts';
import { allNames, backfill, readAgain, type IdsByCollection, type RecordsAgain, updateCollections } from './update.ts';
import { compareAndKeep, renewOlder, repairDifferent, type CollectionVerdict } from './verify.ts';

/** The brokerage's records on this machine, as the API showed them last. */
export interface LocalCopy extends AsyncDisposable {
  /** Brings the copy up to date with every change before the call; older records may still be missing. */
  update(signal: AbortSignal, names?: readonly string[]): Promise<void>;
  /**
   * Brings collections up to date for a question; questions at about the same time share an update. A question waits
   * some seconds for a copy that is being filled for the first time; the rest is filled in the background.
   */
  refresh(signal: AbortSignal, names: readonly string[], waiting?: Waiting): Promise<RefreshedRecords>;
  /** Notes that this process has written: the next question requests the changed records. */
  noteWrite(): void;
  /** Reads missing and changed records until all are there. */
  complete(signal: AbortSignal, listener?: CompletionListener): Promise<void>;
  /** Starts reading the missing records in the background, unless that is already running. */
  fill(): void;
  progress(): Promise<CopyProgress>;
  /** Lists the kinds of records that are not all there yet; it costs next to nothing. */
  listIncomplete(): Promise<readonly string[]>;
  /** Empties the copy. */
  forget(signal: AbortSignal): Promise<void>;
  /** Compares the copy with the API. */
  verify(
    signal: AbortSignal,
    options?: { readonly isWhole?: boolean; readonly random?: () => number },
  ): Promise<CollectionVerdict[]>;
  /** Compares some of the copy with the API and repairs it, unless a process has done so on this day. */
  compareDay(signal: AbortSignal, day: string): Promise<void>;
  /** Reads the records that differed in a comparison again, and computes their facts again. */
  repair(signal: AbortSignal, verdicts: readonly CollectionVerdict[]): Promise<void>;
  /** Returns the rows of a query, which cannot change anything. */
  read(query: string, parameters?: readonly unknown[]): Promise<QueryRows>;
  /** Returns the rows of several queries at one moment. */
  readTogether(statements: readonly SqlStatement[]): Promise<readonly QueryRows[]>;
  /** Creates a query builder over the tables; `run` answers what is built with it. */
  readonly createQueries: typeof createQueries;
  /**
   * Reads these records again from the API, and all records that belong to those in `belongings`. Records that the API
   * doesn't have any more leave the copy. Returns the collections of which all of them were read.
   */
  readAgain(
    signal: AbortSignal,
    ids: IdsByCollection,
    belongings?: RecordsAgain['belongings'],
  ): Promise<readonly string[]>;
  /**
   * Brings records up to date that were just read, with the records that belong to them. Returns the collections of
   * which all of them are.
   */
  readCurrent(signal: AbortSignal, request: ReadCurrentRequest): Promise<readonly string[]>;
  /** Ends the background work. */
  close(): Promise<void>;
}

interface Waiting {
  /** Called every few seconds while the question waits for records. */
  readonly onWaiting?: (extent: CopiedExtent) => Promise<void>;
  /** False for a question that has waited before and takes the records that are there now. */
  readonly isPatient?: boolean;
}

/** Progress of completing a copy, for a person and for questions that wait. */
export interface CompletionListener {
  /** Called every few seconds. */
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Called after each page. */
  readonly onPage?: () => void;
  /** Returns the collections that questions wait for: they are read first. */
  readonly getPriorityNames?: () => ReadonlySet<string>;
}

/** Reader of the records that a question has brought up to date. */
export interface RefreshedRecords extends Refreshed {
  /** Returns the rows of a query over the records that were brought up to date. */
  readonly read: LocalCopy['read'];
  readonly readTogether: LocalCopy['readTogether'];
}

export interface CopyOptions {
  readonly log?: Log | undefined;
  /** Milliseconds during which questions share an update, unless this process writes. */
  readonly shareMs?: number | undefined;
  /** Milliseconds that a question waits for a copy that is not ready. */
  readonly patienceMs?: number | undefined;
  /** True if this process lives long enough to compare the copy with the API in the background once a day. */
  readonly checksDaily?: boolean | undefined;
  /** Runs the comparison of a day somewhere else, such as in a thread of its own; this thread when left out. */
  readonly compareElsewhere?: ((day: string) => Promise<void>) | undefined;
  /** Background reader of missing records, such as a separate thread; this thread by default. */
  readonly filling?: Filling | undefined;
  /** Threads in which statements run; left out: in the caller's own. */
  readonly threads?: DatabaseOptions['threads'];
}

const usualShareMs = 2_000;
/** Hosts of tools give up near 60 s. */
const usualPatienceMs = 10_000;

/**
 * Opens the copy in this file, which several processes may have open; `url` is `sqlite:PATH`. A damaged copy is set
 * aside and filled anew, at opening or later.
 */
export async function openCopy(url: string, source: ApiSource, options: CopyOptions = {}): Promise<LocalCopy> {
  const file = url.slice('sqlite:'.length);
  const { log = () => {} } = options;
  const closing = new AbortController();
  const sound = await keepSound({ file, log, open: () => openRecords(url, source, options) });
  const { run } = sound;

  /** Reads what a question has made current in the file that it asked: another one is read when all is there. */
  const readFrom = (records: OpenCopyFile): Pick<LocalCopy, 'read' | 'readTogether'> => {
    const runInFile = <Result>(work: (current: OpenCopyFile) => Promise<Result>) =>
      run(async (latest) => {
        if (latest === records) return work(latest);
        const { isWhole, isCurrent } = await latest.refresh(closing.signal, allNames);
        if (isWhole && isCurrent) return work(latest);
        throw new WaybillError(
          'COPY_UNAVAILABLE',
          'The copy of the records was damaged and is being filled anew from the API; ask again in a minute.',
        );
      });
    return {
      read: (query, parameters) => runInFile((current) => current.read(query, parameters)),
      readTogether: (statements) => runInFile((current) => current.readTogether(statements)),
    };
  };

  const close = async () => {
    closing.abort(new WaybillError('CANCELLED', 'the copy of the records was closed'));
    await sound.close();
  };
  return {
    update: (signal, names) => run((records) => records.update(signal, names)),
    complete: (signal, listener) => run((records) => records.complete(signal, listener)),
    refresh: (signal, names, waiting) =>
      run(async (records) => ({ ...(await records.refresh(signal, names, waiting)), ...readFrom(records) })),
    noteWrite: () => sound.latest().noteWrite(),
    fill: () => sound.latest().fill(),
    listIncomplete: () => run((records) => records.listIncomplete()),
    progress: () => run((records) => records.progress()),
    forget: (signal) => run((records) => records.forget(signal)),
    verify: (signal, verification) => run((records) => records.verify(signal, verification)),
    compareDay: (signal, day) => run((records) => records.compareDay(signal, day)),
    repair: (signal, verdicts) => run((records) => records.repair(signal, verdicts)),
    read: (query, parameters) => readFrom(sound.latest()).read(query, parameters),
    readTogether: (statements) => readFrom(sound.latest()).readTogether(statements),
    createQueries,
    readAgain: (signal, ids, belongings) => run((records) => records.readAgain(signal, ids, belongings)),
    readCurrent: (signal, request) => run((records) => records.readCurrent(signal, request)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The copy in one file, as long as that can be used. */
interface OpenCopyFile extends Omit<LocalCopy, 'refresh' | 'createQueries' | typeof Symbol.asyncDispose>, OpenFile {
  refresh(signal: AbortSignal, names: readonly string[], waiting?: Waiting): Promise<Refreshed>;
}

async function openRecords(
  url: string,
  source: ApiSource,
  {
    log = () => {},
    shareMs = usualShareMs,
    patienceMs = usualPatienceMs,
    checksDaily = false,
    compareElsewhere,
    filling: fillingElsewhere,
    threads,
  }: CopyOptions,
): Promise<OpenCopyFile> {
  const file = url.slice('sqlite:'.length);
  const database = await openDatabase<CopyTables>(url, copyMigrations, { isDisposable: true, threads });
  const identity = identifyFile(file);
  const lease = createLease(database);
  const toCopying = (signal: AbortSignal): Copying => ({ database, source, lease, signal, log });
  const closing = new AbortController();
  const background = toCopying(closing.signal);
  const updates = shareUpdates(background, shareMs);
  const filling = fillingElsewhere ?? fillBehind(background);
  const daily = checkDaily(compareElsewhere ?? ((day) => compareDay(background, day)));
  const refreshing = { copying: background, updates, filling, daily: checksDaily ? daily : undefined, patienceMs };
  return {
    identity,
    async isDamaged() {
      return database.damage() !== undefined || identifyFile(file) !== identity || !(await hasAllTables(database));
    },
    update: (signal, names = allNames) => updateCollections(toCopying(signal), names),
    complete: (signal, listener = {}) => completeCopy(toCopying(signal), listener),
    async refresh(signal, names, { onWaiting = async () => {}, isPatient = true } = {}) {
      // What was found behind an answer ends the next question's work before it begins.
      const damage = database.damage();
      if (damage) throw damage;
      return refreshFor(refreshing, { names, signal, onWaiting, isPatient });
    },
    noteWrite: () => updates.noteWrite(),
    fill: () => filling.start([]),
    progress: () => readProgress(database),
    listIncomplete: () => listIncomplete(database),
    forget: (signal) => forgetInTurn(toCopying(signal)),
    verify: (signal, { isWhole = false, random = Math.random } = {}) =>
      compareAndKeep(toCopying(signal), { isWhole, random }),
    compareDay: (signal, day) => compareDay(toCopying(signal), day),
    repair: (signal, verdicts) => repairDifferent(toCopying(signal), verdicts),
    read: (query, parameters = []) => readRows(database.reader, { sql: query, parameters }),
    // A query of the copy returns rows of named columns.
    readTogether: async (statements) => (await database.readTogether(statements)) as readonly QueryRows[],
    readAgain: (signal, ids, belongings = {}) => readAgain(toCopying(signal), { ids, belongings }),
    readCurrent: (signal, request) => readCurrent(toCopying(signal), updates, request),
    async close() {
      closing.abort(new WaybillError('CANCELLED', 'the copy of the records was closed'));
      // One elsewhere has a connection of its own, and ends with its owner.
      const fillingHere = fillingElsewhere === undefined ? filling.settled() : undefined;
      const comparisonHere = compareElsewhere === undefined ? daily.settled() : undefined;
      await Promise.allSettled([updates.settled(), fillingHere, comparisonHere]);
      await database.close();
    },
  };
}

async function completeCopy(
  copying: Copying,
  { onProgress, onPage = () => {}, getPriorityNames }: CompletionListener,
): Promise<void> {
  const noteProgress = createThrottle(progressEveryMs, async () => onProgress?.(await readProgress(copying.database)));
  const notePage = async () => {
    onPage();
    await noteProgress();
  };
  // Before the first pages, which an export brings as well.
  await fillFromExport(copying, { onPage: notePage });
  if ((await listIncomplete(copying.database)).length > 0) {
    await updateCollections(copying, allNames);
    await backfill(copying, { getPriorityNames, onPage: notePage });
  }
  await updateCollections(copying, allNames);
  await renewOlder(copying, Math.random);
}

async function readRows(db: Kysely<CopyTables>, { sql: text, parameters }: SqlStatement): Promise<QueryRows> {
  const query = CompiledQuery.raw(text, [...parameters]);
  return (await db.executeQuery<Readonly<Record<string, unknown>>>(query)).rows;
}

/** Empties the copy in a turn of its own, so that no page being written declares it complete afterwards. */
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
