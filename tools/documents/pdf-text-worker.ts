import { parentPort, workerData } from 'node:worker_threads';
import { type PdfTextRequest, readPdfText } from './pdf-text.ts';

// A thread of its own: started by readPdf only, with one file.
parentPort?.postMessage(await readPdfText(workerData as PdfTextRequest));
