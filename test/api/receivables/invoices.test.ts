import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertCustomer,
  insertInvoice,
  insertOrder,
  insertShipment,
  insertTerm,
} from '../../support/records/fixtures.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const buildInvoice = (orderId: string, more: object = {}) => ({
  orderId,
  invoiceDate: '2026-11-18',
  amount: 2400.75,
  ...more,
});

const orderRow = ({ database }: TestService, id: string) =>
  database.reader.selectFrom('freight_order').selectAll().where('id', '=', id).executeTakeFirst();
const readShipmentRow = ({ database }: TestService, id: string | null) =>
  database.reader.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirst();

onOneDatabase('invoices', (database) => {
  test('an invoiced order is delivered and unpaid, and its shipment is invoiced', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api, { currency: 'CAD' });
    const shipment = await insertShipment(api, { customer_id: customer.id });
    const order = await insertOrder(api, { shipment_id: shipment.id, customer_id: customer.id });

    const { status, body } = await api.request(
      'POST',
      '/v1/invoices',
      buildInvoice(order.id, { reference: 'PO 9', key: 'inv-9' }),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      friendlyId: 'INV-00001',
      orderId: order.id,
      orderKey: order.friendly_id,
      shipmentId: shipment.id,
      shipmentKey: shipment.friendly_id,
      customer: { id: customer.id, name: 'Acme Foods' },
      status: 'AWAITING_PAYMENT',
      invoiceDate: '2026-11-18',
      dueDate: '2026-12-18',
      amount: 2400.75,
      amountPaid: 0,
      creditsApplied: 0,
      amountOwed: 2400.75,
      currency: 'CAD',
      reference: 'PO 9',
      payments: [],
      credits: [],
      documentUrl: null,
    });
    expect(await orderRow(api, order.id)).toMatchObject({ status: 'DELIVERED_UNPAID', billing_status: 'INVOICED' });
    expect(await readShipmentRow(api, shipment.id)).toMatchObject({ billing_status: 'INVOICED', status: 'DELIVERED' });
    expect((await api.request('GET', `/v1/invoices/${body.id}`)).body).toEqual(body);
    expect((await api.request('GET', '/v1/invoices/inv-9?by=key')).body.id).toBe(body.id);
  });

  test('a shipment is only as far as the order that is furthest from invoiced', async () => {
    await using api = await startService(database);
    const shipment = await insertShipment(api);
    const order = await insertOrder(api, { shipment_id: shipment.id, customer_id: shipment.customer_id });
    await insertOrder(api, {
      shipment_id: shipment.id,
      customer_id: shipment.customer_id,
      billing_status: 'DOCS_NEEDED',
    });

    await api.request('POST', '/v1/invoices', buildInvoice(order.id));

    expect((await readShipmentRow(api, shipment.id))?.billing_status).toBe('DOCS_NEEDED');
  });

  test('an invoice is due after the days of its term, of the customer’s term, or after 30 days', async () => {
    await using api = await startService(database);
    const net45 = await insertTerm(api, { name: 'Net 45', days: 45 });
    const atOnce = await insertTerm(api, { name: 'Due on receipt', days: 0 });
    const customer = await insertCustomer(api, { payment_term_id: net45.id });
    const create = async (more: object, customerId?: string) => {
      const shipment = await insertShipment(api, customerId ? { customer_id: customerId } : {});
      const order = await insertOrder(api, { shipment_id: shipment.id });
      return (await api.request('POST', '/v1/invoices', buildInvoice(order.id, more))).body;
    };

    expect(await create({})).toMatchObject({ dueDate: '2026-12-18', paymentTerm: null });
    expect(await create({}, customer.id)).toMatchObject({ dueDate: '2027-01-02', paymentTerm: { name: 'Net 45' } });
    expect(await create({ paymentTermId: atOnce.id }, customer.id)).toMatchObject({ dueDate: '2026-11-18' });
    expect(await create({ dueDate: '2026-11-30' }, customer.id)).toMatchObject({ dueDate: '2026-11-30' });
    expect(await create({ invoiceDate: '2028-01-30' })).toMatchObject({ dueDate: '2028-02-29' });
  });

  test('a shipment has one invoice, whichever of its orders is asked for', async () => {
    await using api = await startService(database);
    const shipment = await insertShipment(api);
    const first = await insertOrder(api, { shipment_id: shipment.id });
    const second = await insertOrder(api, { shipment_id: shipment.id });
    await api.request('POST', '/v1/invoices', buildInvoice(first.id));

    for (const { id } of [first, second]) {
      const answer = await api.request('POST', '/v1/invoices', buildInvoice(id));
      expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('INV-00001') } } });
    }
    expect((await orderRow(api, second.id))?.billing_status).toBe('READY_TO_INVOICE');
  });

  test('a voided invoice does not stand in the way of a new one', async () => {
    await using api = await startService(database);
    const order = await insertOrder(api);
    await insertRow(api, 'invoice', {
      order_id: order.id,
      shipment_id: order.shipment_id ?? '',
      customer_id: order.customer_id ?? '',
      status: 'VOIDED',
      invoice_date: '2026-11-01',
      currency: 'USD',
      deleted_at: '2026-11-02T08:00:00.000Z',
    });

    expect((await api.request('POST', '/v1/invoices', buildInvoice(order.id))).status).toBe(201);
  });

  test('what cannot be invoiced is refused with the field or the reason', async () => {
    await using api = await startService(database);
    const order = await insertOrder(api);
    const quoted = await insertOrder(api, { shipment_id: null });
    const forPayables = await insertTerm(api, { ap_only: 1 });

    const refusals = [
      [buildInvoice(order.id, { amount: 0 }), 422, 'amount'],
      [buildInvoice(order.id, { amount: -1 }), 400, 'amount'],
      [buildInvoice(order.id, { amount: 1.005 }), 400, 'amount'],
      [buildInvoice(order.id, { paymentTermId: forPayables.id }), 422, 'paymentTermId'],
      [buildInvoice(order.shipment_id ?? ''), 422, 'orderId'],
      [buildInvoice(order.id, { currency: 'XXX' }), 400, 'currency'],
    ] as const;
    for (const [body, status, field] of refusals) {
      const answer = await api.request('POST', '/v1/invoices', body);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([status, field]);
    }
    expect((await api.request('POST', '/v1/invoices', buildInvoice(quoted.id))).status).toBe(409);
    expect(await orderRow(api, order.id)).toMatchObject({ status: 'DELIVERED', billing_status: 'READY_TO_INVOICE' });
  });

  test('due date, reference and term can change; the amount cannot', async () => {
    await using api = await startService(database);
    const term = await insertTerm(api, { days: null });
    const { id } = await insertInvoice(api, { reference: 'PO 1' });

    const changed = await api.request('PATCH', `/v1/invoices/${id}`, {
      dueDate: '2026-12-24',
      paymentTermId: term.id,
      key: 'k',
    });
    expect(changed.body).toMatchObject({
      dueDate: '2026-12-24',
      reference: 'PO 1',
      paymentTerm: { id: term.id },
      key: 'k',
    });

    const cleared = await api.request('PATCH', `/v1/invoices/${id}`, { dueDate: null, reference: null });
    expect(cleared.body).toMatchObject({ dueDate: null, reference: null, amount: 2000 });

    const refused = await api.request('PATCH', `/v1/invoices/${id}`, { amount: 1 });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'amount' }] } } });
  });

  test('an invoice shows its payments and credits, and the sums add up', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api, { amount_cents: 200_000, paid_cents: 50_000, credited_cents: 25_050 });
    const payment = await insertRow(api, 'payment', {
      customer_id: invoice.customer_id,
      payment_date: '2026-11-12',
      payment_method_type: 'CHECK',
      reference: '1044',
      currency: 'USD',
      total_cents: 50_000,
    });
    await insertRow(api, 'payment_application', {
      payment_id: payment.id,
      invoice_id: invoice.id,
      amount_cents: 50_000,
    });
    const memo = await insertRow(api, 'credit_memo', {
      customer_id: invoice.customer_id,
      reference: 'damage',
      status: 'APPLIED',
      currency: 'USD',
    });
    await insertRow(api, 'credit_application', {
      credit_memo_id: memo.id,
      invoice_id: invoice.id,
      amount_cents: 25_050,
      applied_at: '2026-11-12T09:00:00.000Z',
    });
    await api.database.transaction((tx) =>
      tx.updateTable('invoice').set({ document_id: memo.id }).where('id', '=', invoice.id).execute(),
    );

    const { body } = await api.request('GET', `/v1/invoices/${invoice.id}`);
    const payments = await api.request('GET', `/v1/invoices/${invoice.id}/payments`);

    expect(body).toMatchObject({ amount: 2000, amountPaid: 500, creditsApplied: 250.5, amountOwed: 1249.5 });
    expect(body.payments).toMatchObject([
      {
        paymentGroupId: payment.id,
        amount: 500,
        paymentDate: '2026-11-12',
        reference: '1044',
        paymentMethodType: 'CHECK',
      },
    ]);
    expect(body.credits).toMatchObject([{ creditMemoId: memo.id, creditMemoReference: 'damage', amount: 250.5 }]);
    expect(body.documentUrl).toMatch(/^http.*\/files\//);
    expect(payments.body).toEqual({ data: body.payments, totalPaid: 500, openBalance: 1249.5 });
  });

  test('credit is available when it is the customer’s, in the same currency, and not used up', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api);
    const other = await insertCustomer(api);
    const { customer_id } = invoice;
    const open = { customer_id, currency: 'USD', status: 'OPEN', remaining_cents: 10_000 } as const;
    const later = await insertRow(api, 'credit_memo', { ...open, memo_date: '2026-11-10', notes: 'short load' });
    const sooner = await insertRow(api, 'credit_memo', {
      ...open,
      memo_date: '2026-11-02',
      status: 'PARTIALLY_APPLIED',
      remaining_cents: 25,
    });
    await insertRow(api, 'credit_memo', { ...open, currency: 'CAD' });
    await insertRow(api, 'credit_memo', { ...open, customer_id: other.id });
    await insertRow(api, 'credit_memo', { ...open, status: 'APPLIED', remaining_cents: 0 });
    await insertRow(api, 'credit_memo', { ...open, status: 'VOIDED' });

    const { body } = await api.request('GET', `/v1/invoices/${invoice.id}/available-credits`);

    expect(body).toEqual({
      availableCredits: [
        {
          id: sooner.id,
          reference: sooner.friendly_id,
          remainingBalance: 0.25,
          currency: 'USD',
          memoDate: '2026-11-02',
          notes: null,
        },
        {
          id: later.id,
          reference: later.friendly_id,
          remainingBalance: 100,
          currency: 'USD',
          memoDate: '2026-11-10',
          notes: 'short load',
        },
      ],
      totalAvailable: 100.25,
    });
  });

  test('a client key names one live invoice', async () => {
    await using api = await startService(database);
    await insertInvoice(api, { key: 'inv' });
    const order = await insertOrder(api);

    const answer = await api.request('POST', '/v1/invoices', buildInvoice(order.id, { key: 'inv' }));

    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect((await orderRow(api, order.id))?.billing_status).toBe('READY_TO_INVOICE');
  });

  test('another organization can neither see, change nor invoice anything', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await insertInvoice(api, { key: 'k' });
    const order = await insertOrder(api);

    const answers = await Promise.all([
      stranger.request('GET', `/v1/invoices/${id}`),
      stranger.request('GET', '/v1/invoices/k?by=key'),
      stranger.request('PATCH', `/v1/invoices/${id}`, { dueDate: '2030-01-01' }),
      stranger.request('GET', `/v1/invoices/${id}/payments`),
      stranger.request('GET', `/v1/invoices/${id}/available-credits`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await stranger.request('POST', '/v1/invoices', buildInvoice(order.id))).status).toBe(422);
    expect((await stranger.request('POST', '/v1/invoices/filter')).body.data).toEqual([]);
    expect((await stranger.request('GET', '/v1/invoices/aging-report')).body.totals.total).toBe(0);
  });

  test('invoices are found by every field', async () => {
    await using api = await startService(database);
    const keyedInvoice = await insertInvoice(api, {
      key: 'mine',
      reference: 'PO 100',
      due_date: '2026-11-19',
      amount_cents: 50_025,
      factor_job_id: 'job-1',
      factor_name: 'DENIM',
      status: 'PARTIALLY_PAID',
      paid_cents: 10_000,
      created_at: '2026-11-05T10:00:00.000Z',
      updated_at: '2026-11-06T10:00:00.000Z',
    });
    const other = await insertInvoice(api, {
      due_date: '2026-12-15',
      invoice_date: '2026-11-15',
      amount_cents: 900_000,
      currency: 'MXN',
    });
    const filterIds = async (filter: object) => {
      const { body } = await api.request('POST', '/v1/invoices/filter', { filter });
      expect(body.errors).toBeUndefined();
      return body.data.map(({ id }: { id: string }) => id);
    };

    const onlyMine = [
      { id: { equalTo: keyedInvoice.id } },
      { key: { equalTo: 'mine' } },
      { friendlyId: { equalTo: keyedInvoice.friendly_id } },
      { orderId: { equalTo: keyedInvoice.order_id } },
      { shipmentId: { in: [keyedInvoice.shipment_id] } },
      { customerId: { equalTo: keyedInvoice.customer_id } },
      { status: { equalTo: 'PARTIALLY_PAID' } },
      { invoiceDate: { lessThan: '2026-11-01' } },
      { dueDate: { lte: '2026-11-19' } },
      { amount: { equalTo: 500.25 } },
      { amountOwed: { equalTo: 400.25 } },
      { currency: { equalTo: 'USD' } },
      { reference: { includes: 'po 1' } },
      { overdue: true },
      { factored: true },
      { createdAt: { gte: '2026-11-05' } },
      { updatedAt: { isNull: false } },
    ];
    for (const filter of onlyMine) expect([filter, await filterIds(filter)]).toEqual([filter, [keyedInvoice.id]]);
    expect(await filterIds({ overdue: false })).toEqual([other.id]);
    expect(await filterIds({ factored: false })).toEqual([other.id]);
    expect(await filterIds({ deletedAt: { isNull: false } })).toEqual([]);
  });

  test('drafts and voided invoices are never overdue', async () => {
    await using api = await startService(database);
    await insertInvoice(api, { due_date: '2026-01-01', status: 'DRAFT' });
    await insertInvoice(api, { due_date: '2026-01-01', status: 'VOIDED', deleted_at: '2026-11-01T00:00:00.000Z' });
    const late = await insertInvoice(api, { due_date: '2026-11-19' });
    await insertInvoice(api, { due_date: '2026-11-20' });

    const filter = { overdue: true, or: [{ deletedAt: { isNull: true } }, { deletedAt: { isNull: false } }] };
    const { body } = await api.request('POST', '/v1/invoices/filter', { filter });

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([late.id]);
  });
});

onBothDatabases('invoices of the same freight at once', (database) => {
  test('of twenty invoices of one order at once exactly one is made', async () => {
    await using api = await startService(database);
    const order = await insertOrder(api);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request('POST', '/v1/invoices', buildInvoice(order.id))),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await api.request('POST', '/v1/invoices/filter')).body.data).toHaveLength(1);
  });

  test('of invoices of two orders of one shipment at once exactly one is made', async () => {
    await using api = await startService(database);

    for (let round = 0; round < 5; round += 1) {
      const shipment = await insertShipment(api);
      const orders = [
        await insertOrder(api, { shipment_id: shipment.id }),
        await insertOrder(api, { shipment_id: shipment.id }),
      ];
      const answers = await Promise.all(orders.map(({ id }) => api.request('POST', '/v1/invoices', buildInvoice(id))));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
      const statuses = await Promise.all(orders.map(async ({ id }) => (await orderRow(api, id))?.billing_status));
      expect(new Set(statuses)).toEqual(new Set(['INVOICED', 'READY_TO_INVOICE']));
    }
  });
});
