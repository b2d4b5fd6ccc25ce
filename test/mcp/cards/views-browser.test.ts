import { afterAll, expect } from 'vitest';
import { readView, type ViewName, viewNames, views } from '../../../src/mcp/cards/views.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { browserTest, testWithBrowser, withoutBrowser } from '../../support/browser.ts';
import { type CardHost, openHost } from '../support/card-host.ts';

/** Pictures of what the sandbox brokerage answers, in a host's frames. */

const now = '2026-11-20T15:00:00.000Z';
/** Views to try for rules that hold for every view; a deep run tries all. */
const someViews = isDeep ? viewNames : viewNames.slice(0, 2);

/** Each picture is a page of its own in it. */
let host: CardHost;
let desk: TestDesk;
testWithBrowser.beforeAll(async ({ browser }) => {
  host = await openHost(browser);
  desk = await startDesk({ tools: [], seed: 'small', now });
});
afterAll(async () => {
  await host?.[Symbol.asyncDispose]();
  await desk?.close();
});

const csp = { connectDomains: [], resourceDomains: [] };

/** Shows an answer of whatever form. */
async function show(name: ViewName, data: object, context = {}): Promise<string> {
  const result = { content: [{ type: 'text', text: 'the text of the answer' }], structuredContent: data };
  await host.show({ card: { html: await readView(name), csp }, result, context });
  return host.inside.locator('article').innerText();
}

/** Shows what the tool of the picture answers. */
async function showCall(name: ViewName, input: Record<string, unknown>) {
  const { data } = await desk.callTool(views[name].tool, input);
  return { data, text: await show(name, data) };
}

const formatDollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const readWidths = (selector: string) =>
  host.inside.locator(`${selector} rect`).evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));

