import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, looks } from '../support/accessibility.ts';
import { browserTest, openVisitor, withoutBrowser } from '../support/browser.ts';
import { isDeep } from '../support/depth.ts';
import { runWaybill, startWaybill } from './support/in-process.ts';
import { createOpenedHome } from './support/opened-home.ts';
import { type Folder, type RunningProcess, startProcess, createTemporaryFolder } from './support/waybill.ts';

let folder: Folder;
let desk: RunningProcess;
let link: URL;
beforeAll(async () => {
  folder = await createOpenedHome();
  desk = await startProcess(['desk'], { home: folder.path });
  link = new URL(JSON.parse(await desk.firstLine).url);
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test('a desk that cannot have its port says so in one sentence and leaves', async () => {
  using other = createTemporaryFolder();

  const { code, stdout, stderr } = await runWaybill(['desk', '--port', link.port], { home: other.path });

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`--port ${link.port} is taken by another program; choose another, or 0 for a free one.\n`);
});

/** Ids, instants, codes and JSON, which no person reads. */
const unreadable =
  /[\da-f]{8}-[\da-f]{4}-|\d{4}-\d{2}-\d{2}T|\b[A-Z]{2,}(?:_[A-Z\d]+)+\b|[{}«»]|\bundefined\b|\bnull\b/;

browserTest(
  `a count leads to its rows, a row to its record, and a record to what belongs to it${withoutBrowser}`,
  async ({ browser }) => {
    await using visitor = await openVisitor(browser);
    const { page, complaints, requests } = visitor;
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto(link.href);
    const asOf = await page.locator('.as-of').innerText();
    const late = await page.getByRole('link', { name: /^Late/ }).innerText();
    await page.getByRole('link', { name: /^Late/ }).click();
    const listed = await page.locator('tbody tr').count();
    const total = await page.locator('tfoot').innerText();
    const number = await page.locator('tbody td a').first().innerText();
    await page.getByRole('link', { name: number }).click();
    const shipment = await heading.innerText();
    await page.getByText('Chart', { exact: true }).click();
    const chart = page.frameLocator('iframe.picture');
    const chartHeading = await chart.getByRole('heading', { level: 1 }).innerText();
    // The frame grows once its picture is drawn.
    const readHeight = () => page.locator('iframe.picture').evaluate((frame) => frame.getBoundingClientRect().height);
    await expect.poll(readHeight, { timeout: 60_000 }).toBeGreaterThan(300);
    await page.locator('dl.values a').first().click();
    const customer = await heading.innerText();
    await page.getByRole('navigation').getByRole('link', { name: 'Bills' }).first().click();
    const sums = await page.locator('.sums').innerText();
    await page.locator('tbody td a').first().click();
    const bill = await heading.innerText();

    expect(asOf).toMatch(/^As of \w{3}, \w{3} \d+, \d+:\d\d [AP]M [A-Z]+$/);
    expect(late).toMatch(/^Late\s+\d+$/);
    expect(listed).toBe(Number(late.replace(/\D+/, '')));
    expect(total).toMatch(/Total of all\s+\$/);
    expect(shipment).toMatch(new RegExp(`^${number} · `));
    expect(shipment).toContain(customer.replace(/^.* · /, ''));
    expect(chartHeading).toContain(number);
    expect(sums).toMatch(/Overdue\s+\$[\d,.]+\s+\d+ bills\s+Due within 7 days/);
    expect(bill).toMatch(/^BILL-\d+ · /);
    expect(requests.filter((url) => new URL(url).origin !== link.origin)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

browserTest(`a keyboard is enough to find a record by its name${withoutBrowser}`, async ({ browser }) => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(link.href);
  const isFocused = (name: string) => page.evaluate(`document.activeElement.id === ${JSON.stringify(name)}`);
  for (let tabs = 0; tabs < 30 && !(await isFocused('words')); tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('larkspur');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Which one?' }).waitFor();
  const match = page.locator('.rows a', { hasText: 'Customer' }).first();
  await match.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^A\d+ · Larkspur/ }).waitFor();

  expect(await page.locator('main').innerText()).toContain('Exposure');
});

browserTest(
  `a phone without scripts reads the desk, signs in to the approvals page and comes back${withoutBrowser}`,
  async ({ browser }) => {
    const term = await runWaybill(
      ['call', '--json', 'api_write', formatCallInput('paymentTerms.create', { name: 'Net 16' })],
      {
        home: folder.path,
      },
    );
    const { id } = JSON.parse(term.stdout).structuredContent.record;
    await runWaybill(['call', 'api_write', formatCallInput('paymentTerms.delete', { id })], { home: folder.path });
    const made = await runWaybill(['approvals', 'secret'], { home: folder.path }, () => '');
    const secret = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
    await using visitor = await openVisitor(browser, {
      viewport: { width: 375, height: 812 },
      javaScriptEnabled: false,
    });
    const { page } = visitor;
    await page.goto(link.href);
    const pending = await page.getByRole('link', { name: /^Pending approvals/ }).innerText();
    await page.getByText('Menu').click();
    await page.locator('.menu').getByRole('link', { name: 'Receivables' }).click();
    await page.waitForURL('**/receivables', { waitUntil: 'load' });
    const width = await page.locator('table').evaluate((table) => table.getBoundingClientRect().right);
    const label = await page
      .locator('tbody td')
      .nth(1)
      .evaluate((cell) => cell.dataset.label);
    const hasChart = await page.getByText('Chart', { exact: true }).isVisible();
    await page.getByText('Menu').click();
    await page.locator('.menu').getByRole('link', { name: 'Approvals' }).click();
    await page.getByLabel("The approver's secret").fill('AAAAA-AAAAA-AAAAA-AAAAA');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const refused = await page.getByRole('alert').innerText();
    await page.getByLabel("The approver's secret").fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const plans = await page.locator('.approvals tbody tr').count();
    await page.getByRole('navigation').getByRole('link', { name: 'Desk' }).click();

    expect(pending).toMatch(/^Pending approvals\s+1$/);
    expect(width).toBeLessThanOrEqual(375);
    expect([label, hasChart]).toEqual(['Not due', false]);
    expect(refused).toMatch(/secret/);
    expect(plans).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/desk');
  },
);

const formatCallInput = (operation: string, input: object): string => JSON.stringify({ operation, input });

// Tables of a hundred rows take the checks half a minute: a deep run tries one look on every view, a usual one each look on one.
const usualViews = ['', '/exceptions?show=late'];
const allViews = [
  ...usualViews,
  '/exceptions',
  '/exceptions?show=uncovered',
  '/receivables',
  '/payables',
  '/billing',
  '/invoices',
  '/invoices?show=overdue',
  '/bills',
  '/bills?show=due',
  '/quotes',
  '/quotes?show=expiring',
  '/shipment',
  '/shipment?shipment=4500-7781',
  '/shipment?shipment=SHP-0',
  '/carrier?carrier=Redline+Hauling',
  '/customer?customer=Larkspur+Home+Goods',
  '/customer?customer=Dale',
  '/record?record=BILL-00969',
  '/record?record=INV-00001',
  '/record?record=PMT-00005',
  '/record?record=BP-00005',
  '/record?record=Q002310',
  '/record?record=LD-2204',
  '/record?record=V100001',
  '/search?words=chicago',
  '/lane?origin=Chicago%2C+IL&destination=Dallas%2C+TX',
  '/revenue',
  '/no-such-page',
];

for (const look of looks)
  browserTest(`every view can be read and used: ${look.name}${withoutBrowser}`, async ({ browser }) => {
    await using visitor = await openVisitor(browser, look);
    const { page } = visitor;
    const barriers: Record<string, readonly string[]> = {};
    const codes: Record<string, string | undefined> = {};
    await page.goto(link.href);
    const usual = isDeep ? usualViews : usualViews.filter((_view, place) => place === looks.indexOf(look));
    for (const view of isDeep && look === looks[0] ? allViews : usual) {
      await page.goto(new URL(`/desk${view}`, link).href);
      const pageBarriers = await findBarriers(page);
      if (pageBarriers.length > 0) barriers[view] = pageBarriers;
      const [code] = unreadable.exec(await page.locator('main').innerText()) ?? [];
      if (code !== undefined) codes[view] = code;
    }

    expect(barriers).toEqual({});
    expect(codes).toEqual({});
  });

test('where people sign in at an issuer, the desk leads to the approvals page of their server and serves none', async () => {
  using home = createTemporaryFolder();
  const file = path.join(home.path, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ issuer: 'https://login.example.com', client: { id: 'waybill' } }));
  const environment = { WAYBILL_SIGN_IN: file, WAYBILL_PUBLIC_URL: 'https://desk.example.com' };
  await using signedIn = startWaybill(['desk'], { home: home.path, environment });
  const { href, origin } = new URL(JSON.parse(await signedIn.firstLine).url);
  const entered = await fetch(href, { redirect: 'manual' });
  const headers = { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' };

  const form = await (await fetch(`${origin}/desk/lane`, { headers })).text();
  const own = await fetch(`${origin}/approvals/sign-in`, { headers });

  expect(form).toMatch(/<a href="https:\/\/desk\.example\.com\/approvals" ?>Approvals<\/a>/);
  expect(own.status).toBe(404);
});

test('a signal ends the desk cleanly, and its link with it', async () => {
  const { code, stderr } = await desk.stop('SIGTERM');

  expect([code, stderr]).toEqual([0, '']);
  await expect(fetch(link)).rejects.toThrow('fetch failed');
});
