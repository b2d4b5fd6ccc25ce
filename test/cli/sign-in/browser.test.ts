import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBarriers } from '../../support/accessibility.ts';
import { browserTest, openVisitor, attachDevice, withoutBrowser } from '../../support/browser.ts';
import type { HttpAgent } from '../support/http.ts';
import { runWaybill } from '../support/in-process.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

const open = new AsyncDisposableStack();
let desk: SignedInDesk;
beforeAll(async () => {
  desk = open.use(await startSignedInDesk({ accounts: { ...staff, mia: { ...staff.max, email: 'mia@example.com' } } }));
});
afterAll(() => open.disposeAsync());

/** Plans a change that waits for a second person. */
async function planForSecondPerson(
  agent: HttpAgent,
): Promise<{ readonly id: string; readonly how: { readonly url: string } }> {
  const { data: bills } = await agent.call('list_bills', { verdict: 'clean', limit: 2 });
  const numbers = (bills as { rows: { friendlyId: string }[] }).rows.map(({ friendlyId }) => friendlyId);
  const { data } = await agent.call('approve_bills', { bills: numbers });
  return (data as { approval: { id: string; how: { url: string } } }).approval;
}

async function addPasskey(page: Page, name: string, secret: string): Promise<void> {
  await page.goto(`${desk.origin}/approvals/passkeys`);
  await page.getByLabel('What to call it').fill(name);
  await page.getByLabel("The approver's secret").fill(secret);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.locator('.rows .title', { hasText: name }).waitFor();
}

browserTest(
  `from the address in an answer a person comes over the issuer to the plan, and decides${withoutBrowser}`,
  async ({ browser }) => {
    await using max = await desk.connect('max');
    const { id, how } = await planForSecondPerson(max);
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
    expect(await findBarriers(mia.page)).toEqual([]);
  },
);

browserTest(
  `on a device with the passkey of another person somebody signs with their own only${withoutBrowser}`,
  async ({ browser }) => {
    const made = await runWaybill(['approvals', 'secret'], { home: desk.home }, () => '');
    const secret = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
    await using agentOfMia = await desk.connect('mia');
    const { how } = await planForSecondPerson(agentOfMia);
    await using visitor = await openVisitor(browser);
    const { page } = visitor;
    await attachDevice(page);
    desk.issuer.seat('mia');
    await page.goto(how.url);
    await addPasskey(page, 'Shared laptop', secret);
    await page.context().clearCookies();

    desk.issuer.seat('max');
    await page.goto(how.url);
    await page.getByText('This desk signs with passkeys, and you have none here.').waitFor();
    const buttons = await page.getByRole('button', { name: /^Approve/ }).count();
    await addPasskey(page, 'Laptop of Max', secret);
    const listed = await page.locator('.rows .title').allInnerTexts();
    await page.goto(how.url);
    await page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
    await page.getByRole('button', { name: 'Approve with a passkey' }).click();
    await page.locator('article .status', { hasText: /approved/i }).waitFor();

    expect([buttons, listed]).toEqual([0, ['Laptop of Max']]);
    const passkeys = await runWaybill(['approvals', 'passkeys', 'list'], { home: desk.home });
    expect(passkeys.stdout).toMatch(
      new RegExp(`Laptop of Max {2}of max@example.com \\(user max\\) at ${desk.issuer.url}, added .* last used`),
    );
  },
);
