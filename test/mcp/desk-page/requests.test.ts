import { expect, test } from 'vitest';
import { toLoadingKey } from '../../../src/domain/kit/completeness.ts';
import { createToken, type DeskPageOptions } from '../../../src/mcp/desk-page/desk-options.ts';
import { createDeskPage } from '../../../src/mcp/desk-page/page.ts';
import type { ToolResult } from '../../../src/mcp/results/result.ts';

/** Tests of who may read the desk's page, request by request; test/cli/desk.test.ts opens it in a browser. */

const host = 'localhost:4712';
const origin = `http://${host}`;

/** Answers of tools by their names, or made from the input. */
type Answers = Readonly<Record<string, ToolResult | ((input: Readonly<Record<string, unknown>>) => ToolResult)>>;

const nothingOwed: ToolResult = {
  text: 'Nothing owed.',
  data: { summary: 'Nothing owed.', asOf: '2026-11-27T16:00:00.000Z', total: 0, rows: [] },
};
const usualAnswers: Answers = { aging_report: nothingOwed, get_carrier: nothingOwed, pay_bills: nothingOwed };

interface OpenedPage {
  readonly answers?: Answers;
  readonly approvals?: DeskPageOptions['approvals'];
}

function openPage({ answers = usualAnswers, approvals }: OpenedPage = {}) {
  const calls: object[] = [];
  const linkToken = createToken();
  const page = createDeskPage({
    origin: () => 'http://localhost:4712',
    tools: Object.keys(answers),
    linkToken,
    log: () => {},
    timeZone: async () => 'America/Chicago',
    approvals,
    call: async (tool, input) => {
      calls.push({ tool, input });
      const answer = answers[tool];
      if (answer === undefined) throw new Error(`${tool} is not on offer`);
      return typeof answer === 'function' ? answer(input) : answer;
    },
  });
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    page.request(`${origin}${path}`, { method, headers: { host, ...headers } });
  const enter = async () => {
    const { headers } = await ask(`/desk/open/${linkToken}`);
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  /** Returns the text that a person reads on a page, without markup. */
  const read = async (path: string) => toPageText(await (await ask(path, await enter())).text());
  return { ask, enter, read, calls, linkToken };
}

/** Returns the visible text of a page, each part apart from the next by a space. */
const toPageText = (page: string): string =>
  page
    .replace(/^.*<main/s, '<main')
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

const asOf = '2026-11-27T16:00:00.000Z';
const buildUsdTotals = (count: number, amount: number) => [{ currency: 'USD', count, amount }];

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
    ['bills', 'pay_bills', 'search?words=x', 'cards/plan', 'cards/..%2Fplan', 'assets/x'].map((path) =>
      ask(`/desk/${path}`, cookie),
    ),
  );

  const [, banner = ''] = /<span class="wide">(.*?)<\/span>/s.exec(home) ?? [];
  expect([...banner.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/desk/receivables',
    '/desk/payables',
  ]);
  expect(calls).toEqual([
    { tool: 'aging_report', input: { ledger: 'receivables', limit: 100 } },
    { tool: 'get_carrier', input: { carrier: 'Bolt Lines' } },
  ]);
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
});

