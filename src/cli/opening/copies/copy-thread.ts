import type { Worker } from 'node:worker_threads';
import { waitOrAbort, startDeadline } from '../../../client/transport/abort.ts';
import { uncomparedText } from '../../../copy/daily-check.ts';
import { createPageTurns, type Filling, unfilledText } from '../../../copy/filling.ts';
import type { CopyProgress } from '../../../copy/progress.ts';
import { WaybillError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { Config } from '../../config.ts';
import { toSentConfig } from '../../sent-config.ts';
import { restoreError } from '../../threads/sent-error.ts';
import { startWorker } from '../../threads/start-worker.ts';
import type { CopyTask, FillReport, FillRequest, FillStart } from './fill-messages.ts';

/** A thread beside the server that makes the sandbox and fills the copy, so that no question waits for either. */
export interface CopyThread {
  /** Reads what is missing of the copy behind the answers. */
  readonly filling: Filling;
  /** Compares some of the copy with the API in a thread of its own, unless a process has done so on this day. */
  readonly compareDay: (day: string) => Promise<void>;
  /** Brings the copy up to date and completes it before a question needs it; desks of one process take turns. */
  fillAhead(): Promise<void>;
  /** Waits until a new sandbox is complete; throws if that takes longer than a question waits. */
  readonly prepare: () => Promise<void>;
  /** Ends the thread; what it has written stays. */
  readonly close: () => Promise<void>;
}

interface CopyThreadOptions {
  readonly log: Log;
  /** Returns whether there is no sandbox to make: it is complete, or the records are somewhere else. */
  readonly isPrepared: () => boolean;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Time that a question waits for a new sandbox. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 10_000;
/** A thread that is in the middle of a long statement is ended after this time: SQLite takes the statement back. */
const endingMaxMs = 2_000;

let lastAhead: Promise<void> = Promise.resolve();

interface RunningThread {
  readonly worker: Worker;
  readonly ended: Promise<void>;
  /** Resolves when a new sandbox is complete, and when the thread ends. */
  readonly prepared: Promise<void>;
}

export function createCopyThread(config: Config, options: CopyThreadOptions): CopyThread {
  const { isPrepared, patienceMs = usualPatienceMs } = options;
  const turns = createPageTurns();
  const faults = noteFaults(options.log);
  const comparisons = createComparisons(config, options.log);
  const wantedCollections = new Set<string>();
  let running: RunningThread | undefined;
  let isClosed = false;

  function start(names: readonly string[]): RunningThread | undefined {
    const newNames = names.filter((name) => !wantedCollections.has(name));
    for (const name of newNames) wantedCollections.add(name);
    if (isClosed) return undefined;
    if (running === undefined) {
      faults.forget();
      running = startThread(
        config,
        { kind: 'fill', wanted: [...wantedCollections] },
        {
          ...options,
          noteFault: (error) => faults.note(error, isClosed),
          onPage: turns.turn,
          onEnd() {
            running = undefined;
            turns.turn();
          },
        },
      );
    } else if (newNames.length > 0) send(running.worker, { kind: 'want', names: newNames });
    return running;
  }

  return {
    filling: {
      start,
      isRunning: () => running !== undefined,
      fault: faults.latest,
      page: turns.next,
      settled: async () => running?.ended,
    },
    compareDay: comparisons.compareDay,
    fillAhead() {
      lastAhead = lastAhead.then(async () => start([])?.ended);
      return lastAhead;
    },
    async prepare() {
      if (isPrepared()) return;
      using patience = startDeadline({ ms: patienceMs, reason: createUnpreparedError, parents: [] });
      // Where the thread fails, the caller opens the store and meets the same fault.
      await waitOrAbort(start([])?.prepared, patience.signal);
    },
    async close() {
      isClosed = true;
      await Promise.all([running && endThread(running), comparisons.close()]);
    },
  };
}

/** Creates what compares the copy of a day, one at a time. Faults are logged. */
function createComparisons(config: Config, log: Log): Pick<CopyThread, 'compareDay' | 'close'> {
  let running: RunningThread | undefined;
  let isClosed = false;
  return {
    async compareDay(day) {
      if (isClosed || running !== undefined) return;
      const noteFault = ({ message }: WaybillError) =>
        void (isClosed || log('warn', uncomparedText, { cause: message }));
      running = startThread(config, { kind: 'compare', day }, { log, noteFault, onEnd: () => (running = undefined) });
      await running?.ended;
    },
    async close() {
      isClosed = true;
      if (running !== undefined) await endThread(running);
    },
  };
}

interface ThreadListener extends Pick<CopyThreadOptions, 'log' | 'onProgress'> {
  readonly noteFault: (error: WaybillError) => void;
  readonly onPage?: () => void;
  readonly onEnd: () => void;
}

/** Starts a thread; returns undefined where the machine starts none, which is noted as a fault of it. */
function startThread(
  config: Config,
  task: CopyTask,
  { log, onProgress = () => {}, noteFault, onPage = () => {}, onEnd }: ThreadListener,
): RunningThread | undefined {
  const prepared = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let hasFault = false;
  const reportFault = (error: WaybillError) => {
    hasFault = true;
    noteFault(error);
  };
  const noteError = (error: unknown) =>
    reportFault(new WaybillError('INTERNAL_ERROR', String(error), { cause: error }));
  const worker = tryStart({ config: toSentConfig(config), task }, noteError);
  if (worker === undefined) return undefined;
  worker.on('message', (report: FillReport) => {
    if (report.kind === 'prepared') prepared.resolve();
    if (report.kind === 'page') onPage();
    if (report.kind === 'progress') onProgress(report.progress);
    if (report.kind === 'log') log(report.level, report.message, report.facts);
    if (report.kind === 'failed') reportFault(restoreError(report.error));
  });
  worker.on('error', noteError);
  worker.once('exit', (code) => {
    if (code !== 0 && !hasFault) noteError(`The thread of the copy ended with code ${code}.`);
    onEnd();
    prepared.resolve();
    ended.resolve();
  });
  worker.unref();
  return { worker, ended: ended.promise, prepared: prepared.promise };
}

function tryStart(data: FillStart, noteError: (error: unknown) => void): Worker | undefined {
  try {
    return startWorker(findWorkerFile(), { data });
  } catch (error) {
    noteError(error);
    return undefined;
  }
}

async function endThread({ worker, ended }: RunningThread): Promise<void> {
  worker.ref();
  send(worker, { kind: 'stop' });
  const overdue = setTimeout(() => void worker.terminate(), endingMaxMs);
  await ended;
  clearTimeout(overdue);
}

/** Keeps the fault that ended a thread last, and logs it unless the thread before had the same. */
function noteFaults(log: Log) {
  let fault: WaybillError | undefined;
  let loggedText = '';
  return {
    latest: () => fault,
    forget() {
      if (fault === undefined) loggedText = '';
      fault = undefined;
    },
    note(error: WaybillError, isClosed: boolean) {
      fault = error;
      if (error.message !== loggedText && !isClosed) log('warn', unfilledText, { cause: error.message });
      loggedText = error.message;
    },
  };
}

const send = (worker: Worker, request: FillRequest): void => worker.postMessage(request);

const createUnpreparedError = () =>
  new WaybillError(
    'SERVICE_UNAVAILABLE',
    'The sandbox brokerage is being prepared, which takes up to a minute the first time. Ask again in a few seconds.',
    { retryAfterSeconds: 5 },
  );

/** Finds the file of the worker. The built worker lies beside the bundle under its own name. */
const findWorkerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? '../filling/copy-worker.ts' : './copy-worker.mjs', import.meta.url);
