import { expect, test } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import type { TestDesk } from '../../support/desk.ts';
import { connectTaskClientTo } from '../../support/desk/task-client.ts';
import { type ServedApprovalsPage, servePage } from '../support/approvals-page.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

/** A browser without scripts: it keeps the cookie, sends forms and follows redirects. */
async function visitPage(served: ServedApprovalsPage, name = 'morgan') {
  const { origin } = served;
  const post = (path: string, form: Record<string, string>, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  const admitted = await post('/approvals/sign-in', { secret: served.secret, name });
  const cookie = admitted.headers.get('set-cookie')?.split(';')[0] ?? '';
  const read = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    return { status: answer.status, html: await answer.text() };
  };
  const open = async (id: string) => (await read(`/approvals/${id}`)).html;
  return {
    read,
    open,
    async send(id: string, path: '' | '/execute', form: Record<string, string> = {}) {
      const html = await open(id);
      const [token, plan] = [readField(html, 'token'), readField(html, 'plan')];
      const answer = await post(`/approvals/${id}${path}`, { token, plan, ...form }, cookie);
      return { status: answer.status, html: await answer.text() };
    },
    /** Loads the page again, as a browser without scripts does, until the plan is not being executed. */
    async follow(id: string): Promise<string> {
      for (;;) {
        const html = await open(id);
        if (!html.includes('Executing…')) return html;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

const readField = (html: string, field: string) => new RegExp(`name="${field}" value="([^"]+)"`).exec(html)?.[1] ?? '';
const toText = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const hasButton = (html: string) => html.includes('/execute"');

/** Requests the deletion of some terms, and returns the number of the approval. */
async function requestDeletion(desk: TermDesk, names: readonly string[] = ['Net 30', 'Net 45']): Promise<string> {
  const ids: string[] = [];
  for (const name of names) ids.push(await desk.addTerm(name));
  const { data } = await desk.callTool('delete_terms', { ids, byLine: true });
  return String(data.approval.id);
}

const countDeletions = ({ requests }: Pick<TestDesk, 'requests'>) =>
  requests.filter((request) => request.startsWith('DELETE')).length;

/** Keeps the next deletion waiting, until the test lets it go on. */
function holdDeletion({ wire }: Pick<TestDesk, 'wire'>) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  wire.intercept = async ({ method }) => {
    if (method !== 'DELETE') return undefined;
    arrived.resolve();
    await released.promise;
    return undefined;
  };
  return { arrived: arrived.promise, release: () => released.resolve() };
}

test('an approved plan is executed from the page in the name of its requester, and the page shows the outcome', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await using served = await servePage(desk);
  const visitor = await visitPage(served, 'R. Vega');

  const decided = await visitor.send(id, '', { decision: 'approve', read: 'yes', take: 'Net 30' });
  const approved = await visitor.open(id);
  const begun = await visitor.send(id, '/execute');
  const ended = await visitor.follow(id);
  const later = await desk.callTool('run_approved', { approvalId: id });

  expect([decided.status, begun.status]).toEqual([303, 303]);
  expect(toText(approved)).toMatch(
    /Approved, not executed yet.*Execute now.*Otherwise the assistant of dana executes it when it asks again, until \w+ \d+, \d+:\d\d [AP]M C[SD]T \. Tell it to continue with APR-/,
  );
  expect(approved).toContain('<h1>1 of 2 payment terms</h1>');
  expect(toText(ended)).toContain('Approved and executed Outcome DONE. Delete 2 payment terms (left out: Net 45).');
  expect(hasButton(ended)).toBe(false);
  expect(later.data.status).toBe('already_done');
  expect(await desk.listTermNames()).toEqual(['Net 45']);
  expect((await served.audited()).slice(-4)).toMatchObject([
    { status: 'approved', who: 'R. Vega (user morgan)' },
    {
      status: 'execution_begun',
      who: 'R. Vega (user morgan)',
      summary: 'Delete 2 payment terms: executed from the approvals page by R. Vega (user morgan)',
    },
    { status: 'started', who: 'dana' },
    { status: 'done', who: 'dana' },
  ]);
});

test('while a plan is executed the page says so, loads itself again, and no second press begins it again', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  await using second = await desk.restart();
  await using agent = await connectTaskClientTo(second.server);
  const visitor = await visitPage(served);
  const before = await visitor.open(id);
  const held = holdDeletion(desk);

  await Promise.all([visitor.send(id, '/execute'), visitor.send(id, '/execute')]);
  await held.arrived;
  const running = await visitor.open(id);
  const again = await visitor.send(id, '/execute', { plan: readField(before, 'plan') });
  const task = await agent.get(id);
  held.release();
  const ended = await visitor.follow(id);
  const followed = await agent.settle(id);

  expect(running).toContain('<noscript><meta http-equiv="refresh" content="2" /></noscript>');
  expect(toText(running)).toContain('Executing… 0 of 2 steps are done. This page shows the result by itself.');
  expect([hasButton(running), again.status, task.status]).toEqual([false, 303, 'working']);
  expect(ended).not.toContain('http-equiv');
  expect(followed.result.structuredContent).toMatchObject({ status: 'done' });
  expect(countDeletions(desk)).toBe(2);
  expect((await served.audited()).map(({ status }) => status).filter((status) => status === 'execution_begun')).toEqual(
    ['execution_begun'],
  );
});

test('what the assistant executes is shown on the page and not begun again', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);
  const plan = readField(await visitor.open(id), 'plan');
  const held = holdDeletion(desk);

  const run = desk.callTool('run_approved', { approvalId: id });
  await held.arrived;
  const running = await visitor.open(id);
  held.release();
  await run;
  const done = await visitor.send(id, '/execute', { plan });

  expect([toText(running), hasButton(running)]).toEqual([expect.stringContaining('Executing…'), false]);
  expect(done.status).toBe(303);
  expect(countDeletions(desk)).toBe(2);
  expect((await served.audited()).map(({ status }) => status)).not.toContain('execution_begun');
});