test('a text of a record ends neither the element that carries it nor the page', async () => {
  const name = '</script><script>alert(1)</script>\u202E';
  const row = { friendlyId: 'A100001', name, currency: 'USD', current: 5, total: 5 };
  const aging = { text: `Owed by «${name}».`, data: { summary: name, total: 1, rows: [row], bucketTotals: [row] } };
  const { ask, enter } = openPage({ answers: { aging_report: aging } });

  const page = await (await ask('/desk/receivables', await enter())).text();

  expect(page.match(/<script\b[^>]*>/g)).toEqual([
    '<script src="/desk/assets/desk.js" defer>',
    '<script type="application/json" data-answer>',
  ]);
  const [, json = ''] = /data-answer>([^<]*)</.exec(page) ?? [];
  expect(JSON.parse(json).structuredContent.rows).toEqual([row]);
  expect(page).toContain(
    '<a href="/desk/customer?customer=A100001">&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</a>',
  );
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
  const row = { friendlyId: 'A100001', name: 'Bolt', currency: 'USD', total: 5 };
  const long = openPage({
    answers: { aging_report: { text: 'Rows.', data: { total: 130, rows: [row], nextCursor: 'a b' } } },
  });
  const refused: ToolResult = {
    text: 'BAD_REQUEST: No lane «x».',
    data: { error: { code: 'BAD_REQUEST', message: 'No lane «x».' } },
    isError: true,
  };
  const failed = openPage({ answers: { lane_history: refused } });

  const list = await (await long.ask('/desk/payables', await long.enter())).text();
  await long.ask('/desk/payables?cursor=a%20b', await long.enter());
  const none = await failed.read('/desk/lane?origin=x&destination=y');

  expect(list).toContain('href="/desk/payables?cursor=a%20b"');
  expect(toPageText(list)).toContain('1 row on this page, 130 in all.');
  expect(long.calls.at(-1)).toEqual({ tool: 'aging_report', input: { ledger: 'payables', limit: 100, cursor: 'a b' } });
  expect(none).toContain('Not shown No lane x.');
  expect(none).not.toContain('BAD_REQUEST');
});

test('sums are of all bills, whatever part of them a page lists', async () => {
  const bill = {
    friendlyId: 'BILL-00007',
    payee: 'Bolt Lines',
    status: 'IN_REVIEW',
    amount: 10,
    open: 10,
    currency: 'USD',
  };
  const listBills = ({ overdue, to, limit }: Readonly<Record<string, unknown>>): ToolResult => {
    const openTotals =
      overdue === true
        ? buildUsdTotals(2, 20.5)
        : to === undefined
          ? buildUsdTotals(450, 9000)
          : buildUsdTotals(5, 70.75);
    const data = {
      asOf,
      total: 450,
      rows: [bill],
      nextCursor: limit === 1 ? null : 'next',
      openTotals,
      totals: openTotals,
    };
    return { text: 'Bills.', data };
  };
  const { read } = openPage({ answers: { list_bills: listBills } });

  const page = await read('/desk/bills?cursor=second');

  expect(page).toContain('As of Fri, Nov 27, 10:00 AM CST');
  expect(page).toContain(
    'Overdue $20.50 2 bills Due within 7 days $50.25 3 bills Due later, or without a date $8,929.25 445 bills All open $9,000.00 450 bills',
  );
  expect(page).toMatch(/BILL-00007 Bolt Lines .*In review .*\$10\.00 .*Total of all .*\$9,000\.00/);
});

test('while records are still being read, no count or sum is shown as if it were all', async () => {
  const completeness = {
    status: 'partial',
    gaps: [{ key: toLoadingKey('bills'), text: 'Read so far: bills back to Mar 3, 2026.' }],
  };
  const data = {
    asOf,
    total: null,
    rows: [],
    openTotals: buildUsdTotals(12, 300),
    totals: buildUsdTotals(12, 300),
    completeness,
  };
  const { read } = openPage({ answers: { list_bills: { text: '', data }, billing_queue: { text: '', data } } });

  const [home, bills] = [await read('/desk'), await read('/desk/bills')];

  expect(home).toContain('Not complete yet Read so far: bills back to Mar 3, 2026.');
  expect(home).toMatch(/To invoice \$300\.00 so far not known yet/);
  expect(home).toMatch(/Overdue \$300\.00 so far 12 so far/);
  expect(bills).toContain('0 open bills so far');
  expect(bills).toContain('Nothing was read yet.');
  expect(bills).not.toContain('No bill is open');
});

