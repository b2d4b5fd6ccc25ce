import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { createTurns, type FullQueue, toCancellation, type TurnLimits } from '../../src/domain/kit/turns.ts';
import { WaybillError } from '../../src/errors.ts';
import { textCaps } from '../../src/mcp/text/text.ts';
import { createMemoryWatch } from './pdf-memory-watch.ts';
import type { PdfText, PdfTextRequest } from './pdf-text.ts';

/** Limit that a PDF exceeded. */
export type PdfExcess = 'too_slow' | 'too_large';

export type PdfReading = PdfText | { readonly outcome: PdfExcess };

export const pdfLimits = {
  bytesMax: 20 * 1024 * 1024,
  pagesMax: 30,
  /** Characters that an answer shows of one text. */
  charactersMax: textCaps.record,
  pageCharactersMax: 20_000,
  /** Form fields, comments and stamps. */
  annotationsMax: 100,
  annotationCharactersMax: 6_000,
  ms: 15_000,
  /** Time to look for images and stamps, which the texts use up first. */
  drawingMs: 5_000,
  /** Heap for the objects of one file, in megabytes. Unpacked data lies outside of it and is watched. */
  heapMegabytes: 256,
  /** Bytes by which the process may grow during a reading. */
  growthBytes: 768 * 1024 * 1024,
  /** Milliseconds during which a file that exceeded a limit is not read again. */
  rememberedMs: 60 * 60_000,
  /** Number of files that are remembered this way. The least recently requested are forgotten first. */
  rememberedMax: 1_000,
} as const;

/** One file of each person is read at once, so that there is room for others. */
export const pdfTurns: TurnLimits = {
  runningMax: 4,
  turnsOfOneMax: 1,
  waitingMax: 40,
  waitingOfOneMax: 10,
  waitingBytesMax: 256 * 1024 * 1024,
  toRefusal,
};

function toRefusal({ isOfOne, waiting }: FullQueue): WaybillError {
  return new WaybillError(
    'RATE_LIMIT_EXCEEDED',
    isOfOne
      ? `${waiting} of your PDFs are waiting to be read. Ask for this one when they have been answered.`
      : `${waiting} PDFs are waiting to be read. Try again in a minute.`,
    { retryAfterSeconds: pdfLimits.ms / 1000 },
  );
}

export type PdfLimits = { readonly [Name in keyof typeof pdfLimits]: number };

interface PdfReaderOptions {
  readonly limits?: PdfLimits;
  readonly turns?: TurnLimits;
  /** Milliseconds; by which remembered files are forgotten. */
  readonly now?: () => number;
}

export interface PdfRequest {
  readonly bytes: Uint8Array;
  readonly person: string;
  /** Ends the wait, or the reading. */
  readonly signal: AbortSignal;
  /** From 1. */
  readonly fromPage: number;
}

export type ReadPdf = (request: PdfRequest) => Promise<PdfReading>;

/**
 * Creates a reader of PDF text: each file in a thread that is ended when it takes too long or too much. Such a file is
 * remembered by its content, and answered at once when it is asked for again. It is not stored: a restart is the way to
 * have it read once more, and a second process finds out within seconds.
 */
export function createPdfReader({ limits = pdfLimits, turns = pdfTurns, now }: PdfReaderOptions = {}): ReadPdf {
  const queue = createTurns(turns);
  const watchMemory = createMemoryWatch(limits.growthBytes);
  const excesses = new LRUCache<string, PdfExcess>({
    max: limits.rememberedMax,
    ttl: limits.rememberedMs,
    ...(now && { perf: { now }, ttlResolution: 0 }),
  });
  const findExcess = (bytes: Uint8Array): PdfExcess | undefined =>
    excesses.size === 0 ? undefined : excesses.get(hashContent(bytes));

  async function readOnce(request: PdfRequest): Promise<PdfReading> {
    // The same file may have been read while this request waited.
    const excess = findExcess(request.bytes);
    if (excess !== undefined) return { outcome: excess };
    const reading = await readInThread(request, limits, watchMemory);
    if (reading.outcome === 'too_slow' || reading.outcome === 'too_large')
      excesses.set(hashContent(request.bytes), reading.outcome);
    return reading;
  }

  return async (request) => {
    const excess = findExcess(request.bytes);
    if (excess !== undefined) return { outcome: excess };
    const { person, signal, bytes } = request;
    const turn = await queue.take({ key: person, signal, bytes: bytes.length });
    try {
      await turn.startWork();
      return await readOnce(request);
    } finally {
      turn.end();
    }
  };
}

/** Reads for everybody who uses this process. */
export const readPdf: ReadPdf = createPdfReader();

const hashContent = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

async function readInThread(
  { bytes, fromPage, signal }: PdfRequest,
  { ms, heapMegabytes, ...limits }: PdfLimits,
  watchMemory: ReturnType<typeof createMemoryWatch>,
): Promise<PdfReading> {
  const workerData: PdfTextRequest = { ...limits, bytes, fromPage };
  const worker = new Worker(locateWorkerFile(), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // On stdio the output of the process is the protocol: nothing of the library may reach it.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfReading>();
  worker.once('message', (text: PdfText) => resolve(text));
  worker.once('error', (error) => resolve({ outcome: isOutOfMemory(error) ? 'too_large' : 'broken' }));
  worker.once('exit', () => resolve({ outcome: 'broken' }));
  const timer = setTimeout(() => resolve({ outcome: 'too_slow' }), ms);
  const stop = (): void => reject(toCancellation(signal));
  signal.addEventListener('abort', stop, { once: true });
  const unwatch = watchMemory(worker, () => resolve({ outcome: 'too_large' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
    unwatch();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Returns the location of the worker's file: beside the bundle, or beside this file in the source. */
const locateWorkerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './pdf-text-worker.ts' : './pdf-text-worker.mjs', import.meta.url);
