import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { makePdf } from '../../src/service/papers/make-pdf.ts';
import { type Paper, renderPaper } from '../../src/service/papers/pdf/render.ts';
import { computeMedian, roundValue } from '../stats.ts';
import { createPdfReader } from '../../tools/documents/read-pdf.ts';
import { buildSlowPdf, writePdf } from '../../test/tools/documents/pdf-samples.ts';
import { printSection } from '../report.ts';

const slowCount = 8;
const stop = new AbortController();
const slow = await buildSlowPdf();
const paper = await writePdf(['Rate confirmation LD-2312']);
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
const duringSlowReads = await measureRead('a person');
stop.abort();
await Promise.all(slowReadings);

printSection({
  title: 'A paper of one page, in ms',
  columns: ['while', 'ms'],
  rows: [
    ['nothing else is read', alone],
    [`${slowCount} slow PDFs of another person are read or wait`, duringSlowReads],
  ],
});

const party = { name: 'Vega Freight', lines: ['400 Commerce St', 'Dallas, TX 75202'] };

const createPaper = (lines: number): Paper => ({
  kind: 'remittance',
  paper: {
    number: 'BP-1',
    issuer: party,
    payee: party,
    onBehalfOf: null,
    paymentDate: '2026-11-20',
    method: 'CHECK',
    reference: '8891',
    currency: 'USD',
    bills: Array.from({ length: lines }, (_, place) => ({
      bill: `BILL-${place}`,
      invoiceNumber: `PH-${place}`,
      invoiceDate: '2026-10-21',
      shipment: `S-${place}`,
      billedCents: 150_000,
      paidCents: 150_000,
    })),
    totalCents: 150_000 * lines,
    at: '2026-11-20T10:00:00.000Z',
  },
});

const printCount = 20;

/** Prints a paper again and again; returns its usual time and the longest time in which the process did nothing else. */
async function measurePrint(print: (paper: Paper) => Promise<Uint8Array>, lines: number) {
  const paper = createPaper(lines);
  await print(paper);
  const times: number[] = [];
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  for (let count = 0; count < printCount; count += 1) {
    const startedAt = performance.now();
    await print(paper);
    times.push(performance.now() - startedAt);
    // Delays are counted when the loop turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
  pauses.disable();
  return [roundValue(computeMedian(times)), roundValue(pauses.max / 1e6)];
}

const printed: (string | number)[][] = [];
for (const lines of [1, 100]) {
  printed.push([`${lines} lines, where it is asked for`, ...(await measurePrint(renderPaper, lines))]);
  printed.push([`${lines} lines, in the thread of papers`, ...(await measurePrint(makePdf, lines))]);
}

printSection({
  title: `A printed paper, in ms, the median of ${printCount}`,
  columns: ['', 'p50', 'longest pause of the process'],
  rows: printed,
});
