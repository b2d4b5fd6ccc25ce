import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Paper } from './pdf/render.ts';

/** Up to so many lines drawing takes less time than a thread to draw in takes to start. */
const linesHereMax = 100;

/** The PDF of a paper. A long one is made beside the requests, which would all wait for its seconds otherwise. */
export async function makePdf(printed: Paper): Promise<Uint8Array> {
  if (lineCount(printed) > linesHereMax) return inTurn(() => renderBeside(printed));
  const { renderPaper } = await import('./pdf/render.ts');
  return renderPaper(printed);
}

const lineCount = ({ kind, paper }: Paper): number =>
  kind === 'remittance' ? paper.bills.length : paper.charges.length + paper.orders.length + paper.settlements.length;

let last: Promise<unknown> = Promise.resolve();

/** One long paper at a time: each takes a processor and the memory of a second program. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

async function renderBeside(printed: Paper): Promise<Uint8Array> {
  const worker = new Worker(workerFile(), { workerData: printed });
  try {
    // Rejects with what goes wrong in the worker, which posts nothing but the file.
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return bytes;
  } finally {
    await worker.terminate();
  }
}

/** Beside the bundle the built worker lies under its own name, as in the source beside the drawing. */
const workerFile = (): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL('./pdf/pdf-worker.ts', import.meta.url)
    : new URL('./pdf-worker.mjs', import.meta.url);
