import nodeModule from 'node:module';
import path from 'node:path';
import { Worker, type WorkerOptions as ThreadOptions, workerData } from 'node:worker_threads';

interface WorkerStart {
  readonly data: unknown;
  /** Folder in which the process keeps its compiled code; undefined where it keeps none. */
  readonly compileCache: string | undefined;
}

interface StartWorkerOptions extends Pick<ThreadOptions, 'resourceLimits'> {
  readonly data?: unknown;
}

/** Starts a thread from its file. On stdio the output of the process is the protocol: a thread writes nothing there. */
export function startWorker(file: URL, { data, resourceLimits = {} }: StartWorkerOptions = {}): Worker {
  const folder = nodeModule.getCompileCacheDir();
  // Node keeps the code of each of its versions in a folder of its own inside the one that it is told of.
  const start: WorkerStart = { data, compileCache: folder === undefined ? undefined : path.dirname(folder) };
  return new Worker(file, { workerData: start, stdout: true, resourceLimits });
}

/** A process may be killed, so the cache is written soon after the start. */
const flushAfterMs = 3000;

/**
 * Lets a thread use the compiled code that its process keeps, and returns the data that it was started with. Code that is
 * imported before is compiled anew.
 */
export function beginWork(): unknown {
  // The data that startWorker gives it.
  const { data, compileCache } = workerData as WorkerStart;
  if (compileCache !== undefined) {
    nodeModule.enableCompileCache(compileCache);
    setTimeout(() => nodeModule.flushCompileCache(), flushAfterMs).unref();
  }
  return data;
}
