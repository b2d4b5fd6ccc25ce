import { afterAll, expect } from 'vitest';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { payBills } from '../../../tools/payables/pay_bills.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { findBarriers } from '../../support/accessibility.ts';
import { isDeep } from '../../support/depth.ts';
import { browserTest, withoutBrowser } from '../../support/browser.ts';
import { type CardHost, openHost, readCard } from '../support/card-host.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { toAnswer, type FormPerson } from '../../support/desk/clients.ts';

const page = 'http://localhost:49152/approvals';
const tools = [payBills, approveBills, runApproved];

const start = () => startDesk({ tools, offersNoOthers: true, server: { approvalsPage: async () => page } });

/** A call of a host's client, with the card that the server offers for it. */
async function callTool(desk: TestDesk, name: string, args: Record<string, unknown>, as: FormPerson = 'none') {
  const client = await desk.connect(as);
  const result = await client.callTool({ name, arguments: args });
  return { card: await readCard(client), result, answer: toAnswer(result) };
}

/** Asks to pay three approved bills, one of a payee of this name. */
async function askPayment(desk: TestDesk, name = 'Bolt Lines') {
  const carrier = await createPayee(desk, 'Prairie Haul');
  const billed = [
    await createBilledLoad(desk, { carrier, reference: 'PH-1' }),
    await createBilledLoad(desk, { carrier, agreed: 800, reference: 'PH-2' }),
    await createBilledLoad(desk, { carrier: await createPayee(desk, name), agreed: 500 }),
  ];
  for (const { bill } of billed) await desk.api.bills.approve({ id: bill.id });
  const bills = billed.map(({ bill }) => bill.friendlyId);
  return callTool(desk, 'pay_bills', { bills, date: '2026-11-23', method: 'ACH', reference: 'RUN-7' });
}

let shared: Promise<{ readonly desk: TestDesk; readonly payment: Awaited<ReturnType<typeof askPayment>> }> | undefined;

/** Returns a payment that waits, for tests that only show it. */
async function getPayment() {
  shared ??= start().then(async (desk) => ({ desk, payment: await askPayment(desk) }));
  return (await shared).payment;
}

afterAll(async () => (await shared)?.desk.close());

/** Lists the kinds of messages that the card sent to its host. */
const listSentKinds = (host: CardHost) =>
  host.read<readonly string[]>(`[...new Set(heard.map(({ method }) => method ?? 'answer'))].toSorted()`);

/** Evaluates an expression inside the card. */
const evaluateInCard = <Value>({ page }: CardHost, expression: string) => page.frames()[2]?.evaluate<Value>(expression);

const readBackground = (host: CardHost) =>
  evaluateInCard<string>(host, 'getComputedStyle(document.documentElement).backgroundColor');

const light = 'rgb(255, 255, 255)';
const dark = 'rgb(29, 33, 37)';

browserTest(
  `a payment that waits is shown with its money, lines, undo, end and number${withoutBrowser}`,
  async ({ browser }) => {
    const { card, result, answer } = await getPayment();
    await using host = await openHost(browser);

    await host.show({ card, result, context: { timeZone: 'America/Chicago' } });

    const text = await host.inside.locator('article').innerText();
    const { id } = answer.data.approval;
    const parts = [
      'Pending',
      'Pay 3 bills of 2 payees: $2,500.00',
      'Needs approval.',
      'Amount $2,500.00',
      '2 warnings',
      'BILL-00003',
      'The payment can be taken back, or one bill taken out of it while the others stay paid.',
      'For comparison, as of Nov 20, 9:00 AM CST',
      'Cash out on Nov 23, 2026, before and after: $0.00 -> $2,500.00',
      'Nov 21, 9:00 AM CST',
      id,
      'Decide on the approvals page.',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(await host.inside.getByRole('heading', { level: 1 }).innerText()).toBe('Pay 3 bills of 2 payees: $2,500.00');
    expect(await findBarriers(host.page)).toEqual([]);
    expect(host.complaints).toEqual([]);
  },
);

browserTest(`a line with a warning comes first, and is marked${withoutBrowser}`, async ({ browser }) => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const clean = await createBilledLoad(desk, { carrier, reference: 'PH-1' });
  const more = await createBilledLoad(desk, { carrier, agreed: 700, amount: 950, reference: 'PH-2' });
  const bills = [clean, more].map(({ bill }) => bill.friendlyId);
  const { card, result } = await callTool(desk, 'approve_bills', { bills });
  await using host = await openHost(browser);

  await host.show({ card, result });

  const lines = await host.inside.locator('.lines tbody').allInnerTexts();
  expect(lines).toEqual([
    expect.stringMatching(
      /^BILL-00002 [^]*! \$950\.00 billed, \$250\.00 more than the \$700\.00 agreed\.\s+\$950\.00\s*$/,
    ),
    expect.stringMatching(/^BILL-00001 [^]* clean\s+\$1,200\.00$/),
  ]);
  expect(await host.inside.locator('.lines tbody.warned').count()).toBe(1);
});