test('to execute a plan the form needs the session, its token and the plan that was shown', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);

  const pending = await visitor.send(id, '/execute');
  await desk.approve(id);
  const refused = [
    await visitor.send(id, '/execute', { token: 'x' }),
    await visitor.send(id, '/execute', { plan: '0'.repeat(64) }),
  ];
  const foreign = await fetch(`${served.origin}/approvals/${id}/execute`, { method: 'POST', redirect: 'manual' });
  const signedOut = await fetch(`${served.origin}/approvals/${id}/execute`, {
    method: 'POST',
    headers: { origin: served.origin },
    redirect: 'manual',
  });

  expect([pending.status, toText(pending.html)]).toEqual([409, expect.stringContaining(`${id} is pending`)]);
  expect(refused.map(({ status }) => status)).toEqual([403, 409]);
  expect([foreign.status, signedOut.status]).toEqual([403, 303]);
  expect([countDeletions(desk), (await getApproval(desk.options, id)).status]).toEqual([0, 'approved']);
});

test('a policy that leaves executing to the assistant takes the button away, and a form that is sent does nothing', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, executeOnPage: false } });
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served, 'dana');

  const html = await visitor.open(id);
  const plan = (await getApproval(desk.options, id)).plan.hash;
  const sent = await visitor.send(id, '/execute', { plan });

  expect(hasButton(html)).toBe(false);
  expect(toText(html)).toMatch(
    /Your assistant executes it when it asks again, until .*\. Tell it to continue with APR-.* The policy of this desk leaves executing to the assistant\./,
  );
  expect([sent.status, countDeletions(desk)]).toEqual([403, 0]);
});

test('where nothing can be executed now, one sentence stands in place of the button', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  await using readOnly = await servePage({ ...desk, server: { ...desk.server, pageExecutor: undefined } });
  const named = { ...builtInPolicy, approvers: { delete_terms: ['sam'] } };
  await using others = await servePage({ ...desk, options: { ...desk.options, policy: named } });
  const read = async (page: ServedApprovalsPage, secret = served.secret) =>
    (await visitPage({ ...page, secret })).open(id);

  const pages = [await read(readOnly), await read(others)];
  await desk.memory.stop.keep({ by: 'sam', at: desk.clock.now, reason: 'wrong carrier' });
  pages.push(await read(served));
  await desk.memory.stop.lift();
  const open = await read(served);

  expect(pages.map(hasButton)).toEqual([false, false, false]);
  expect(pages.map(toText)).toEqual([
    expect.stringContaining('This page executes nothing: its process only reads.'),
    expect.stringContaining('the policy names who approves delete_terms: sam.'),
    expect.stringMatching(/sam stopped all writes of this desk on .*: wrong carrier \. Reading goes on\./),
  ]);
  expect(hasButton(open)).toBe(true);
});

