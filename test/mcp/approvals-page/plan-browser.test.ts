import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { browserTest, openVisitor, withoutBrowser } from '../../support/browser.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { type ServedApprovalsPage, servePage } from '../support/approvals-page.ts';
import { startTermDesk } from '../support/term-desk.ts';

const startBillDesk = () => startDesk({ tools: [approveBills, runApproved], offersNoOthers: true });

async function signIn(page: Page, served: ServedApprovalsPage): Promise<void> {
  await page.goto(await served.link());
  await page.waitForURL('**/approvals');
}

async function readTexts(page: Page, selector: string): Promise<readonly string[]> {
  const texts = await page.locator(selector).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

/** Requests the approval of bills of one carrier: as agreed, for more than agreed, and as agreed again. */
async function requestBatch(desk: TestDesk): Promise<string> {
  const carrier = await createPayee(desk, 'Prairie Haul');
  const amounts = [{ agreed: 1200 }, { agreed: 700, amount: 950 }, { agreed: 800 }];
  const bills: string[] = [];
  for (const [index, billed] of amounts.entries()) {
    const { bill } = await createBilledLoad(desk, { carrier, reference: `PH-${index + 1}`, ...billed });
    bills.push(bill.friendlyId);
  }
  return String((await desk.callTool('approve_bills', { bills })).data.approval.id);
}

browserTest(
  `lines with a warning come first and are not ticked, the others are, and what is ticked is done${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startBillDesk();
    const approvalId = await requestBatch(desk);
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${approvalId}`);

    const boxes = await page
      .getByRole('checkbox', { name: /^Approve BILL/ })
      .evaluateAll((nodes: readonly { readonly value: string; readonly checked: boolean }[]) =>
        nodes.map(({ value, checked }) => [value, checked]),
      );
    const [warned, sum, hint, planWarnings] = [
      await readTexts(page, 'tbody.warned .finding'),
      await readTexts(page, '[data-sum]'),
      await readTexts(page, '[data-lines] .hint'),
      await page.locator('.box.against').count(),
    ];
    await page.getByRole('checkbox', { name: 'Approve BILL-00003' }).uncheck();
    const fewer = await readTexts(page, '[data-sum]');
    await page.getByRole('checkbox', { name: /^I have read the plan and the 1 warning$/ }).check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved, not executed yet').waitFor();
    const done = await desk.callTool('run_approved', { approvalId });

    expect(boxes).toEqual([
      ['BILL-00002', false],
      ['BILL-00001', true],
      ['BILL-00003', true],
    ]);
    expect(warned).toEqual(['! $950.00 billed, $250.00 more than the $700.00 agreed.']);
    expect(hint).toEqual(['1 line has a warning and is not ticked. Tick a line to approve it anyway.']);
    expect([sum, fewer]).toEqual([['Selected: 2 of 3 lines, $2,000.00'], ['Selected: 1 of 3 lines, $1,200.00']]);
    expect(planWarnings).toBe(0);
    expect((await getApproval(desk.options, approvalId)).leftOut.toSorted()).toEqual(['BILL-00002', 'BILL-00003']);
    expect(done.data.status).toBe('done');
    expect(morgan.complaints).toEqual([]);
  },
);

browserTest(
  `what is ticked is summed for each currency, in the words of the lines${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startBillDesk();
    const carrier = await createPayee(desk, 'Prairie Haul');
    const bills: string[] = [];
    for (const [reference, currency] of [
      ['PH-1', 'USD'],
      ['PH-2', 'CAD'],
    ] as const)
      bills.push((await createBilledLoad(desk, { carrier, reference, currency })).bill.friendlyId);
    const { data } = await desk.callTool('approve_bills', { bills });
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    await page.goto(`${served.origin}/approvals/${data.approval.id}`);

    await page.getByRole('button', { name: 'All', exact: true }).click();

    expect(await readTexts(page, '[data-sum]')).toEqual(['Selected: 2 of 2 lines, CAD 1,200.00 and $1,200.00']);
    expect((await readTexts(page, '.lines td.amount')).toSorted()).toEqual(['$1,200.00', 'CAD 1,200.00']);
  },
);

browserTest(
  `the list is sorted by what expires first, by amount or by age, and a search keeps the order${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startBillDesk();
    const pass = (minutes: number) => {
      desk.clock.now = new Date(Date.parse(desk.clock.now) + minutes * 60_000).toISOString();
    };
    for (const [reference, agreed] of [
      ['PH-1', 3000],
      ['PH-2', 9000],
      ['PH-3', 6000],
    ] as const) {
      const { bill } = await createBilledLoad(desk, { agreed, reference });
      await desk.callTool('approve_bills', { bills: [bill.friendlyId] });
      pass(10);
    }
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);
    const sortBy = async (name: string, sort: string) => {
      await page.getByRole('link', { name }).click();
      await page.waitForURL(`**sort=${sort}*`);
      return readTexts(page, '.approvals td.amount');
    };

    const first = await readTexts(page, '.approvals td.amount');
    const byAmount = await sortBy('Largest amount', 'amount');
    const current = await readTexts(page, '.sorts [aria-current]');
    const byAge = await sortBy('Oldest request', 'age');
    await page.getByRole('searchbox').fill('BILL-0000');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**words=*');
    const found = await readTexts(page, '.approvals td.amount');
    const kept = Object.fromEntries(new URL(page.url()).searchParams);
    const foundByAmount = await sortBy('Largest amount', 'amount');

    expect([first, byAmount, current, byAge]).toEqual([
      ['$3,000.00', '$9,000.00', '$6,000.00'],
      ['$9,000.00', '$6,000.00', '$3,000.00'],
      ['Largest amount'],
      ['$3,000.00', '$9,000.00', '$6,000.00'],
    ]);
    expect([found, kept]).toEqual([byAge, { sort: 'age', words: 'BILL-0000' }]);
    expect([foundByAmount, new URL(page.url()).searchParams.get('words')]).toEqual([byAmount, 'BILL-0000']);
  },
);

browserTest(
  `a plan says whose desk it is, and a change is a row with before and after${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk({ readDeskName: async () => 'Juniper Freight Brokerage · sandbox' });
    const id = await desk.addTerm('Net 30');
    const { data } = await desk.callTool('rename_term', { id, name: 'Net 45' });
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await signIn(page, served);

    await page.goto(`${served.origin}/approvals/${data.approval.id}`);

    const table = page.getByRole('table');
    expect(await readTexts(page, 'article .desk')).toEqual(['Juniper Freight Brokerage · sandbox']);
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Value', 'Before', 'After']);
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Name']);
    expect(await table.getByRole('cell').allInnerTexts()).toEqual(['Net 30', 'Net 45']);
  },
);
