import { expect, test } from 'vitest';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk } from '../support/term-desk.ts';

test('a plan that its person confirms is carried out, and the person saw all of it', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const answer = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');

  expect(answer.data).toMatchObject({ status: 'done', record: { name: 'Net 45' }, undo: 'Rename it back to Net 30.' });
  expect(answer.text).toMatch(/^DONE\. Rename Net 30 to Net 45\./);
  expect(await desk.listTermNames()).toEqual(['Net 45']);
  expect(desk.shownForms).toMatchInlineSnapshot(`
    [
      "Rename Net 30 to Net 45

    No warnings.

    What changes:
    - Name: Net 30 -> Net 45

    Undo: Rename it back to Net 30.",
    ]
  `);
  expect(await desk.auditStatuses()).toEqual(['started: started', 'finished: done']);
});

test.each([
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
  ['unticked', 'declined'],
] as const)('when the person answers with %s, nothing is changed', async (person, status) => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const answer = await desk.callTool('rename_term', { id, name: 'Net 45' }, person);

  expect(answer.data).toMatchObject({ status, atStake: { title: 'Rename Net 30 to Net 45', money: [] } });
  expect(answer.text).toMatch(/^NOT DONE, nothing was changed\. Requested: Rename Net 30 to Net 45\. /);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
  expect(await desk.auditStatuses()).toEqual([`decided: ${status}`]);
  expect((await desk.memory.audit.after(0, 1)).map((row) => readEntry(row).summary)).toEqual([
    `Rename Net 30 to Net 45: ${status}`,
  ]);
});

test('without a client that can ask, the plan waits for a person elsewhere', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const answer = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'none');

  expect(answer.isError).toBeUndefined();
  expect(answer.data).toMatchObject({
    status: 'approval_required',
    approval: { expiresAt: '2026-11-21T15:00:00.000Z' },
  });
  expect(answer.data.approval.how.command).toBe(`waybill approvals approve ${answer.data.approval.id}`);
  expect(answer.text).toMatch(/^APPROVAL NEEDED\./);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test.each(['none', 'decline'] as const)(
  '`confirm: true` in the arguments is not a yes (person: %s)',
  async (person) => {
    await using desk = await startTermDesk();
    const id = await desk.addTerm('Net 30');

    await desk.callTool('rename_term', { id, name: 'Net 45', confirm: true }, person);

    expect(await desk.listTermNames()).toEqual(['Net 30']);
  },
);

test('a record that changes while the person reads voids the plan', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const client = await desk.connect('accept');
  client.setRequestHandler('elicitation/create', async () => {
    desk.clock.now = '2026-11-20T15:05:00.000Z';
    await desk.api.paymentTerms.update({ id, description: 'changed meanwhile' });
    return { action: 'accept', content: { confirm: true } };
  });

  const result = await client.callTool({ name: 'rename_term', arguments: { id, name: 'Net 45' } });

  expect(result.structuredContent).toMatchObject({ status: 'changed', plan: { title: 'Rename Net 30 to Net 45' } });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('an answer that comes after ten minutes counts for nothing', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const client = await desk.connect('accept');
  client.setRequestHandler('elicitation/create', async () => {
    desk.clock.now = '2026-11-20T15:10:00.000Z';
    return { action: 'accept', content: { confirm: true } };
  });

  const result = await client.callTool({ name: 'rename_term', arguments: { id, name: 'Net 45' } });

  expect(result.structuredContent).toMatchObject({
    status: 'cancelled',
    atStake: { title: 'Rename Net 30 to Net 45' },
  });
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('what is so already is not done again and nobody is asked', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');

  const answer = await desk.callTool('rename_term', { id, name: 'Net 30' }, 'accept');

  expect(answer.data).toMatchObject({ status: 'already_done' });
  expect(desk.shownForms).toEqual([]);
});

test("where the policy names who approves, a client's form is not enough", async () => {
  const approvers = { 'paymentTerms.update': ['Morgan Hale'] };
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, approvers } });
  const id = await desk.addTerm('Net 30');

  const planned = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');

  expect(planned.data.status).toBe('approval_required');
  expect(planned.text).toContain('The policy names who approves paymentTerms.update (Morgan Hale).');
  expect([await desk.listTermNames(), desk.shownForms]).toEqual([['Net 30'], []]);
});

test('where the policy says so, the form of a client confirms nothing: a person approves', async () => {
  await using desk = await startTermDesk({ policy: { ...builtInPolicy, confirmInClient: false } });
  const id = await desk.addTerm('Net 30');

  const planned = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');
  const before = await desk.listTermNames();
  await desk.approve(planned.data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data).toMatchObject({ status: 'approval_required' });
  expect([before, desk.shownForms]).toEqual([['Net 30'], []]);
  expect(done.data).toMatchObject({ status: 'done' });
});
