import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getDocument } from '../../tools/documents/get_document.ts';
import { pdfLimits } from '../../tools/documents/read-pdf.ts';
import { isDeep } from '../support/depth.ts';
import { startDesk } from '../support/desk.ts';
import { waitUntil } from '../support/wait-until.ts';
import { buildSlowPdf } from '../tools/documents/pdf-samples.ts';

let threads = 0;
const countThread = () => {
  threads += 1;
};
beforeAll(() => {
  process.on('worker', countThread);
});
afterAll(() => {
  vi.useRealTimers();
  process.off('worker', countThread);
});

test('a PDF that was too slow is answered with the same sentence again, without a second reading', async () => {
  await using desk = await startDesk({ tools: [getDocument] });
  const document = await desk.api.documents.create({ type: 'RATE_CON', fileName: 'slow.pdf' });
  await desk.api.upload(document, await buildSlowPdf());
  // A deep run waits as a person would; otherwise the time is over as soon as the reading has begun.
  if (!isDeep) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const reading = desk.callTool('get_document', { document: document.id });
  if (!isDeep) {
    await waitUntil(() => threads > 0);
    await vi.advanceTimersByTimeAsync(pdfLimits.ms);
    vi.useRealTimers();
  }
  const first = await reading;
  const readings = threads;
  const again = await desk.callTool('get_document', { document: document.id, page: 2 });

  expect(first.text).toContain(
    'Its text is not read: that takes more than 15 seconds, which an ordinary paper never does. save_document saves the file, so that a person can open it. It is tried again 60 minutes later, or after a restart of this server.',
  );
  expect(again.text).toBe(first.text);
  expect(threads).toBe(readings);
});
