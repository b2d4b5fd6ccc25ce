import { expect, test } from 'vitest';
import { createMessageHandler } from '../../../src/mcp/http/message-handler.ts';
import { openConnection } from '../../../src/mcp/server/connection.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import type { TestDesk } from '../../support/desk.ts';
import { connectTaskClientTo, type TaskClient } from '../../support/desk/task-client.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

const page = 'http://desk.test/approvals';
const withPage = { approvalsPage: async () => page };

const addTwoTerms = async (desk: TermDesk) => [await desk.addTerm('Net 30'), await desk.addTerm('Net 45')];
const requestDeletion = async (desk: TermDesk, agent: TaskClient) =>
  agent.call('delete_terms', { ids: await addTwoTerms(desk) });

const runApproved = (agent: TaskClient, approvalId: string) => agent.call('run_approved', { approvalId });

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

test('a plan that needs an approval is a task, which goes on by itself once a person has approved', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const created = await requestDeletion(desk, agent);
  const { taskId } = created;

  const waiting = await agent.get(taskId);
  await desk.approve(taskId);
  const working = await agent.get(taskId);
  const ended = await agent.settle(taskId);

  expect(created).toMatchObject({
    taskId: created.structuredContent.approval.id,
    status: 'input_required',
    structuredContent: { status: 'approval_required' },
    ttlMs: 48 * 60 * 60_000,
    pollIntervalMs: 3000,
  });
  expect(created.createdAt).toBe(desk.clock.now);
  expect(waiting).toMatchObject({ status: 'input_required', inputRequests: {} });
  expect(waiting.statusMessage).toBe(
    `Delete 2 payment terms: ${taskId} needs a person's approval. A person approves it with: waybill approvals approve ${taskId}`,
  );
  expect(working).toMatchObject({ status: 'working', pollIntervalMs: 1000 });
  expect(ended).toMatchObject({
    status: 'completed',
    result: { structuredContent: { status: 'done', results: [{ outcome: 'deleted' }, { outcome: 'deleted' }] } },
  });
  expect(ended.result.content[0].text).toMatch(/^DONE\. Delete 2 payment terms\./);
  expect(await desk.listTermNames()).toEqual([]);
  expect(await desk.auditStatuses()).toEqual(['decided: approved', 'started: started', 'finished: done']);
});

test('a client that follows no tasks gets the same answer as before', async () => {
  await using desk = await startTermDesk();
  await using plain = await connectTaskClientTo(desk.server, { followsTasks: false });

  const answer = await requestDeletion(desk, plain);

  expect(answer).toMatchObject({ structuredContent: { status: 'approval_required' } });
  expect(Object.keys(answer).sort()).toEqual(['_meta', 'content', 'structuredContent']);
});

test('looks at one moment, other servers and run_approved carry a plan out once', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  await using second = await desk.restart();
  await using other = await connectTaskClientTo(second.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);
  const keys = new Set<string | null>();
  desk.wire.intercept = async ({ method, headers }) => {
    if (method === 'DELETE') keys.add(headers.get('idempotency-key'));
    return undefined;
  };

  await Promise.all([
    ...Array.from({ length: 10 }, () => agent.get(taskId)),
    ...Array.from({ length: 10 }, () => other.get(taskId)),
    runApproved(agent, taskId),
    runApproved(other, taskId),
  ]);
  const ended = await agent.settle(taskId);
  const later = await runApproved(agent, taskId);

  expect(ended.result.structuredContent).toMatchObject({ status: 'done' });
  expect(await other.settle(taskId)).toEqual(ended);
  expect(later.structuredContent).toMatchObject({ status: 'already_done' });
  expect(await desk.listTermNames()).toEqual([]);
  // The API does once what it is sent under one key, however often.
  expect([keys.size, keys.has(null)]).toEqual([2, false]);
});

test('while a plan is carried out, looks begin nothing, and nothing takes it back', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  await using second = await desk.restart();
  await using other = await connectTaskClientTo(second.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);
  const held = holdDeletion(desk);
  await agent.get(taskId);
  await held.arrived;

  const seen = await Promise.all([agent.get(taskId), other.get(taskId)]);
  const canceled = await Promise.all([agent.cancel(taskId), other.cancel(taskId)]);
  held.release();
  const ended = await agent.settle(taskId);

  expect(seen.map(({ status }) => status)).toEqual(['working', 'working']);
  expect(canceled).toMatchObject([{}, {}]);
  expect(ended.result.structuredContent).toMatchObject({ status: 'done' });
  expect(countDeletions(desk)).toBe(2);
});

