import { expect, test } from 'vitest';
import { loadPolicy } from '../../../../src/mcp/policy/policy-file.ts';
import { collectGates } from '../../../../src/mcp/tool/usual-gates.ts';
import { toolList } from '../../../../tools/list.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { type Billed, createBilledLoad, insertFactor, createPayee } from '../../../support/records/payables.ts';
import { onBothDatabases, onOneDatabase } from '../../../support/stores/databases.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const readPolicy = (file: object) =>
  loadPolicy({ text: JSON.stringify(file), known: collectGates(toolList), separationOfDuties: false });

/** The policy of the attack: one person approves bills, of at most $1,500 each and $4,000 in a day. */
const policy = readPolicy({
  approvers: { approve_bills: ['cfo'] },
  limits: { approve_bills: { perCall: 1500, perDay: 4000 } },
});

type TestDatabaseName = Parameters<Parameters<typeof onBothDatabases>[1]>[0];
const start = (database: TestDatabaseName, changes: object = {}) =>
  startDesk({ tools: [], database, person: 'accept', server: { policy: { ...policy, ...changes } } });

const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

async function createApprovedBill(
  desk: TestDesk,
  billing: Parameters<typeof createBilledLoad>[1] = {},
): Promise<Billed> {
  const billed = await createBilledLoad(desk, { agreed: 597.54, reference: 'PH-1', ...billing });
  await desk.api.bills.approve({ id: billed.bill.id });
  return billed;
}

const readBill = ({ api }: TestDesk, { bill: { id } }: Billed) => api.bills.get({ id });

/** An API that lets an approved bill keep its approval whatever becomes of its terms. */
function keepApprovals(desk: TestDesk): void {
  desk.wire.intercept = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'PATCH' || !pathname.startsWith('/v1/bills/')) return undefined;
    // The body is an object: the client of the tools wrote it.
    const body = (await request.clone().json()) as object;
    const changed = await desk.request('PATCH', pathname, body);
    if (changed.status !== 200 || changed.body.status !== 'IN_REVIEW')
      return Response.json(changed.body, { status: changed.status });
    return Response.json((await desk.request('POST', `${pathname}/approve`)).body);
  };
}

const apis = [
  ['an API that takes the bill back to review', () => {}],
  ['an API that leaves the bill approved', keepApprovals],
] as const;

onBothDatabases('bills that were approved', (database) => {
  test.each(apis)('are not raised above the limit of approvals, with %s', async (_api, prepare) => {
    await using desk = await start(database);
    const billed = await createApprovedBill(desk);
    prepare(desk);

    const { isError, text } = await write(desk, 'bills.update', { id: billed.bill.id, amount: 45_678.9 });

    expect(isError).toBe(true);
    expect(text).toContain(
      'The policy lets at most $1,500.00 be approved for payment in one call (limits.approve_bills), and this is $45,678.90.',
    );
    expect(await readBill(desk, billed)).toMatchObject({ amount: 597.54, status: 'APPROVED_TO_PAY' });
  });

  test.each(apis)('are raised within it by those who approve bills alone, with %s', async (_api, prepare) => {
    await using desk = await start(database);
    const billed = await createApprovedBill(desk);
    prepare(desk);

    const { data } = await write(desk, 'bills.update', { id: billed.bill.id, amount: 700 });

    expect(data.plan).toMatchObject({
      gate: 'approve',
      money: [{ currency: 'USD', amount: 700 }],
      warnings: expect.arrayContaining([
        { text: 'BILL-00001 is approved: another amount counts as an approval of $700.00 for «Prairie Haul».' },
        { text: 'BILL-00001, variance: $700.00 billed, $102.46 more than the $597.54 agreed.' },
      ]),
      details: expect.arrayContaining([expect.stringMatching(/^BILL-00001 goes back to review/)]),
    });
    await expect(desk.approve(data.approval.id, 'sam')).rejects.toThrow(
      'the policy names who approves approve_bills: cfo',
    );
    await desk.approve(data.approval.id, 'cfo');
    const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
    expect(done.data.status).toBe('done');
    const { status } = await readBill(desk, billed);
    expect(status).toBe(prepare === keepApprovals ? 'APPROVED_TO_PAY' : 'IN_REVIEW');
    expect(done.text.includes('BILL-00001 is in review again')).toBe(status === 'IN_REVIEW');
  });
});

