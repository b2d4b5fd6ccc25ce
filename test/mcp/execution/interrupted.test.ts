import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import type { TestDesk } from '../../support/desk.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

const hoursLater = '2026-11-21T12:00:00.000Z';
const minutesLater = '2026-11-20T15:02:00.000Z';

const isDelete = (request: Request) => request.method === 'DELETE';
const createProblem = (status: number, code: string) => async () =>
  Response.json({ error: { code, message: 'not now' } }, { status });
const loseConnection = async (): Promise<Response> => {
  throw Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });
};
const refuseConnection = async (): Promise<Response> => {
  throw Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  });
};

/** Ways to interrupt a step, and the state of the approval afterwards. */
const interruptions = [
  { how: 'the rate limit', answer: createProblem(429, 'RATE_LIMIT_EXCEEDED'), left: 'approved' },
  { how: 'a refused connection', answer: refuseConnection, left: 'approved' },
  { how: 'a refused token', answer: createProblem(401, 'UNAUTHORIZED'), left: 'approved' },
  { how: 'a service that is down', answer: createProblem(503, 'SERVICE_UNAVAILABLE'), left: 'executing' },
  { how: 'a fault of the service', answer: createProblem(500, 'INTERNAL_ERROR'), left: 'executing' },
  { how: 'a gateway that waits no longer', answer: createProblem(504, 'GATEWAY_TIMEOUT'), left: 'executing' },
  { how: 'a connection that breaks off', answer: loseConnection, left: 'executing' },
] as const;

async function approveDeletion(desk: TermDesk, names: readonly string[]) {
  const ids: string[] = [];
  for (const name of names) ids.push(await desk.addTerm(name));
  const { data } = await desk.callTool('delete_terms', { ids });
  await desk.approve(data.approval.id);
  return { id: String(data.approval.id), terms: ids };
}

const run = (desk: TestDesk, approvalId: string): Promise<CallAnswer> => desk.callTool('run_approved', { approvalId });

/** Gives this answer to deletions after the first `passed`; the others reach the service. */
function interceptDeletions(desk: TermDesk, answer: () => Promise<Response>, passed = 0): void {
  let seen = 0;
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    seen += 1;
    return seen > passed ? answer() : undefined;
  };
}

function stopIntercepting(desk: TermDesk): string[] {
  const deleted: string[] = [];
  desk.wire.intercept = async (request) => {
    if (isDelete(request)) deleted.push(new URL(request.url).pathname);
    return undefined;
  };
  return deleted;
}

test.each(interruptions)(
  'after $how a changed record is not touched, hours later',
  async ({ answer, left: expectedStatus }) => {
    await using desk = await startTermDesk();
    const { id, terms } = await approveDeletion(desk, ['Net 30']);
    interceptDeletions(desk, answer);
    const first = await run(desk, id);
    const stored = await desk.memory.approvals.get(id);
    const sent = stopIntercepting(desk);
    desk.clock.now = hoursLater;
    await desk.api.paymentTerms.update({ id: terms[0] ?? '', name: 'Net 99' });

    const second = await run(desk, id);

    expect(first.isError).toBe(true);
    expect(stored?.status).toBe(expectedStatus);
    expect(second.data).toMatchObject({ status: 'changed', plan: { details: ['Deletes Net 99'] } });
    expect(second.data.approval.id).not.toBe(id);
    // What may have been done is asked for under its key, and refused because the record is another one by now.
    expect(sent).toHaveLength(expectedStatus === 'executing' ? 1 : 0);
    expect(await desk.listTermNames()).toEqual(['Net 99']);
  },
);

test.each(interruptions)(
  'after $how the plan goes on when nothing changed',
  async ({ answer, left: expectedStatus }) => {
    await using desk = await startTermDesk();
    const { id } = await approveDeletion(desk, ['Net 15', 'Net 30']);
    interceptDeletions(desk, answer, 1);
    const partial = await run(desk, id);
    const deleted = stopIntercepting(desk);

    const second = await run(desk, id);

    expect(partial.data).toMatchObject({ status: 'partial', nextActions: [{ tool: 'run_approved' }] });
    expect(second.data).toMatchObject({ status: 'done' });
    // What was done is asked for again under its key, and only repeats its answer; what may have been done is settled before.
    expect(deleted).toHaveLength(expectedStatus === 'executing' ? 4 : 2);
    expect(await desk.listTermNames()).toEqual([]);
  },
);

test.each(interruptions)(
  'after $how what is left of a plan is asked about anew when it changed',
  async ({ answer, left: expectedStatus }) => {
    await using desk = await startTermDesk();
    const { id, terms } = await approveDeletion(desk, ['Net 15', 'Net 30', 'Net 45']);
    interceptDeletions(desk, answer, 1);
    await run(desk, id);
    const deleted = stopIntercepting(desk);
    desk.clock.now = minutesLater;
    await desk.api.paymentTerms.update({ id: terms[2] ?? '', name: 'Net 99' });

    const second = await run(desk, id);

    // A step that may have been done is settled first: its record is as it was approved.
    const isSettled = expectedStatus === 'executing';
    const rest = isSettled ? ['Deletes Net 99'] : ['Deletes Net 30', 'Deletes Net 99'];
    expect(second.data).toMatchObject({ status: 'approval_required', plan: { details: rest } });
    expect(second.data.summary).toContain(`${isSettled ? 2 : 1} of 3 steps of ${id} were done`);
    expect(deleted).toHaveLength(isSettled ? 2 : 0);
    expect(await desk.listTermNames()).toEqual(isSettled ? ['Net 99'] : ['Net 30', 'Net 99']);
  },
);

