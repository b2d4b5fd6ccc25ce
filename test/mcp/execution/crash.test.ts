import { expect, test } from 'vitest';
import { getRecord } from '../../../tools/record/get_record.ts';
import { isNothingToDo } from '../../../src/mcp/tool/plan.ts';
import type { Tool } from '../../../src/mcp/tool/tool.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import { deleteTerms, termTools } from '../support/term-tools.ts';

async function approveDeletion(desk: TermDesk, names: readonly string[]): Promise<string> {
  const ids = await Promise.all(names.map((name) => desk.addTerm(name)));
  const { data } = await desk.callTool('delete_terms', { ids });
  await desk.approve(data.approval.id);
  return String(data.approval.id);
}

const isDelete = (request: Request) => request.method === 'DELETE';
const answerUnavailable = async () =>
  Response.json({ error: { code: 'SERVICE_UNAVAILABLE', message: 'maintenance' } }, { status: 503 });

/** Lets `count` deletions through and answers the others with `answer`. */
function failAfter(desk: TermDesk, count: number, answer: () => Promise<Response>): void {
  let passed = 0;
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    passed += 1;
    return passed > count ? answer() : undefined;
  };
}

test('a tool server that ends between approval and execution executes after its restart', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 30']);
  await using restarted = await desk.restart();

  expect((await restarted.callTool('run_approved', { approvalId: id })).data).toMatchObject({ status: 'done' });
  expect(await desk.listTermNames()).toEqual([]);
});

test('a tool server that ends half way goes on where it stopped, under the same keys', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 15', 'Net 30', 'Net 45']);
  const keys: (string | null)[] = [];
  const second = Promise.withResolvers<void>();
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    keys.push(request.headers.get('idempotency-key'));
    if (keys.length !== 2) return undefined;
    second.resolve();
    return new Promise(() => {});
  };
  void desk.callTool('run_approved', { approvalId: id }).catch(() => {});
  await second.promise;

  await using restarted = await desk.restart();
  const answer = await restarted.callTool('run_approved', { approvalId: id });

  expect(answer.data).toMatchObject({ status: 'done', results: [{}, {}, {}] });
  // Two by the first process; both are settled by the second one before it goes on with all three.
  expect([keys.length, new Set(keys).size]).toEqual([7, 3]);
  expect(await desk.listTermNames()).toEqual([]);
});

test('a step whose answer is lost is taken up again without doing anything twice', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 15', 'Net 30']);
  const done: string[] = [];
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    const url = new URL(request.url).pathname;
    const answer = await desk.service.service.fetch(request);
    if (answer.status === 204 && answer.headers.get('idempotency-replayed') === null) done.push(url);
    // The first deletion happens, and its answer never arrives.
    return done.length === 1 ? answerUnavailable() : answer;
  };

  const lost = await desk.callTool('run_approved', { approvalId: id });
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    const answer = await desk.service.service.fetch(request);
    if (answer.headers.get('idempotency-replayed') === null) done.push(new URL(request.url).pathname);
    return answer;
  };
  const resumed = await desk.callTool('run_approved', { approvalId: id });

  expect(lost).toMatchObject({ isError: true, data: { error: { code: 'OUTCOME_UNKNOWN', outcome: 'unknown' } } });
  expect(lost.data.error.nextActions).toMatchObject([{ tool: 'run_approved', arguments: { approvalId: id } }]);
  expect(resumed.data).toMatchObject({ status: 'done' });
  expect(done).toHaveLength(2);
});

test('a failure after the first step is told step by step, and the rest can be taken up', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 15', 'Net 30', 'Net 45']);
  failAfter(desk, 1, answerUnavailable);

  const partial = await desk.callTool('run_approved', { approvalId: id });
  desk.wire.intercept = async () => undefined;
  const resumed = await desk.callTool('run_approved', { approvalId: id });

  expect(partial.isError).toBeUndefined();
  expect(partial.data).toMatchObject({
    status: 'partial',
    results: [{ outcome: 'done' }, { outcome: 'unknown' }, { outcome: 'not_run' }],
    nextActions: [{ tool: 'run_approved' }],
  });
  expect(partial.text).toMatch(/^PARTLY DONE\./);
  expect(resumed.data).toMatchObject({ status: 'done' });
  expect(await desk.listTermNames()).toEqual([]);
});

