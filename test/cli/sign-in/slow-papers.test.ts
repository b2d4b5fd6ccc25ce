import { expect, test } from 'vitest';
import { buildSlowPdf, writePdf } from '../../tools/documents/pdf-samples.ts';
import type { HttpAgent } from '../support/http.ts';
import { staff, startSignedInDesk } from './signed-in-desk.ts';

async function upload(agent: HttpAgent, fileName: string, bytes: Buffer): Promise<string> {
  const { data } = await agent.call('upload_document', {
    type: 'RATE_CON',
    fileName,
    base64: bytes.toString('base64'),
  });
  return data.record.id;
}

test('eight slow PDFs of one person do not delay the paper of another', async () => {
  await using desk = await startSignedInDesk({ accounts: staff });
  await using dan = await desk.connect('dan');
  await using pam = await desk.connect('pam');
  const slow = await buildSlowPdf();
  const slowIds: string[] = [];
  for (let number = 1; number <= 8; number += 1)
    slowIds.push(await upload(dan, `slow-${number}.pdf`, Buffer.concat([slow, Buffer.from(`% ${number}\n`)])));
  const paper = await upload(dan, 'rate-con.pdf', await writePdf(['Rate confirmation LD-2312']));
  const stop = new AbortController();
  const begun = new Promise((resolve) => process.once('worker', resolve));
  const answered: string[] = [];

  const slowOnes = slowIds.map(async (document) => {
    const request = { name: 'get_document', arguments: { document } };
    await dan.client.callTool(request, { signal: stop.signal }).catch(() => {});
    answered.push('dan');
  });
  await begun;
  const { data } = await pam.call('get_document', { document: paper });
  answered.push('pam');

  expect(data.text).toBe('Rate confirmation LD-2312');
  // Whatever this machine takes for it: the slow ones, one after the other, take minutes.
  expect(answered.length).toBeLessThan(slowIds.length);
  stop.abort();
  await Promise.all(slowOnes);
});
