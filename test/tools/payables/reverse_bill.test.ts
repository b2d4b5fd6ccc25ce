import { expect, test } from 'vitest';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { payBills } from '../../../tools/payables/pay_bills.ts';
import { reverseBill } from '../../../tools/payables/reverse_bill.ts';
import { sendRemittance } from '../../../tools/payables/send_remittance.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, insertFactor, createPayee } from '../../support/records/payables.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const tools = [approveBills, payBills, reverseBill, sendRemittance, runApproved, apiWrite];
const start = () => startDesk({ tools, offersNoOthers: true });

/** Creates two approved bills of one carrier, paid with one payment. */
async function createPaidBills(desk: TestDesk) {
  const first = await createBilledLoad(desk);
  const second = await createBilledLoad(desk, { carrier: first.carrier, agreed: 800 });
  const bills = [first.bill, second.bill];
  await Promise.all(bills.map(({ id }) => desk.api.bills.approve({ id })));
  const payment = await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    reference: 'CHK 88',
    applications: bills.map(({ id, amount }) => ({ billId: id, amount })),
  });
  return { ...first, other: second.bill, payment };
}

async function run(desk: TestDesk, input: object) {
  const planned = await desk.callTool('reverse_bill', { ...input });
  await desk.approve(planned.data.approval.id);
  return { planned, done: await desk.callTool('run_approved', { approvalId: planned.data.approval.id }) };
}

test('an approval is taken back after a yes in the form, or an approval where there is none', async () => {
  await using desk = await start();
  const { bill } = await createBilledLoad(desk);
  await desk.api.bills.approve({ id: bill.id });
  const input = { bill: 'BILL-00001', what: 'approval' };

  const waiting = await desk.callTool('reverse_bill', input);
  const { data } = await desk.callTool('reverse_bill', input, 'accept');
  const again = await desk.callTool('reverse_bill', input, 'accept');

  expect(waiting.data).toMatchObject({
    status: 'approval_required',
    plan: {
      title: 'Take the approval of BILL-00001 of «Prairie Haul», $1,200.00 back',
      changes: [{ label: 'BILL-00001 status', before: 'approved to pay', after: 'in review' }],
      details: expect.arrayContaining(['LD-1001 goes back to review with it; nothing is paid on it']),
    },
  });
  expect(data).toMatchObject({
    status: 'done',
    summary: 'BILL-00001 of «Prairie Haul» is in review again, $1,200.00 open.',
    undo: 'It can be approved again (approve_bills bills=[BILL-00001]).',
  });
  expect((await desk.api.bills.get({ id: bill.id })).status).toBe('IN_REVIEW');
  expect(again.text).toContain('it is not approved');
});

test('a bill is taken out of a payment whose other bills stay paid, and the last one takes the payment along', async () => {
  await using desk = await start();
  const { bill, other, payment } = await createPaidBills(desk);

  const refused = await desk.callTool('reverse_bill', { bill: bill.friendlyId, what: 'approval' });
  const first = await run(desk, { bill: bill.friendlyId, what: 'payment' });

  expect(refused.text).toContain('$1,200.00 is paid on BILL-00001: take the payment back first');
  expect(first.planned.data.plan.title).toBe(`Take BILL-00001 of «Prairie Haul» out of payment ${payment.friendlyId}`);
  expect(first.planned.text).toContain('BILL-00002 stays paid by');
  expect(first.done.data.summary).toBe('BILL-00001 of «Prairie Haul» is approved to pay, $1,200.00 open.');
  expect(await desk.api.billPayments.get({ id: payment.id })).toMatchObject({ totalAmount: 800 });
  expect((await desk.api.bills.get({ id: other.id })).status).toBe('PAID');

  const last = await run(desk, { bill: other.friendlyId, what: 'payment' });

  expect(last.planned.data.plan.title).toBe(`Take payment ${payment.friendlyId} to «Prairie Haul» back: $800.00`);
  expect((await desk.api.billPayments.filter({ filter: {} })).data).toEqual([]);
});

test('a bill that goes with its payments names them, and what awaits its bill again', async () => {
  await using desk = await start();
  const { bill, payment, shipmentId } = await createPaidBills(desk);

  const { planned, done } = await run(desk, { bill: bill.friendlyId, what: 'bill', reason: 'wrong carrier' });

  expect(listPlanTexts(planned.data.plan)).toEqual(
    expect.arrayContaining([
      'LD-1001: awaits its bill again',
      `Payment ${payment.friendlyId} of Nov 20, 2026, $2,000.00: $1,200.00 is taken out of it; BILL-00002 stays paid by it`,
      'Reason: «wrong carrier»',
    ]),
  );
  expect(done.data.summary).toBe('BILL-00001 is deleted; what it was for awaits its bill again.');
  const { data: loads } = await desk.api.loads.filter({ filter: { shipmentId: { equalTo: shipmentId } } });
  expect(loads[0]?.carriers[0]?.billingStatus).toBe('AWAITING_INVOICE');
});

test('a bill that was named by its reference and is gone is not taken for another one of that reference', async () => {
  await using desk = await start();
  const first = await createBilledLoad(desk, { reference: 'PH-1' });

  const { data } = await desk.callTool('reverse_bill', { bill: 'PH-1', what: 'bill' });
  await desk.approve(data.approval.id);
  desk.wire.intercept = async (request) => {
    if (request.method !== 'DELETE') return undefined;
    desk.wire.intercept = async () => undefined;
    await desk.api.bills.delete({ id: first.bill.id });
    await createBilledLoad(desk, { carrier: first.carrier, reference: 'PH-1' });
    return new Response(null, { status: 204 });
  };
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(done.data.summary).toBe('BILL-00001 is deleted; what it was for awaits its bill again.');
});

test('a remittance advice goes to the payee of record once a person has seen since when the address is known', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const factorId = await insertFactor(desk, carrier.id, 'Apex Factoring');
  await desk.api.carrierFactors.update({ id: factorId, email: 'remit@apex.example' });
  const { bill } = await createBilledLoad(desk, { carrier });
  await desk.api.bills.approve({ id: bill.id });
  await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    reference: 'CHK 88',
    carrierFactorId: factorId,
    applications: [{ billId: bill.id, amount: 1200 }],
  });

  const { data, text } = await desk.callTool('send_remittance', { payments: ['CHK 88'] });
  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(data.plan.title).toMatch(/^Send the remittance advice of BP-\d+ to «Apex Factoring»: \$1,200\.00$/);
  expect(data.plan.recipients).toEqual(['remit@apex.example']);
  expect(text).toMatch(/Mail to «remit@apex.example»: the address of «Apex Factoring», on record since/);
  expect(done.data.summary).toMatch(/^The remittance advice of BP-\d+ is on its way to «remit@apex.example»\.$/);

  const unknown = await desk.callTool('send_remittance', { payments: ['CHK 89'] });

  expect(unknown.data.error.code).toBe('NOT_FOUND');
});
