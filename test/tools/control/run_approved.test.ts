import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad } from '../../support/records/payables.ts';
import { replaceVolatileParts } from '../../support/volatile-parts.ts';

const start = () => startDesk({ tools: [apiWrite, runApproved] });

async function createPlan(desk: TestDesk) {
  const { bill } = await createBilledLoad(desk);
  const { data } = await desk.callTool('api_write', { operation: 'bills.approve', input: { id: bill.id } });
  return { bill, approvalId: String(data.approval.id) };
}

const readStatus = async ({ api }: TestDesk, id: string) => (await api.bills.get({ id })).status;

test('an approved plan is executed once, and asked again shows its first outcome', async () => {
  await using desk = await start();
  const { bill, approvalId } = await createPlan(desk);
  await desk.approve(approvalId);

  const first = await desk.callTool('run_approved', { approvalId });
  const again = await desk.callTool('run_approved', { approvalId });

  expect(replaceVolatileParts(first.text)).toMatchInlineSnapshot(`
    "DONE. Approve bill BILL-00001 «Prairie Haul» for payment.

    Number: BILL-00001
    Invoice date: Nov 10, 2026
    Due date: Dec 10, 2026
    Amount: $1,200.00
    Currency: USD
    Entity type: carrier
    Status: approved to pay
    Carrier: C100001
    Carrier name: «Prairie Haul»
    Load key: LD-1001
    Shipment key: SHP-1001
    Amount paid: $0.00
    Amount owed: $1,200.00

    Undo: The approval can be taken back while nothing is paid on the bill (undo)."
  `);
  expect([first.data.status, again.data.status]).toEqual(['done', 'already_done']);
  expect(again.text).toMatch(/^DONE before, nothing new happened\./);
  expect(desk.requests.filter((request) => request.endsWith('/approve'))).toHaveLength(1);
  expect(await readStatus(desk, bill.id)).toBe('APPROVED_TO_PAY');
});

test('the id is read however it is typed', async () => {
  await using desk = await start();
  const { approvalId } = await createPlan(desk);
  await desk.approve(approvalId);

  const answer = await desk.callTool('run_approved', { approvalId: ` ${approvalId.toLowerCase()} ` });

  expect(answer.data.status).toBe('done');
});

test('two executions at once do it once', async () => {
  await using desk = await start();
  const { approvalId } = await createPlan(desk);
  await desk.approve(approvalId);

  const answers = await Promise.all([1, 2, 3].map(() => desk.callTool('run_approved', { approvalId })));

  const statuses = answers.map(({ data }) => String(data.status)).sort();
  expect(statuses).toEqual(['already_done', 'already_done', 'done']);
  expect(desk.requests.filter((request) => request.endsWith('/approve'))).toHaveLength(1);
});

test('nothing happens while the person has not answered', async () => {
  await using desk = await start();
  const { bill, approvalId } = await createPlan(desk);

  const answer = await desk.callTool('run_approved', { approvalId });

  expect(answer).toMatchObject({ isError: true, data: { error: { code: 'APPROVAL_PENDING', retryable: true } } });
  expect(answer.text).toContain(`waybill approvals approve ${approvalId}`);
  expect(await readStatus(desk, bill.id)).toBe('IN_REVIEW');
});

test('nothing happens after a no, and the reason is passed on', async () => {
  await using desk = await start();
  const { bill, approvalId } = await createPlan(desk);
  await desk.deny(approvalId, 'not this week');

  const answer = await desk.callTool('run_approved', { approvalId });

  expect(answer).toMatchObject({ isError: true, data: { error: { code: 'APPROVAL_DENIED' } } });
  expect(answer.text).toMatch(
    /^NOT DONE\. APR-\w+ was denied by morgan: «not this week»\. A person said no; nothing was changed\.\nRequested: Approve bill BILL-00001 «Prairie Haul» for payment \(\$1,200\.00\)\./,
  );
  expect(answer.data.error.atStake).toEqual({
    title: 'Approve bill BILL-00001 «Prairie Haul» for payment',
    money: [{ currency: 'USD', amount: 1200 }],
  });
  expect(await readStatus(desk, bill.id)).toBe('IN_REVIEW');
});

test('a yes of yesterday is too old', async () => {
  await using desk = await start();
  const { bill, approvalId } = await createPlan(desk);
  await desk.approve(approvalId);
  desk.clock.now = '2026-11-21T15:00:01.000Z';

  const answer = await desk.callTool('run_approved', { approvalId });

  expect(answer).toMatchObject({ isError: true, data: { error: { code: 'APPROVAL_EXPIRED' } } });
  expect(answer.text).toContain('Requested: Approve bill BILL-00001 «Prairie Haul» for payment ($1,200.00).');
  expect(await readStatus(desk, bill.id)).toBe('IN_REVIEW');
});

test('an id that nobody handed out, or was handed to somebody else, is unknown', async () => {
  await using desk = await start();

  const unknown = await desk.callTool('run_approved', { approvalId: 'APR-AAAAAAAA' });
  const short = await desk.callTool('run_approved', { approvalId: 'A' });

  expect(unknown).toMatchObject({ isError: true, data: { error: { code: 'APPROVAL_UNKNOWN' } } });
  expect(short).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'approvalId' } } });
});

test('a yes in the arguments is refused as an unknown argument', async () => {
  await using desk = await start();
  const { bill, approvalId } = await createPlan(desk);

  const answer = await desk.callTool('run_approved', { approvalId, approved: true });

  expect(answer).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST', field: 'approved' } } });
  expect(await readStatus(desk, bill.id)).toBe('IN_REVIEW');
});