onOneDatabase('ways round an approval of a bill', (database) => {
  test('many small updates add up to the limit of the day, each with its whole amount', async () => {
    await using desk = await start(database);
    keepApprovals(desk);
    const { bill } = await createApprovedBill(desk);

    const statuses: string[] = [];
    let refused = '';
    for (const amount of [1200, 1300, 1400, 1450]) {
      const { data, text } = await write(desk, 'bills.update', { id: bill.id, amount });
      statuses.push(data.status ?? data.error.code);
      if (data.status === undefined) {
        refused = text;
        continue;
      }
      await desk.approve(data.approval.id, 'cfo');
      await desk.callTool('run_approved', { approvalId: data.approval.id });
    }

    expect(statuses).toEqual(['approval_required', 'approval_required', 'approval_required', 'REFUSED']);
    expect(refused).toContain('$4,000.00 be approved for payment in a day');
    expect(refused).toContain('$3,900.00 are used');
  });

  test('the reference of another bill is an approval that says so', async () => {
    await using desk = await start(database);
    const carrier = await createPayee(desk, 'Prairie Haul');
    const billed = await createApprovedBill(desk, { carrier });
    await createBilledLoad(desk, { carrier, agreed: 597.54, reference: 'PH-2' });

    const { data } = await write(desk, 'bills.update', { id: billed.bill.id, reference: 'PH-2' });

    expect(data.plan).toMatchObject({
      gate: 'approve',
      money: [{ currency: 'USD', amount: 597.54 }],
      warnings: expect.arrayContaining([{ text: expect.stringMatching(/^BILL-00001, duplicate: /) }]),
    });
    await expect(desk.approve(data.approval.id, 'sam')).rejects.toMatchObject({ code: 'REFUSED' });
  });

  test.each(['dueDate', 'invoiceDate', 'paymentTermId'])('another %s is an approval', async (field) => {
    await using desk = await start(database);
    const { bill } = await createApprovedBill(desk);
    const term = await desk.api.paymentTerms.create({ name: 'Net 7', days: 7 });

    const value = field === 'paymentTermId' ? term.id : '2026-11-12';
    const { data } = await write(desk, 'bills.update', { id: bill.id, [field]: value });

    await expect(desk.approve(data.approval.id, 'sam')).rejects.toThrow('who approves approve_bills: cfo');
  });

  test('another key, and what is changed of a bill in review, are no approval', async () => {
    await using desk = await start(database);
    const approved = await createApprovedBill(desk);
    const waiting = await createBilledLoad(desk, { agreed: 800 });

    const key = await write(desk, 'bills.update', { id: approved.bill.id, key: 'ours' });
    const amount = await write(desk, 'bills.update', { id: waiting.bill.id, amount: 9000 });

    for (const { data } of [key, amount]) {
      expect(listPlanTexts(data.plan).join(' ')).not.toContain('back to review');
      await desk.approve(data.approval.id, 'sam');
    }
  });

  test.each([
    ['bills.approve', (id: string) => ({ id })],
    ['bills.batchApprove', (id: string) => ({ billIds: [id] })],
  ] as const)('a bill that was changed is approved by nobody else through %s', async (operation, inputFor) => {
    await using desk = await start(database);
    const billed = await createApprovedBill(desk);
    await desk.api.bills.update({ id: billed.bill.id, amount: 1400 });

    const { data } = await write(desk, operation, inputFor(billed.bill.id));
    const approvalId = data.approval.id;

    await expect(desk.approve(approvalId, 'sam')).rejects.toThrow('the policy names who approves approve_bills: cfo');
    await desk.callTool('run_approved', { approvalId });
    expect((await readBill(desk, billed)).status).toBe('IN_REVIEW');
  });

  test('raw payments are named with pay_bills, and its approvers approve them', async () => {
    await using desk = await start(database, { approvers: { pay_bills: ['treasurer'] } });
    const { bill } = await createApprovedBill(desk);
    const input = { paymentDate: '2026-11-20', applications: [{ billId: bill.id, amount: 597.54 }] };

    const { data } = await write(desk, 'billPayments.create', input);

    await expect(desk.approve(data.approval.id, 'sam')).rejects.toThrow('who approves pay_bills: treasurer');
    await desk.approve(data.approval.id, 'treasurer');
  });

  test('what the policy does not let anybody approve is not changed after its approval', async () => {
    await using desk = await start(database, { operations: { 'bills.approve': 'off' } });
    const { bill } = await createApprovedBill(desk);

    const { text } = await write(desk, 'bills.update', { id: bill.id, amount: 600 });

    expect(text).toContain('The policy has turned bills.approve off.');
  });

  test('a bill with payments keeps its amount, and the plan says how to get further', async () => {
    await using desk = await start(database);
    const { bill } = await createApprovedBill(desk);
    await desk.api.billPayments.create({ paymentDate: '2026-11-20', applications: [{ billId: bill.id, amount: 100 }] });

    const raised = await write(desk, 'bills.update', { id: bill.id, amount: 1400 });
    const { data } = await write(desk, 'bills.update', { id: bill.id, dueDate: '2026-12-31' });

    expect(raised.text).toContain('$100.00 is paid on BILL-00001: its amount stays as it was approved.');
    expect(listPlanTexts(data.plan)).toContain('BILL-00001 stays approved, because payments are on it.');
    expect(data.plan.money).toEqual([{ currency: 'USD', amount: 497.54 }]);
  });

  test('who is paid is no field of a bill, and a payee that has changed since is a finding of the payment', async () => {
    await using desk = await start(database);
    const { bill, carrier } = await createApprovedBill(desk);

    const field = await write(desk, 'bills.update', { id: bill.id, carrierFactorId: carrier.id });
    await insertFactor(desk, carrier.id, 'Apex Factoring');
    const paid = await desk.callTool('pay_bills', { bills: [bill.friendlyId] });
    const direct = await write(desk, 'billPayments.create', {
      paymentDate: '2026-11-20',
      applications: [{ billId: bill.id, amount: 597.54 }],
    });

    expect(field.data.error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(paid.data.plan.title).toContain('Apex Factoring');
    expect(listWarningTexts(paid.data.plan).join(' ')).toMatch(/factor/i);
    expect(direct.text).toContain('The payee is not that of record');
  });

  test('quick pay approves the reduced amount anew, which its approvers do', async () => {
    await using desk = await start(database);
    const carrier = await createPayee(desk, 'Prairie Haul');
    const term = await desk.api.paymentTerms.create({ name: 'Quick', days: 2, quickPayFee: 0.02 });
    await desk.api.carriers.update({ id: carrier.id, paymentTermId: term.id });
    const billed = await createApprovedBill(desk, { carrier, agreed: 1000 });

    const { data } = await desk.callTool('pay_bills', { bills: [billed.bill.friendlyId], quickPay: true });

    expect(data.plan.steps.map(({ operation }: { operation: string }) => operation)).toEqual([
      'bills.unapprove',
      'bills.update',
      'bills.approve',
      'billPayments.create',
    ]);
    expect(data.plan.limits.join(' ')).toContain('approved for payment in one call, this $980.00');
    await expect(desk.approve(data.approval.id, 'sam')).rejects.toThrow('who approves approve_bills: cfo');
    await desk.approve(data.approval.id, 'cfo');
    const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
    expect(done.data.status).toBe('done');
    expect(await readBill(desk, billed)).toMatchObject({ status: 'PAID', amount: 980 });
  });
});
