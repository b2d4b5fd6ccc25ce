import { expect, test } from 'vitest';
import { createToken } from '../../../src/mcp/desk-page/desk-options.ts';
import { createDeskPage } from '../../../src/mcp/desk-page/page.ts';
import type { ToolResult } from '../../../src/mcp/results/result.ts';

/** Tests of who may read the desk's page, request by request; test/cli/desk.test.ts opens it in a browser. */

const host = 'localhost:4712';
const origin = `http://${host}`;

function openPage(answer: ToolResult = { text: 'Nothing owed.', data: { summary: 'Nothing owed.', rows: [] } }) {
  const calls: object[] = [];
  const linkToken = createToken();
  const page = createDeskPage({
    origin: () => 'http://localhost:4712',
    tools: ['aging_report', 'get_carrier', 'pay_bills'],
    linkToken,
    log: () => {},
    call: async (tool, input) => {
      calls.push({ tool, input });
      return answer;
    },
  });
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    page.request(`${origin}${path}`, { method, headers: { host, ...headers } });
  const enter = async () => {
    const { headers } = await ask(`/desk/open/${linkToken}`);
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  return { ask, enter, calls, linkToken };
}

test('only the link of this process opens the page, with a cookie that no script and no other site gets', async () => {
  const { ask, linkToken, calls } = openPage();

  const opened = await ask(`/desk/open/${linkToken}`);
  const refused = [
    await ask('/desk'),
    await ask('/desk/receivables'),
    await ask('/desk/receivables', { cookie: 'waybill_desk_4712=guessed' }),
    await ask(`/desk/open/${linkToken.slice(1)}x`),
    await ask(`/desk/receivables`, { cookie: `waybill_desk_4712=${linkToken}` }),
  ];

  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/desk']);
  expect(opened.headers.get('set-cookie')).toMatch(
    /^waybill_desk_4712=[\w-]{43}; Path=\/desk; HttpOnly; SameSite=Strict$/,
  );
  expect(opened.headers.get('set-cookie')).not.toContain(linkToken);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 403, 401]);
  expect(calls).toEqual([]);
});

test('nothing but a question is taken, from nowhere but this page', async () => {
  const { ask, enter, calls } = openPage();
  const cookie = await enter();

  const methods = await Promise.all(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ask('/desk/receivables', { ...cookie, origin }, method)),
  );
  const foreign = [
    await ask('/desk/receivables', { ...cookie, host: 'evil.example:4712' }),
    await ask('/desk/receivables', { ...cookie, host: 'localhost:80' }),
    await ask('/desk/receivables', { ...cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
    await ask('/desk/cards/aging', { ...cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }),
  ];

  expect(methods.map(({ status }) => status)).toEqual([405, 405, 405, 405]);
  expect(foreign.map(({ status }) => status)).toEqual([421, 421, 403, 403]);
  expect(calls).toEqual([]);
});

test('the pages are those of the reading tools on offer, each with its own question', async () => {
  const { ask, enter, calls } = openPage();
  const cookie = await enter();

  const home = await (await ask('/desk', cookie)).text();
  await ask('/desk/receivables', cookie);
  await ask('/desk/carrier', cookie);
  await ask('/desk/carrier?carrier=Bolt%20Lines&limit=9&tool=pay_bills', cookie);
  const missing = await Promise.all(
    ['bills', 'pay_bills', 'cards/plan', 'cards/..%2Fplan', 'assets/x'].map((path) => ask(`/desk/${path}`, cookie)),
  );

  expect([...home.matchAll(/<li>\s*<a href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/desk/receivables',
    '/desk/payables',
    '/desk/carrier',
  ]);
  expect(calls).toEqual([
    { tool: 'aging_report', input: { ledger: 'receivables', limit: 100 } },
    { tool: 'get_carrier', input: { carrier: 'Bolt Lines' } },
  ]);
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test('a text of a record ends neither the element that carries it nor the page', async () => {
  const name = '</script><script>alert(1)</script>\u202E';
  const { ask, enter } = openPage({ text: `Owed by «${name}».`, data: { summary: name, rows: [{ name }] } });

  const page = await (await ask('/desk/receivables', await enter())).text();

  expect(page.match(/<script\b[^>]*>/g)).toEqual([
    '<script src="/desk/assets/desk.js" defer>',
    '<script type="application/json" data-answer>',
  ]);
  const [, json = ''] = /data-answer>([^<]*)</.exec(page) ?? [];
  expect(JSON.parse(json).structuredContent.rows).toEqual([{ name }]);
  expect(page).toContain('Owed by «&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;».');
});

test('pages load nothing from elsewhere, and a picture has no right but its own script', async () => {
  const { ask, enter } = openPage();
  const cookie = await enter();

  const [page, card] = [await ask('/desk/receivables', cookie), await ask('/desk/cards/aging', cookie)];

  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
  );
  expect(card.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; .*frame-ancestors 'self'; sandbox allow-scripts$/,
  );
  expect([page.headers.get('x-frame-options'), card.headers.get('x-frame-options')]).toEqual(['DENY', 'SAMEORIGIN']);
  expect([page, card].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
});

test('the rest of a long list is one press away, and what a tool cannot answer is said', async () => {
  const long = openPage({ text: 'Rows.', data: { rows: [], nextCursor: 'a b' } });
  const failed = openPage({ text: 'No carrier «x».', data: { error: {} }, isError: true });

  const list = await (await long.ask('/desk/payables', await long.enter())).text();
  await long.ask('/desk/payables?cursor=a%20b', await long.enter());
  const none = await (await failed.ask('/desk/carrier?carrier=x', await failed.enter())).text();

  expect(list).toContain('href="/desk/payables?cursor=a%20b"');
  expect(long.calls.at(-1)).toEqual({ tool: 'aging_report', input: { ledger: 'payables', limit: 100, cursor: 'a b' } });
  expect(none).toContain('No carrier «x».');
  expect(none).not.toContain('<iframe');
});
