import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/contract/document/openapi.ts';
import type { Operation } from '../../src/contract/kit/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { createDocsPage } from '../../src/service/docs-page.ts';

const openApi = () => JSON.stringify(openApiDocument({ version: '1.1.0', servers: [{ url: '/v1' }] }));
const docs = createDocsPage(openApi);
const request = (headers: Record<string, string> = {}) => new Request('http://service.test/docs', { headers });

const declared = Object.entries(operations).flatMap(([resource, group]) =>
  Object.entries(group as Record<string, Operation>).map(([verb, operation]) => ({
    name: `${resource}.${verb}`,
    operation,
  })),
);

test('the page shows every operation with its method, path and summary, and every schema', async () => {
  const page = await docs(request()).text();
  const shown = page.replaceAll('<wbr>', '');

  for (const { name, operation } of declared) {
    expect(shown).toContain(`id="${name}"`);
    expect(shown).toContain(`<code class="path">${operation.path}</code>`);
    expect(shown).toContain(`<span class="summary">${operation.summary.replaceAll("'", '&#39;')}</span>`);
  }
  expect(shown).toContain('<code class="path">/oauth2/token</code>');
  for (const name of Object.keys(JSON.parse(openApi()).components.schemas))
    expect(page).toContain(`id="schema-${name}"`);
});

test('every link of the page leads to something, and no name stands twice', async () => {
  const page = await docs(request()).text();

  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect([...page.matchAll(/(?:href|src)="([^#][^"]*)"/g)].map(([, address]) => address)).toEqual(
    expect.arrayContaining(['data:,', '/openapi.json']),
  );
});

test('the page runs nothing, loads nothing, and says so', async () => {
  const answer = docs(request());
  const page = await answer.text();

  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|<link rel="stylesheet"|<iframe|<img/);
  expect(page).not.toMatch(/(?:src|href)="https?:/);
});

test('what the document says is shown as text, whatever it is', async () => {
  const hostile = JSON.parse(openApi());
  hostile.info.title = '<script>alert(1)</script> & "quotes"';
  hostile.components.schemas.Bill.properties['<img src=x>'] = { type: ['boolean', 'null'] };

  const page = await createDocsPage(() => JSON.stringify(hostile))(request()).text();

  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quotes&#34;');
  expect(page).toContain('<code>&#60;img src=x&#62;</code>');
  expect(page).not.toContain('<script>');
});

test('a browser that takes gzip gets a tenth of the bytes, and the same page', async () => {
  const zipped = docs(request({ 'accept-encoding': 'br, gzip' }));
  const bytes = await zipped.bytes();
  const plain = await docs(request()).bytes();

  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(bytes.length).toBeLessThan(plain.length / 10);
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  expect(Buffer.from(await new Response(unzipped).bytes()).equals(Buffer.from(plain))).toBe(true);
});

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

test.skipIf(chromium === undefined)(
  `a browser shows it without a complaint and opens the operation that a link names${chromium ? '' : ' (skipped: no Chromium installed)'}`,
  async () => {
    await using page = await served();

    const { dom, complaints } = await opened(`${page.url}/docs#bills.approve`);

    expect(complaints).toEqual([]);
    expect(dom).toContain('<h1>Freight brokerage operations</h1>');
    const open = dom.split('<details ').filter((part) => part.startsWith('class="operation" open=""'));
    expect(open).toEqual([expect.stringContaining('id="bills.approve"')]);
  },
);

async function served() {
  const server = createServer(
    // Node's listener answers by itself; nothing waits for it.
    (incoming, response) => void getRequestListener((asked) => docs(asked))(incoming, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The page as the browser has it in the end, and what it wrote on its console. */
async function opened(url: string): Promise<{ readonly dom: string; readonly complaints: readonly string[] }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'waybill-chromium-'));
  const flags = ['--headless', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const quiet = ['--disable-component-update', '--disable-sync', '--enable-logging=stderr', '--dump-dom'];
  // Chromium refuses its sandbox to root, which containers run as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(chromium ?? '', [...flags, ...quiet, ...sandbox, `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const [dom, log] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { dom, complaints: log.split('\n').filter((line) => line.includes('CONSOLE')) };
  } finally {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
