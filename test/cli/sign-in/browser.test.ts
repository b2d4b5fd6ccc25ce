import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, openVisitor, withoutBrowser } from '../../support/browser.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

const open = new AsyncDisposableStack();
let desk: SignedInDesk;
beforeAll(async () => {
  desk = open.use(await startSignedInDesk({ accounts: { ...staff, mia: { ...staff.max, email: 'mia@example.com' } } }));
});
afterAll(() => open.disposeAsync());

browserTest(
  `from the address in an answer a person comes over the issuer to the plan, and decides${withoutBrowser}`,
  async ({ browser }) => {
    await using max = await desk.connect('max');
    const { data: bills } = await max.call('list_bills', { verdict: 'clean', limit: 2 });
    const numbers = (bills as { rows: { friendlyId: string }[] }).rows.map(({ friendlyId }) => friendlyId);
    const { data } = await max.call('approve_bills', { bills: numbers });
    const { id, how } = (data as { approval: { id: string; how: { url: string } } }).approval;
    await using mia = await openVisitor(browser);
    desk.issuer.seat('mia');

    await mia.page.goto(how.url);
    await mia.page.getByRole('heading', { level: 1 }).waitFor();
    expect(mia.page.url()).toBe(`${desk.origin}/approvals/${id}`);
    expect(await mia.page.locator('.who').innerText()).toContain('mia@example.com');
    await mia.page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
    await mia.page.getByRole('button', { name: 'Approve' }).click();
    await mia.page.locator('article .status', { hasText: /approved/i }).waitFor();

    expect((await max.call('run_approved', { approvalId: id })).text).toMatch(/^DONE/);
    await mia.page.getByRole('button', { name: 'Sign out' }).click();
    await mia.page.getByRole('heading', { level: 1, name: 'You are signed out' }).waitFor();
  },
);
