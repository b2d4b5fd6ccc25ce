import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { lendBrokerage } from '../../support/stores/lent-stores.ts';
import { startHttpCommand } from '../support/http.ts';
import { openPipeline } from '../support/pipeline.ts';
import { startServiceCommand, fetchServiceToken } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** More than the buffers between two sockets of one machine hold. */
const requests = 90;
const atInfo = { WAYBILL_LOG: 'info' };

const countAnswered = (log: string, route: string): number =>
  log.split('\n').filter((line) => line.includes('"message":"request"') && line.includes(`"route":"${route}"`)).length;

/** Counts the requests that are answered once health was read often enough that all of them could have been. */
async function countBegun(origin: string, logged: () => string, route: string): Promise<number> {
  let counts = [-1, 0];
  while (counts.at(-2) !== counts.at(-1)) {
    for (let nth = 0; nth < 20; nth += 1) expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    counts = [...counts, countAnswered(logged(), route)];
  }
  return counts.at(-1) ?? 0;
}

onOneDatabase('a service whose responses nobody reads', (kind) => {
  test('does no work beyond what the connection takes, and goes on when its caller reads', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using service = await startServiceCommand(['--database', database.url], {
      home: folder.path,
      environment: atInfo,
    });
    const { authUrl } = service.ready;
    const authorization = `Bearer ${await fetchServiceToken(service.ready)}`;
    const catalog = { method: 'GET', path: '/openapi.json', headers: { authorization } } as const;

    using pipeline = await openPipeline(
      authUrl,
      Array.from({ length: requests }, () => catalog),
    );
    const begun = await countBegun(authUrl, () => service.logged(), '/openapi.json');
    const responses = await pipeline.readResponses(requests);

    expect(begun).toBeLessThan(requests);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: requests }, () => 200));
  });
});

test('a tool server whose responses nobody reads does no work beyond what the connection takes', async () => {
  using folder = createTemporaryFolder();
  await using http = await startHttpCommand([], {
    home: folder.path,
    environment: { ...atInfo, WAYBILL_DATABASE_URL: `sqlite:${folder.path}/desk.db`, WAYBILL_TOOLSETS: 'all' },
  });
  const { origin } = new URL(http.ready.url);
  const list = {
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  };

  using pipeline = await openPipeline(
    origin,
    Array.from({ length: requests }, () => list),
  );
  const begun = await countBegun(origin, () => http.logged(), '/mcp');
  const responses = await pipeline.readResponses(requests);

  expect(begun).toBeLessThan(requests);
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: requests }, () => 200));
});
