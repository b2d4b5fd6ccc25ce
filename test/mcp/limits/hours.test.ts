import { expect, test } from 'vitest';
import { builtInPolicy, type Policy } from '../../../src/mcp/policy/policy.ts';
import { startTermDesk } from '../support/term-desk.ts';

const workDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const office = [{ days: workDays, from: '07:00', to: '19:00' }];
const withHours = (hours: Policy['hours']): Policy => ({ ...builtInPolicy, hours });
/** Friday, 9 o'clock in Chicago. */
const open = '2026-11-20T15:00:00.000Z';
const closed = '2026-11-21T15:00:00.000Z';
const monday = '2026-11-23T13:00:00.000Z';

test('outside the hours of the desk nothing is written or asked for, and reading goes on', async () => {
  await using desk = await startTermDesk({ policy: withHours({ '*': office }) });
  const id = await desk.addTerm('Net 30');
  desk.clock.now = closed;

  const answers = [
    await desk.callTool('create_term', { name: 'Net 60' }),
    await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept'),
    await desk.callTool('delete_terms', { ids: [id] }),
  ];

  for (const { data, text } of answers) {
    expect(data.error.code).toBe('REFUSED');
    expect(text).toContain('Writing is allowed mon tue wed thu fri 07:00-19:00 (America/Chicago) by the policy');
    expect(text).toContain('it is Sat, Nov 21, 9:00 AM CST. It opens Mon, Nov 23, 7:00 AM CST. Reading goes on.');
  }
  expect(desk.shownForms).toEqual([]);
  expect(await desk.memory.approvals.list({ limit: 10 })).toEqual([]);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
  expect((await desk.callTool('get_term', { id })).data.record.name).toBe('Net 30');
});

test('what was approved within the hours waits for the next ones', async () => {
  await using desk = await startTermDesk({
    policy: withHours({ '*': [{ days: workDays, from: '07:00', to: '10:00' }] }),
  });
  desk.clock.now = '2026-11-19T15:00:00.000Z';
  const id = await desk.addTerm('Net 30');
  const { approval } = (await desk.callTool('delete_terms', { ids: [id] })).data;
  await desk.approve(approval.id);
  desk.clock.now = '2026-11-19T17:00:00.000Z';

  const early = await desk.callTool('run_approved', { approvalId: approval.id });
  desk.clock.now = '2026-11-20T13:00:00.000Z';
  const done = await desk.callTool('run_approved', { approvalId: approval.id });

  expect(early.text).toContain('It opens Fri, Nov 20, 7:00 AM CST.');
  expect(done.data.status).toBe('done');
});

test('a form that is answered after the hours changes nothing', async () => {
  await using desk = await startTermDesk({ policy: withHours({ rename_term: office }) });
  const id = await desk.addTerm('Net 30');
  desk.wire.intercept = async () => {
    if (desk.shownForms.length > 0) desk.clock.now = '2026-11-21T01:00:00.000Z';
    return undefined;
  };
  desk.clock.now = '2026-11-21T00:59:00.000Z';

  const { text } = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');

  expect(desk.shownForms).toHaveLength(1);
  expect(text).toContain('rename_term is allowed');
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test.each([
  ['a tool', { rename_term: office }],
  ['an operation, whatever tool it is done with', { 'paymentTerms.update': office }],
])('hours of %s bound that and nothing else', async (_, hours) => {
  await using desk = await startTermDesk({ policy: withHours(hours) });
  const id = await desk.addTerm('Net 30');
  desk.clock.now = closed;

  const bound = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');
  const free = await desk.callTool('create_term', { name: 'Net 60' });
  desk.clock.now = monday;
  const later = await desk.callTool('rename_term', { id, name: 'Net 45' }, 'accept');

  expect([bound.data.error?.code, free.data.status, later.data.status]).toEqual(['REFUSED', 'done', 'done']);
});

test.each([
  [
    { '*': office, create_term: [{ days: ['sun', 'tue'], from: '06:00', to: '08:00' }] },
    'It opens Tue, Nov 24, 7:00 AM CST.',
  ],
  [{ '*': office, create_term: [{ days: ['sun'], from: '06:00', to: '08:00' }] }, 'have no time in common'],
] satisfies [Policy['hours'], string][])('several hours have to be open at once: %o', async (hours, message) => {
  await using desk = await startTermDesk({ policy: withHours(hours) });
  desk.clock.now = open;

  expect((await desk.callTool('create_term', { name: 'Net 60' })).text).toContain(message);
});
