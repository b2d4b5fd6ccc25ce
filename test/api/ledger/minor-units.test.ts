import { expect, test } from 'vitest';
import {
  insertBill,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertLoadCarrier,
  insertOrder,
  insertShipment,
} from '../../support/records/fixtures.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

type AmountRequest = (amount: number) => readonly [method: string, path: string, body: object];

/** Every way in which an amount in yen comes in, with the place where its field is named. */
async function listWays(
  api: TestService,
): Promise<readonly (readonly [name: string, send: AmountRequest, field: string])[]> {
  const yen = { currency: 'JPY' } as const;
  const customer = await insertCustomer(api, yen);
  const shipment = await insertShipment(api, { customer_id: customer.id, ...yen });
  const order = await insertOrder(api, { shipment_id: shipment.id, customer_id: customer.id, ...yen });
  const invoice = await insertInvoice(api, {
    customer_id: customer.id,
    amount_cents: 100_000,
    owed_cents: 100_000,
    ...yen,
  });
  const carrier = await insertCarrier(api, yen);
  const assignment = await insertLoadCarrier(api, { carrier_id: carrier.id, ...yen });
  const open = { amount_cents: 100_000, owed_cents: 100_000, carrier_id: carrier.id, ...yen };
  const bill = await insertBill(api, open);
  const approved = await insertBill(api, { ...open, status: 'APPROVED_TO_PAY' });
  const memo = await api.request('POST', '/v1/credit-memos', {
    customerId: customer.id,
    amount: 500,
    memoDate: '2026-11-18',
  });
  const quoted = { customer: { id: customer.id }, order: chicagoToDallas };
  const quote = await api.request('POST', '/v1/quotes', quoted);
  const pay = (invoiceAmount: number, more: object = {}) => ({
    customerId: customer.id,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: invoice.id, amount: invoiceAmount }],
    ...more,
  });
  const chargeCode = { key: 'LINEHAUL' };
  return [
    ['quotes.create', (amount) => ['POST', '/v1/quotes', { ...quoted, amount }], 'amount'],
    ['quotes.update', (target) => ['PATCH', `/v1/quotes/${quote.body.id}`, { target }], 'target'],
    [
      'orders.update',
      (amount) => ['PATCH', `/v1/orders/${order.id}`, { charges: [{ chargeCode, amount }] }],
      'charges.0.amount',
    ],
    [
      'customers.create',
      (creditLimit) => ['POST', '/v1/customers', { name: 'K', status: 'ACTIVE', creditLimit, ...yen }],
      'creditLimit',
    ],
    ['customers.update', (creditLimit) => ['PATCH', `/v1/customers/${customer.id}`, { creditLimit }], 'creditLimit'],
    [
      'invoices.create',
      (amount) => ['POST', '/v1/invoices', { orderId: order.id, invoiceDate: '2026-11-18', amount }],
      'amount',
    ],
    [
      'creditMemos.create',
      (amount) => ['POST', '/v1/credit-memos', { customerId: customer.id, amount, memoDate: '2026-11-18' }],
      'amount',
    ],
    [
      'creditMemos.apply',
      (amount) => ['POST', `/v1/credit-memos/${memo.body.id}/apply`, { invoiceId: invoice.id, amount }],
      'amount',
    ],
    ['payments.create', (amount) => ['POST', '/v1/payments', pay(amount)], 'applications.0.amount'],
    [
      'payments.create with credit',
      (amount) => ['POST', '/v1/payments', pay(1, { creditApplications: [{ creditMemoId: memo.body.id, amount }] })],
      'creditApplications.0.amount',
    ],
    [
      'bills.create',
      (amount) => [
        'POST',
        '/v1/bills',
        { entityType: 'CARRIER', entityId: assignment.id, invoiceDate: '2026-11-18', amount },
      ],
      'amount',
    ],
    ['bills.update', (amount) => ['PATCH', `/v1/bills/${bill.id}`, { amount }], 'amount'],
    [
      'billPayments.create',
      (amount) => [
        'POST',
        '/v1/bill-payments',
        { paymentDate: '2026-11-20', applications: [{ billId: approved.id, amount }] },
      ],
      'applications.0.amount',
    ],
  ];
}

onOneDatabase('an amount in a currency without cents', (database) => {
  test('is whole wherever it comes in', async () => {
    await using api = await startService(database);
    const answers: unknown[] = [];
    const ways = await listWays(api);

    for (const [name, send, field] of ways) {
      const refused = await api.request(...send(100.5));
      const accepted = await api.request(...send(100));
      answers.push([name, refused.status, refused.body.error?.message, Math.floor(accepted.status / 100)]);
      expect(answers.at(-1)).toEqual([name, 422, `${field}: must be a whole number: JPY has no smaller unit`, 2]);
    }
  });

  test('is rounded to the whole where a rate and a quantity make it', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api, { currency: 'JPY' });
    const charges = [{ chargeCode: { key: 'FSC' }, rate: 33.333, quantity: 10 }];

    const { status, body } = await api.request('POST', '/v1/shipments', {
      customer: { id: customer.id },
      orders: [{ ...chicagoToDallas, charges }],
    });

    expect([status, body.totalRevenue]).toEqual([201, 333]);
    expect(body.orders[0].charges).toMatchObject([{ amount: 333, total: 333, rate: 33.333 }]);
  });
});
