import { expect, test } from 'vitest';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const start = () => startDesk({ tools: [apiWrite, undo, runApproved], person: 'accept' });
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const readCustomer = async (desk: TestDesk, id: string) => (await desk.request('GET', `/v1/customers/${id}`)).body;

test('the newest write is taken back, and then the one before', async () => {
  await using desk = await start();
  const { customer } = await createEverything(desk, 'Ironbark');
  await write(desk, 'customers.update', { id: customer.id, notes: 'first' });
  await write(desk, 'customers.update', { id: customer.id, notes: 'second' });

  const once = await desk.callTool('undo', {});
  const afterOnce = await readCustomer(desk, customer.id);
  const twice = await desk.callTool('undo', {});
  const afterTwice = await readCustomer(desk, customer.id);
  const thrice = await desk.callTool('undo', {});

  expect(once.text).toMatch(/^DONE\. Taken back: /);
  expect(once.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect([afterOnce.notes, afterTwice.notes]).toEqual(['first', null]);
  expect(twice.data.status).toBe('done');
  expect(thrice.text).toContain('You made no write in the last 30 days that can be taken back.');
});

test('a write about a record is found by its number, whatever came after it', async () => {
  await using desk = await start();
  const { customer, vendor } = await createEverything(desk, 'Ironbark');
  const { friendlyId } = await readCustomer(desk, customer.id);
  await write(desk, 'customers.update', { id: customer.id, notes: 'first' });
  await write(desk, 'vendors.update', { id: vendor.id, notes: 'later' });

  const unknown = await desk.callTool('undo', { write: 'CUST-99999' });
  const back = await desk.callTool('undo', { write: friendlyId.toLowerCase() });

  expect(unknown.text).toContain('Among your newest 2 writes of the last 30 days there is none about «CUST-99999».');
  expect(unknown.text).toContain('Newest that can:');
  expect(back.data.status).toBe('done');
  expect((await readCustomer(desk, customer.id)).notes).toBeNull();
});

test('what takes an approval is taken back with an approval, and a no leaves it', async () => {
  await using desk = await start();
  const { customer } = await createEverything(desk, 'Ironbark');
  const planned = await write(desk, 'customers.update', { id: customer.id, creditLimit: 5000 });
  await desk.approve(planned.data.approval?.id ?? '');
  await desk.callTool('run_approved', { approvalId: planned.data.approval?.id });

  const back = await desk.callTool('undo', {});

  expect(back.data.status).toBe('approval_required');
  expect(listPlanTexts(back.data.plan).join('\n')).toContain('Credit limit: $5,000.00 -> none');
  expect((await readCustomer(desk, customer.id)).creditLimit).toBe(5000);
});

test('a newest write that has no undo is not passed over for an older one', async () => {
  await using desk = await start();
  const { customer, vendorContact } = await createEverything(desk, 'Ironbark');
  await write(desk, 'customers.update', { id: customer.id, notes: 'kept' });
  const planned = await write(desk, 'vendorContacts.delete', { id: vendorContact.id });
  await desk.approve(planned.data.approval?.id ?? '');
  await desk.callTool('run_approved', { approvalId: planned.data.approval?.id });

  const back = await desk.callTool('undo', {});

  expect(back.text).toMatch(/^NOT DONE\. .*can't be undone/);
  expect((await readCustomer(desk, customer.id)).notes).toBe('kept');
});

test('a batch is taken back as a whole, and what is in its way is named', async () => {
  await using desk = await startDesk({ tools: [apiWrite, undo, runApproved], offersNoOthers: true });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const bills = [await createBilledLoad(desk, { carrier }), await createBilledLoad(desk, { carrier })];
  const [first, second] = bills.map(({ bill }) => bill);
  const runWithApproval = async (tool: string, input: Record<string, unknown>) => {
    const { data } = await desk.callTool(tool, input);
    await desk.approve(data.approval.id);
    return desk.callTool('run_approved', { approvalId: data.approval.id });
  };
  const readStatuses = async () =>
    Promise.all([first, second].map(async (bill) => (await desk.api.bills.get({ id: bill?.id ?? '' })).status));
  await runWithApproval('api_write', { operation: 'bills.batchApprove', input: { billIds: [first?.id, second?.id] } });
  const payment = await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    applications: [{ billId: second?.id ?? '', amount: 1 }],
  });

  const refused = await desk.callTool('undo', {}, 'accept');
  const between = await readStatuses();
  await desk.api.billPayments.delete({ id: payment.id });
  const back = await desk.callTool('undo', {}, 'accept');

  expect(refused.text).toContain('$1.00 is paid on BILL-00002: take the payment back first.');
  expect(between).toEqual(['APPROVED_TO_PAY', 'APPROVED_TO_PAY']);
  expect([back.data.status, await readStatuses()]).toEqual(['done', ['IN_REVIEW', 'IN_REVIEW']]);
});

test('a bill that came onto a payment is not said to be taken off again', async () => {
  await using desk = await startDesk({ tools: [apiWrite, undo, runApproved], offersNoOthers: true });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const first = await createBilledLoad(desk, { carrier, reference: 'PH-1' });
  const second = await createBilledLoad(desk, { carrier, reference: 'PH-2' });
  await desk.api.bills.batchApprove({ billIds: [first.bill.id, second.bill.id] });
  const applications = [{ billId: first.bill.id, amount: 100 }];
  const { id } = await desk.api.billPayments.create({ paymentDate: '2026-11-20', applications });
  const input = { id, applications: [{ billId: second.bill.id, amount: 50 }] };
  const planned = await desk.callTool('api_write', { operation: 'billPayments.update', input });
  await desk.approve(planned.data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  const back = await desk.callTool('undo', {});

  expect(done.data.status).toBe('done');
  expect(back.text).toContain("can't be undone");
});

test('the person reads when and with what it was done, in the zone of the desk', async () => {
  await using desk = await start();
  const { customer } = await createEverything(desk, 'Ironbark');
  const { data } = await write(desk, 'customers.update', { id: customer.id, creditLimit: 5000 });
  await desk.approve(data.approval?.id ?? '');
  await desk.callTool('run_approved', { approvalId: data.approval?.id });

  const back = await desk.callTool('undo', {});

  expect(back.data.plan.details).toContainEqual(
    expect.stringMatching(/^Was done on \w{3}, \w{3} \d+, \d+:\d\d [AP]M \w+ with api_write$/),
  );
});

test('a write that failed is not taken back', async () => {
  await using desk = await start();
  await createEverything(desk, 'Ironbark');
  await write(desk, 'paymentTerms.create', { name: 'Net 33', days: 33, apOnly: 'maybe' });

  expect((await desk.callTool('undo', {})).text).toContain('You made no write');
});