browserTest(
  `a warning beside the plan comes first, and only a plan without any says that it has none${withoutBrowser}`,
  async ({ browser }) => {
    const { card, answer } = await getPayment();
    const { plan, approval } = answer.data;
    const against = { ...plan, warnings: [{ text: 'Above the limit' }] };
    const doubtful = { ...plan, warnings: [{ text: 'Pay-to changed 5 days ago', lines: [plan.lines[0].key] }] };
    await using host = await openHost(browser);
    const show = (data: object) => host.show({ card, result: { content: [], structuredContent: data } });

    await show({ ...answer.data, plan: against, approval: { ...approval, warning: 'It may have been done already.' } });
    const points = await host.inside.locator('.against li').allInnerTexts();
    await show({ ...answer.data, plan: doubtful });
    const [clear, findings] = [
      await host.inside.locator('.clear').count(),
      await host.inside.locator('.finding').allInnerTexts(),
    ];

    expect(points).toEqual(['It may have been done already.', 'Above the limit']);
    expect([clear, findings]).toEqual([0, ['! Pay-to changed 5 days ago']]);
  },
);

browserTest(
  `a script in the name of a payee is shown and does not run, and nothing leaves the card${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await start();
    const name = `Bolt <img src=x onerror="document.title='taken'"><script>document.title='taken';fetch('http://foreign.test/')</script>`;
    const { card, result } = await askPayment(desk, name);
    await using host = await openHost(browser);

    await host.show({ card, result });

    const text = await host.inside.locator('article').innerText();
    expect(text).toContain(`To ${name}: 1 bill`);
    expect(await host.inside.locator('article :is(img, script, b)').count()).toBe(0);
    expect(await evaluateInCard(host, 'document.title')).toBe('Waybill plan');
    expect([...new Set(host.requests)]).toEqual([
      'http://host.test/',
      'http://host.test/host.js',
      'http://sandbox.test/',
    ]);
    expect(host.complaints).toEqual([]);
  },
);

browserTest(
  `characters that reorder or hide text are not shown, whatever the server lets through${withoutBrowser}`,
  async ({ browser }) => {
    const { card, result } = await getPayment();
    await using host = await openHost(browser);
    const swapped = JSON.parse(JSON.stringify(result).replaceAll('Bolt Lines', 'Bolt\\u202E seniL\\u2066\\u200B'));

    await host.show({ card, result: swapped });

    const text = await host.inside.locator('article').innerText();
    expect(text).toContain('Bolt seniL');
    expect(text).not.toMatch(/[\p{Cf}]/u);
  },
);

browserTest(
  `the button asks the host to open the page of this approval, and that is all that it does${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await start();
    const { card, result, answer } = await askPayment(desk);
    await using host = await openHost(browser);
    await host.show({ card, result, capabilities: { openLinks: {}, serverTools: {}, message: {} } });
    const button = host.inside.getByRole('button');

    expect(await button.allInnerTexts()).toEqual(['Open the approvals page']);
    await button.click();
    await host.page.waitForFunction('opened.length === 1');
    await host.read('window.refusesLinks = true');
    await button.click();
    await host.inside.getByText('The page did not open').waitFor();

    const address = `${page}/${answer.data.approval.id}`;
    expect(answer.data.approval.how.url).toBe(address);
    expect(await host.read('opened')).toEqual([address, address]);
    expect(await host.read('called')).toEqual([]);
    expect(await listSentKinds(host)).toEqual([
      'ui/initialize',
      'ui/notifications/initialized',
      'ui/notifications/sandbox-proxy-ready',
      'ui/notifications/size-changed',
      'ui/open-link',
    ]);
    const { data } = await desk.callTool('run_approved', { approvalId: answer.data.approval.id });
    expect(data.error).toMatchObject({ code: 'APPROVAL_PENDING' });
  },
);