test('a task outlives its server, before and after the decision', async () => {
  await using desk = await startTermDesk();
  let taskId: string;
  {
    await using first = await desk.restart();
    await using agent = await connectTaskClientTo(first.server);
    ({ taskId } = await requestDeletion(desk, agent));
  }
  await desk.approve(taskId);
  await using second = await desk.restart();
  await using agent = await connectTaskClientTo(second.server);
  const ended = await agent.settle(taskId);
  await using third = await desk.restart();
  await using later = await connectTaskClientTo(third.server);

  expect(ended.result.structuredContent).toMatchObject({ status: 'done' });
  expect(await later.get(taskId)).toEqual(ended);
});

test('a task belongs to its requester: for anyone else there is none', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  await using others = await desk.restart({ principalOf: () => ({ name: 'lee', kind: 'person' }) });
  await using stranger = await connectTaskClientTo(others.server);
  const unknown = { code: -32_602, message: 'There is no such task of yours.' };

  await expect(stranger.get(taskId)).rejects.toMatchObject(unknown);
  await expect(stranger.update(taskId, {})).rejects.toMatchObject(unknown);
  await expect(stranger.update(taskId, { page: { action: 'accept' } })).rejects.toMatchObject(unknown);
  await expect(stranger.cancel(taskId)).rejects.toMatchObject(unknown);
  await expect(agent.get('APR-NOSUCH')).rejects.toMatchObject(unknown);
  expect(await agent.get(taskId)).toMatchObject({ status: 'input_required' });
});

test('a denied plan ends with the reason of the person', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);

  await desk.deny(taskId, 'wrong customer');

  const ended = await agent.get(taskId);
  expect(ended).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { error: { code: 'APPROVAL_DENIED', outcome: 'not_done' } } },
  });
  expect(ended.statusMessage).toContain('was denied by morgan: «wrong customer»');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});

test('an expired plan ends so, and a day later there is no task any more', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId, ttlMs, createdAt } = await requestDeletion(desk, agent);
  const moveTo = (ms: number) => (desk.clock.now = new Date(Date.parse(createdAt) + ms).toISOString());

  moveTo(24 * 60 * 60_000);
  const ended = await agent.get(taskId);
  moveTo(ttlMs - 1);
  const kept = await agent.get(taskId);
  moveTo(ttlMs);

  expect(ended).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { error: { code: 'APPROVAL_EXPIRED' } } },
  });
  expect(kept).toEqual(ended);
  await expect(agent.get(taskId)).rejects.toMatchObject({ code: -32_602 });
});

test('a plan whose records changed after the yes ends with the change and the new plan, which is a task too', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const id = await desk.addTerm('Net 30');
  const { taskId } = await agent.call('delete_terms', { ids: [id] });
  await desk.approve(taskId);
  await desk.api.paymentTerms.update({ id, name: 'Net 31' });

  const ended = await agent.settle(taskId);
  const { approval } = ended.result.structuredContent;
  await desk.approve(approval.id);
  const again = await agent.settle(approval.id);

  expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'changed' } } });
  expect(ended.statusMessage).toContain('NOT DONE');
  expect(approval.id).not.toBe(taskId);
  expect(again.result.structuredContent).toMatchObject({ status: 'done' });
  expect(countDeletions(desk)).toBe(1);
});

test.each(['before', 'after'])('a task that is canceled %s the yes is withdrawn: nobody can run it', async (moment) => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  if (moment === 'after') await desk.approve(taskId);

  const canceled = await agent.cancel(taskId);
  const ended = await agent.get(taskId);
  const again = await agent.cancel(taskId);
  const run = await runApproved(agent, taskId);

  expect(Object.keys(canceled)).toEqual(['_meta']);
  expect(ended).toMatchObject({
    status: 'cancelled',
    statusMessage: `Delete 2 payment terms: ${taskId} was withdrawn, and nothing was changed.`,
  });
  expect(ended).not.toHaveProperty('result');
  expect(again).toEqual(canceled);
  expect(run.structuredContent).toMatchObject({ status: 'cancelled', atStake: { title: 'Delete 2 payment terms' } });
  await expect(desk.approve(taskId)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
  expect((await desk.auditStatuses()).at(-1)).toBe('decided: cancelled');
  expect((await desk.auditSummaries()).at(-1)).toBe('Delete 2 payment terms: withdrawn');
});

test('people who were told that a plan waits are told that it was withdrawn', async () => {
  const told: string[] = [];
  await using desk = await startTermDesk({
    notify: ({ event, approval: { status, outcome } }) => told.push(`${event} ${status} ${outcome ?? ''}`.trim()),
  });
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);

  await agent.cancel(taskId);

  expect(told).toEqual([
    'APPROVAL_WAITING pending',
    `APPROVAL_WITHDRAWN void NOT DONE, nothing was changed. Delete 2 payment terms. ${taskId} was withdrawn by dana, who asked for it.`,
  ]);
});

