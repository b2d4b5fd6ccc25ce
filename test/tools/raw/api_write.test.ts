import { expect, test } from 'vitest';
import type { Operations } from '../../../src/contract/types.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { auditLog } from '../../../tools/control/audit_log.ts';
import { listApprovals } from '../../../tools/control/list_approvals.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { replaceVolatileParts } from '../../support/volatile-parts.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const tools = [apiWrite, runApproved, listApprovals, auditLog];
const start = (policy = {}) => startDesk({ tools, server: { policy: { ...builtInPolicy, ...policy } } });
const write = (desk: TestDesk, operation: string, input: object, more: object = {}) =>
  desk.callTool('api_write', { operation, input, ...more });
const listWrites = ({ requests }: TestDesk) => requests.filter((request) => !/oauth2|filter|GET /.test(request));

test('a harmless write runs at once and is shown with the record after it', async () => {
  await using desk = await start();

  const { text, data } = await write(desk, 'customers.create', { name: 'Acme Foods', status: 'ACTIVE' });

  expect(data).toMatchObject({ status: 'done', operation: 'customers.create', record: { name: 'Acme Foods' } });
  expect(replaceVolatileParts(text)).toMatchInlineSnapshot(`
    "DONE. Add customer «Acme Foods»: A100001 «Acme Foods».

    No duplicate found; compared with all customers on record, by name.
    Number: A100001
    Name: «Acme Foods»
    Status: active

    Undo: The customer can be made inactive; it is not deleted (undo)."
  `);
  expect(await desk.auditStatuses()).toEqual(['started: started', 'finished: done']);
});

test('the same create within minutes is not made twice, unless a second one is meant', async () => {
  await using desk = await start();
  const input = { name: 'Night desk' };

  const first = await write(desk, 'teams.create', input);
  const again = await write(desk, 'teams.create', input);
  const deliberate = await write(desk, 'teams.create', input, { again: true });

  expect([first, again, deliberate].map(({ data }) => data.status)).toEqual(['done', 'already_done', 'done']);
  expect((await desk.api.teams.filter({})).data).toHaveLength(2);
});