browserTest(
  `another address than that of the approvals page of this machine is not offered${withoutBrowser}`,
  async ({ browser }) => {
    const { card, result, answer } = await getPayment();
    const { id, how } = answer.data.approval;
    await using host = await openHost(browser);
    // Each takes the browser a second: in every run the first of them are tried.
    const allWrong = [
      `http://localhost.evil.test/approvals/${id}`,
      `javascript:alert('/approvals/${id}')`,
      'http://localhost:49152/approvals/APR-00000000',
      `https://evil.test/approvals/${id}`,
      `http://localhost:49152/approvals/${id}?next=evil`,
      `http://evil@localhost:49152/approvals/${id}`,
      'http://localhost:49152/other',
      'no address',
    ];
    const wrong = isDeep ? allWrong : allWrong.slice(0, 3);

    const offered: unknown[] = [];
    for (const url of wrong) {
      await host.show({ card, result: JSON.parse(JSON.stringify(result).replaceAll(how.url, url)) });
      const text = await host.inside.locator('.decide').innerText();
      const buttons = await host.inside.getByRole('button').count();
      if (buttons > 0 || !text.includes(`To decide, run: ${how.command}`)) offered.push([url, buttons, text]);
    }

    expect(offered).toEqual([]);
  },
);

browserTest(
  `a host that opens no links is shown the address, without a button${withoutBrowser}`,
  async ({ browser }) => {
    const { card, result, answer } = await getPayment();
    await using host = await openHost(browser);

    await host.show({ card, result, capabilities: {} });

    expect(await host.inside.getByRole('button').count()).toBe(0);
    expect(await host.inside.locator('.decide').innerText()).toContain(answer.data.approval.how.url);
  },
);

browserTest(
  `the card follows the theme of its host, and the browser's where the host has none${withoutBrowser}`,
  async ({ browser }) => {
    const { card, result } = await getPayment();
    await using host = await openHost(browser, { colorScheme: 'dark' });

    await host.show({ card, result });
    const grounds = [await readBackground(host)];
    await host.tell({ theme: 'light' });
    await host.inside.locator('html[data-theme=light]').waitFor();
    grounds.push(await readBackground(host));
    await host.tell({ theme: 'dark' });
    await host.inside.locator('html[data-theme=dark]').waitFor();
    grounds.push(await readBackground(host));

    expect(grounds).toEqual([dark, light, dark]);
    expect(await findBarriers(host.page)).toEqual([]);
  },
);

browserTest(`nothing is cut off at 320 px${withoutBrowser}`, async ({ browser }) => {
  await using desk = await start();
  const { card, result } = await askPayment(desk, `Bolt${'9'.repeat(120)}`);
  await using host = await openHost(browser, { viewport: { width: 320, height: 640 } });

  await host.show({ card, result });

  expect(await evaluateInCard(host, 'document.documentElement.scrollWidth')).toBe(320);
});

browserTest(
  `what came of a plan is said in words, and leads nowhere any more${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await start();
    const { card, answer } = await askPayment(desk);
    const { id } = answer.data.approval;
    const early = await callTool(desk, 'run_approved', { approvalId: id });
    await desk.approve(id);
    const done = await callTool(desk, 'run_approved', { approvalId: id });
    const { bill } = await createBilledLoad(desk, { carrier: await createPayee(desk, 'Ironbark'), agreed: 300 });
    const declined = await callTool(desk, 'approve_bills', { bills: [bill.friendlyId] }, 'decline');
    await using host = await openHost(browser);

    const texts: string[] = [];
    for (const { result } of [early, done, declined]) {
      await host.show({ card, result });
      texts.push((await host.inside.locator('article').innerText()).replaceAll(/\n+/g, ' | '));
      expect(await host.inside.getByRole('button').count()).toBe(0);
    }

    expect(texts).toEqual([
      expect.stringMatching(/^✕ Not done \| APR-\w{8} needs a person's approval before /),
      expect.stringMatching(
        /^✓ Done \| 2 payments recorded: .* \| Results \| BILL-00001: paid \| .* \| Undo \| The tools that are offered here cannot take it back\.$/,
      ),
      '✕ Declined. Nothing was changed. | Approve bill BILL-00004 for payment: $300.00 | Amount $300.00',
    ]);
  },
);
