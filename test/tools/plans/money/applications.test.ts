import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { createBilledLoad, insertFactor, createPayee, payToChanged } from '../../../support/records/payables.ts';
import { listPlanTexts, listWarningTexts, overlapWarning } from '../../../support/desk/plan-texts.ts';

const start = (policy = builtInPolicy) => startDesk({ tools: [apiWrite, runApproved], server: { policy } });
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;

async function createApprovedBill(desk: TestDesk, billing: Parameters<typeof createBilledLoad>[1] = {}) {
  const billed = await createBilledLoad(desk, billing);
  await desk.api.bills.approve({ id: billed.bill.id });
  return billed;
}

test('a payment shows number, party, payee of record and what is open, before and after', async () => {
  await using desk = await start();
  const { bill } = await createApprovedBill(desk);
  const applications = [{ billId: bill.id, amount: 500 }];

  const { data } = await write(desk, 'billPayments.create', { paymentDate: '2026-11-20', applications });

  expect(data.plan.changes).toEqual([{ label: 'BILL-00001 open', before: '$1,200.00', after: '$700.00' }]);
  expect(data.plan.details).toContain('BILL-00001 «Prairie Haul»: $500.00, payee of record: the carrier');
  expect(listPlanTexts(data.plan).filter((line: string) => uuid.test(line))).toEqual([]);
  expect(listWarningTexts(data.plan)).toEqual([]);
});

test('a second plan for what is paid says so, and so does one that pays more than is open', async () => {
  await using desk = await start();
  const { bill } = await createApprovedBill(desk);
  const pay = (amount: number) =>
    write(desk, 'billPayments.create', {
      paymentDate: '2026-11-20',
      applications: [{ billId: bill.id, amount }],
      allowOverpayment: true,
    });
  const over = await pay(1300);
  const full = await pay(1200);
  await desk.approve(full.data.approval.id);
  await desk.callTool('run_approved', { approvalId: full.data.approval.id });

  const again = await pay(1199);

  expect(listWarningTexts(over.data.plan)).toEqual(['More than is open on BILL-00001.']);
  expect(listWarningTexts(full.data.plan)).toEqual([overlapWarning('BILL-00001')]);
  expect(again.data.plan.changes).toEqual([{ label: 'BILL-00001 open', before: '$0.00', after: '-$1,199.00' }]);
  expect(listPlanTexts(again.data.plan).join('\n')).toContain('$1,199.00, already paid on Nov 20, 2026');
  expect(listWarningTexts(again.data.plan)).toEqual([
    'Already paid: nothing is open any more on BILL-00001; this would pay a second time.',
    overlapWarning('BILL-00001'),
  ]);
});

test('what is factored is paid to the factor of record and to nobody else', async () => {
  await using desk = await start();
  const { bill, carrier } = await createApprovedBill(desk);
  const former = await insertFactor(desk, carrier.id, 'Old Factor');
  desk.clock.now = '2026-11-20T15:10:00.000Z';
  const carrierFactorId = await insertFactor(desk, carrier.id, 'Fast Factor');
  const pay = (more: object) =>
    write(desk, 'billPayments.create', {
      paymentDate: '2026-11-20',
      applications: [{ billId: bill.id, amount: 1200 }],
      ...more,
    });

  const refused = [await pay({}), await pay({ carrierFactorId: former })];
  const { data } = await pay({ carrierFactorId });

  for (const { data: answer, text } of refused) {
    expect(answer.error).toMatchObject({ code: 'REFUSED' });
    expect(text).toContain('BILL-00001 (payee of record: its factor «Fast Factor»)');
  }
  expect(listPlanTexts(data.plan)).toEqual(
    expect.arrayContaining([
      'BILL-00001 «Prairie Haul»: $1,200.00, payee of record: its factor «Fast Factor»',
      'Carrier factor: «Fast Factor»',
    ]),
  );
});