test('a lost answer is settled by its key before anything is planned for what is left', async () => {
  await using desk = await startTermDesk();
  const { id } = await approveDeletion(desk, ['Net 15', 'Net 30']);
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    await desk.service.service.fetch(request);
    return loseConnection();
  };
  const first = await run(desk, id);
  stopIntercepting(desk);

  const second = await run(desk, id);

  expect(first.data.error).toMatchObject({ code: 'UNREACHABLE', nextActions: [{ tool: 'run_approved' }] });
  expect(second.data).toMatchObject({ status: 'done', results: [{ outcome: 'deleted' }, { outcome: 'deleted' }] });
  expect(await desk.listTermNames()).toEqual([]);
});

test('an answer that is lost first and refused by the rate limit after that stays in doubt until its key settles it', async () => {
  await using desk = await startTermDesk();
  const { id, terms } = await approveDeletion(desk, ['Net 30']);
  const answers = [loseConnection, createProblem(429, 'RATE_LIMIT_EXCEEDED')];
  interceptDeletions(desk, async () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? loseConnection());
  await run(desk, id);
  interceptDeletions(desk, createProblem(429, 'RATE_LIMIT_EXCEEDED'));
  const limited = await run(desk, id);
  const stored = await desk.memory.approvals.get(id);
  stopIntercepting(desk);
  desk.clock.now = minutesLater;
  await desk.api.paymentTerms.update({ id: terms[0] ?? '', name: 'Net 99' });

  const answer = await run(desk, id);

  expect(stored?.status).toBe('executing');
  expect(limited.text).toMatch(/^UNKNOWN whether it was done\./);
  expect(limited.text).toContain(`It is unknown whether ${id} ran "Delete Net 30"`);
  // The service has not done it, and refuses it for a record that is another one by now.
  expect(answer.data).toMatchObject({ status: 'changed', plan: { details: ['Deletes Net 99'] } });
  expect(await desk.listTermNames()).toEqual(['Net 99']);
});

test('a plan that another process is at is neither closed nor asked about anew', async () => {
  await using desk = await startTermDesk();
  const { id } = await approveDeletion(desk, ['Net 15', 'Net 30']);
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  interceptDeletions(
    desk,
    async () => {
      reached.resolve();
      await go.promise;
      return createProblem(409, 'CONFLICT')();
    },
    1,
  );
  const first = run(desk, id);
  await reached.promise;
  await desk.api.paymentTerms.create({ name: 'Net 60' });
  await using other = await desk.restart();
  const second = run(other, id);
  go.resolve();

  expect((await first).data).toMatchObject({ status: 'partial' });
  expect((await second).data).toMatchObject({ status: 'already_done' });
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 60']);
});

test('a plan that another process is at and that cannot be planned any more is told as that process ends it', async () => {
  await using desk = await startTermDesk();
  const { id } = await approveDeletion(desk, ['Net 30']);
  const reached = Promise.withResolvers<void>();
  const both = Promise.withResolvers<void>();
  let deletions = 0;
  desk.wire.intercept = async (request) => {
    if (isDelete(request)) {
      deletions += 1;
      reached.resolve();
      if (deletions === 2) both.resolve();
      await both.promise;
    }
    return request.method === 'GET' && deletions > 0 ? createProblem(409, 'CONFLICT')() : undefined;
  };
  await using other = await desk.restart();

  const first = run(desk, id);
  await reached.promise;
  const second = run(other, id);

  expect((await first).data).toMatchObject({ status: 'done' });
  expect((await second).data).toMatchObject({ status: 'already_done' });
});

test('a write without steps is not begun beside another process that is at it', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, gates: { create_term: 'approve' } } });
  const { data } = await desk.callTool('create_term', { name: 'Net 30' });
  await desk.approve(data.approval.id);
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let writes = 0;
  desk.wire.intercept = async ({ method }) => {
    if (method !== 'POST') return undefined;
    writes += 1;
    reached.resolve();
    await go.promise;
    return undefined;
  };
  await using other = await desk.restart();
  const first = run(desk, data.approval.id);
  await reached.promise;

  const second = run(other, data.approval.id);
  await Promise.race([second, pause(200)]);
  const begun = writes;
  go.resolve();

  expect((await first).data).toMatchObject({ status: 'done' });
  expect((await second).data).toMatchObject({ status: 'already_done' });
  expect(begun).toBe(1);
});

test('a confirmed plan that never left waits as approved, and reads again before it runs', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  desk.wire.intercept = async ({ method }) =>
    method === 'PATCH' ? createProblem(429, 'RATE_LIMIT_EXCEEDED')() : undefined;
  const planned = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');
  const [action] = planned.data.error.nextActions;
  stopIntercepting(desk);
  desk.clock.now = minutesLater;
  await desk.api.paymentTerms.update({ id, name: 'Net 99' });

  const answer = await run(desk, action.arguments.approvalId);

  expect(answer.data).toMatchObject({ status: 'changed' });
  expect(await desk.listTermNames()).toEqual(['Net 99']);
});

test('a deletion whose answer was lost is settled by its key, though the record cannot be read any more', async () => {
  await using desk = await startTermDesk({ tools: [apiWrite, runApproved], toolsets: ['catalogue', 'control'] });
  const id = await desk.addTerm('Net 30');
  const planned = await desk.callTool('api_write', { operation: 'paymentTerms.delete', input: { id } });
  const approvalId = planned.data.approval.id;
  await desk.approve(approvalId);
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    await desk.service.service.fetch(request);
    return loseConnection();
  };
  await run(desk, approvalId);
  stopIntercepting(desk);

  expect((await run(desk, approvalId)).data).toMatchObject({ status: 'done' });
});
