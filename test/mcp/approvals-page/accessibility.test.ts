import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBarriers, looks } from '../../support/accessibility.ts';
import { browserTest, openVisitor, withoutBrowser } from '../../support/browser.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { type ServedApprovalsPage, servePage } from '../support/approvals-page.ts';
import { termTools } from '../support/term-tools.ts';

const open = new AsyncDisposableStack();
let desk: TestDesk;
let served: ServedApprovalsPage;
/** Numbers of approvals, by the state that they are in. */
let approvals: Awaited<ReturnType<typeof makeApprovals>>;
beforeAll(async () => {
  desk = open.use(await startDesk({ tools: termTools, seed: 'small', now: '2026-11-20T15:00:00.000Z' }));
  approvals = await makeApprovals();
  served = open.use(await servePage(desk));
});
afterAll(() => open.disposeAsync());

const dayMs = 24 * 3_600_000;

async function makeApprovals() {
  const expired = await planDeletion('Net 91');
  desk.clock.now = new Date(Date.parse(desk.clock.now) + 2 * dayMs).toISOString();
  const [approved, denied, done, overtaken, stale] = [
    await planDeletion('Net 92'),
    await planDeletion('Net 93'),
    await planDeletion('Net 94'),
    await planDeletion('Net 95'),
    await planDeletion('Net 96'),
  ];
  for (const { approvalId } of [approved, done, overtaken]) await desk.approve(approvalId, 'R. Vega');
  await desk.deny(denied.approvalId, 'not this one');
  await desk.callTool('run_approved', { approvalId: done.approvalId });
  await desk.api.paymentTerms.update({ id: overtaken.termId, name: 'Net 97' });
  await desk.api.paymentTerms.update({ id: stale.termId, name: 'Net 98' });
  await desk.callTool('run_approved', { approvalId: overtaken.approvalId });
  // As if another process were at it.
  const running = await planDeletion('Net 99');
  await desk.approve(running.approvalId, 'R. Vega');
  await desk.memory.ledger.consume(`page-run:${running.approvalId}`, {
    at: desk.clock.now,
    expiresAt: new Date(Date.parse(desk.clock.now) + dayMs).toISOString(),
  });
  return {
    'a batch of bills with warnings': await planBills(),
    'a plan whose records changed': stale.approvalId,
    'an approved plan': approved.approvalId,
    'a plan that is being executed': running.approvalId,
    'a denied plan': denied.approvalId,
    'a plan that is done': done.approvalId,
    'a plan that is void': overtaken.approvalId,
    'an expired plan': expired.approvalId,
  };
}

async function planDeletion(name: string) {
  const { id: termId } = await desk.api.paymentTerms.create({ name });
  const { data } = await desk.callTool('delete_terms', { ids: [termId] });
  return { termId, approvalId: String(data.approval.id) };
}

/** Bills of all kinds, so that some lines have findings. */
async function planBills(): Promise<string> {
  const { data: listed } = await desk.callTool('list_bills', { status: 'in review', check: true, limit: 8 });
  const bills = listed.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId);
  const { data, text } = await desk.callTool('approve_bills', { bills });
  if (data.approval === undefined) throw new Error(text);
  return String(data.approval.id);
}

type Opening = (page: Page) => Promise<unknown>;

const openPath =
  (path: string): Opening =>
  (page) =>
    page.goto(`${served.origin}/approvals${path}`);

/** Pages that anybody sees. */
const openPages: Readonly<Record<string, Opening>> = {
  'the form to sign in': openPath('/sign-in'),
  'a wrong secret': async (page) => {
    await page.goto(`${served.origin}/approvals/sign-in`);
    await page.getByLabel("The approver's secret").fill('AAAAA-AAAAA-AAAAA-AAAAA');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
  },
};

/** Lists the pages of a person who has signed in. */
const listSignedInPages = (): Readonly<Record<string, Opening>> => ({
  ...Object.fromEntries(Object.entries(approvals).map(([name, id]) => [name, openPath(`/${id}`)])),
  'what waits': openPath(''),
  'a search without a hit': openPath('?words=nothing-like-it'),
  'what was decided': openPath('/decided'),
  passkeys: openPath('/passkeys'),
  'an approval that is not there': openPath('/APR-00000000'),
});

for (const look of looks)
  browserTest(`every page can be read and used: ${look.name}${withoutBrowser}`, async ({ browser }) => {
    await using visitor = await openVisitor(browser, look);
    const { page } = visitor;
    const barriers: Record<string, readonly string[]> = {};
    const check = async (pages: Readonly<Record<string, Opening>>) => {
      for (const [name, opening] of Object.entries(pages).slice(0, isDeep ? undefined : 4)) {
        await opening(page);
        const pageBarriers = await findBarriers(page);
        if (pageBarriers.length > 0) barriers[name] = pageBarriers;
      }
    };

    await check(openPages);
    await page.goto(await served.link());
    await page.waitForURL('**/approvals');
    await check(listSignedInPages());

    expect(barriers).toEqual({});
  });