test('the money of a withdrawn plan is free again', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId, createdAt: at } = await requestDeletion(desk, agent);
  const { movedMoney } = desk.memory;
  const moves = [{ step: 0, operation: 'x', who: 'dana', payee: null, currency: 'USD', amount_cents: 100 }];
  const since = new Date(Date.parse(at) - 1000).toISOString();
  const expiresAt = new Date(Date.parse(at) + 60_000).toISOString();
  await movedMoney.hold({ id: taskId, at, since, moves, expiresAt }, () => true);
  const listCounted = () => movedMoney.listCounted({ at, since, except: [] });
  const before = await listCounted();

  await agent.cancel(taskId);

  expect([before.length, await listCounted()]).toEqual([1, []]);
});

test('a withdrawn plan that is asked for again needs a decision of its own', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const ids = await addTwoTerms(desk);
  const first = await agent.call('delete_terms', { ids });
  await agent.cancel(first.taskId);

  const second = await agent.call('delete_terms', { ids });

  expect(second).toMatchObject({ status: 'input_required' });
  expect(second.taskId).not.toBe(first.taskId);
});

test('a cancel and a yes at one moment leave one of the two', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);

  await Promise.allSettled([desk.approve(taskId), agent.cancel(taskId), agent.get(taskId), agent.get(taskId)]);
  const ended = await agent.settle(taskId);

  expect(countDeletions(desk)).toBe(ended.status === 'cancelled' ? 0 : 2);
});

test('a problem that passes keeps the task working, and the plan is tried again after a pause', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);
  desk.wire.intercept = async ({ url }) =>
    url.includes('/payment-terms')
      ? Response.json({ error: { code: 'SERVICE_UNAVAILABLE', message: 'Down', requestId: 'r' } }, { status: 503 })
      : undefined;
  const lookUntil = async (isWanted: (text: string) => boolean) => {
    for (;;) {
      const task = await agent.get(taskId);
      if (isWanted(task.statusMessage)) return task;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  const paused = await lookUntil((text) => text.includes('tried again soon'));
  desk.wire.intercept = async () => undefined;
  const still = await agent.get(taskId);
  desk.clock.now = new Date(Date.parse(desk.clock.now) + 60_000).toISOString();
  const ended = await agent.settle(taskId);

  expect([paused.status, still]).toEqual(['working', paused]);
  expect(ended.result.structuredContent).toMatchObject({ status: 'done' });
  expect(countDeletions(desk)).toBe(2);
});

test('a refusal ends the task for good, though run_approved may do it later', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);
  await desk.memory.stop.keep({ by: 'morgan', at: desk.clock.now, reason: null });

  const ended = await agent.settle(taskId);
  await desk.memory.stop.lift();
  await using second = await desk.restart();
  await using later = await connectTaskClientTo(second.server);
  const same = await later.get(taskId);
  const canceled = await later.cancel(taskId);
  const before = countDeletions(desk);
  const run = await runApproved(agent, taskId);

  expect(ended).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { error: { code: 'WRITES_STOPPED' } } },
  });
  const next = `This task has ended, but ${taskId} is still approved: once that is resolved, call run_approved with approvalId=${taskId}.`;
  expect(ended.statusMessage).toContain(next);
  expect(ended.result.structuredContent.error.nextActions).toContainEqual({
    tool: 'run_approved',
    arguments: { approvalId: taskId },
    why: 'executes it once that is resolved',
  });
  expect([same, Object.keys(canceled), before]).toEqual([ended, ['_meta'], 0]);
  expect(run.structuredContent).toMatchObject({ status: 'done' });
  expect(await later.get(taskId)).toEqual(ended);
});

test('what the API refuses is the result of the task', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);
  desk.wire.intercept = async ({ method }) =>
    method === 'DELETE'
      ? Response.json({ error: { code: 'FORBIDDEN', message: 'Not you', requestId: 'r' } }, { status: 403 })
      : undefined;

  const ended = await agent.settle(taskId);

  expect(ended).toMatchObject({
    status: 'completed',
    result: { isError: true, structuredContent: { error: { code: 'FORBIDDEN' } } },
  });
  // The approval has ended as well: nothing is left to execute.
  expect(ended.statusMessage).not.toContain('run_approved');
});

test('a task is carried out under the rules of run_approved: its requester is not its approver', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId, 'dana');
  await using strict = await desk.restart({ policy: { ...builtInPolicy, separationOfDuties: true } });
  await using later = await connectTaskClientTo(strict.server);

  const ended = await later.settle(taskId);

  expect(ended.result).toMatchObject({ isError: true, structuredContent: { error: { code: 'REFUSED' } } });
  expect(countDeletions(desk)).toBe(0);
});

