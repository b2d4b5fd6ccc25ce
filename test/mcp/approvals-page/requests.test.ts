import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { makeApproverSecret } from '../../../src/mcp/approvals/approver.ts';
import { createApprovalsPage } from '../../../src/mcp/approvals-page/page.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { bookCarrier } from '../../../tools/booking/book_carrier.ts';
import { createCarrierOnFile } from '../../tools/booking/carriers-on-file.ts';
import { openTestKey } from '../../support/cipher.ts';
import { createDatabase } from '../../support/stores/databases.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import { startLoadDesk } from '../support/load-desk.ts';

const origin = 'http://localhost:4711';

/** The page without a network, asked as any program of the machine could ask it. */
async function openPage({ memory, options }: Pick<TermDesk, 'memory' | 'options'>) {
  const secret = (await makeApproverSecret({ ...options, memory }, 'morgan')) ?? '';
  const page = createApprovalsPage({
    ...options,
    user: 'morgan',
    needsOwner: false,
    timeZone: 'UTC',
    instance: randomUUID(),
    origin: () => origin,
  });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    page.request(`${origin}${path}`, { headers: { host: 'localhost:4711', ...headers } });
  const post = (path: string, body: URLSearchParams | string, headers: Record<string, string>) =>
    page.request(`${origin}${path}`, {
      method: 'POST',
      headers: { host: 'localhost:4711', origin, ...headers },
      body,
    });
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    post(path, new URLSearchParams(form), headers);
  return {
    secret,
    ask,
    post,
    send,
    /** The cookie of a new session, and the token of its forms. */
    async signIn(path = '/approvals') {
      const admitted = await send('/approvals/sign-in', { secret, name: 'R. Vega' });
      const setCookie = admitted.headers.get('set-cookie') ?? '';
      const cookie = setCookie.split(';')[0] ?? '';
      const html = await (await ask(path, { cookie })).text();
      return { setCookie, cookie, token: /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '' };
    },
  };
}

async function requestDeletion(desk: TermDesk): Promise<{ readonly id: string; readonly plan: string }> {
  const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
  const id = String(data.approval.id);
  return { id, plan: (await getApproval(desk.options, id)).plan.hash };
}

test('every answer keeps browsers from storing, framing, guessing and running what is not of the page', async () => {
  await using desk = await startTermDesk();
  const page = await openPage(desk);

  const answers = await Promise.all(
    ['/approvals/sign-in', '/approvals/assets/page.js', '/approvals', '/no-such', '/approvals/APR-1'].map((path) =>
      page.ask(path),
    ),
  );

  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(
      ['cache-control', 'x-content-type-options', 'cross-origin-opener-policy', 'referrer-policy'].map((name) =>
        headers.get(name),
      ),
    ).toEqual(['no-store', 'nosniff', 'same-origin', 'same-origin']);
  }
});

test('the cookie is for this page only, and no script reads it', async () => {
  await using desk = await startTermDesk();
  const page = await openPage(desk);

  const { setCookie } = await page.signIn();

  expect(setCookie).toMatch(
    /^waybill_approvals_4711=[\w-]{43}; Max-Age=14400; Path=\/approvals; HttpOnly; SameSite=Strict$/,
  );
});

test('a name of the internet that leads here is served nothing; the number of this machine leads to its name', async () => {
  await using desk = await startTermDesk();
  const page = await openPage(desk);

  const rebound = await page.ask('/approvals/sign-in', { host: 'evil.example:4711' });
  const otherPort = await page.ask('/approvals/sign-in', { host: 'localhost:80' });
  const number = await page.ask('/approvals/APR-1', { host: '127.0.0.1:4711' });

  expect([rebound.status, otherPort.status]).toEqual([421, 421]);
  expect([number.status, number.headers.get('location')]).toEqual([307, `${origin}/approvals/APR-1`]);
});

test('a decision needs the origin, the session, its token, the plan that was shown and the tick', async () => {
  await using desk = await startTermDesk();
  const { id, plan } = await requestDeletion(desk);
  const page = await openPage(desk);
  const { cookie, token } = await page.signIn();
  const { token: otherToken } = await page.signIn();
  const right = { token, plan, decision: 'approve', read: 'yes' };
  const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    page.send(`/approvals/${id}`, form, { cookie, ...headers });

  const refused = [
    await send(right, { origin: 'http://localhost:3000' }),
    await send(right, { origin: 'null' }),
    await send(right, { 'sec-fetch-site': 'same-site' }),
    await send({ ...right, token: '' }),
    await send({ ...right, token: otherToken }),
    await send({ ...right, plan: '0'.repeat(64) }),
    await send({ ...right, read: '' }),
    await send({ ...right, decision: '' }),
  ];
  const signedOut = await send(right, { cookie: '' });
  const before = (await getApproval(desk.options, id)).status;
  const accepted = await send(right);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 409, 400, 400]);
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
    303,
    `/approvals/sign-in?next=${encodeURIComponent(`/approvals/${id}`)}`,
  ]);
  expect([before, accepted.status, (await getApproval(desk.options, id)).decidedBy]).toEqual([
    'pending',
    303,
    'R. Vega (user morgan)',
  ]);
});

test('what is no form is told so, and decides nothing', async () => {
  await using desk = await startTermDesk();
  const { id } = await requestDeletion(desk);
  const page = await openPage(desk);
  const { cookie } = await page.signIn();
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x' };

  const answer = await page.post(`/approvals/${id}`, 'no parts', headers);

  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('This is no form. Nothing was done');
});

