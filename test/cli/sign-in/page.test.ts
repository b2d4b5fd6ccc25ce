import { afterAll, beforeAll, expect, test } from 'vitest';
import { readField, decideOnPage, openVisit, signInAs } from './browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

let desk: SignedInDesk;

beforeAll(async () => {
  const buildManager = (name: string) => ({ ...staff.max, email: `${name}@example.com` });
  desk = await startSignedInDesk({ accounts: { ...staff, mia: buildManager('mia'), moe: buildManager('moe') } });
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Plans a change that waits for a second person. */
async function planForSecondPerson(subject: string): Promise<string> {
  await using agent = await desk.connect(subject);
  const { data: bills } = await agent.call('list_bills', { verdict: 'clean', limit: 5 });
  const numbers = (bills as { rows: { friendlyId: string }[] }).rows.map(({ friendlyId }) => friendlyId);
  const { data, text } = await agent.call('approve_bills', { bills: numbers.slice(0, 2) });
  const id = (data as { approval?: { id: string } }).approval?.id;
  if (id === undefined) throw new Error(`nothing waits: ${text}`);
  return id;
}

test('somebody who is signed out is led to the issuer, and comes back to what they wanted to see', async () => {
  const { arrived, visit } = await signInAs(desk, 'max', '/approvals/decided');

  expect(arrived.url).toBe(`${desk.origin}/approvals/decided`);
  expect(arrived.html).toContain('max@example.com');
  expect([...visit.cookies.keys()].filter((name) => name.startsWith('waybill'))).toHaveLength(1);
});

test('a second person approves, the first one may not, and then the plan runs', async () => {
  const id = await planForSecondPerson('max');
  const requester = await signInAs(desk, 'max');
  const refused = await decideOnPage(requester.visit, id, 'approve');
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('another person approves it');

  const second = await signInAs(desk, 'mia');
  expect((await decideOnPage(second.visit, id, 'approve')).status).toBe(303);

  await using max = await desk.connect('max');
  const ran = await max.call('run_approved', { approvalId: id });
  expect(ran.text).toMatch(/^DONE/);
  const audit = await max.call('audit_log', { limit: 10 });
  expect(audit.text).toContain('mia@example.com');
});

test('a new e-mail at the issuer makes nobody the second person for their own plan', async () => {
  const id = await planForSecondPerson('moe');
  desk.issuer.setAccount('moe', { ...staff.max, email: 'moe+2@example.com' });
  const { visit, arrived } = await signInAs(desk, 'moe');
  expect(arrived.html).toContain('moe+2@example.com');

  const refused = await decideOnPage(visit, id, 'approve');

  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('another person approves it');
});

test('somebody whose role decides for nobody sees their own plans only, and approves none that needs a second person', async () => {
  const [ownPlan, other] = [await planForSecondPerson('pam'), await planForSecondPerson('max')];
  const { visit, arrived } = await signInAs(desk, 'pam');

  expect(arrived.html).toContain(ownPlan);
  expect(arrived.html).not.toContain(other);
  expect((await visit.get(`/approvals/${other}`)).status).toBe(404);
  expect((await visit.get(`/approvals/${ownPlan}`)).html).not.toContain('value="approve"');
  expect((await decideOnPage(visit, ownPlan, 'approve')).status).toBe(403);
  expect((await decideOnPage(visit, other, 'deny')).status).toBe(404);
  // What they asked for themselves they may take back.
  expect((await decideOnPage(visit, ownPlan, 'deny')).status).toBe(303);
  await using pam = await desk.connect('pam');
  const { data, text } = await pam.call('audit_log', {});
  const { rows } = data as { rows: readonly { readonly who: string }[] };
  expect([...new Set(rows.map(({ who: person }) => person))]).toEqual(['pam@example.com (user pam)']);
  expect(text).toMatch(/\d+ entries of others aren't shown: your role sees its own\./);
});

test('whoever may approve a plan may execute it on the page, and whose role decides for nobody is told who does', async () => {
  const id = await planForSecondPerson('pam');
  const second = await signInAs(desk, 'mia');
  const pam = await signInAs(desk, 'pam');
  await decideOnPage(second.visit, id, 'approve');
  const execute = async ({ visit }: typeof second, plan: string) =>
    visit.post(`/approvals/${id}/execute`, { token: readField((await visit.get('/approvals')).html, 'token'), plan });
  const offered = (await second.visit.get(`/approvals/${id}`)).html;
  const own = (await pam.visit.get(`/approvals/${id}`)).html;
  const plan = readField(offered, 'plan');

  const refused = await execute(pam, plan);
  const begun = await execute(second, plan);
  let ended = '';
  while (!ended.includes('Approved and executed')) ended = (await second.visit.get(`/approvals/${id}`)).html;

  expect(offered).toContain('Execute now');
  expect(own).toContain('Your assistant executes it when it asks again');
  expect(own).toContain('is executed by a person whose role decides for others');
  expect([refused.status, begun.status]).toEqual([403, 303]);
  await using agent = await desk.connect('pam');
  expect((await agent.call('run_approved', { approvalId: id })).text).toMatch(/^DONE before, nothing new happened/);
  await using mia = await desk.connect('mia');
  expect((await mia.call('audit_log', { limit: 10 })).text).toContain(
    'executed from the approvals page by mia@example.com',
  );
});

test('an address without an approval says which approvals there are, and names no folder of the server', async () => {
  const other = await planForSecondPerson('max');
  const { visit } = await signInAs(desk, 'pam');

  const pages = [await visit.get('/approvals/APR-00000000'), await visit.get(`/approvals/${other}`)];

  expect(pages.map(({ status }) => status)).toEqual([404, 404]);
  for (const { html } of pages) {
    expect(html).toContain('No such approval');
    expect(html).toContain('You see the plans that you requested yourself.');
    expect(html).toContain('This page has the approvals of your organization at this server.');
    expect(html).not.toMatch(/waybill\.db|WAYBILL_HOME|approvals list/);
  }
});

test('somebody else does not run what was approved for its requester', async () => {
  const id = await planForSecondPerson('max');
  const second = await signInAs(desk, 'mia');
  await decideOnPage(second.visit, id, 'approve');
  await using mia = await desk.connect('mia');

  const answer = await mia.call('run_approved', { approvalId: id });

  expect(answer.isError).toBe(true);
  expect(answer.text).toContain('no approval');
});

test('who has no role, and a program, do not get in', async () => {
  const { arrived } = await signInAs(desk, 'nobody');

  expect(arrived.status).toBe(403);
  expect(arrived.html).toContain('has no role at this desk');
});

test('a cookie that was made up, or of a session that was ended, opens nothing', async () => {
  const { visit } = await signInAs(desk, 'max');
  const [name = '', secret = ''] = [...visit.cookies].find(([cookie]) => cookie.startsWith('waybill')) ?? [];
  const page = await visit.get('/approvals');
  expect(
    (await visit.post('/approvals/sign-out', { token: readField(page.html, 'token') })).headers.get('location'),
  ).toBe('/approvals/signed-out');

  const retained = openVisit(desk);
  retained.cookies.set(name, secret);
  const forged = openVisit(desk);
  forged.cookies.set(name, `.${'A'.repeat(43)}`);
  const elsewhere = openVisit(desk);
  elsewhere.cookies.set(name, `other-organization.${'A'.repeat(43)}`);

  for (const attempt of [retained, forged, elsewhere]) {
    const answer = await fetch(`${desk.origin}/approvals`, {
      redirect: 'manual',
      headers: { cookie: [...attempt.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    });
    expect(answer.headers.get('location')).toMatch(/^\/approvals\/sign-in/);
  }
});

test('a code that comes back to another browser, or twice, signs nobody in', async () => {
  const visit = openVisit(desk);
  desk.issuer.seat('max');
  const started = await fetch(`${desk.origin}/approvals/sign-in`, { redirect: 'manual' });
  expect(started.status).toBe(303);
  const other = await visit.get('/approvals/callback?code=stolen&state=guessed');

  expect(other.status).toBe(400);
  expect(other.html).toContain('another browser');
});

test('the address to go on to is one of this page, whatever was asked for', async () => {
  for (const next of ['https://evil.example', '//evil.example', '/approvals/../../mcp', '/mcp']) {
    const { arrived } = await signInAs(desk, 'max', `/approvals/sign-in?next=${encodeURIComponent(next)}`);
    expect(arrived.url).toBe(`${desk.origin}/approvals`);
  }
});

test('there is no form here that takes the secret of the desk, and no link', async () => {
  for (const path of ['/approvals/sign-in', '/approvals/link']) {
    const answer = await fetch(`${desk.origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: desk.origin },
      body: new URLSearchParams({ secret: 'x', link: 'x', name: 'max@example.com' }),
    });
    expect(answer.headers.get('location') ?? String(answer.status)).toMatch(/^\/approvals\/sign-in|404/);
  }
});
