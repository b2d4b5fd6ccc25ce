import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { connectOverHttp, startHttpProcess } from '../support/http.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import type { Folder, RunningProcess } from '../support/waybill.ts';

const preload = fileURLToPath(new URL('../support/ending-threads.mjs', import.meta.url));
const paper = randomBytes(1024 * 1024);
/** More than the buffers of both ends of a connection hold, so that its sending goes on until it is read. */
const longPaper = randomBytes(24 * 1024 * 1024);
const scan = { 'content-type': 'application/pdf' };

interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** Starts the published command so that its threads end once `ends` lies in the data folder. */
async function startEnding(folder: Folder) {
  const ends = path.join(folder.path, 'ends');
  const environment = { NODE_OPTIONS: `--import=${preload}`, TEST_ENDS_THREADS_AT: ends, WAYBILL_LOG: 'debug' };
  const http = await startHttpProcess([], { home: folder.path, environment });
  // The thread that fills the copy has ended then.
  await waitUntil(async () => (await fetch(new URL('/readyz?wait=copy', http.ready.url))).ok);
  return {
    http,
    endThread: async () => {
      writeFileSync(ends, '');
      await waitUntil(() => http.logged().includes(endedText));
      rmSync(ends);
    },
  };
}

const endedText = 'The service of this process stopped unexpectedly';
const isEnding = ({ message }: LogLine) => message.startsWith(endedText);

/** Returns the lines of the log that are whole. */
const listLines = (http: RunningProcess) =>
  http
    .logged()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);

test('records, files and the log of the published server come from its thread, which starts again when it ends', async () => {
  using folder = await createOpenedHome();
  const { http, endThread } = await startEnding(folder);
  await using _ = http;
  await using agent = await connectOverHttp(http.ready.url);
  const upload = async (fileName: string, bytes = paper) => {
    const { data } = await agent.call('upload_document', { fileName, fileSize: bytes.length, type: 'OTHER' });
    const sent = await fetch(data.record.uploadUrl, { method: 'PUT', body: bytes, headers: scan });
    expect(sent.status).toBe(200);
    const document = await agent.call('get_document', { document: data.record.id, address: true });
    return fetch(document.data.record.downloadUrl);
  };
  const read = async (response: Response) => Buffer.from(await response.arrayBuffer());

  expect((await read(await upload('before.pdf'))).equals(paper)).toBe(true);
  const unread = await upload('meanwhile.pdf', longPaper);
  await endThread();
  await expect(read(unread)).rejects.toThrow('terminated');
  expect((await read(await upload('after.pdf'))).equals(paper)).toBe(true);
  const { code } = await http.stop();

  expect(code).toBe(0);
  const lines = listLines(http);
  expect(lines.filter(({ level }) => level === 'error').filter((line) => !isEnding(line))).toEqual([]);
  expect(lines.filter(isEnding)).toHaveLength(1);
  // Of the file that was being read, and of none that was read to its end.
  expect(lines.filter(({ message }) => message === 'A response broke off before its end.')).toHaveLength(1);
  // The service wrote these, before and after.
  expect(lines).toContainEqual(expect.objectContaining({ message: 'request', route: '/v1/documents', status: 201 }));
});