test('a step that is refused for good ends the plan, and a second run says the same', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 15', 'Net 30', 'Net 45']);
  failAfter(desk, 1, async () => Response.json({ error: { code: 'CONFLICT', message: 'in use' } }, { status: 409 }));

  const partial = await desk.callTool('run_approved', { approvalId: id });
  desk.wire.intercept = async () => undefined;
  const again = await desk.callTool('run_approved', { approvalId: id });

  expect(partial.data).toMatchObject({
    status: 'partial',
    results: [{ outcome: 'done' }, { outcome: 'failed' }, { outcome: 'not_run' }],
  });
  expect(partial.data.nextActions).toBeUndefined();
  expect(again.data).toMatchObject({
    status: 'already_done',
    results: [{ outcome: 'done' }, { outcome: 'failed' }, { outcome: 'not_run' }],
  });
  expect(await desk.listTermNames()).toHaveLength(2);
  expect(await desk.auditStatuses()).toContain('finished: partial');
});

test('two executions at once, even in two processes, delete each term once', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 15', 'Net 30', 'Net 45']);
  await using second = await desk.restart();

  const answers = await Promise.all([
    desk.callTool('run_approved', { approvalId: id }),
    desk.callTool('run_approved', { approvalId: id }),
    second.callTool('run_approved', { approvalId: id }),
    second.callTool('run_approved', { approvalId: id }),
  ]);

  expect(answers.map(({ data }) => data.status).filter((status) => status === 'done')).toHaveLength(1);
  expect(answers.map(({ data }) => data.status).filter((status) => status === 'already_done')).toHaveLength(3);
  expect(await desk.listTermNames()).toEqual([]);
});

test('an execution begun a day ago is not taken up, since the API has forgotten its keys', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 30']);
  await desk.memory.approvals.move(id, 'approved', { status: 'executing', started_at: desk.clock.now });
  desk.clock.now = '2026-11-21T14:30:00.000Z';

  const answer = await desk.callTool('run_approved', { approvalId: id });

  expect(answer.data.error).toMatchObject({ code: 'APPROVAL_EXPIRED' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('when the audit log cannot be written, nothing is changed', async () => {
  await using desk = await startTermDesk();
  const id = await approveDeletion(desk, ['Net 30']);
  const broken = { ...desk.memory.audit, append: () => Promise.reject(new Error('disk full')) };
  await using blind = await desk.restart({ memory: { ...desk.memory, audit: broken } });

  const answer = await blind.callTool('run_approved', { approvalId: id });

  expect(answer.data.error).toMatchObject({ code: 'INTERNAL_ERROR' });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

/** Wraps a tool so that its plans say what they left out and number their records. */
function addLeftOut(tool: Tool, text: string): Tool {
  if (tool.kind !== 'plan') throw new Error(`${tool.name} plans nothing`);
  return {
    ...tool,
    async plan(ctx, input) {
      const plan = await tool.plan(ctx, input);
      if (isNothingToDo(plan)) return plan;
      const steps = plan.steps.map((step) => ({
        ...step,
        about: { id: step.about?.id ?? null, friendlyId: step.label.replace('Delete ', '') },
      }));
      return { ...plan, steps, taken: [text] };
    },
  };
}

test('what a tool left out, and where to look at what was refused, is said after a part was done as well', async () => {
  const planned = addLeftOut(deleteTerms, 'Net 60: left out, an invoice has it');
  const otherTools = termTools.filter(({ name }) => name !== planned.name);
  await using desk = await startTermDesk({ tools: [...otherTools, planned, getRecord] });
  const id = await approveDeletion(desk, ['Net 15', 'Net 30']);
  failAfter(desk, 1, async () => Response.json({ error: { code: 'CONFLICT', message: 'in use' } }, { status: 409 }));

  const { data, text } = await desk.callTool('run_approved', { approvalId: id });

  expect(data.status).toBe('partial');
  expect(text).toContain('Net 60: left out, an invoice has it');
  expect(data.nextActions).toMatchObject([{ tool: 'get_record', arguments: { record: 'Net 30' } }]);
});
