import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Paper } from './pdf/render.ts';
import type { PrintedPaper } from './pdf/pdf-worker.ts';

/** Papers of more lines take so long that others would have to wait behind them. */
const shortLinesMax = 100;
/** A thread that has had nothing to print for so long is ended: it holds the memory of a small program. */
const idleMs = 10_000;

/**
 * Prints the PDF of a paper in a thread: a short one takes 15 to 60 ms, in which no request would be answered. Long papers
 * have a thread of their own, one at a time.
 */
export const makePdf = (paper: Paper): Promise<Uint8Array> =>
  countLines(paper) > shortLinesMax ? longPapers.print(paper) : shortPapers.print(paper);

const countLines = ({ kind, paper }: Paper): number =>
  kind === 'remittance' ? paper.bills.length : paper.charges.length + paper.orders.length + paper.settlements.length;

const shortPapers = createPrinter(idleMs);
const longPapers = createPrinter(0);

/** Creates a printer whose thread starts with the first paper and ends when it has been idle. */
function createPrinter(endsAfterMs: number) {
  let thread: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  let lastPaper: Promise<unknown> = Promise.resolve();

  function end(): void {
    void thread?.terminate();
    thread = undefined;
  }

  function start(): Worker {
    const worker = new Worker(findThreadFile());
    const forgetThread = () => {
      if (thread === worker) thread = undefined;
    };
    // The paper under way fails with its exit; the next one has a new thread.
    worker.on('error', forgetThread);
    worker.once('exit', forgetThread);
    return worker;
  }

  async function printNow(paper: Paper): Promise<Uint8Array> {
    clearTimeout(ending);
    thread ??= start();
    // Only a paper under way keeps the process.
    thread.ref();
    try {
      const { bytes, fault } = await sendPaper(thread, paper);
      if (bytes === undefined) throw new Error(`a paper could not be printed: ${fault}`);
      return bytes;
    } finally {
      thread?.unref();
      if (endsAfterMs === 0) end();
      else ending = setTimeout(end, endsAfterMs).unref();
    }
  }

  return {
    print(paper: Paper): Promise<Uint8Array> {
      const printed = lastPaper.then(() => printNow(paper));
      lastPaper = printed.catch(() => {});
      return printed;
    },
  };
}

/** Sends a paper to the thread and waits for its file; fails where the thread ends before. */
async function sendPaper(thread: Worker, paper: Paper): Promise<PrintedPaper> {
  const listening = new AbortController();
  const { signal } = listening;
  // Rejects with what goes wrong in the thread.
  const answer = once(thread, 'message', { signal });
  const exit = once(thread, 'exit', { signal }).then(([code]) => {
    throw new Error(`the thread that prints papers ended with code ${String(code)}`);
  });
  thread.postMessage(paper);
  try {
    // The thread sends nothing else.
    const [printed] = (await Promise.race([answer, exit])) as [PrintedPaper];
    return printed;
  } finally {
    listening.abort();
  }
}

/** Finds the worker beside the bundle, where it lies under its own name, and in the source beside the drawing. */
const findThreadFile = (): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL('./pdf/pdf-worker.ts', import.meta.url)
    : new URL('./pdf-worker.mjs', import.meta.url);