test('where an API never sends some data, sums are of what was read, and nothing is called all', async () => {
  const completeness = { status: 'partial', gaps: [{ key: 'vendorBills', text: "This API can't list vendor bills." }] };
  const bill = { friendlyId: 'BILL-00007', payee: 'Bolt Lines', status: 'IN_REVIEW', open: 10, currency: 'USD' };
  const data = {
    asOf,
    total: 12,
    rows: [{ ...bill, amount: 10 }],
    openTotals: buildUsdTotals(12, 300),
    totals: buildUsdTotals(12, 400),
    completeness,
  };
  const { read } = openPage({ answers: { list_bills: { text: '', data } } });

  const [home, bills] = [await read('/desk'), await read('/desk/bills')];

  expect(home).toContain("Not complete This API can't list vendor bills.");
  expect(home).toMatch(/Overdue \$300\.00 of what was read 12 of what was read/);
  expect(bills).toContain('12 open bills of what was read');
  expect(bills).toMatch(/Total of what was read .*\$400\.00 \$300\.00/);
  expect(bills).not.toContain('Total of all');
});

test('a sentence in the place of a name leads nowhere', async () => {
  const row = { friendlyId: 'A100001', name: 'Bolt', currency: 'USD', total: 5 };
  const aging = { text: '', data: { asOf, total: 1, rows: [row], bucketTotals: [{ currency: 'USD', total: 5 }] } };
  const shipment = { friendlyId: 'SHP-1', loads: [{ friendlyId: 'LD-1', status: 'OPEN', carriers: [] }] };
  const answers = {
    aging_report: aging,
    get_shipment: { text: '', data: { asOf, record: shipment } },
  };
  const { ask, enter } = openPage({ answers });
  const cookie = await enter();

  const pages = [await ask('/desk/receivables', cookie), await ask('/desk/shipment?shipment=SHP-1', cookie)];
  const texts = await Promise.all(pages.map((page) => page.text()));

  expect(texts.map(toPageText)).toEqual([
    expect.stringMatching(/Bolt .*Total of all/),
    expect.stringContaining('No carrier'),
  ]);
  expect(texts.join('').match(/<a [^>]*>(?:Total of all|No carrier)<\/a>/g)).toBeNull();
});

test('the home page counts what needs a person, each count a link, and names what it could not count', async () => {
  const shipments = { asOf, total: 6, rows: [], byKind: [{ kind: 'late', count: 5 }] };
  const refused = { error: { code: 'NOT_IMPLEMENTED', message: "This API can't list quotes." } };
  const { ask, enter, read } = openPage({
    answers: {
      list_shipments: { text: '', data: shipments },
      list_quotes: { text: '', data: refused, isError: true },
    },
    approvals: { address: '/approvals', count: async () => 3 },
  });

  const page = await (await ask('/desk', await enter())).text();

  expect(await read('/desk')).toMatch(
    /Pending approvals 3 .*Late 5 .*Uncovered None .*Not available: This API can't list quotes\./,
  );
  for (const address of ['/approvals', '/desk/exceptions?show=late', '/desk/exceptions?show=uncovered'])
    expect(page).toContain(`<a href="${address}"`);
});

test('a name that several records have shows them as links, and a single record opens', async () => {
  const ambiguous: ToolResult = {
    text: '',
    data: { error: { code: 'AMBIGUOUS', message: '«Dale» matches 2 customers' } },
    isError: true,
  };
  const rows = [
    { kind: 'customer', friendlyId: 'A100055', what: 'Umber Dale, ACTIVE', status: 'ACTIVE', created: '2025-11-07' },
    { kind: 'customer', friendlyId: 'A100050', what: 'Buckthorn Dale', created: '2025-08-09' },
    { kind: 'location', friendlyId: '', what: 'Dale Yard', id: '019a6597-3770-7000-801d-fd828d1a7d8b' },
  ];
  const find = ({ query }: Readonly<Record<string, unknown>>): ToolResult => ({
    text: '',
    data: { asOf, rows: query === 'Dale' ? rows : rows.slice(2) },
  });
  const { ask, enter } = openPage({ answers: { get_customer: ambiguous, find } });
  const cookie = await enter();

  const customers = await (await ask('/desk/customer?customer=Dale', cookie)).text();
  const all = await (await ask('/desk/search?words=Dale', cookie)).text();
  const single = await ask('/desk/search?words=yard', cookie);

  const listLinks = (page: string) => [...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, address]) => address);
  expect(listLinks(customers)).toEqual(['/desk/customer?customer=A100055', '/desk/customer?customer=A100050']);
  expect(toPageText(customers)).toContain('A100055 · Umber Dale Customer active created Nov 7, 2025');
  expect(listLinks(all)).toHaveLength(3);
  expect(toPageText(all)).not.toContain('019a6597');
  expect([single.status, single.headers.get('location')]).toEqual([
    303,
    '/desk/record?record=location%20019a6597-3770-7000-801d-fd828d1a7d8b',
  ]);
});