test('an attempt that the brokerage does not answer says so, changes nothing, and can be repeated', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);
  await visitor.open(id);
  desk.wire.intercept = async ({ url }) =>
    url.includes('/payment-terms')
      ? Response.json({ error: { code: 'SERVICE_UNAVAILABLE', message: 'Down', requestId: 'r' } }, { status: 503 })
      : undefined;

  await visitor.send(id, '/execute');
  const failed = await visitor.follow(id);
  desk.wire.intercept = async () => undefined;
  await visitor.send(id, '/execute');
  const ended = await visitor.follow(id);

  expect(toText(failed)).toMatch(/Not executed, \w+ \d+, .* Nothing was changed\. Execute now/);
  expect(toText(ended)).toContain('Approved and executed');
  expect(countDeletions(desk)).toBe(2);
});

test('an execution that was interrupted is continued from the page, and what was done is not repeated', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);
  const keys = new Set<string | null>();
  desk.wire.intercept = async ({ method, headers }) => {
    if (method !== 'DELETE') return undefined;
    if (keys.size === 0) await desk.memory.stop.keep({ by: 'sam', at: desk.clock.now, reason: null });
    keys.add(headers.get('idempotency-key'));
    return undefined;
  };

  await visitor.send(id, '/execute');
  const interrupted = await visitor.follow(id);
  await desk.memory.stop.lift();
  const offered = await visitor.open(id);
  await visitor.send(id, '/execute');
  const ended = await visitor.follow(id);

  expect(toText(interrupted)).toMatch(/Interrupted Not finished, .*1 of 2 steps are done\. What is done stays done/);
  expect(toText(offered)).toContain('Continue now');
  expect(toText(ended)).toContain('Approved and executed');
  expect(await desk.listTermNames()).toEqual([]);
  // The API does once what it is sent under one key, however often.
  expect([keys.size, keys.has(null)]).toEqual([2, false]);
});

test('a plan whose records changed at the last moment is not executed, and the page leads to the new one', async () => {
  await using desk = await startTermDesk();
  const termId = await desk.addTerm('Net 15');
  const { data } = await desk.callTool('delete_terms', { ids: [termId] });
  const id = String(data.approval.id);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);
  const form = await visitor.open(id);
  await desk.api.paymentTerms.update({ id: termId, name: 'Net 16' });
  const stale = await visitor.open(id);

  await visitor.send(id, '/execute', { plan: readField(form, 'plan') });
  const ended = await visitor.follow(id);
  const next = /href="\/approvals\/(APR-\w+)">Open the new plan/.exec(ended)?.[1] ?? '';

  expect([hasButton(form), hasButton(stale)]).toEqual([true, false]);
  expect(toText(ended)).toContain('Void. It can no longer run.');
  expect(toText(await visitor.open(next))).toContain('Pending');
  expect(await desk.listTermNames()).toEqual(['Net 16']);
});

test('what the brokerage refuses for good is shown as an outcome that was not done', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk);
  await desk.approve(id);
  await using served = await servePage(desk);
  const visitor = await visitPage(served);
  desk.wire.intercept = async ({ method }) =>
    method === 'DELETE'
      ? Response.json({ error: { code: 'FORBIDDEN', message: 'Not you', requestId: 'r' } }, { status: 403 })
      : undefined;

  await visitor.send(id, '/execute');
  const ended = toText(await visitor.follow(id));
  const listed = toText((await visitor.read('/approvals/decided')).html);

  expect(ended).toContain('Approved, but not all of it was done: see the outcome Outcome NOT DONE.');
  expect(listed).toContain('Approved, but not all of it was done');
});
