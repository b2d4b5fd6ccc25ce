import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk } from '../support/term-desk.ts';

test('a low-risk write happens at once and is written down', async () => {
  await using desk = await startTermDesk();

  const answer = await desk.callTool('create_term', { name: 'Net 30' });

  expect(answer.data).toMatchObject({ status: 'done', record: { name: 'Net 30' }, undo: 'Delete it.' });
  expect(await desk.auditStatuses()).toEqual(['started: started', 'finished: done']);
});

test('an identical create within ten minutes answers with the first record', async () => {
  await using desk = await startTermDesk();

  const first = await desk.callTool('create_term', { name: 'Net 30', description: 'all' });
  desk.clock.now = '2026-11-20T15:09:59.000Z';
  const second = await desk.callTool('create_term', { description: 'all', name: 'Net 30' });

  expect(second.data).toMatchObject({ status: 'already_done', record: { id: first.data.record.id } });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test.each([
  ['other arguments', { name: 'Net 30', description: 'some' }, '2026-11-20T15:00:00.000Z'],
  ['again: true', { name: 'Net 30', description: 'all', again: true }, '2026-11-20T15:00:00.000Z'],
  ['ten minutes later', { name: 'Net 30', description: 'all' }, '2026-11-20T15:10:00.000Z'],
])('a second record is made with %s', async (_, input, at) => {
  await using desk = await startTermDesk();
  await desk.callTool('create_term', { name: 'Net 30', description: 'all' });
  desk.clock.now = at;

  expect((await desk.callTool('create_term', input)).data).toMatchObject({ status: 'done' });
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 30']);
});

test('ten identical creates at once, in two processes, make one record', async () => {
  await using desk = await startTermDesk();
  await using second = await desk.restart();

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? desk : second).callTool('create_term', { name: 'Net 30' })),
  );

  expect(new Set(answers.map(({ data }) => data.record.id)).size).toBe(1);
  expect(answers.filter(({ data }) => data.status === 'done')).toHaveLength(1);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('a create whose answer was lost is finished by the next identical one, not repeated', async () => {
  await using desk = await startTermDesk();
  desk.wire.intercept = async (request) => {
    if (!request.url.endsWith('/payment-terms')) return undefined;
    await desk.service.service.fetch(request);
    return Response.json({ error: { code: 'SERVICE_UNAVAILABLE', message: 'gone' } }, { status: 503 });
  };
  const lost = await desk.callTool('create_term', { name: 'Net 30' });
  desk.wire.intercept = async () => undefined;

  const again = await desk.callTool('create_term', { name: 'Net 30' });

  expect(lost).toMatchObject({ isError: true, data: { error: { code: 'OUTCOME_UNKNOWN', outcome: 'unknown' } } });
  expect(again.data).toMatchObject({ status: 'already_done', record: { name: 'Net 30' } });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('a create that was refused may be tried again with the same arguments', async () => {
  await using desk = await startTermDesk();
  desk.wire.intercept = async (request) =>
    request.url.endsWith('/payment-terms')
      ? Response.json({ error: { code: 'VALIDATION_ERROR', message: 'no' } }, { status: 422 })
      : undefined;
  const refused = await desk.callTool('create_term', { name: 'Net 30' });
  desk.wire.intercept = async () => undefined;

  expect(refused.text).toMatch(/^NOT DONE\. no\. The request breaks a rule/);
  expect((await desk.callTool('create_term', { name: 'Net 30' })).data).toMatchObject({ status: 'done' });
  expect(await desk.auditStatuses()).toContain('finished: VALIDATION_ERROR');
});

test('a policy that wants a person before a direct write gets one', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, gates: { create_term: 'approve' } } });

  const planned = await desk.callTool('create_term', { name: 'Net 30' }, 'accept');
  await desk.approve(planned.data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data).toMatchObject({
    status: 'approval_required',
    plan: { title: 'Create the payment term «Net 30»' },
  });
  expect(done.data).toMatchObject({ status: 'done', record: { name: 'Net 30' } });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('a policy that raises an operation stops a direct write that uses it', async () => {
  await using desk = await startTermDesk({
    policy: { ...builtInPolicy, operations: { 'paymentTerms.create': 'approve' } },
  });

  const answer = await desk.callTool('create_term', { name: 'Net 30' });

  expect(answer.data.error).toMatchObject({ code: 'REFUSED' });
  expect(await desk.listTermNames()).toEqual([]);
});
