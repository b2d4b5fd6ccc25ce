import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { onOneDatabase } from '../support/stores/databases.ts';
import { type CopiedService, signal, startCopied } from './copied.ts';

const isExport = (request: Request) => new URL(request.url).pathname.endsWith('/bulk-export');

/** Answers with these lines and one user, whose record may mean something else. */
function answerExport(...start: readonly object[]): Response {
  const record = { id: strangeId, createdAt: '2026-11-20T00:00:00.000Z', name: 'Unknown Format' };
  const lines = [
    ...start,
    { type: 'record', collection: 'users', record },
    { type: 'collection', collection: 'users', records: 1 },
    { type: 'end', records: 1 },
  ];
  return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson' },
  });
}

const strangeId = '01a21000-0000-7000-8000-000000000001';

/** Has the rights of a process end, as they do when it is away for long. */
function expireClaims({ url }: CopiedService): void {
  using file = new DatabaseSync(url.slice('sqlite:'.length));
  file.exec('delete from lease');
}

/** Answers of an API that has no export which can be read, with how often it is asked for one at most. */
const noExports: readonly (readonly [title: string, exportsMax: number, answer: () => Response])[] = [
  [
    'shows a page for people there',
    1,
    () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'allows nobody to read it',
    2,
    () => Response.json({ error: { code: 'FORBIDDEN', message: 'no' } }, { status: 403 }),
  ],
  [
    'has an export of another format',
    1,
    () => answerExport({ type: 'start', format: 3, at: '2026-11-20T00:00:00.000Z' }),
  ],
  ['has an export that names no format', 1, () => answerExport({ type: 'start', at: '2026-11-20T00:00:00.000Z' })],
  ['has an export without a first line', 1, () => answerExport()],
  [
    'refuses the format',
    1,
    () => Response.json({ error: { code: 'BAD_REQUEST', message: 'unrecognized key: format' } }, { status: 400 }),
  ],
  ['ends it at once', 2, () => new Response('', { headers: { 'content-type': 'application/x-ndjson' } })],
];
/** Those to try: in a deep run all of them, otherwise one of each kind: no export, a refusal and another format. */
const triedNoExports = isDeep ? noExports : noExports.slice(0, 3);

onOneDatabase('the first fill from an export', (database) => {
  test('takes one request, leaves the same copy as pages do, and asks for changes from its moment on', async () => {
    await using copied = await startCopied({ database, shipments: 40 });
    let exports = 0;
    copied.between.fetch = (request, next) => {
      if (isExport(request)) exports += 1;
      return next(request);
    };
    const byPages = await copied.fill();
    const pages = copied.requests.length;
    const copy = await copied.openWithExport();

    await copy.complete(signal);

    expect(exports).toBe(1);
    // One request a collection for what changed since, where reading pages began with as many.
    expect(copied.requests.length - pages).toBeLessThanOrEqual(17);
    const [byPagesProgress, progress] = [await byPages.progress(), await copy.progress()];
    expect(progress.isWhole).toBe(true);
    expect(progress.collections.map(({ name, records }) => ({ name, records }))).toEqual(
      byPagesProgress.collections.map(({ name, records }) => ({ name, records })),
    );
    const verdicts = await copy.verify(signal, { isWhole: true });
    expect(verdicts.flatMap(({ different }) => different)).toEqual([]);
  });

  test('one that is cut off is recognized, and the next one asks only for the collections that are missing', async () => {
    await using copied = await startCopied({ database, shipments: 40 });
    const requestedPaths: string[] = [];
    copied.between.fetch = async (request, next) => {
      const response = await next(request);
      if (!isExport(request)) return response;
      requestedPaths.push(new URL(request.url).searchParams.get('collections') ?? '');
      if (requestedPaths.length > 1) return response;
      const lines = (await response.text()).split('\n');
      const cut = lines.findIndex((line) => line.includes('"collection":"bills"'));
      return new Response(lines.slice(0, cut + 1).join('\n'), response);
    };
    const copy = await copied.openWithExport();

    await expect(copy.complete(signal)).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      message: expect.stringContaining('cut off'),
    });
    expect((await copy.progress()).isWhole).toBe(false);
    await copy.complete(signal);

    expect(requestedPaths[0]).toContain('customers');
    expect(requestedPaths[1]).toBe('bills,services,loads,orders,shipments');
    expect((await copy.progress()).isWhole).toBe(true);
    const verdicts = await copy.verify(signal, { isWhole: true });
    expect(verdicts.flatMap(({ different }) => different)).toEqual([]);
  });

  test('what is written and deleted while it is read is right afterwards', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    const { api } = copied;
    const {
      data: [remaining, deleted],
    } = await api.locations.filter({ pageSize: 2 });
    const copy = await copied.openWithExport();
    copied.between.fetch = async (request, next) => {
      const response = await next(request);
      if (!isExport(request)) return response;
      const text = await response.text();
      await api.locations.update({ id: remaining?.id ?? '', name: 'Renamed Dock' });
      await api.locations.delete({ id: deleted?.id ?? '' });
      // A question meanwhile sees both, and the older records of the export come after it.
      await copy.update(signal, ['location']);
      return new Response(text, response);
    };

    await copy.complete(signal);

    const rows = await copy.read('select id, name from location where id in (?, ?)', [remaining?.id, deleted?.id]);
    expect(rows).toEqual([{ id: remaining?.id, name: 'Renamed Dock' }]);
    const verdicts = await copy.verify(signal, { isWhole: true });
    expect(verdicts.flatMap(({ different }) => different)).toEqual([]);
  });

  test('one that was away for long writes nothing of collections that another process has finished meanwhile', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    const [slow, quick] = [await copied.openWithExport(), await copied.openWithExport()];
    let exports = 0;
    let pages = 0;
    copied.between.fetch = async (request, next) => {
      const response = await next(request);
      if (!isExport(request)) return response;
      exports += 1;
      if (exports > 1) return response;
      const text = await response.text();
      expireClaims(copied);
      await quick.complete(signal);
      return new Response(text, response);
    };

    await slow.complete(signal, { onPage: () => (pages += 1) });

    expect([exports, pages]).toEqual([2, 0]);
    const verdicts = await slow.verify(signal, { isWhole: true });
    expect(verdicts.flatMap(({ different }) => different)).toEqual([]);
  });

  test.each(triedNoExports)('an API that %s is read page by page', async (_, exportsMax, answer) => {
    await using copied = await startCopied({ database, shipments: 20 });
    let exports = 0;
    copied.between.fetch = (request, next) => {
      if (!isExport(request)) return next(request);
      exports += 1;
      return answer();
    };
    const copy = await copied.openWithExport();

    await copy.complete(signal);

    expect((await copy.progress()).isWhole).toBe(true);
    expect(exports).toBeLessThanOrEqual(exportsMax);
    expect(await copy.read('select id from user_account where id = ?', [strangeId])).toEqual([]);
  });

  test('an API without an export is read page by page, and is not asked for one again', async () => {
    await using copied = await startCopied({ database, shipments: 20 });
    let exports = 0;
    copied.between.fetch = (request, next) => {
      if (!isExport(request)) return next(request);
      exports += 1;
      return Response.json({ error: { code: 'NOT_FOUND', message: 'no such path' } }, { status: 404 });
    };
    const copy = await copied.openWithExport();

    await copy.complete(signal);
    await copy.complete(signal);

    expect(exports).toBe(1);
    expect((await copy.progress()).isWhole).toBe(true);
  });
});
