import { constants, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdfReader, type PdfRequest, pdfLimits, pdfTurns } from '../../../tools/documents/read-pdf.ts';
import { buildBomb, buildSlowPdf, writePdf } from './pdf-samples.ts';

let slow: Buffer;
let ordinary: Buffer;
/** Threads that this process has started. */
let threads = 0;
const countThread = () => {
  threads += 1;
};

beforeAll(async () => {
  [slow, ordinary] = await Promise.all([buildSlowPdf(), writePdf(['freight'])]);
  process.on('worker', countThread);
});
afterAll(() => {
  process.off('worker', countThread);
});

const buildRequest = (bytes: Uint8Array, more: Partial<PdfRequest> = {}): PdfRequest => ({
  bytes,
  fromPage: 1,
  person: 'dana',
  signal: new AbortController().signal,
  ...more,
});

/** Returns the same content as a file with other bytes. */
const copyWithNumber = (bytes: Buffer, number: number) => Buffer.concat([bytes, Buffer.from(`% ${number}\n`)]);

const text = { outcome: 'text', text: 'freight' };
const impatient = { ...pdfLimits, ms: 200 };

test('a file that unpacks to far more than a paper ends its reading, not the server, nor what others read', async () => {
  // 300 MB of blanks in 300 kB; runs alone are looked for, which packs them as tightly in a third of the time.
  const bomb = buildBomb(deflateSync(Buffer.alloc(300 * 1024 * 1024, ' '), { strategy: constants.Z_RLE }));
  const readPdf = createPdfReader({ limits: { ...pdfLimits, growthBytes: 100 * 1024 * 1024 } });
  const another = new AbortController();

  const other = readPdf(buildRequest(slow, { person: 'sam', signal: another.signal })).catch((error: unknown) => error);
  const reading = await readPdf(buildRequest(bomb));
  another.abort();

  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(reading).toEqual({ outcome: 'too_large' });
  expect(await other).toMatchObject({ code: 'CANCELLED' });
});

test('a reading that takes too long is ended, and the next file is read', async () => {
  const readPdf = createPdfReader({ limits: impatient });

  expect(await readPdf(buildRequest(slow))).toEqual({ outcome: 'too_slow' });
  expect(await createPdfReader()(buildRequest(ordinary))).toMatchObject(text);
});

test('a file that was too slow is remembered by its content for an hour, whoever asks and from which page', async () => {
  const start = 1_000;
  let now = start;
  const readPdf = createPdfReader({ limits: impatient, now: () => now });
  const readCounted = async (request: PdfRequest) => {
    const before = threads;
    const { outcome } = await readPdf(request);
    return [outcome, threads - before];
  };

  expect(await readCounted(buildRequest(slow))).toEqual(['too_slow', 1]);
  now = start + pdfLimits.rememberedMs - 1;
  expect(await readCounted(buildRequest(Buffer.from(slow), { person: 'sam', fromPage: 2 }))).toEqual(['too_slow', 0]);
  expect(await readCounted(buildRequest(copyWithNumber(slow, 1)))).toEqual(['too_slow', 1]);
  now = start + pdfLimits.rememberedMs + 1;
  expect(await readCounted(buildRequest(slow))).toEqual(['too_slow', 1]);
});

test('a file that others have asked for meanwhile is not read again when its turn comes', async () => {
  const readPdf = createPdfReader({ limits: impatient });
  const before = threads;

  const readings = await Promise.all([1, 2, 3, 4].map(() => readPdf(buildRequest(slow))));

  expect(readings.map(({ outcome }) => outcome)).toEqual(['too_slow', 'too_slow', 'too_slow', 'too_slow']);
  expect(threads - before).toBe(1);
});

test('the slow files of one person leave room for everybody else, and are read one at a time', async () => {
  const readPdf = createPdfReader();
  const stop = new AbortController();
  const before = threads;
  const ended: string[] = [];
  const slowOnes = Array.from({ length: 8 }, (_, number) =>
    readPdf(buildRequest(copyWithNumber(slow, number), { person: 'ann', signal: stop.signal })).catch(() =>
      ended.push('ann'),
    ),
  );

  for (const person of ['ben', 'cid', 'dee']) {
    expect(await readPdf(buildRequest(ordinary, { person }))).toMatchObject(text);
    ended.push(person);
  }

  expect(threads - before).toBe(4);
  stop.abort();
  await Promise.all(slowOnes);
  expect(ended).toEqual(['ben', 'cid', 'dee', ...Array.from({ length: 8 }, () => 'ann')]);
  expect(threads - before).toBe(4);
});

test('where all places are taken, people are served in rotation', async () => {
  const readPdf = createPdfReader({ turns: { ...pdfTurns, runningMax: 1 } });
  const order: string[] = [];
  const ask = async (person: string, number: number) => {
    await readPdf(buildRequest(copyWithNumber(ordinary, number), { person }));
    order.push(`${person} ${number}`);
  };

  await Promise.all([ask('ann', 1), ask('ann', 2), ask('ann', 3), ask('ben', 1), ask('ben', 2), ask('cid', 1)]);

  expect(order).toEqual(['ann 1', 'ben 1', 'cid 1', 'ann 2', 'ben 2', 'ann 3']);
});

test.each([
  ['files of one person', { waitingOfOneMax: 2 }, ['ann', 'ann'], '2 of your PDFs are waiting to be read'],
  ['files of all people', { waitingMax: 2 }, ['ann', 'ben'], '2 PDFs are waiting to be read'],
  ['bytes', { waitingBytesMax: 1 }, ['ben'], '1 PDFs are waiting to be read'],
])('more %s than may wait are refused with a sentence', async (_what, limit, waiting, sentence) => {
  const readPdf = createPdfReader({ turns: { ...pdfTurns, runningMax: 1, ...limit } });
  const stop = new AbortController();
  const readings = ['ann', ...waiting].map((person) =>
    readPdf(buildRequest(slow, { person, signal: stop.signal })).catch((error: unknown) => error),
  );

  await new Promise(setImmediate);
  const refused = readPdf(buildRequest(ordinary, { person: 'ann' }));

  await expect(refused).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: expect.stringContaining(sentence),
    retryAfterSeconds: 15,
  });
  stop.abort();
  expect(await Promise.all(readings)).toMatchObject(readings.map(() => ({ code: 'CANCELLED' })));
  expect(await readPdf(buildRequest(ordinary, { person: 'ann' }))).toMatchObject(text);
});

test('who stops waiting leaves the queue, and a reading that is stopped ends its thread', async () => {
  const readPdf = createPdfReader({ turns: { ...pdfTurns, runningMax: 1 } });
  const [running, waiting, late] = [new AbortController(), new AbortController(), AbortSignal.abort()];
  const before = threads;
  const first = readPdf(buildRequest(slow, { signal: running.signal }));
  const second = readPdf(buildRequest(copyWithNumber(slow, 1), { signal: waiting.signal }));

  waiting.abort();
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(readPdf(buildRequest(ordinary, { signal: late }))).rejects.toMatchObject({ code: 'CANCELLED' });
  running.abort();
  await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });

  expect(await readPdf(buildRequest(ordinary))).toMatchObject(text);
  expect(threads - before).toBe(2);
});
