import { performance } from 'node:perf_hooks';
import { createPdfReader } from '../tools/documents/read-pdf.ts';
import { buildSlowPdf, pdfOf } from '../test/tools/documents/pdf-samples.ts';
import { printSection } from './report.ts';

const slowCount = 8;
const stop = new AbortController();
const slow = await buildSlowPdf();
const paper = await pdfOf(['Rate confirmation LD-2312']);
const readPdf = createPdfReader();

async function measureRead(person: string): Promise<number> {
  const startedAt = performance.now();
  await readPdf({ bytes: paper, fromPage: 1, person, signal: new AbortController().signal });
  return Math.round(performance.now() - startedAt);
}

/** Has each slow file read with content of its own: one that is known to be slow is not read again. */
const readSlow = (number: number): Promise<unknown> =>
  readPdf({
    bytes: Buffer.concat([slow, Buffer.from(`% ${number}\n`)]),
    fromPage: 1,
    person: 'the one with slow files',
    signal: stop.signal,
  }).catch((error: unknown) => error);

const alone = await measureRead('a person');
const slowReadings = Array.from({ length: slowCount }, (_, number) => readSlow(number));
const beside = await measureRead('a person');
stop.abort();
await Promise.all(slowReadings);

printSection({
  title: 'A paper of one page, in ms',
  columns: ['while', 'ms'],
  rows: [
    ['nothing else is read', alone],
    [`${slowCount} slow PDFs of another person are read or wait`, beside],
  ],
});
