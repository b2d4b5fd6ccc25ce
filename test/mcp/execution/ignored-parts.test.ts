import { expect, test } from 'vitest';
import { findIgnoredParts } from '../../../src/mcp/execution/ignored-parts.ts';
import { type ForeignDesk, startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import type { ForeignProfile } from '../../support/foreign-api/profile.ts';
import { version100 } from '../../support/foreign-api/version-1-0-0.ts';
import { isRecord } from '../../support/foreign-api/walk.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';
import { prepareFor } from '../../support/service/prepared-records.ts';

const [id, otherId] = ['018f53c4-b62c-7000-8009-6512ad3ca089', '018f53c4-b62c-7000-8009-6512ad3ca090'];

test.each([
  ['bills.create', { amount: 900 }, { amount: 90 }, 'amount: 900 was sent, and the API recorded 90'],
  [
    'bills.update',
    { id, dueDate: '2026-12-01' },
    { dueDate: null },
    'due date: 2026-12-01 was sent, and the API recorded none',
  ],
  [
    'customers.update',
    { id, creditLimit: null },
    { creditLimit: 500 },
    'credit limit: none was sent, and the API recorded 500',
  ],
  ['billPayments.create', { carrierFactorId: id }, { carrierFactor: null }, 'carrier factor: the API recorded none'],
  [
    'invoices.create',
    { paymentTermId: id },
    { paymentTerm: { id: otherId } },
    'payment term: the API recorded another one',
  ],
  [
    'billPayments.create',
    {
      applications: [
        { billId: id, amount: 10.1 },
        { billId: otherId, amount: 5 },
      ],
    },
    { applications: [{ billId: id, amount: 10.1 }] },
    'the amounts applied: 15.1 was sent, and the API recorded 10.1',
  ],
  [
    'loads.addCarrier',
    { id, carrier: { id }, charges: [{ chargeCodeId: 1, rate: 40, quantity: 3 }] },
    { loadCarrier: { carrier: { id }, charges: [] } },
    'charges: 120 was sent, and the API recorded 0',
  ],
  [
    'loads.tonu',
    { loadId: id, carrierId: otherId, costs: [{ chargeCodeId: 23, amount: 150 }] },
    { loadCarrier: { carrier: { id }, charges: [{ amount: 15, total: 15 }] } },
    'the charges: 150 was sent, and the API recorded 15',
  ],
  [
    'loads.create',
    { shipmentId: id, load: { mode: 'TL', stopIds: [id] } },
    { shipmentId: id, stops: [{ orderStopId: id }, { orderStopId: otherId }] },
    'the stops of the load: 1 was sent, and the API recorded 2',
  ],
  [
    'creditMemos.apply',
    { id, invoiceId: id, amount: 25 },
    { application: { invoiceId: id, amount: 20 } },
    'amount: 25 was sent, and the API recorded 20',
  ],
] as const)('%s of %j answered with %j is done in part', (operation, input, answer, part) => {
  expect(findIgnoredParts({ operation, input, answer })).toEqual([part]);
});

test.each([
  ['bills.update', { id, amount: 900, reference: 'A-1' }, { amount: 900, reference: 'a-1' }],
  [
    'payments.create',
    {
      applications: [
        { invoiceId: id, amount: 0.1 },
        { invoiceId: id, amount: 0.2 },
      ],
    },
    { applications: [{ amount: 0.3 }] },
  ],
  ['loads.tonu', { loadId: id, carrierId: otherId }, { loadCarrier: { carrier: { id } } }],
  ['billPayments.update', { id, applications: [{ id, delete: true }] }, { applications: [] }],
  ['invoices.send', { id, toEmails: ['ann@acme.test'] }, { success: true }],
] as const)('%s of %j answered with %j is done', (operation, input, answer) => {
  expect(findIgnoredParts({ operation, input, answer })).toEqual([]);
});

async function openDesk(profile: ForeignProfile): Promise<ForeignDesk> {
  return startForeignDesk(profile, { seed: 'none' });
}

async function approveAndRun(desk: ForeignDesk, tool: string, input: Record<string, unknown>) {
  const planned = await desk.callTool(tool, input);
  await desk.approve(planned.data.approval.id);
  return desk.callTool('run_approved', { approvalId: planned.data.approval.id });
}

test('credits that version 1.0.0 ignores are named: the payment is done in part', async () => {
  await using desk = await openDesk(version100);
  const everything = await createEverything(desk, 'Ironbark');
  const { invoice } = await prepareFor(desk, 'invoices.delete', everything);
  const customerId = String((await desk.api.invoices.get({ id: invoice.id })).customer?.id);
  const memo = await desk.api.creditMemos.create({ customerId, amount: 40, memoDate: '2026-11-20' });

  const paid = await approveAndRun(desk, 'api_write', {
    operation: 'payments.create',
    input: {
      customerId,
      paymentDate: '2026-11-20',
      applications: [{ invoiceId: invoice.id, amount: 100 }],
      creditApplications: [{ creditMemoId: memo.id, amount: 40 }],
    },
  });

  expect(paid.text).toMatch(/^PARTLY DONE\. .*the credit for invoices: 40 was sent, and the API recorded 0/);
  expect(paid.data.status).toBe('partial');
  expect((await desk.api.creditMemos.get({ id: memo.id })).remainingBalance).toBe(40);
});

/** Takes orders without their charges. */
const withoutCharges: ForeignProfile = {
  name: 'ignores the charges of orders',
  removes: [],
  changeRequest({ body }) {
    const orders = isRecord(body) ? body['orders'] : undefined;
    if (!isRecord(body) || !Array.isArray(orders)) return body;
    return { ...body, orders: orders.map(({ charges: _charges, ...order }: Record<string, unknown>) => order) };
  },
};

test('revenue that an API ignores is named', async () => {
  await using desk = await openDesk(withoutCharges);
  const { id: customer } = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

  const created = await approveAndRun(desk, 'create_shipment', {
    customer,
    stops: ['PICK 60608 @ 2026-11-24', 'DROP 85001 @ 2026-11-27'],
    revenue: 1500,
  });

  expect(created.text).toMatch(
    /^PARTLY DONE\. .*the charges of the orders: 1500 was sent, and the API recorded 0\. Read the record/s,
  );
});