test('a client that opens pages gets the address of the approval once, and what it answers decides nothing', async () => {
  await using desk = await startTermDesk(withPage);
  await using agent = await connectTaskClientTo(desk.server, { page: 'accept' });
  const { taskId } = await requestDeletion(desk, agent);

  const waiting = await agent.get(taskId);
  const same = await agent.get(taskId);
  const unrelated = await agent.update(taskId, { other: { action: 'accept' } });
  const still = await agent.get(taskId);
  const updated = await agent.update(taskId, { page: { action: 'accept' } });
  const after = await agent.get(taskId);

  expect(waiting.inputRequests).toEqual({
    page: {
      method: 'elicitation/create',
      params: {
        mode: 'url',
        message: `Delete 2 payment terms (${taskId}) needs an approval. Open the page to read the plan and decide.`,
        url: `${page}/${taskId}`,
      },
    },
  });
  expect([same, still]).toEqual([waiting, waiting]);
  expect([Object.keys(unrelated), Object.keys(updated)]).toEqual([['_meta'], ['_meta']]);
  expect(after).toMatchObject({ status: 'input_required', inputRequests: {} });
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});

test('a client without the extension is told what is missing, and the older protocol has no tasks', async () => {
  await using desk = await startTermDesk();
  await using agent = await connectTaskClientTo(desk.server);
  await using plain = await connectTaskClientTo(desk.server, { followsTasks: false });
  const legacy = await desk.connect('none', { protocol: 'legacy' });
  const { taskId } = await requestDeletion(desk, agent);
  const missing = {
    code: -32_021,
    data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
  };

  await expect(plain.get(taskId)).rejects.toMatchObject(missing);
  await expect(plain.update(taskId, {})).rejects.toMatchObject(missing);
  await expect(plain.cancel(taskId)).rejects.toMatchObject(missing);
  expect(agent.client.getServerCapabilities()?.extensions).toHaveProperty(['io.modelcontextprotocol/tasks']);
  expect(legacy.getServerCapabilities()?.extensions).not.toHaveProperty(['io.modelcontextprotocol/tasks']);
});

/** Subscribes to a task over HTTP and over a connection that lasts, and returns the status and the refusal of each. */
async function subscribeToTask(desk: TermDesk, declared: object) {
  const params = {
    notifications: { taskIds: ['APR-1'] },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': declared,
    },
  };
  const message = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params };
  const handler = createMessageHandler(desk.server, () => {});
  const connection = openConnection(desk.server, () => {});
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': message.method,
  };
  const request = new Request('http://desk.test/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
  const overHttp = await handler.fetch(request, { parsedBody: message });
  const isJson = overHttp.headers.get('content-type')?.includes('json') === true;
  const refusals: unknown[] = isJson ? [await overHttp.json()] : [];
  const answered = Promise.withResolvers<object | undefined>();
  connection.receive(message, { passOn: () => answered.resolve(undefined), answer: answered.resolve });
  const refusal = await answered.promise;
  connection.close();
  await handler.close();
  return { status: overHttp.status, refusals: refusal === undefined ? refusals : [...refusals, refusal] };
}

test('a client without the extension that subscribes to tasks is told what is missing', async () => {
  await using desk = await startTermDesk();
  const error = {
    code: -32_021,
    data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
  };

  expect(await subscribeToTask(desk, {})).toMatchObject({
    status: 400,
    refusals: [
      { id: 7, error },
      { id: 7, error },
    ],
  });
});

test('a client with the extension may subscribe to tasks, though it hears nothing of them', async () => {
  await using desk = await startTermDesk();
  const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

  expect(await subscribeToTask(desk, declared)).toEqual({ status: 200, refusals: [] });
});

test('a server that only reads offers no tasks', async () => {
  await using desk = await startTermDesk({ isReadOnly: true });
  await using agent = await connectTaskClientTo(desk.server);

  expect(agent.client.getServerCapabilities()?.extensions).not.toHaveProperty(['io.modelcontextprotocol/tasks']);
  await expect(agent.get('APR-NOSUCH')).rejects.toThrow('Method not found');
});

test('a token that may only read neither follows nor cancels a task', async () => {
  await using desk = await startTermDesk({ writeScope: 'waybill:write' });
  const token = { token: 't', clientId: 'c', expiresAt: 4_000_000_000 };
  const writer = { ...token, scopes: ['waybill:read', 'waybill:write'] };
  await using agent = await connectTaskClientTo(desk.server, {}, writer);
  await using reader = await connectTaskClientTo(desk.server, {}, { ...token, scopes: ['waybill:read'] });
  const { taskId } = await requestDeletion(desk, agent);
  await desk.approve(taskId);

  await expect(reader.get(taskId)).rejects.toThrow('A task needs a token with the scope waybill:write.');
  await expect(reader.cancel(taskId)).rejects.toThrow('waybill:write');
  expect(countDeletions(desk)).toBe(0);
  expect(await agent.settle(taskId)).toMatchObject({ result: { structuredContent: { status: 'done' } } });
});
