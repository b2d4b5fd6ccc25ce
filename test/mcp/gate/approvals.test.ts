import { expect, test } from 'vitest';
import { decideApproval } from '../../../src/mcp/approvals/approvals.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import type { CallAnswer } from '../../support/desk/clients.ts';

const addTwoTerms = async (desk: TermDesk) => [await desk.addTerm('Net 30'), await desk.addTerm('Net 45')];

/** Asks for the deletion of two terms and returns the id of the approval. */
async function requestDeletion(desk: TermDesk, ids: readonly string[]): Promise<string> {
  const { data } = await desk.callTool('delete_terms', { ids });
  return String(data.approval.id);
}

const getErrorCode = ({ isError, data }: CallAnswer): unknown => isError === true && data.error.code;

test('an approved plan is executed exactly once and then answers with its first outcome', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id);

  const first = await desk.callTool('run_approved', { approvalId: id });
  const second = await desk.callTool('run_approved', { approvalId: id });

  expect(first.data).toMatchObject({ status: 'done', results: [{ outcome: 'deleted' }, { outcome: 'deleted' }] });
  expect(second.data).toMatchObject({
    status: 'already_done',
    results: [{ outcome: 'deleted' }, { outcome: 'deleted' }],
  });
  expect(second.text).toMatch(/^DONE before, nothing new happened\./);
  expect(await desk.listTermNames()).toEqual([]);
  expect(await desk.auditStatuses()).toEqual(['decided: approved', 'started: started', 'finished: done']);
});

test('a client that can ask does not make an approval a matter of its form', async () => {
  await using desk = await startTermDesk();

  const answer = await desk.callTool('delete_terms', { ids: await addTwoTerms(desk) }, 'accept');

  expect(answer.data).toMatchObject({ status: 'approval_required' });
  expect(desk.shownForms).toEqual([]);
});

test('asking twice for the same plan makes one request', async () => {
  await using desk = await startTermDesk();
  const ids = await addTwoTerms(desk);

  expect(await requestDeletion(desk, ids)).toBe(await requestDeletion(desk, ids));
});

test('pending, denied, expired and unknown approvals are refused, each in its own words', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  const run = () => desk.callTool('run_approved', { approvalId: id });

  const pending = await run();
  await desk.deny(id, 'wrong customer');
  const denied = await run();
  const unknown = await desk.callTool('run_approved', { approvalId: 'APR-NOSUCH' });

  expect(getErrorCode(pending)).toBe('APPROVAL_PENDING');
  expect(getErrorCode(denied)).toBe('APPROVAL_DENIED');
  expect(denied.data.error.message).toContain('by morgan: «wrong customer»');
  expect(getErrorCode(unknown)).toBe('APPROVAL_UNKNOWN');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});

test('an approval counts for a day, approved or not', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id);
  desk.clock.now = '2026-11-21T15:00:00.000Z';

  expect(getErrorCode(await desk.callTool('run_approved', { approvalId: id }))).toBe('APPROVAL_EXPIRED');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});

test('nobody executes what somebody else asked for', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id);
  await using other = await desk.restart({ principalOf: () => ({ name: 'mallory', kind: 'person' }) });

  expect(getErrorCode(await other.callTool('run_approved', { approvalId: id }))).toBe('APPROVAL_UNKNOWN');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});

test('a record that changes after the approval voids it, and a new request is made', async () => {
  await using desk = await startTermDesk();
  const [first = '', second = ''] = await addTwoTerms(desk);
  const id = await requestDeletion(desk, [first, second]);
  await desk.approve(id);
  desk.clock.now = '2026-11-20T15:05:00.000Z';
  await desk.api.paymentTerms.update({ id: first, name: 'Net 15' });

  const answer = await desk.callTool('run_approved', { approvalId: id });
  const again = await desk.callTool('run_approved', { approvalId: id });

  expect(answer.data).toMatchObject({ status: 'changed', plan: { details: ['Deletes Net 15', 'Deletes Net 45'] } });
  expect(answer.data.approval.id).not.toBe(id);
  expect(again.data).toEqual(answer.data);
  expect(await desk.listTermNames()).toEqual(['Net 15', 'Net 45']);
});

test('with separation of duties the one who asked cannot approve, under any spelling', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, separationOfDuties: true } });
  const id = await requestDeletion(desk, await addTwoTerms(desk));

  await expect(desk.approve(id, ' Dana ')).rejects.toMatchObject({ code: 'REFUSED' });
  await desk.approve(id, 'morgan');

  expect((await desk.callTool('run_approved', { approvalId: id })).data).toMatchObject({ status: 'done' });
});

test('an approval by the requester is refused at execution when separation of duties came later', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id, 'dana');
  await using strict = await desk.restart({ policy: { ...builtInPolicy, separationOfDuties: true } });

  expect(getErrorCode(await strict.callTool('run_approved', { approvalId: id }))).toBe('REFUSED');
});

test.each(['delete_terms', 'paymentTerms.delete', '*'])(
  'where the policy names who approves %s, nobody else does',
  async (gatedName) => {
    await using desk = await startTermDesk({
      policy: { ...builtInPolicy, approvers: { [gatedName]: ['Morgan  Hale'] } },
    });
    const id = await requestDeletion(desk, await addTwoTerms(desk));

    await expect(desk.approve(id, 'sam')).rejects.toMatchObject({ code: 'REFUSED' });
    await desk.approve(id, 'morgan hale');

    expect((await desk.callTool('run_approved', { approvalId: id })).data).toMatchObject({ status: 'done' });
  },
);

test('an approval by somebody whom the policy names no longer is refused at execution', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id, 'sam');
  await using strict = await desk.restart({ policy: { ...builtInPolicy, approvers: { '*': ['Morgan Hale'] } } });

  expect(getErrorCode(await strict.callTool('run_approved', { approvalId: id }))).toBe('REFUSED');
});

test('a decision is made once', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));

  const decisions = await Promise.allSettled([desk.approve(id), desk.deny(id, 'no'), desk.approve(id)]);

  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(
    decideApproval(desk.options, { id: 'APR-X', decision: 'approve', approver: 'm', user: 'm' }),
  ).rejects.toMatchObject({
    code: 'APPROVAL_UNKNOWN',
  });
});

test('what the policy turned off since is not executed, approved or not', async () => {
  await using desk = await startTermDesk();
  const id = await requestDeletion(desk, await addTwoTerms(desk));
  await desk.approve(id);
  await using limited = await desk.restart({ policy: { ...builtInPolicy, gates: { delete_terms: 'off' } } });

  expect(getErrorCode(await limited.callTool('run_approved', { approvalId: id }))).toBe('REFUSED');
  expect(await desk.listTermNames()).toEqual(['Net 30', 'Net 45']);
});
