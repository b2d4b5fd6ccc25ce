import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { insertReadyShipment } from '../../support/records/invoicing.ts';
import { startAgentProcess } from '../support/agent.ts';
import { createServiceClient, startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder, runWaybillProcess } from '../support/waybill.ts';
import { call, formatDatabaseUrl, buildDeskSettings, listTermNames } from '../support/record.ts';
import { mountSmallDisk, explainNoSmallDisk } from '../support/small-disk.ts';

const missing = explainNoSmallDisk();

describe.skipIf(missing !== null)(`a small disk${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  test('a disk too small for the sandbox: one sentence, and no half of a brokerage', async () => {
    using disk = mountSmallDisk('6m');

    const first = await call({ home: disk.path }, 'api_read', { operation: 'shipments.filter' });
    execFileSync('mount', ['-o', 'remount,size=200m', disk.path]);
    const later = await call({ home: disk.path }, 'api_read', {
      operation: 'shipments.filter',
      input: { pageSize: 5 },
    });

    const sentence = `The disk that holds ${path.join(disk.path, 'sandbox.db')} is full, so nothing was saved; free some space, then try again.`;
    expect([first.code, first.result.isError]).toEqual([1, true]);
    expect(first.result.content[0].text).toContain(sentence);
    expect([later.code, later.result.structuredContent.rows.length]).toEqual([0, 5]);
  });

  test('a disk that fills up refuses the write whole, and goes on when there is space again', async () => {
    using disk = mountSmallDisk('24m');
    const settings = buildDeskSettings(disk.path);
    const create = (name: string) => ({
      operation: 'paymentTerms.create',
      input: { name, description: 'x'.repeat(400) },
    });
    await using agent = await startAgentProcess(settings);
    const before = await agent.call('api_write', create('Before'));
    const ballast = path.join(disk.path, 'ballast');
    fill(ballast, disk.path);

    const refused = [];
    for (let index = 0; index < 40 && refused.length < 2; index += 1) {
      const answer = await agent.call('api_write', create(`During ${index}`));
      if (answer.isError) refused.push(answer);
    }
    // More than this process may count of a minute's requests without writing it down.
    const reads = [];
    for (let index = 0; index < 80; index += 1)
      reads.push(await agent.call('api_read', { operation: 'paymentTerms.filter', input: { pageSize: 1 } }));
    rmSync(ballast);
    const after = await agent.call('api_write', create('After'));

    expect(before.data.status).toBe('done');
    expect(refused.map(({ text }) => text.split('.')[0])).toEqual(['NOT DONE', 'NOT DONE']);
    expect(reads.filter(({ isError }) => isError).map(({ text }) => text)).toEqual([]);
    expect(after.data.status).toBe('done');
    const names = await listTermNames(formatDatabaseUrl(settings));
    expect(names).toEqual(expect.arrayContaining(['Before', 'After']));
    expect((await runWaybillProcess(['audit', 'verify'], settings)).code).toBe(0);
  });

  test('approvals and audit on a full disk: what cannot be written down is not done, and the sentence says why', async () => {
    using disk = mountSmallDisk('8m');
    using elsewhere = createTemporaryFolder();
    const settings = {
      home: disk.path,
      environment: { WAYBILL_DATABASE_URL: formatDatabaseUrl({ home: elsewhere.path }) },
    };
    const create = (name: string) => ({ operation: 'paymentTerms.create', input: { name } });
    await using agent = await startAgentProcess(settings);
    await agent.call('api_write', create('Before'));
    const ballast = path.join(disk.path, 'ballast');
    fill(ballast, disk.path);

    const refused = [];
    for (let index = 0; index < 40 && refused.length < 2; index += 1) {
      const answer = await agent.call('api_write', create(`During ${index}`));
      if (answer.isError) refused.push(answer);
    }
    const done = await listTermNames(formatDatabaseUrl({ home: elsewhere.path }));
    const read = await agent.call('api_read', { operation: 'paymentTerms.filter' });
    rmSync(ballast);
    const after = await agent.call('api_write', create('After'));

    const sentence = `NOT DONE. The disk that holds ${path.join(disk.path, 'waybill.db')} is full, so nothing was saved; free some space, then try again.`;
    expect(refused.map(({ text }) => text.split(' This is about')[0])).toEqual([sentence, sentence]);
    expect(read.isError).toBeUndefined();
    expect(after.data.status).toBe('done');
    const names = await listTermNames(formatDatabaseUrl({ home: elsewhere.path }));
    expect(names).toHaveLength(done.length + 1);
    expect((await runWaybillProcess(['audit', 'verify'], settings)).code).toBe(0);
  });

  test('a disk of documents that fills up refuses uploads and papers whole, and takes them when there is space', async () => {
    using disk = mountSmallDisk('8m');
    using elsewhere = createTemporaryFolder();
    const url = `sqlite:${path.join(elsewhere.path, 'desk.db')}`;
    await using service = await startServiceProcess(['--database', url], { home: disk.path });
    await using api = createServiceClient(service.ready, service.ready.clientSecret, { retriesMax: 0 });
    const shipmentId = await insertReadyFreight(url);
    const document = await api.documents.create({ type: 'OTHER', fileName: 'scan.txt', contentType: 'text/plain' });
    const content = Buffer.alloc(60_000, 'scan');
    const ballast = path.join(disk.path, 'ballast');
    fill(ballast, disk.path);

    const refused = await put(document.uploadUrl, content);
    const unmade = await api.shipments.generateInvoice({ id: shipmentId }).catch((error: unknown) => error);
    const meanwhile = await api.documents.get({ id: document.id });
    const invoices = await api.invoices.filter({});
    const storedFiles = readdirSync(path.join(disk.path, 'documents'), { recursive: true, withFileTypes: true });
    rmSync(ballast);
    const uploadStatus = await put(document.uploadUrl, content);
    const made = await api.shipments.generateInvoice({ id: shipmentId });

    expect(refused).toMatchObject({
      status: 503,
      text: expect.stringContaining('disk that holds the documents is full'),
    });
    expect(unmade).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('is full') });
    expect([meanwhile.status, invoices.data]).toEqual(['PENDING_UPLOAD', []]);
    expect(storedFiles.filter((entry) => entry.isFile())).toEqual([]);
    expect(uploadStatus.status).toBe(200);
    expect(await downloadBytes((await api.documents.get({ id: document.id })).downloadUrl)).toEqual(content);
    expect((await downloadBytes(made.downloadUrl)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** Writes delivered freight that may be invoiced, past the service. */
async function insertReadyFreight(url: string): Promise<string> {
  const database = await openBrokerage(url);
  const { id } = await database.reader.selectFrom('organization').select('id').executeTakeFirstOrThrow();
  const { shipment } = await insertReadyShipment({ database, organizationId: id });
  await database.close();
  return shipment.id;
}

/** Over a connection of its own: the service may close one whose upload it refused before it had read it. */
async function put(address: string | null, content: Buffer): Promise<{ status: number | undefined; text: string }> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'text/plain', 'content-length': content.byteLength };
  const sent = request(String(address), { method: 'PUT', headers, agent });
  sent.end(content);
  // Its only argument.
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = { status: response.statusCode, text: await text(response) };
  agent.destroy();
  return answer;
}

const downloadBytes = async (address: string | null | undefined) =>
  Buffer.from(await (await fetch(String(address))).arrayBuffer());

/** Fills a disk to its end, also while a program writes to it. */
function fill(file: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(file, Buffer.alloc((bavail + 1) * bsize));
    throw new Error(`${disk} has room for more`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
