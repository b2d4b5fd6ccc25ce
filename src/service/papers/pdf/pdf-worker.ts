import { parentPort } from 'node:worker_threads';
import { type Paper, renderPaper } from './render.ts';

/** The file of a paper, or why there is none. */
export interface PrintedPaper {
  readonly bytes?: Uint8Array;
  readonly fault?: string;
}

// A thread of its own: started by makePdf only, which sends one paper after the other.
parentPort?.on('message', (paper: Paper) => void print(paper).then((printed) => parentPort?.postMessage(printed)));

async function print(paper: Paper): Promise<PrintedPaper> {
  try {
    return { bytes: await renderPaper(paper) };
  } catch (error) {
    return { fault: String(error) };
  }
}
