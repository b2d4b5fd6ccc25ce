import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { givenBilledLoad, givenFactor } from '../../support/records/payables.ts';

const start = () => startDesk({ tools: [apiWrite, runApproved] });
const write = (desk: Desk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;

async function givenApprovedBill(desk: Desk) {
  const billed = await givenBilledLoad(desk);
  await desk.api.bills.approve({ id: billed.bill.id });
  return billed;
}

test('a payment shows number, party, payee of record and what is open, before and after', async () => {
  await using desk = await start();
  const { bill } = await givenApprovedBill(desk);
  const applications = [{ billId: bill.id, amount: 500 }];

  const { data } = await write(desk, 'billPayments.create', { paymentDate: '2026-11-20', applications });

  expect(data.plan.lines[0]).toBe(
    'BILL-00001 «Prairie Haul»: $500.00, open $1,200.00 -> $700.00, payee of record: the carrier',
  );
  expect(data.plan.lines.filter((line: string) => uuid.test(line))).toEqual([]);
  expect(data.plan.policyHits).toEqual([]);
});

test('a second plan for what is paid says so, and so does one that pays more than is open', async () => {
  await using desk = await start();
  const { bill } = await givenApprovedBill(desk);
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

  expect(over.data.plan.policyHits).toEqual(['More than is open on BILL-00001.']);
  expect(full.data.plan.policyHits).toEqual([]);
  expect(again.data.plan.policyHits).toEqual(['Nothing is open any more on BILL-00001: this would pay a second time.']);
});

test('what is factored is paid to the factor of record and to nobody else', async () => {
  await using desk = await start();
  const { bill, carrier } = await givenApprovedBill(desk);
  const former = await givenFactor(desk, carrier.id, 'Old Factor');
  desk.clock.now = '2026-11-20T15:10:00.000Z';
  const carrierFactorId = await givenFactor(desk, carrier.id, 'Fast Factor');
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
  expect(data.plan.lines).toEqual(
    expect.arrayContaining([
      'BILL-00001 «Prairie Haul»: $1,200.00, open $1,200.00 -> $0.00, payee of record: its factor «Fast Factor»',
      'carrierFactorId: «Fast Factor»',
    ]),
  );
});

test('a customer’s payment shows what stays open on each invoice', async () => {
  await using desk = await start();
  const { shipmentId, customerId } = await givenBilledLoad(desk);
  const shipment = await desk.api.shipments.get({ id: shipmentId });
  const orderId = shipment.orders[0]?.id ?? '';
  const invoice = await desk.api.invoices.create({ orderId, invoiceDate: '2026-11-20', amount: 2000 });

  const { data } = await write(desk, 'payments.create', {
    customerId,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: invoice.id, amount: 1500 }],
  });

  expect(data.plan.lines[0]).toBe(`${invoice.friendlyId} «Acme Foods»: $1,500.00, open $2,000.00 -> $500.00`);
  expect(data.plan.lines.filter((line: string) => uuid.test(line))).toEqual([]);
});