browserTest(
  `the exception board counts each kind of the whole list, and shows the worst${withoutBrowser}`,
  async () => {
    const { data, text } = await showCall('exceptions', { exception: 'any', limit: 30 });

    expect(text).toMatch(new RegExp(`^${data.total} shipments with an exception`));
    const rows = await host.inside.locator('.bars li').allInnerTexts();
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual(
      data.byKind.map(({ kind, count }: { kind: string; count: number }) => {
        const words = kind.replaceAll('_', ' ').replace('pod', 'POD');
        return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${count}`;
      }),
    );
    const [first] = data.rows;
    const item = await host.inside.locator('.items > li').first().innerText();
    for (const part of [first.friendlyId, first.customer, formatDollars(first.revenue), `! ${first.exceptions}`])
      expect(item).toContain(part);
    expect(host.complaints).toEqual([]);
  },
);

browserTest(`the bars of an aging report are as long as its sums${withoutBrowser}`, async () => {
  const { data, text } = await showCall('aging', { ledger: 'receivables' });

  const [sums] = data.bucketTotals;
  expect(text).toContain(formatDollars(sums.total));
  const parts = [sums.current, sums.days1to30, sums.days31to60, sums.days61to90, sums.over90];
  for (const amount of parts) expect(text).toContain(formatDollars(amount));
  const widths = await readWidths('section:first-of-type > .bar-line .bar');
  const [whole = 0] = [widths.reduce((sum, width) => sum + width, 0)];
  const drawn = parts.filter((amount) => amount > 0);
  expect(widths).toHaveLength(drawn.length);
  for (const [index, amount] of drawn.entries())
    expect((widths[index] ?? 0) / whole).toBeCloseTo(amount / sums.total, 2);
  expect(text).toContain(`${data.rows[0].name} · ${data.rows[0].friendlyId}`);
});

browserTest(`the stops of a late shipment show the window, the times and how late it is${withoutBrowser}`, async () => {
  const late = await desk.callTool('list_shipments', { exception: 'late' });
  const [{ friendlyId }] = late.data.rows;

  const { data, text } = await showCall('stops', { shipment: friendlyId });

  expect(text).toContain(`${friendlyId} · ${data.record.customer.name}`);
  for (const { place, punctuality, arrived } of data.record.stops)
    for (const part of [place, punctuality, arrived ?? '']) expect(text).toContain(part);
  const withWindow = data.record.stops.filter(({ windowFrom }: { windowFrom?: string }) => windowFrom !== undefined);
  expect(await host.inside.locator('.window').count()).toBe(withWindow.length);
  expect(await host.inside.locator('.stop .bar .fill-warn').count()).toBe(1);
  expect(text).toMatch(/^! Late by /m);
});

browserTest(
  `a carrier shows its verdict first, then what speaks against it, then the rest${withoutBrowser}`,
  async () => {
    const { data, text } = await showCall('carrier', { carrier: 'Copperhead Pass' });

    const places = [
      `${data.record.name} · ${data.record.friendlyId}`,
      'Caution: look at the reasons first (12 pass, 1 fail, 2 unknown)',
      'Insurance expires in 1 day, on Nov 21, 2026.',
      'No account number of the carrier is on record.',
      '12 rules passed',
      'Profile',
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain('Operating authority is active.');
    await host.inside.getByText('12 rules passed').click();
    expect(await host.inside.locator('article').innerText()).toContain('Operating authority is active.');
  },
);

browserTest(`a carrier that is refused stands out from one with a caution, by color too${withoutBrowser}`, async () => {
  const grounds: string[] = [];
  for (const overall of ['caution', 'fail']) {
    await show('carrier', { record: { friendlyId: 'C1', name: 'Bolt' }, verdict: { overall, findings: [] } });
    const ground = `getComputedStyle(document.querySelector('.verdict')).backgroundColor`;
    grounds.push((await host.page.frames()[2]?.evaluate<string>(ground)) ?? '');
  }

  expect(grounds).toEqual(['rgb(255, 244, 220)', 'rgb(253, 236, 236)']);
});

browserTest(`what is delivered narrows step by step to what is ready to invoice${withoutBrowser}`, async () => {
  const { data } = await showCall('billing', {});

  const lines = await host.inside.locator('.bars li').allInnerTexts();
  const ready = data.byBlocker.find(({ blocker }: { blocker: string }) => blocker === 'ready');
  expect(lines[0]).toContain(`Delivered: ${data.total}`);
  expect(lines[0]).toContain(formatDollars(data.totals[0].amount));
  expect(lines.at(-1)).toContain(`Ready to invoice: ${ready.count}`);
  expect(lines.at(-1)).toContain(formatDollars(ready.amount));
  // Each thing in the way is one step, and the first line is all of it.
  expect(lines).toHaveLength(data.byBlocker.length);
  const widths = await readWidths('.bars .bar');
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

browserTest(`bills show what is open, when it is due and what the check found${withoutBrowser}`, async () => {
  const { data, text } = await showCall('bills', { check: true });

  expect(text).toContain(`${formatDollars(data.openTotals[0].amount)} open in ${data.openTotals[0].count} bills`);
  const [first] = data.rows;
  const item = await host.inside.locator('.items > li').first().innerText();
  expect(item).toContain(first.friendlyId);
  expect(item).toContain(first.reasons[0]);
  const due = await host.inside.locator('section').first().locator('li').allInnerTexts();
  const counted = due.map((line) => Number(/: (\d+)/.exec(line)?.[1]));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(
    data.rows.filter(({ dueDate }: { dueDate?: string }) => dueDate !== undefined).length,
  );
});

browserTest(`who is over the limit shows what the exposure is made of${withoutBrowser}`, async () => {
  const { data, text } = await showCall('aging', { ledger: 'receivables', overCredit: true });

  const [first] = data.rows;
  expect(text).toContain(`${first.name} · ${first.friendlyId}`);
  expect(text).toContain(`over by ${formatDollars(first.overBy)}`);
  expect(text).toContain(`limit ${formatDollars(first.limit)}, exposure ${formatDollars(first.exposure)}`);
  const drawn = [first.open, first.unbilled, first.booked].filter((amount) => amount > 0);
  expect(await host.inside.locator('.bar-line').first().locator('.bar rect').count()).toBe(drawn.length);
});

browserTest(`what analyze answers is drawn in its units, with what before was and means${withoutBrowser}`, async () => {
  const { data, text } = await showCall('chart', {
    measures: ['revenue', 'margin_percent'],
    by: ['week'],
    period: 'last 28 days',
    compare: 'previous',
  });
  const ticks = await host.inside.locator('.plot').first().locator('text').allTextContents();
  const lines = await host.inside.locator('.plot').first().locator('.line').count();

  expect(ticks.filter((tick) => tick.startsWith('$')).length).toBeGreaterThan(2);
  expect(lines).toBe(2);
  for (const part of ['Revenue (booked)', 'In this period', 'Before', ...data.definitions, ...data.notes])
    expect(text).toContain(part);
  expect(text).not.toContain('«');
});

browserTest(`groups are shown as the rows they are${withoutBrowser}`, async () => {
  const { data, text } = await showCall('exceptions', { groupBy: 'customer' });

  expect(await host.inside.getByRole('columnheader').allInnerTexts()).toContain('Customer');
  expect(text).toContain(data.rows[0].customer);
  expect(text).toContain(formatDollars(data.rows[0].revenue));
});

/** Builds an answer of `analyze`: the chart that it may be drawn as, and the rows. */
const buildAnalysis = (
  kind: string,
  x: string,
  series: readonly string[],
  rows: readonly object[],
  split?: string,
) => ({
  summary: 'Figures.',
  rows: rows.map((row) => ({ currency: 'USD', ...row })),
  chart: { kind, x, series, split, units: { revenue: 'money', margin_percent: 'percent' } },
});

const customers = [
  { customer: 'Acme', revenue: 3000, margin_percent: 12 },
  { customer: 'Globex', revenue: 1000, margin_percent: -4 },
];

browserTest(`figures are drawn as bars, shares and points, each with its amount${withoutBrowser}`, async () => {
  const bars = await show('chart', buildAnalysis('bars', 'customer', ['revenue', 'margin_percent'], customers));
  const [firstWidth = 0, other = 0] = await readWidths('section:first-of-type .bar');
  const negative = await host.inside.locator('.fill-warn').count();
  const share = await show('chart', buildAnalysis('share', 'customer', ['revenue'], customers));
  await show('chart', buildAnalysis('scatter', 'revenue', ['margin_percent'], customers, 'customer'));
  const points = await host.inside.locator('.point').count();
  await host.inside.getByText('As a table').click();
  const cells = await host.inside.getByRole('row').allInnerTexts();

  expect(bars).toContain('$3,000.00');
  expect(bars).toContain('-4 %');
  expect(other / firstWidth).toBeCloseTo(1 / 3, 2);
  expect(negative).toBe(1);
  expect(share.replaceAll(/\s+/g, ' ')).toContain('Acme $3,000.00 75 % Globex $1,000.00 25 %');
  expect(points).toBe(2);
  expect(cells.map((row) => row.split('\t'))).toEqual([
    ['Customer', 'Revenue', 'Margin percent'],
    ['Acme', '$3,000.00', '12 %'],
    ['Globex', '$1,000.00', '-4 %'],
  ]);
  expect(host.complaints).toEqual([]);
});

browserTest(`a line runs over its months, with a gap where nothing is known${withoutBrowser}`, async () => {
  const months = ['2026-03', '2026-01', '2026-02', '2026-04'].map((month, place) => ({
    month,
    revenue: place === 2 ? null : 1000 * (place + 1),
  }));

  await show('chart', buildAnalysis('lines', 'month', ['revenue'], months));
  const plot = host.inside.getByRole('img', { name: 'Revenue over month' });
  const path = await plot.locator('.line').getAttribute('d');
  const days = (await plot.locator('text').allTextContents()).filter((text) => text.startsWith('2026'));

  expect(path?.match(/[ML]/g)).toEqual(['M', 'M', 'L']);
  expect(await plot.locator('.mark').count()).toBe(3);
  expect(days).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
});

browserTest(`a lane shows what it cost and sold at, to one scale${withoutBrowser}`, async () => {
  const price = { loads: 4, average: 1800, median: 1750, low: 1500, high: 2000, perMile: 1.96 };

  const text = await show('lane', {
    summary: '4 loads.',
    lane: { origin: 'Chicago, IL', destination: 'Dallas, TX', loads: 4 },
    byCurrency: [
      { currency: 'USD', buy: price, sell: { ...price, average: 2100, high: 2600 }, margin: 1200, marginPercent: 14.3 },
    ],
    lastLoads: [{ shipment: 'SHP-7', day: '2026-11-02', carrier: 'Bolt', currency: 'USD', buy: 1800, sell: null }],
    quotes: { won: 3, lost: 1, winPercent: 75, reasons: [{ reason: 'PRICE', count: 1 }] },
  });

  const [buy = 0, sell = 0] = await host.inside
    .locator('.range')
    .evaluateAll((all) => all.map((range) => range.getBoundingClientRect().right - range.getBoundingClientRect().left));
  expect(buy / sell).toBeCloseTo(500 / 1100, 1);
  for (const part of [
    'Chicago, IL to Dallas, TX',
    'average $1,800.00',
    '$1.96 a mile',
    '$1,200.00, 14.3 %',
    'sell unknown',
    '75 %',
  ])
    expect(text).toContain(part);
});

const name = `Bolt <img src=x onerror="document.title='taken'"><script>document.title='taken';fetch('http://foreign.test/')</script>\u202Etxt`;
const shownName = name.replace('\u202E', '');

/** The least of each form that shows a text of a record. */
const withName: Readonly<Record<ViewName, object>> = {
  exceptions: {
    total: 1,
    rows: [{ friendlyId: 'SHP-1', customer: name, exceptions: 'late by 2 h', minutesLate: 120 }],
  },
  stops: { record: { friendlyId: 'SHP-1', customer: { name }, stops: [{ type: 'PICK', place: name }] } },
  carrier: { record: { friendlyId: 'C1', name }, verdict: { overall: 'pass', findings: [] } },
  aging: { bucketTotals: [{ currency: 'USD', total: 5 }], rows: [{ name, currency: 'USD', total: 5, current: 5 }] },
  billing: { byBlocker: [], rows: [{ friendlyId: 'SHP-1', customer: name, revenue: 5 }] },
  bills: { rows: [{ friendlyId: 'BILL-1', payee: name, open: 5 }] },
  lane: { lane: { origin: 'Chicago, IL', destination: 'Dallas, TX' }, carriers: [{ name, loads: 2 }] },
  chart: { chart: { kind: 'bars', x: 'customer', series: ['loads'] }, rows: [{ customer: name, loads: 3 }] },
};

browserTest(`a script in the name of a record is shown and does not run, in any picture${withoutBrowser}`, async () => {
  for (const view of viewNames) {
    const text = await show(view, withName[view]);
    expect({ view, isShown: text.includes(shownName) }).toEqual({ view, isShown: true });
    expect(text).not.toContain('\u202E');
    expect(await host.inside.locator('img, article script').count()).toBe(0);
  }
  expect(await host.read('document.title')).toBe('Host');
  expect(host.requests.filter((url) => !/^http:\/\/(host|sandbox)\.test\//.test(url))).toEqual([]);
  expect(host.complaints).toEqual([]);
});

browserTest(
  `an answer without anything, and one of an unknown form, leave a picture that says so${withoutBrowser}`,
  async () => {
    const empty = {
      summary: 'Nothing here.',
      total: 0,
      rows: [],
      byKind: [],
      byBlocker: [],
      openTotals: [],
      bucketTotals: [],
    };

    for (const view of someViews) {
      const texts = [await show(view, empty), await show(view, { rows: 'none', record: 7, summary: 'Odd.' })];
      expect({ view, isSaid: texts.every((text) => text.trim() !== '') }).toEqual({ view, isSaid: true });
    }
    const failed = { isError: true, content: [], structuredContent: { error: { message: 'The API did not answer.' } } };
    await host.show({ card: { html: await readView('aging'), csp }, result: failed });

    expect(await host.inside.locator('article').innerText()).toMatch(/^✕ Not done\s+The API did not answer\.$/);
    expect(host.complaints).toEqual([]);
  },
);

browserTest(`a thousand rows begin as a few, and all are there on a press${withoutBrowser}`, async () => {
  const rows = Array.from({ length: 1000 }, (_none, index) => ({
    friendlyId: `SHP-${index}`,
    customer: 'Acme',
    exceptions: 'late by 5 min',
  }));

  await show('exceptions', { total: 1000, byKind: [{ kind: 'late', count: 1000 }], rows });
  const atFirst = await host.inside.locator('.items > li').count();
  await host.inside.getByRole('button', { name: `Show ${1000 - atFirst} more` }).press('Enter');

  expect(atFirst).toBeLessThan(20);
  expect(await host.inside.locator('.items > li').count()).toBe(1000);
  expect(await host.page.frames()[2]?.evaluate('document.activeElement.className')).toBe('items');
});

browserTest(`pictures follow the theme of the host, and nothing is cut off at 320 px${withoutBrowser}`, async () => {
  await host.page.setViewportSize({ width: 320, height: 640 });
  await host.page.emulateMedia({ colorScheme: 'light' });
  const evaluateInside = <Value>(expression: string) => host.page.frames()[2]?.evaluate<Value>(expression);

  for (const view of someViews) {
    await show(view, JSON.parse(JSON.stringify(withName[view]).replaceAll('SHP-1', `SHP-${'1'.repeat(80)}`)), {
      theme: 'dark',
    });
    expect({ view, width: await evaluateInside('document.documentElement.scrollWidth') }).toEqual({ view, width: 320 });
    expect(await evaluateInside('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(29, 33, 37)');
  }
});
