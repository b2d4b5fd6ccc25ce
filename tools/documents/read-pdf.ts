import { Worker } from 'node:worker_threads';
import { textCaps } from '../../src/mcp/text/text.ts';
import type { PdfAsked, PdfText } from './pdf-text.ts';

export type PdfReading = PdfText | { readonly outcome: 'too_slow' | 'too_large' };

export const pdfLimits = {
  bytesMax: 20 * 1024 * 1024,
  pagesMax: 30,
  /** As many as an answer shows of one text. */
  charactersMax: textCaps.record,
  pageCharactersMax: 20_000,
  ms: 15_000,
  /** Of objects; what is unpacked lies beside them and is watched. */
  heapMegabytes: 256,
  /** By which the process may grow meanwhile. */
  growthBytes: 768 * 1024 * 1024,
} as const;

type Limits = { readonly [Name in keyof typeof pdfLimits]: number };

const watchEveryMs = 50;

let last: Promise<unknown> = Promise.resolve();

/** The text of some pages, read in a thread that is ended when it takes too long or too much; one file at a time. */
export function readPdf(bytes: Uint8Array, fromPage: number, limits: Limits = pdfLimits): Promise<PdfReading> {
  const { pagesMax, charactersMax, pageCharactersMax } = limits;
  const asked = { bytes, fromPage, pagesMax, charactersMax, pageCharactersMax };
  const reading = last.then(() => readBeside(asked, limits));
  last = reading.catch(() => {});
  return reading;
}

async function readBeside(asked: PdfAsked, { ms, heapMegabytes, growthBytes }: Limits): Promise<PdfReading> {
  const worker = new Worker(workerFile(), {
    workerData: asked,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // On stdio the output of the process is the protocol: nothing of the library may reach it.
    stdout: true,
    stderr: true,
  });
  const before = process.memoryUsage.rss();
  const { promise, resolve } = Promise.withResolvers<PdfReading>();
  worker.once('message', (text: PdfText) => resolve(text));
  worker.once('error', () => resolve({ outcome: 'too_large' }));
  worker.once('exit', () => resolve({ outcome: 'broken' }));
  const timer = setTimeout(() => resolve({ outcome: 'too_slow' }), ms);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthBytes) resolve({ outcome: 'too_large' });
  }, watchEveryMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}

/** Beside the bundle the built worker lies under its own name, as in the source beside its starter. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './pdf-text-worker.ts' : './pdf-text-worker.mjs', import.meta.url);