test('an exception of the policy asks for the reason that a yes to it needs, and says why', async () => {
  const policy = { ...builtInPolicy, exceptions: ['carrier_not_on_board' as const] };
  await using desk = await startLoadDesk({ tools: [bookCarrier], server: { policy } });
  await createCarrierOnFile(desk, { status: 'PENDING' });
  await desk.createLoad();
  const { data } = await desk.callTool('book_carrier', { load: 'LD-1001', carrier: 'C100001', rate: 1500 });
  const { id } = data.approval;
  const page = await openPage(desk);
  const { cookie, token } = await page.signIn();
  const right = { token, plan: data.plan.hash, decision: 'approve', read: 'yes' };

  const shownPage = await (await page.ask(`/approvals/${id}`, { cookie })).text();
  const unreasoned = await page.send(`/approvals/${id}`, right, { cookie });
  const reasoned = await page.send(`/approvals/${id}`, { ...right, reason: 'Papers came today' }, { cookie });

  expect(shownPage).toMatch(/<textarea[^>]* name="reason"[^>]* required/);
  expect(shownPage).toContain(
    'This needs an exception to the policy (carrier_not_on_board). Say who allowed it, and why.',
  );
  // The conclusion, what warns against it and what the rules say stand before the details.
  const order = ['<h1>', 'id="against"', '<h2>Checks</h2>', '<h2>Details</h2>', '<h2>Undo</h2>'];
  const places = order.map((mark) => shownPage.indexOf(mark));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect([unreasoned.status, await unreasoned.text()]).toEqual([
    403,
    expect.stringContaining('it is approved with a reason'),
  ]);
  expect([reasoned.status, (await getApproval(desk.options, id)).reason]).toEqual([303, 'Papers came today']);
});

test('with separation of duties whoever asked does not approve, whatever name they sign in with', async () => {
  await using desk = await startTermDesk();
  const { id, plan } = await requestDeletion(desk);
  const policy = { ...desk.options.policy, separationOfDuties: true };
  const page = await openPage({ ...desk, options: { ...desk.options, policy } });
  const admitted = await page.send('/approvals/sign-in', { secret: page.secret, name: ' DANA ' });
  const cookie = admitted.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await page.ask('/approvals', { cookie })).text();
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

  const refused = await page.send(`/approvals/${id}`, { token, plan, decision: 'approve', read: 'yes' }, { cookie });

  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('with separation of duties another person approves it'),
  ]);
  expect((await getApproval(desk.options, id)).status).toBe('pending');
});

test('a session ends after a quarter of an hour without use; what the page asks by itself is no use', async () => {
  await using desk = await startTermDesk();
  const page = await openPage(desk);
  const { cookie } = await page.signIn();
  const pass = (minutes: number) => {
    desk.clock.now = new Date(Date.parse(desk.clock.now) + minutes * 60_000).toISOString();
  };

  pass(14);
  const used = await page.ask('/approvals', { cookie });
  pass(14);
  const watched = await page.ask('/approvals/state', { cookie, accept: 'application/json' });
  pass(1);
  const ended = await page.ask('/approvals/state', { cookie, accept: 'application/json' });

  expect([used.status, watched.status, ended.status]).toEqual([200, 200, 401]);
});

test('wrong secrets are written down, and after five the right one is not taken either', async () => {
  await using desk = await startTermDesk();
  const page = await openPage(desk);
  const guess = (secret: string) => page.send('/approvals/sign-in', { secret, name: 'R. Vega' });

  const wrong = [];
  for (let tried = 1; tried <= 5; tried += 1) wrong.push((await guess('AAAAA-AAAAA-AAAAA-AAAAA')).status);
  const right = await guess(page.secret);

  expect(wrong).toEqual([403, 403, 403, 403, 403]);
  expect([right.status, await right.text()]).toEqual([403, expect.stringContaining('Too many wrong secrets')]);
  expect(await desk.auditStatuses()).toEqual([
    ...Array.from({ length: 5 }, () => 'decided: wrong_secret'),
    'decided: too_many_wrong_secrets',
  ]);
});

test('whoever is sent to sign in goes on where they wanted to, and nowhere else', async () => {
  await using desk = await startTermDesk();
  const { id } = await requestDeletion(desk);
  const page = await openPage(desk);
  const signInAndReadTarget = async (next: string) =>
    (await page.send('/approvals/sign-in', { secret: page.secret, next })).headers.get('location');

  expect([
    await signInAndReadTarget(`/approvals/${id}`),
    await signInAndReadTarget('//evil.example'),
    await signInAndReadTarget('https://evil.example/'),
  ]).toEqual([`/approvals/${id}`, '/approvals', '/approvals']);
});

test('while the file of the approvals is away, a yes is refused with a sentence that names it, and decides nothing', async () => {
  await using database = await createDatabase('SQLite', { blank: true });
  await using memory = await openToolMemory(database.url, openTestKey);
  await using desk = await startTermDesk({ memory });
  const { id, plan } = await requestDeletion({ ...desk, memory });
  const page = await openPage({ ...desk, memory });
  const { cookie, token } = await page.signIn();
  const file = database.url.slice('sqlite:'.length);
  renameSync(file, `${file}.old`);

  const refused = await page.send(`/approvals/${id}`, { token, plan, decision: 'approve', read: 'yes' }, { cookie });
  const refusalText = await refused.text();
  renameSync(`${file}.old`, file);

  expect(refused.status).toBe(503);
  expect(refusalText).toContain(`The database ${file} was deleted or renamed while this process had it open`);
  expect((await memory.approvals.get(id))?.status).toBe('pending');
});