test('the policy lets a person pay somebody else than the factor of record, for a reason that is kept', async () => {
  await using desk = await start({ ...builtInPolicy, exceptions: ['factored_to_other'] });
  const { bill, carrier } = await createApprovedBill(desk);
  const former = await insertFactor(desk, carrier.id, 'Old Factor');
  desk.clock.now = '2026-11-20T15:10:00.000Z';
  await insertFactor(desk, carrier.id, 'Fast Factor');
  const stranger = await insertFactor(desk, (await createPayee(desk, 'Bolt Lines')).id, 'Far Factor');
  const pay = (carrierFactorId?: string, billId = bill.id) =>
    write(desk, 'billPayments.create', {
      paymentDate: '2026-11-20',
      applications: [{ billId, amount: 1200 }],
      ...(carrierFactorId !== undefined && { carrierFactorId }),
    });
  const { bill: unapproved } = await createBilledLoad(desk, { carrier, reference: 'PH-2' });
  const { bill: unsold } = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Ash Haul') });

  const toFormer = await pay(former);
  const toCarrier = await pay();
  const refused = [await pay(stranger), await pay(former, unsold.id), await pay(former, unapproved.id)];

  expect(toFormer.data.plan).toMatchObject({ gate: 'approve' });
  expect(listWarningTexts(toFormer.data.plan)).toEqual([
    'EXCEPTION that the policy allows (factored_to_other); refused otherwise: The money goes to factor «Old Factor», and not to the payee of record, for BILL-00001 (payee of record: its factor «Fast Factor»).',
    'BILL-00001, wrong payee: The payee of record is paid through a factor, but the bill names none.',
  ]);
  expect(listWarningTexts(toCarrier.data.plan)[0]).toContain('The money goes to the carrier itself, and not');
  expect(refused.map(({ data }) => data.error?.code)).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);

  await expect(desk.approve(toFormer.data.approval.id)).rejects.toThrow('it is approved with a reason');
  await desk.approve(toFormer.data.approval.id, 'morgan', [], 'Letter of release came late');
  const done = await desk.callTool('run_approved', { approvalId: toFormer.data.approval.id });

  expect(done.data.status).toBe('done');
  expect((await desk.api.billPayments.filter({ filter: {} })).data).toMatchObject([{ carrierFactor: { id: former } }]);
  expect(await desk.auditSummaries()).toContainEqual(
    expect.stringContaining('Exception factored_to_other. Reason: Letter of release came late'),
  );
});

test('a customer’s payment shows what stays open on each invoice', async () => {
  await using desk = await start();
  const { shipmentId, customerId } = await createBilledLoad(desk);
  const shipment = await desk.api.shipments.get({ id: shipmentId });
  const orderId = shipment.orders[0]?.id ?? '';
  const invoice = await desk.api.invoices.create({ orderId, invoiceDate: '2026-11-20', amount: 2000 });

  const { data } = await write(desk, 'payments.create', {
    customerId,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: invoice.id, amount: 1500 }],
  });

  expect(data.plan.changes).toEqual([{ label: `${invoice.friendlyId} open`, before: '$2,000.00', after: '$500.00' }]);
  expect(data.plan.details).toContain(`${invoice.friendlyId} «Acme Foods»: $1,500.00`);
  expect(listPlanTexts(data.plan).filter((line: string) => uuid.test(line))).toEqual([]);
});

test('a bill that nobody approved is not paid, in a payment of its own or added to another', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const { bill: approved } = await createApprovedBill(desk, { carrier, reference: 'PH-1' });
  const { bill: waiting } = await createBilledLoad(desk, { carrier, reference: 'PH-2' });
  const payment = await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    applications: [{ billId: approved.id, amount: 500 }],
  });
  const more = { billId: waiting.id, amount: 1200 };

  const answers = [
    await write(desk, 'billPayments.create', { paymentDate: '2026-11-20', applications: [more] }),
    await write(desk, 'billPayments.update', { id: payment.id, applications: [more] }),
  ];

  for (const { data, text } of answers) {
    expect(data.error).toMatchObject({ code: 'REFUSED' });
    expect(text).toContain(`Only approved bills can be paid, not ${waiting.friendlyId} (in review)`);
  }
});

test('what is found against a bill is said again before it is paid', async () => {
  await using desk = await start();
  const { bill, carrier } = await createApprovedBill(desk);
  await payToChanged(desk, carrier.id, '2026-11-18T15:00:00.000Z');

  const { data } = await write(desk, 'billPayments.create', {
    paymentDate: '2026-11-20',
    applications: [{ billId: bill.id, amount: 1200 }],
  });

  expect(listWarningTexts(data.plan)).toEqual([
    'BILL-00001, pay-to changed: Where the payee is paid was changed on Nov 18, 2026, less than 30 days ago.',
  ]);
});

test.each(['bills.approve', 'bills.batchApprove'])(
  '%s by its name shows the verdict on each bill',
  async (operation) => {
    await using desk = await start();
    const { bill } = await createBilledLoad(desk, { agreed: 900, amount: 1150 });

    const input = operation === 'bills.approve' ? { id: bill.id } : { billIds: [bill.id] };
    const { data } = await write(desk, operation, input);

    expect(listWarningTexts(data.plan)).toContain(
      'BILL-00001, variance: $1,150.00 billed, $250.00 more than the $900.00 agreed.',
    );
  },
);

