import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';

const isDelete = (request: Request) => request.method === 'DELETE';

async function approveDeletion(desk: TermDesk) {
  const term = await desk.addTerm('Net 30');
  const { data } = await desk.callTool('delete_terms', { ids: [term] });
  await desk.approve(data.approval.id);
  const change = () => desk.api.paymentTerms.update({ id: term, name: 'Net 99' });
  return { run: () => desk.callTool('run_approved', { approvalId: data.approval.id }), change };
}

test('a record that changes after the last comparison, on the way of the call, is not touched', async () => {
  await using desk = await startTermDesk();
  const { run, change } = await approveDeletion(desk);
  desk.wire.intercept = async (request) => {
    if (isDelete(request)) await change();
    return undefined;
  };

  const answer = await run();

  expect(answer.data).toMatchObject({ error: { code: 'RECORD_CHANGED' } });
  expect(answer.text).toMatch(/^NOT DONE\. .* was changed after it was shown/);
  expect(await desk.listTermNames()).toEqual(['Net 99']);
});

const refusals: readonly { how: string; status: number; code: string; headers?: Record<string, string> }[] = [
  { how: 'the rate limit is used up', status: 429, code: 'RATE_LIMIT_EXCEEDED' },
  { how: 'the API says to come back', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: { 'retry-after': '4' } },
];

test.each(refusals)('while $how the record changes: no attempt leaves any more', async ({ status, code, headers }) => {
  await using desk = await startTermDesk();
  const { run, change } = await approveDeletion(desk);
  let attempts = 0;
  // An API that compares nothing by itself.
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    attempts += 1;
    if (attempts > 1) return new Response(null, { status: 204 });
    await change();
    return Response.json({ error: { code, message: 'not now' } }, { status, ...(headers && { headers }) });
  };

  const answer = await run();

  expect(answer.text).toMatch(/^NOT DONE\. .* was changed after it was shown/);
  expect(answer.data.error.message).toContain('was changed after it was shown');
  expect(attempts).toBe(1);
});

test('a refusal is waited out and the plan goes on where nothing changed', async () => {
  await using desk = await startTermDesk();
  const { run } = await approveDeletion(desk);
  let attempts = 0;
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    attempts += 1;
    return attempts > 1 ? undefined : Response.json({ error: { code: 'RATE_LIMIT_EXCEEDED' } }, { status: 429 });
  };

  expect((await run()).data).toMatchObject({ status: 'done' });
  expect(await desk.listTermNames()).toEqual([]);
});

test('what was done, and whose answer was lost, is done, although the record is not what it was', async () => {
  await using desk = await startTermDesk();
  const { run } = await approveDeletion(desk);
  let attempts = 0;
  desk.wire.intercept = async (request) => {
    if (!isDelete(request)) return undefined;
    attempts += 1;
    if (attempts > 1) return undefined;
    await desk.service.service.fetch(request);
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
    });
  };

  expect((await run()).data).toMatchObject({ status: 'done' });
  expect(attempts).toBe(2);
});

onBothDatabases('several approvals of one state', (database) => {
  test('that run at the same moment pay one bill once', async () => {
    await using desk = await startDesk({ tools: [apiWrite, runApproved], database });
    const carrier = await createPayee(desk, 'Prairie Haul');
    const { bill } = await createBilledLoad(desk, { carrier, agreed: 900, reference: 'R-1' });
    await desk.api.bills.approve({ id: bill.id });
    const approvals = await Promise.all(
      ['first', 'second', 'third'].map((note) => approvePayment(desk, bill.id, note)),
    );

    const answers = await Promise.all(approvals.map((approvalId) => desk.callTool('run_approved', { approvalId })));

    const { data: payments } = await desk.api.billPayments.filter({});
    expect(answers.filter(({ data }) => data.status === 'done')).toHaveLength(1);
    expect(payments.map(({ totalAmount }) => totalAmount)).toEqual([5]);
  });
});

async function approvePayment(desk: TestDesk, billId: string, notes: string): Promise<string> {
  const input = { paymentDate: '2026-11-20', applications: [{ billId, amount: 5 }], notes };
  const { data } = await desk.callTool('api_write', { operation: 'billPayments.create', input });
  await desk.approve(data.approval.id);
  return data.approval.id;
}
