import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiText } from '../../src/cli/opening/stores/openapi-text.ts';
import { createIds } from '../../src/service/identifiers/ids.ts';
import { createOrganization } from '../../src/service/organization/organization.ts';
import { findBarriers, looks } from '../support/accessibility.ts';
import { browserTest, openVisitor, withoutBrowser } from '../support/browser.ts';
import { isDeep } from '../support/depth.ts';
import { startService, type TestService } from '../support/service/service.ts';

const pageFiles = ['swagger-ui.css', 'reference.css', 'swagger-ui-bundle.js', 'reference.js'];

/** Longer than any machine takes: it only ends a test that would wait for ever. */
const guardMs = 600_000;
/** Tag of the operations that every run looks at. */
const usualTag = 'customers';

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.service.fetch(new Request(`http://service.test${path}`, { method, headers }));

/** The service of all tests: none of them changes what another one reads. */
let api: TestService;
beforeAll(async () => {
  api = await startService('SQLite');
});
afterAll(() => api[Symbol.asyncDispose]());

test('the page allows code, styles and requests of its own origin only, and nothing inline', async () => {
  const { status, headers } = await get('/docs');
  const head = await get('/docs', {}, 'HEAD');

  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, headers.get('etag'), '']);
});

test('every file that the page names is there, with its type', async () => {
  const page = await (await get('/docs')).text();

  const paths = [...page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => String(path));
  const answers = await Promise.all(paths.map(async (path) => [path, await get(path)] as const));

  expect(answers.map(([path, { status, headers }]) => [path, status, headers.get('content-type')])).toEqual([
    ['/docs/assets/swagger-ui.css', 200, 'text/css; charset=utf-8'],
    ['/docs/assets/reference.css', 200, 'text/css; charset=utf-8'],
    ['/docs/assets/swagger-ui-bundle.js', 200, 'text/javascript; charset=utf-8'],
    ['/docs/assets/reference.js', 200, 'text/javascript; charset=utf-8'],
  ]);
  for (const [, { headers }] of answers) expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('other files of the library, and of the machine, are unknown', async () => {
  const unknown = [
    '',
    'index.html',
    'package.json',
    'constructor',
    '..%2fpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
  ];

  for (const name of unknown) {
    const answer = await get(`/docs/assets/${name}`);
    expect([name, answer.status, await answer.json()]).toMatchObject([name, 404, { error: { code: 'NOT_FOUND' } }]);
  }
});

test.for(pageFiles)('%s is sent compressed, and not again while it is the same', async (name) => {
  const path = `/docs/assets/${name}`;

  const plain = await get(path);
  const zipped = await get(path, { 'accept-encoding': 'gzip, br' });
  const again = await get(path, {
    'accept-encoding': 'gzip, br',
    'if-none-match': zipped.headers.get('etag') ?? '',
  });

  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect([plain, zipped].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache', 'no-cache']);
  const unzipped = new Response(zipped.body?.pipeThrough(new DecompressionStream('gzip')));
  expect(Buffer.from(await unzipped.bytes()).equals(Buffer.from(await plain.bytes()))).toBe(true);
  expect([again.status, await again.text()]).toEqual([304, '']);
});

browserTest(
  `a browser shows every operation and tries some out, and asks nobody but this service, and what is opened can be read and used${withoutBrowser}`,
  async ({ browser }) => {
    const { now } = api.clock;
    const client = { name: 'Reader', now, newId: createIds(() => now) };
    const { clientId, clientSecret } = await createOrganization(api.database, client);
    await using server = await serve(api);
    // Swagger UI renders only what is in view: in a deep run that is the whole list, otherwise what the filter finds.
    await using visitor = await openVisitor(browser, { viewport: { width: 1280, height: isDeep ? 20_000 : 1_500 } });
    const { page, requests, complaints } = visitor;
    const described = listDescribedOperations(isDeep ? '' : usualTag);

    await page.goto(`${server.origin}/docs`);
    if (!isDeep) await page.locator('.operation-filter-input').fill(usualTag);
    const names = page.locator('.opblock-summary-operation-id');
    await expect.poll(async () => (await names.allTextContents()).sort(), { timeout: guardMs }).toEqual(described);
    const inDialog = await authorize(page, clientId, clientSecret);
    const filter = await openOperation(page, 'customers.filter');
    const inOperation = await findBarriers(page, '.opblock.is-open');
    const create = await openOperation(page, 'customers.create');
    const answers = [await execute(create), await execute(filter)];

    for (const answer of answers) expect(answer).toContain('"Acme Foods"');
    expect(described.length).toBeGreaterThan(isDeep ? 200 : 5);
    expect({ inDialog, inOperation }).toEqual({ inDialog: [], inOperation: [] });
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(`${server.origin}/`))).toEqual([]);
  },
);

// Its 200 operations take a browser ten times as long as any other page, and axe seconds for the whole of it.
for (const look of isDeep ? looks : [])
  browserTest(`the reference can be read and used: ${look.name}${withoutBrowser}`, async ({ browser }) => {
    await using server = await serve(api);
    await using visitor = await openVisitor(browser, look);
    const { page } = visitor;
    const barriers: Record<string, readonly string[]> = {};
    const check = async (name: string) => {
      const pageBarriers = await findBarriers(page);
      if (pageBarriers.length > 0) barriers[name] = pageBarriers;
    };

    await page.goto(`${server.origin}/docs`);
    await page.locator('.opblock-summary-operation-id').first().waitFor();
    await check('the list');
    const block = page.locator('.opblock-post').first();
    await block.getByRole('button').first().click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    await block.locator('textarea').first().waitFor();
    await check('an operation to try out');
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.locator('.live-responses-table').waitFor();
    await page.getByRole('button', { name: 'Expand all' }).first().click();
    await check('an answer and a schema');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.dialog-ux').waitFor();
    await check('the dialog for credentials');

    expect(barriers).toEqual({});
  });

/** The service behind a real port. */
async function serve({ service }: TestService) {
  // Its own Response, which it puts in place of Node's, lacks `bytes()`, and later tests of this process would meet it.
  const answer = getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false });
  // Node's listener answers by itself; nothing waits for it.
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lists the names of the operations under tags that hold the text, and of the webhooks, which have no tag. */
function listDescribedOperations(tag: string): string[] {
  // The service's own document, of the shape that OpenAPI gives it.
  const { paths, webhooks } = JSON.parse(openApiText()) as Record<
    'paths' | 'webhooks',
    Record<string, Record<string, { readonly operationId?: string; readonly tags?: readonly string[] }>>
  >;
  const [operations = [], hooks = []] = [paths, webhooks].map((part) =>
    Object.values(part).flatMap((item) => Object.values(item)),
  );
  return [...operations.filter(({ tags = [] }) => tags.some((name) => name.includes(tag))), ...hooks]
    .flatMap(({ operationId }) => operationId ?? [])
    .sort();
}

/** Signs in with the page's dialog, and returns what keeps people from reading or using that. */
async function authorize(page: Page, clientId: string, clientSecret: string): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.waitFor();
  const barriers = await findBarriers(page, '.dialog-ux');
  await dialog.getByLabel('client_id').fill(clientId);
  await dialog.getByLabel('client_secret').fill(clientSecret);
  await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
  await dialog.getByRole('button', { name: 'Remove authorization' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  return barriers;
}

/** Opens an operation to try it out. */
async function openOperation(page: Page, operation: string): Promise<Locator> {
  const name = page.locator('.opblock-summary-operation-id', { hasText: new RegExp(`^${RegExp.escape(operation)}$`) });
  const block = page.locator('.opblock', { has: name });
  await block.getByRole('button').first().click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.locator('textarea').first().waitFor();
  return block;
}

/** Sends an operation as the page offers it, and returns its response. */
async function execute(block: Locator): Promise<string> {
  await block.getByRole('button', { name: 'Execute' }).click();
  return block.locator('.live-responses-table td.response-col_description').last().innerText();
}
