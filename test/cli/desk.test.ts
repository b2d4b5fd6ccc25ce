import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, looks } from '../support/accessibility.ts';
import { browserTest, openVisitor, withoutBrowser } from '../support/browser.ts';
import { isDeep } from '../support/depth.ts';
import { runWaybill } from './support/in-process.ts';
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

browserTest(
  `a person with the link walks from picture to picture, and the text is beside each${withoutBrowser}`,
  async ({ browser }) => {
    await using visitor = await openVisitor(browser);
    const { page, complaints, requests } = visitor;
    const picture = page.frameLocator('iframe.picture');
    await page.goto(link.href);
    const names = await page.locator('.rows .title').allInnerTexts();
    const seen: Record<string, string> = {};
    for (const name of names.slice(0, 5)) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      seen[name] = await picture.getByRole('heading', { level: 1 }).innerText();
      await page.getByText('The same as text').click();
      expect(await page.locator('details .text').innerText()).toMatch(/As of \w{3}, \w{3} \d+, /);
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Exceptions' }).click();
    const number = await picture.locator('.items .number').first().innerText();
    await page.getByRole('navigation').getByRole('link', { name: 'Shipment', exact: true }).click();
    await page.getByLabel('Shipment number or reference').fill(number);
    await page.getByRole('button', { name: 'Show' }).click();
    const story = await picture.locator('article').innerText();
    const height = await page.locator('iframe.picture').evaluate((frame) => frame.getBoundingClientRect().height);
    await page.getByLabel('Shipment number or reference').fill('SHP-0');
    await page.getByRole('button', { name: 'Show' }).click();
    const refused = await page.getByRole('alert').innerText();

    expect(names.slice(0, 7)).toEqual([
      'Exceptions',
      'Receivables',
      'Payables',
      'Billing',
      'Bills',
      'Shipment',
      'Carrier',
    ]);
    expect(seen).toEqual({
      Exceptions: expect.stringMatching(/^\d+ shipments with an exception$/),
      Receivables: expect.stringMatching(/^Open balances by age, \d{4}-/),
      Payables: expect.stringMatching(/^Open balances by age, \d{4}-/),
      Billing: expect.stringMatching(/^\d+ shipments delivered, not invoiced$/),
      Bills: expect.stringMatching(/^\$[\d,.]+ open in \d+ bills$/),
    });
    expect(story).toContain(`${number} · `);
    expect(story).toContain('Stops: window against actual');
    expect(height).toBeGreaterThan(300);
    expect(refused).toMatch(/SHP-0/);
    expect(requests.filter((url) => new URL(url).origin !== link.origin)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

const usualViews = ['', '/exceptions'];
const allViews = [
  ...usualViews,
  '/receivables',
  '/payables',
  '/billing',
  '/bills',
  '/shipment',
  '/shipment?shipment=4500-7781',
  '/shipment?shipment=SHP-0',
  '/carrier?carrier=Redline+Hauling',
  '/lane?origin=Chicago%2C+IL&destination=Dallas%2C+TX',
  '/revenue',
  '/no-such-page',
];

for (const look of looks)
  browserTest(`every view can be read and used: ${look.name}${withoutBrowser}`, async ({ browser }) => {
    await using visitor = await openVisitor(browser, look);
    const { page } = visitor;
    const barriers: Record<string, readonly string[]> = {};
    await page.goto(link.href);
    for (const view of isDeep ? allViews : usualViews) {
      await page.goto(new URL(`/desk${view}`, link).href);
      const picture = page.locator('iframe.picture');
      if ((await picture.count()) > 0) await page.frameLocator('iframe.picture').locator('h1').waitFor();
      const pageBarriers = await findBarriers(page);
      if (pageBarriers.length > 0) barriers[view] = pageBarriers;
    }

    expect(barriers).toEqual({});
  });

test('a signal ends the desk cleanly, and its link with it', async () => {
  const { code, stderr } = await desk.stop('SIGTERM');

  expect([code, stderr]).toEqual([0, '']);
  await expect(fetch(link)).rejects.toThrow('fetch failed');
});
