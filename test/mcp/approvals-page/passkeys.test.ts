import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { browserTest, openVisitor, attachDevice, withoutBrowser } from '../../support/browser.ts';
import { type ServedApprovalsPage, servePage } from '../support/approvals-page.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

async function requestDeletion(desk: TermDesk, name: string): Promise<string> {
  const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm(name)] });
  return String(data.approval.id);
}

/** Signs in, and adds a passkey with this name. */
async function addPasskey(page: Page, served: ServedApprovalsPage, name: string): Promise<void> {
  await page.goto(await served.link());
  await page.waitForURL('**/approvals');
  await page.goto(`${served.origin}/approvals/passkeys`);
  await page.getByLabel('What to call it').fill(name);
  await page.getByLabel("The approver's secret").fill(served.secret);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.locator('.rows .title', { hasText: name }).waitFor();
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I have read the plan/ }).check();
  await page.getByRole('button', { name: 'Approve with a passkey' }).click();
}

browserTest(
  `a passkey is added with the secret, and signs a yes that the secret alone does not give${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const id = await requestDeletion(desk, 'Net 15');
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    await attachDevice(page);

    await addPasskey(page, served, 'Laptop of Morgan');
    const unsigned = await desk.approve(id).catch((error: Error) => error.message);
    await page.goto(`${served.origin}/approvals/${id}`);
    await approve(page);
    await page.getByText('Approved, not executed yet').waitFor();
    const run = await desk.callTool('run_approved', { approvalId: id });

    expect(unsigned).toBe(
      `${id} is approved with a passkey, on the approvals page: this desk has one. Nothing was decided.`,
    );
    expect(run.data.status).toBe('done');
    expect(morgan.complaints).toEqual([]);
    const audited = await served.audited();
    expect(audited.map(({ status, summary }) => [status, summary]).slice(1, 3)).toEqual([
      ['passkey_added', 'Passkey "Laptop of Morgan" was added.'],
      ['approved', 'Delete 1 payment terms. Signed with passkey "Laptop of Morgan" added by morgan'],
    ]);
    const [storedPasskey] = await desk.memory.passkeys.list();
    expect([storedPasskey?.isGenuine, Number(storedPasskey?.counter) > 0, storedPasskey?.used_at]).toEqual([
      true,
      true,
      desk.clock.now,
    ]);
  },
);

browserTest(
  `a device that does not know its person approves nothing; to deny needs none${withoutBrowser}`,
  async ({ browser }) => {
    await using desk = await startTermDesk();
    const id = await requestDeletion(desk, 'Net 15');
    await using served = await servePage(desk);
    await using morgan = await openVisitor(browser);
    const { page } = morgan;
    const device = await attachDevice(page);
    await addPasskey(page, served, 'Laptop');
    await page.goto(`${served.origin}/approvals/${id}`);

    await device.forgetPerson();
    await approve(page);
    await page.getByText('The passkey was not used. Nothing was decided.').waitFor();
    const after = (await getApproval(desk.options, id)).status;
    // A page that asks for less than the server wants.
    await page.route('**/challenge', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), userVerification: 'discouraged' } });
    });
    await page.getByRole('button', { name: 'Approve with a passkey' }).click();
    const refused = await page.getByRole('alert').innerText();
    const afterLess = (await getApproval(desk.options, id)).status;
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied. Nothing was changed.').waitFor();

    expect(refused).toContain('The passkey did not sign this, or did not ask who you are. Nothing was decided.');
    expect([after, afterLess]).toEqual(['pending', 'pending']);
  },
);

browserTest(`a signature is good for its own plan and lines, once${withoutBrowser}`, async ({ browser }) => {
  await using desk = await startTermDesk();
  const [approvalId, other] = [await requestDeletion(desk, 'Net 15'), await requestDeletion(desk, 'Net 30')];
  const ids = [await desk.addTerm('Net 45'), await desk.addTerm('Net 60')];
  const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
  const batch = String(data.approval.id);
  await using served = await servePage(desk);
  await using morgan = await openVisitor(browser);
  const { page } = morgan;
  await attachDevice(page);
  await addPasskey(page, served, 'Laptop');
  const sent: string[] = [];
  const sendAs = (id: string, form: string) =>
    page.request.post(`${served.origin}/approvals/${id}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: served.origin },
      data: form,
      maxRedirects: 0,
    });
  // Kept from the server, so that the signature is fresh.
  for (const id of [approvalId, batch])
    await page.route(`**/approvals/${id}`, async (route, request) => {
      if (request.method() === 'GET') return route.continue();
      const posted = request.postData();
      if (posted) sent.push(posted);
      return route.fulfill({ body: 'kept' });
    });

  for (const id of [approvalId, batch]) {
    await page.goto(`${served.origin}/approvals/${id}`);
    await approve(page);
    // The whole text: the page of a plan has the word in it.
    await page.getByText('kept', { exact: true }).waitFor();
  }
  const { plan } = await getApproval(desk.options, other);
  const [forOne = '', forBatch = ''] = sent;
  const elsewhere = await sendAs(other, forOne.replace(/plan=\w+/, `plan=${plan.hash}`));
  const fewerLines = await sendAs(batch, forBatch.replace('take=Net+45&', ''));
  const again = await sendAs(batch, forBatch);
  const first = await sendAs(approvalId, forOne);
  const statuses = [approvalId, other, batch].map(async (id) => (await getApproval(desk.options, id)).status);

  expect(forBatch).toContain('take=Net+45&');
  expect([elsewhere, fewerLines, again, first].map((answer) => answer.status())).toEqual([403, 403, 403, 303]);
  expect(await Promise.all(statuses)).toEqual(['approved', 'pending', 'pending']);
});

test('a passkey whose row was changed signs nothing, and does not let the secret decide again', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, 'Net 15');
  const at = desk.clock.now;
  const noOwner = { issuer: null, subject: null };
  const row = {
    name: 'Laptop',
    public_key: 'AAAA',
    counter: 0,
    transports: '[]',
    added_by: 'morgan',
    added_at: at,
    ...noOwner,
  };

  await desk.memory.passkeys.insert({ ...row, id: 'key', used_at: null });
  const isUsed = await desk.memory.passkeys.use('key', 0, { counter: 5, used_at: at });
  const isUsedAgain = await desk.memory.passkeys.use('key', 0, { counter: 5, used_at: at });

  expect([isUsed, isUsedAgain]).toEqual([true, false]);
  await expect(desk.approve(id)).rejects.toThrow('is approved with a passkey');
  expect(await desk.memory.passkeys.remove('key')).toBe(true);
  await desk.approve(id);
  expect((await getApproval(desk.options, id)).status).toBe('approved');
});