test('revenue ends today, and the month that still runs says so', async () => {
  const data = {
    asOf,
    rows: [
      { month: '2026-01', currency: 'USD', revenue: 0 },
      { month: '2026-10', currency: 'USD', revenue: 80, margin: 8, margin_percent: 10 },
      { month: '2026-11', currency: 'USD', revenue: 40, margin: 6, margin_percent: 15 },
    ],
    totals: [{ month: 'Total', currency: 'USD', revenue: 120, margin: 14, margin_percent: 11.7 }],
    period: { from: '2026-01-01', to: '2026-11-27' },
  };
  const { read, calls } = openPage({ answers: { analyze: { text: '', data } } });

  const page = await read('/desk/revenue');

  expect(calls).toMatchObject([{ tool: 'analyze', input: { by: ['month'], period: 'year to date' } }]);
  expect(page).toContain('$120.00 from Jan 1, 2026 to Nov 27, 2026');
  expect(page).toContain('Nov 2026, to Nov 27, 2026 (running) $40.00 $6.00 15.0 % Oct 2026 $80.00');
  expect(page).not.toContain('Jan 2026');
});

test('a record is shown from the answer of its tool, without ids and codes, and its numbers are links', async () => {
  const record = {
    id: '01a211a5-ac80-7000-8000-015048b3937a',
    friendlyId: 'BILL-01191',
    status: 'APPROVED_TO_PAY',
    payee: 'IN_REVIEW Trucking',
    reference: '2026-11-25',
    shipment: 'SHP-2128',
    amount: 372,
    open: 72,
    currency: 'USD',
    dueDate: '2026-12-25',
    agreed: [{ name: 'Drayage', total: 372 }],
    verdicts: ['pay_to'],
    papers: [{ id: record01, type: 'PROOF_OF_DELIVERY', fileName: 'pod_A_B.pdf', filedOn: '2026-11-26' }],
  };
  const untrusted = ['/record/payee', '/record/reference', '/record/agreed/*/name', '/record/papers/*/fileName'];
  const { ask, enter } = openPage({
    answers: { get_record: { text: '', data: { asOf, kind: 'bill', record, untrusted } } },
  });

  const page = await (await ask('/desk/record?record=BILL-01191', await enter())).text();

  const text = toPageText(page);
  expect(text).toContain('Bill BILL-01191 · IN_REVIEW Trucking Approved to pay');
  // What a record says stays as it is, though it looks like a date.
  expect(text).toMatch(
    /Reference 2026-11-25 .*Amount \$372\.00 .*Open \$72\.00 .*Due date Dec 25, 2026 .*Check Pay-to changed/,
  );
  expect(text).toMatch(/POD pod_A_B\.pdf Nov 26, 2026/);
  expect(text).not.toMatch(/APPROVED_TO_PAY|PROOF_OF_DELIVERY|01a211a5/);
  expect(page).toContain('<a href="/desk/shipment?shipment=SHP-2128">SHP-2128</a>');
});

const record01 = '01a218ed-b000-7000-8000-02136c5c9e57';

test('a record that another page shows leads there', async () => {
  const data = { kind: 'carrier', record: { id: record01, friendlyId: 'C100121' } };
  const { ask, enter } = openPage({ answers: { get_record: { text: '', data } } });

  const { status, headers } = await ask('/desk/record?record=Steady%20Plow', await enter());

  expect([status, headers.get('location')]).toEqual([303, '/desk/carrier?carrier=C100121']);
});
