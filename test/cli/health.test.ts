import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatHealthUrl } from '../../src/cli/health-record.ts';
import { startWaybill, runWaybill } from './support/in-process.ts';
import { createOpenedHome } from './support/opened-home.ts';
import { createTemporaryFolder, runWaybillProcess } from './support/waybill.ts';

/** A server that answers everything with one status. */
async function startAnswering(status: number): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => response.writeHead(status, { location: '/elsewhere' }).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/healthz`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test.each([
  { host: '0.0.0.0', address: 'http://127.0.0.1:8080/healthz' },
  { host: '::', address: 'http://[::1]:8080/healthz' },
  { host: 'localhost', address: 'http://127.0.0.1:8080/healthz' },
  { host: '10.1.2.3', address: 'http://10.1.2.3:8080/healthz' },
])('the health of a server that listens on $host is asked for at $address', ({ host, address }) => {
  expect(formatHealthUrl(host, 8080)).toBe(address);
});

test.each([
  { status: 200, code: 0, says: /^Healthy: / },
  { status: 503, code: 1, says: /^Unhealthy: .* answers 503\.$/m },
  { status: 302, code: 1, says: /^Unhealthy: .* does not answer\.$/m },
])('an answer of $status ends with $code', async ({ status, code, says }) => {
  using home = createTemporaryFolder();
  await using server = await startAnswering(status);

  const ended = await runWaybill(['health', '--url', server.url], { home: home.path });

  expect([ended.code, ended.stdout]).toEqual([code, expect.stringMatching(says)]);
});

test('where nothing says which server is meant, it says what to give', async () => {
  using home = createTemporaryFolder();
  const ended = await runWaybill(['health'], { home: home.path });
  const wrong = await runWaybill(['health', '--url', 'ftp://here'], { home: home.path });

  expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/^--url is missing: .*WAYBILL_RUNTIME_DIR/)]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^--url must be an http or https address/)]);
});

test.each(['', '{"healthUrl":', '{"healthUrl":"file:///etc/passwd"}', '{"transport":"mail"}'])(
  'a record that reads %j counts as none',
  async (text) => {
    using home = createTemporaryFolder();
    const runtime = path.join(home.path, 'run');
    mkdirSync(runtime);
    writeFileSync(path.join(runtime, 'health.json'), text);

    const ended = await runWaybill(['health'], { home: home.path, environment: { WAYBILL_RUNTIME_DIR: runtime } });

    expect([ended.code, ended.stdout]).toEqual([1, expect.stringMatching(/^Unhealthy: no server has written/)]);
  },
);

test('a server that stops leaves the record of one that started after it', async () => {
  using home = await createOpenedHome();
  const settings = { home: home.path, environment: { WAYBILL_RUNTIME_DIR: path.join(home.path, 'run') } };
  await using first = startWaybill(['service', '--port', '0'], settings);
  await first.firstLine;
  await using second = startWaybill(['service', '--port', '0'], settings);
  await second.firstLine;
  await first.stop();

  expect((await runWaybill(['health'], settings)).code).toBe(0);
});

test.each(['service', 'http'])('%s ends with a sentence where its runtime folder cannot be written', async (server) => {
  using home = await createOpenedHome();
  const file = path.join(home.path, 'taken');
  writeFileSync(file, '');

  // A process, because one that still listened would never end.
  const ended = await runWaybillProcess([server, '--port', '0'], {
    home: home.path,
    environment: { WAYBILL_RUNTIME_DIR: path.join(file, 'run') },
  });

  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(/^WAYBILL_RUNTIME_DIR names the folder .+; name a folder that /m);
});