test('what costs money waits for a person, with before and after in the plan', async () => {
  await using desk = await start();
  const { bill } = await createBilledLoad(desk);

  const planned = await write(desk, 'bills.update', { id: bill.id, amount: 1300 });

  expect(planned.data.status).toBe('approval_required');
  expect(planned.data.plan).toMatchObject({
    gate: 'approve',
    changes: expect.arrayContaining([{ label: 'Amount', before: '$1,200.00', after: '$1,300.00' }]),
    details: expect.arrayContaining([expect.stringMatching(/^Bill: BILL-00001 «Prairie Haul», \$1,200/)]),
  });
  expect(planned.data.plan.money).toEqual([{ currency: 'USD', amount: 1300 }]);
  await desk.approve(planned.data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  expect(done.data).toMatchObject({ status: 'done', record: { amount: 1300 } });
});

test('a record that changes after the yes is left alone', async () => {
  await using desk = await start();
  const { bill } = await createBilledLoad(desk);
  const { data } = await write(desk, 'bills.update', { id: bill.id, amount: 1300 });
  await desk.approve(data.approval.id);
  desk.clock.now = '2026-11-20T15:01:00.000Z';
  await desk.api.bills.update({ id: bill.id, reference: 'PH-2' });

  const answer = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(answer.data.status).toBe('changed');
  expect((await desk.api.bills.get({ id: bill.id })).amount).toBe(1200);
});

test('what a rule reads of a carrier, or mail follows, needs an approval; a note does not', async () => {
  await using desk = await start();
  const { id } = await createPayee(desk, 'Prairie Haul');

  const note = await write(desk, 'carriers.update', { id, notes: 'Asks for flatbeds' });
  const phone = await write(desk, 'carriers.update', { id, phone: '+13125550101' });
  const status = await write(desk, 'carriers.update', { id, status: 'DO_NOT_USE', notes: 'Late twice' });

  expect(note.data).toMatchObject({ status: 'done', record: { notes: 'Asks for flatbeds' } });
  expect(phone.data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  expect(status.data).toMatchObject({
    status: 'approval_required',
    plan: {
      gate: 'approve',
      changes: expect.arrayContaining([{ label: 'Status', before: 'active', after: 'do not use' }]),
      warnings: [{ text: expect.stringContaining('is also in APR-') }],
      reason: 'it sets what vetting or payments go by: status',
    },
  });
  expect((await desk.api.carriers.get({ id })).status).toBe('ACTIVE');
});

test('a carrier begins PENDING, whatever is asked for', async () => {
  await using desk = await start();
  const input = { name: 'Prairie Haul', type: 'TRUCKLOAD' };

  const active = await write(desk, 'carriers.create', { ...input, status: 'ACTIVE' });
  const silent = await write(desk, 'carriers.create', input);

  expect(active).toMatchObject({ isError: true, data: { error: { code: 'REFUSED' } } });
  expect(active.text).toContain('does not offer this value of status: leave it out. A new carrier starts as pending');
  expect(silent.data).toMatchObject({ status: 'done', record: { status: 'PENDING' } });
});

const lane: Operations['quotes']['create']['input']['order'] = {
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
  ],
};

test('a quote is won by a person, as in converting it', async () => {
  await using desk = await start();
  const customer = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const quote = await desk.api.quotes.create({ customer: { id: customer.id }, order: lane, amount: 1950 });

  const won = await write(desk, 'quotes.update', { id: quote.id, status: 'WON' });

  expect(won.data).toMatchObject({ plan: { gate: 'confirm' } });
  expect((await desk.api.quotes.get({ id: quote.id })).status).not.toBe('WON');
});

test('a change says that undo takes it back, with the values that were there before', async () => {
  await using desk = await start();
  const { id } = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE', creditLimit: 4000 });

  const raised = await write(desk, 'customers.update', { id, creditLimit: 5000, serviceTier: 'TIER_1' });
  const renamed = await write(desk, 'customers.update', { id, name: 'Acme West' });

  expect(raised.data.undo).toBe('What was there can be put back: Credit limit $4,000.00, Service tier none (undo).');
  expect(renamed.data.undo).toBe('What was there can be put back: Name «Acme Foods» (undo).');
});

test('a fee and a margin are shown per cent', async () => {
  await using desk = await start();
  const term = await desk.api.paymentTerms.create({ name: 'Quick', days: 2, quickPayFee: 0.03 });
  const { id } = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE', minMargin: 0.07 });

  const fee = await write(desk, 'paymentTerms.update', { id: term.id, quickPayFee: 0.025 });
  const margin = await write(desk, 'customers.update', { id, minMargin: 0.12 });

  expect(fee.text).toContain('Quick pay fee: 3 % -> 2.5 %');
  expect(margin.text).toContain('7 % -> 12 %');
});

test('an account number shows its last four digits only, wherever it is shown', async () => {
  await using desk = await start();
  const { id } = await createPayee(desk, 'Prairie Haul');
  const account = '000123456789';

  const planned = await write(desk, 'carrierPaymentMethods.create', {
    carrierId: id,
    paymentRecipientType: 'DIRECT',
    paymentMethodType: 'ACH',
    accountNumber: account,
    abaAch: '021000021',
  });
  const listed = await desk.callTool('list_approvals');
  await desk.approve(planned.data.approval.id);
  await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const audited = await desk.callTool('audit_log');

  expect(listPlanTexts(planned.data.plan)).toContain('Account number: «****6789»');
  const entries = (await desk.memory.audit.after(0, 100)).map(readEntry);
  const rows = await desk.memory.approvals.list({ limit: 10 });
  const everything = JSON.stringify([planned, listed, audited, entries, rows, desk.logged]);
  expect(everything).toContain('6789');
  expect(everything).not.toContain(account);
  expect(everything).not.toContain('021000021');
});

test('what the policy does not offer is refused, and a policy file can offer it behind an approval', async () => {
  await using desk = await start();
  await using opened = await start({ operations: { 'carriers.delete': 'approve' } });
  const { id } = await createPayee(desk, 'Prairie Haul');
  const other = await createPayee(opened, 'Prairie Haul');

  const refused = await write(desk, 'carriers.delete', { id });
  const offered = await write(opened, 'carriers.delete', { id: other.id });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'REFUSED' } } });
  expect(refused.text).toContain('The policy does not offer carriers.delete');
  expect(offered.data.status).toBe('approval_required');
});