test('a payment gets no bill of a carrier that is factored since, as its own factor stays', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const { bill: first } = await createApprovedBill(desk, { carrier, reference: 'PH-1' });
  const { bill: second } = await createApprovedBill(desk, { carrier, reference: 'PH-2' });
  const payment = await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    applications: [{ billId: first.id, amount: 1200 }],
  });
  await insertFactor(desk, carrier.id, 'Fast Factor');
  const change = (applications: object[]) => write(desk, 'billPayments.update', { id: payment.id, applications });

  const added = await change([{ billId: second.id, amount: 1200 }]);
  const lowered = await change([{ id: payment.applications[0]?.id, amount: 700 }]);

  expect(added.data.error).toMatchObject({ code: 'REFUSED' });
  expect(added.text).toContain(`${second.friendlyId} (payee of record: its factor «Fast Factor»)`);
  expect(lowered.data.plan.changes).toEqual([{ label: `${first.friendlyId} open`, before: '$0.00', after: '$500.00' }]);
  expect(lowered.data.plan.details).toContain(
    `${first.friendlyId} «Prairie Haul»: $700.00 in place of $1,200.00, payee of record: its factor «Fast Factor»`,
  );
  expect(listWarningTexts(lowered.data.plan).join()).not.toMatch(/paid|clean/i);
});

test.each(['billPayments.update', 'billPayments.delete'])(
  '%s lists the money that goes back to a bill',
  async (operation) => {
    await using desk = await start();
    const { bill } = await createApprovedBill(desk);
    const payment = await desk.api.billPayments.create({
      paymentDate: '2026-11-20',
      applications: [{ billId: bill.id, amount: 500 }],
    });
    const applications = [{ id: payment.applications[0]?.id, delete: true }];

    const { data } = await write(desk, operation, {
      id: payment.id,
      ...(operation === 'billPayments.update' && { applications }),
    });

    expect(data.plan.changes).toEqual([{ label: 'BILL-00001 open', before: '$700.00', after: '$1,200.00' }]);
    expect(data.plan.details).toContain('BILL-00001 «Prairie Haul»: $500.00 taken off, payee of record: the carrier');
    expect(listWarningTexts(data.plan).join()).not.toMatch(/paid|clean/i);
  },
);

async function createInvoice(desk: TestDesk, amount: number) {
  const { shipmentId, customerId } = await createBilledLoad(desk);
  const shipment = await desk.api.shipments.get({ id: shipmentId });
  const orderId = shipment.orders[0]?.id ?? '';
  return { customerId, invoice: await desk.api.invoices.create({ orderId, invoiceDate: '2026-11-20', amount }) };
}

test('what a change of a customer’s payment leaves out is listed with what goes back', async () => {
  await using desk = await start();
  const { customerId, invoice: dropped } = await createInvoice(desk, 2000);
  const { invoice: remaining } = await createInvoice(desk, 900);
  await desk.service.database.transaction((tx) => tx.updateTable('invoice').set({ customer_id: customerId }).execute());
  const memo = await desk.api.creditMemos.create({
    customerId,
    memoDate: '2026-11-20',
    amount: 300,
  });
  const payment = await desk.api.payments.create({
    customerId,
    paymentDate: '2026-11-20',
    applications: [
      { invoiceId: dropped.id, amount: 1500 },
      { invoiceId: remaining.id, amount: 600 },
    ],
    creditApplications: [{ creditMemoId: memo.id, amount: 100 }],
  });

  const { data } = await write(desk, 'payments.update', {
    id: payment.id,
    applications: [{ invoiceId: remaining.id, amount: 600 }],
    creditApplications: [],
  });
  const deleted = await write(desk, 'payments.delete', { id: payment.id });

  const back = `${dropped.friendlyId} «Acme Foods»: $1,500.00 taken off`;
  // A balance that stays is no change.
  expect(data.plan.changes.slice(0, 2)).toEqual([
    { label: `${dropped.friendlyId} open`, before: '$400.00', after: '$1,900.00' },
    { label: `${memo.friendlyId} open`, before: '$200.00', after: '$300.00' },
  ]);
  expect(data.plan.details.slice(0, 3)).toEqual([
    `${remaining.friendlyId} «Acme Foods»: $600.00 as before`,
    back,
    `${memo.friendlyId} «Acme Foods»: $100.00 taken off`,
  ]);
  expect(listPlanTexts(deleted.data.plan)).toContain(back);
});
