import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startAgent } from '../support/agent.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildDeskSettings } from '../support/record.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const listPages = (home: string): string[] => {
  try {
    return readdirSync(path.join(home, 'approvals-pages'));
  } catch {
    return [];
  }
};

const isUp = (address: string) =>
  fetch(`${address}/approvals/alive`).then(
    () => true,
    () => false,
  );

test('a tool server serves the page once something waits, its link signs in once, and the page ends with it', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const agent = await startAgent(settings);
  const write = (operation: string, input: object) => agent.call('api_write', { operation, input });
  const { id } = (await write('paymentTerms.create', { name: 'Net 15' })).data.record;
  const before = listPages(folder.path);

  const planned = await write('paymentTerms.delete', { id });
  const { url } = planned.data.approval.how;
  const { origin } = new URL(url);
  const asset = await fetch(`${origin}/approvals/assets/passkeys.js`);
  const stranger = await fetch(url);
  const pending = await agent.call('run_approved', { approvalId: planned.data.approval.id });
  const alone = await runWaybill(['approvals', 'open'], settings);
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
  const linked = await runWaybill(['approvals', 'link', '--as', 'R. Vega'], settings, () => secret);
  const follow = () =>
    fetch(`${origin}/approvals/link`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ link: linked.stdout.trim().split('#link=')[1] ?? '' }),
      redirect: 'manual',
    });
  const [first, again] = [await follow(), await follow()];
  const wasUp = await isUp(origin);
  await agent[Symbol.asyncDispose]();

  expect([before, listPages(folder.path)]).toEqual([[], []]);
  expect(url).toMatch(new RegExp(`^http://localhost:\\d+/approvals/${planned.data.approval.id}$`));
  expect(planned.text).toContain(`A person decides on ${url}\n`);
  expect(pending.text).toContain(url);
  expect([asset.status, await stranger.text()]).toEqual([200, expect.stringContaining('Sign in to decide')]);
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('is for a person at a terminal')]);
  expect([linked.code, linked.stdout]).toEqual([
    0,
    expect.stringContaining(`works once:\n${origin}/approvals/sign-in#link=`),
  ]);
  expect([first.status, again.status, wasUp]).toEqual([303, 403, true]);
  expect(await isUp(origin)).toBe(false);
});

test('passkeys are listed and taken away by whoever has the secret and a terminal', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);

  const listed = await runWaybill(['approvals', 'passkeys', 'list'], settings);
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/.exec(made.stdout)?.[0] ?? '';
  const alone = await runWaybill(['approvals', 'passkeys', 'remove', 'Laptop'], settings);
  const missing = await runWaybill(['approvals', 'passkeys', 'remove', 'Laptop'], settings, () => secret);

  expect(listed.stdout).toContain("No passkeys: the approver's secret is enough.");
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('is for a person at a terminal')]);
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringContaining('There is no passkey "Laptop". There are: none.'),
  ]);
});