test('an unknown operation is refused with close ones', async () => {
  await using desk = await start();

  const refused = await write(desk, 'bills.aprove', {});

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'operation' } } });
  expect(refused.text).toMatch(/Close: bills\./);
});

test('an operation that only reads is sent to api_read', async () => {
  await using desk = await start();

  const refused = await write(desk, 'bills.filter', {});

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'operation' } } });
  expect(refused.text).toContain('use api_read');
});

test.each([
  [
    'a member that the operation does not have',
    'customers.create',
    { name: 'A', status: 'ACTIVE', colour: 'red' },
    'input.colour',
  ],
  ['a missing member', 'customers.create', { status: 'ACTIVE' }, 'input.name'],
  ['a missing id', 'bills.approve', {}, 'input.id'],
  ['an amount with three decimals', 'bills.update', { id: 'x', amount: 1.005 }, 'input.amount'],
])('%s is refused by its name before anything is planned', async (_, operation, input, field) => {
  await using desk = await start();

  const refused = await write(desk, operation, input);

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field } } });
  expect(refused.text).toMatch(/^NOT DONE\./);
  expect([listWrites(desk), await desk.memory.approvals.list({ limit: 10 })]).toEqual([[], []]);
});

test('a record that does not exist is not found, and nothing is planned', async () => {
  await using desk = await start();

  const refused = await write(desk, 'bills.approve', { id: '00000000-0000-4000-8000-000000000000' });

  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'NOT_FOUND' } } });
});

test('of a batch, what failed is named with its reason, and a batch that failed whole is no success', async () => {
  await using desk = await start();
  const first = await createBilledLoad(desk);
  const second = await createBilledLoad(desk);
  const run = async (billIds: readonly string[]) => {
    const { data } = await write(desk, 'bills.batchApprove', { billIds });
    await desk.approve(data.approval.id);
    return desk.callTool('run_approved', { approvalId: data.approval.id });
  };
  await desk.api.bills.approve({ id: first.bill.id });

  const partly = await run([first.bill.id, second.bill.id]);
  const failed = await run([second.bill.id, first.bill.id]);

  expect(partly.data).toMatchObject({
    status: 'partial',
    results: [
      { id: second.bill.id, outcome: 'done' },
      { id: first.bill.id, outcome: 'failed', reason: expect.stringContaining(first.bill.friendlyId) },
    ],
  });
  expect(failed).toMatchObject({ isError: true, data: { error: { code: 'CONFLICT' } } });
  expect(failed.text).toMatch(/^NOT DONE\./);
});

test('a refusal of the API is passed on, and nothing is said to be done', async () => {
  await using desk = await start();
  const { bill } = await createBilledLoad(desk);
  const { data } = await write(desk, 'bills.approve', { id: bill.id });
  await desk.approve(data.approval.id);
  await desk.api.bills.approve({ id: bill.id });
  await desk.api.bills.unapprove({ id: bill.id });
  await desk.api.bills.approve({ id: bill.id });

  const answer = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(answer.data.status ?? answer.data.error.code).toMatch(/changed|CONFLICT/);
  expect(answer.text).toMatch(/^NOT DONE/);
});
