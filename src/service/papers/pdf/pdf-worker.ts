import { parentPort, workerData } from 'node:worker_threads';
import { type Paper, renderPaper } from './render.ts';

// A thread of its own: started by makePdf only, with one paper.
const bytes = await renderPaper(workerData as Paper);
parentPort?.postMessage(bytes);
