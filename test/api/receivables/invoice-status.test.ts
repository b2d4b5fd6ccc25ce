import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertInvoice, insertOrder, insertTerm } from '../../support/records/fixtures.ts';
import { listBrokenSums, insertMemo, listStatuses, readStored } from '../../support/records/ledger.ts';
import { startService } from '../../support/service/service.ts';

onOneDatabase('voiding and restarting invoices', (database) => {
  test('a voided invoice is gone, and its order is ready to invoice again', async () => {
    await using api = await startService(database);
    const order = await insertOrder(api);
    const invoice = { orderId: order.id, invoiceDate: '2026-11-18', amount: 100, key: 'inv' };
    const { body } = await api.request('POST', '/v1/invoices', invoice);

    expect((await api.request('DELETE', '/v1/invoices/inv?by=key')).status).toBe(204);

    expect(await readStored(api, 'invoice', body.id)).toMatchObject({ status: 'VOIDED', deleted_at: api.clock.now });
    expect(await readStored(api, 'freight_order', order.id)).toMatchObject({
      status: 'DELIVERED',
      billing_status: 'READY_TO_INVOICE',
    });
    expect(await readStored(api, 'shipment', order.shipment_id)).toMatchObject({ billing_status: 'READY_TO_INVOICE' });
    expect((await api.request('GET', `/v1/invoices/${body.id}`)).status).toBe(404);
    expect((await api.request('DELETE', `/v1/invoices/${body.id}`)).status).toBe(404);
    const gone = await api.request('POST', '/v1/invoices/filter', { filter: { deletedAt: { isNull: false } } });
    expect(gone.body.data).toMatchObject([{ id: body.id, status: 'VOIDED' }]);
    expect((await api.request('POST', '/v1/invoices', invoice)).body.friendlyId).toBe('INV-00002');
  });

  test('money, credit or a factor on an invoice keep it from being voided', async () => {
    await using api = await startService(database);
    const paid = await insertInvoice(api);
    const credited = await insertInvoice(api);
    const factored = await insertInvoice(api, { factor_name: 'DENIM', factor_job_id: 'J-1' });
    const memo = await insertMemo(api, { customer_id: credited.customer_id });
    const applications = [{ invoiceId: paid.id, amount: 0.01 }];
    const payment = { customerId: paid.customer_id, paymentDate: '2026-11-20', applications };
    const { body } = await api.request('POST', '/v1/payments', payment);
    await api.request('POST', `/v1/credit-memos/${memo.id}/apply`, { invoiceId: credited.id, amount: 1 });

    for (const { id } of [paid, credited, factored]) {
      expect((await api.request('DELETE', `/v1/invoices/${id}`)).status).toBe(409);
    }
    await api.request('DELETE', `/v1/payments/${body.id}`);
    expect((await api.request('DELETE', `/v1/invoices/${paid.id}`)).status).toBe(204);
    expect((await api.request('POST', '/v1/payments', payment)).status).toBe(422);
  });

  test('the order of a canceled shipment stays canceled, and comes back as it was before it was invoiced', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api);
    const path = `/v1/shipments/${invoice.shipment_id}`;
    await api.database.transaction(async (tx) => {
      await tx.updateTable('shipment').set({ status: 'IN_TRANSIT' }).execute();
      await tx.updateTable('freight_order').set({ mode: 'TL' }).execute();
    });
    expect((await api.request('POST', `${path}/cancel`, {})).status).toBe(200);

    expect((await api.request('DELETE', `/v1/invoices/${invoice.id}`)).status).toBe(204);
    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({
      status: 'CANCELED',
      billing_status: 'READY_TO_INVOICE',
    });

    await api.request('POST', `${path}/uncancel`, {});
    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({ status: 'IN_TRANSIT' });
  });

  test('restarted and voided while its shipment is canceled, an invoice leaves the order as the shipment was', async () => {
    await using api = await startService(database);
    const invoice = await insertInvoice(api);
    const path = `/v1/shipments/${invoice.shipment_id}`;
    await api.database.transaction(async (tx) => {
      await tx.updateTable('shipment').set({ status: 'IN_TRANSIT' }).execute();
      await tx.updateTable('freight_order').set({ mode: 'TL' }).execute();
    });
    await api.request('POST', `${path}/cancel`, {});

    await api.request('POST', `/v1/invoices/${invoice.id}/mark-awaiting`, {});
    expect((await api.request('DELETE', `/v1/invoices/${invoice.id}`)).status).toBe(204);

    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({ status: 'CANCELED' });
    await api.request('POST', `${path}/uncancel`, {});
    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({ status: 'IN_TRANSIT' });
  });

  test('mark-awaiting sets both dates anew, by the term unless they are named, and the log keeps the former ones', async () => {
    await using api = await startService(database);
    const term = await insertTerm(api);
    const { id } = await insertInvoice(api, { payment_term_id: term.id, due_date: '2026-10-30' });
    const path = `/v1/invoices/${id}/mark-awaiting`;

    const restarted = await api.request('POST', path);
    expect(restarted).toMatchObject({
      status: 200,
      body: { status: 'AWAITING_PAYMENT', invoiceDate: '2026-11-20', dueDate: '2026-12-05' },
    });
    const dated = await api.request('POST', path, { invoiceDate: '2026-11-01' });
    expect(dated.body).toMatchObject({ invoiceDate: '2026-11-01', dueDate: '2026-11-16' });
    const due = await api.request('POST', path, { invoiceDate: '2026-11-01', dueDate: '2027-01-31' });
    expect(due.body).toMatchObject({ invoiceDate: '2026-11-01', dueDate: '2027-01-31' });
    expect((await api.request('POST', path, { dueDate: 'soon' })).status).toBe(400);
    expect((await api.request('POST', `/v1/invoices/${term.id}/mark-awaiting`)).status).toBe(404);
    const log = await api.database.reader
      .selectFrom('activity')
      .select('text')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect(log[0]?.text).toContain('was 2026-10-21, 2026-10-30');
  });

  test('a draft that awaits payment invoices its order; one that is part-paid keeps what was paid', async () => {
    await using api = await startService(database);
    const draft = await insertInvoice(api, { status: 'DRAFT' });
    await api.database.transaction((tx) =>
      tx
        .updateTable('freight_order')
        .set({ status: 'DELIVERED', billing_status: 'READY_TO_INVOICE' })
        .where('id', '=', draft.order_id)
        .execute(),
    );
    const part = await insertInvoice(api);
    const pay = (amount: number) =>
      api.request('POST', '/v1/payments', {
        customerId: part.customer_id,
        paymentDate: '2026-11-20',
        applications: [{ invoiceId: part.id, amount }],
      });
    await pay(500);

    await api.request('POST', `/v1/invoices/${draft.id}/mark-awaiting`);
    const { body } = await api.request('POST', `/v1/invoices/${part.id}/mark-awaiting`);

    expect(await readStored(api, 'freight_order', draft.order_id)).toMatchObject({
      status: 'DELIVERED_UNPAID',
      billing_status: 'INVOICED',
    });
    expect(await readStored(api, 'shipment', draft.shipment_id)).toMatchObject({ billing_status: 'INVOICED' });
    expect(body).toMatchObject({ status: 'PARTIALLY_PAID', amountPaid: 500, amountOwed: 1500 });
    expect((await pay(1500)).status).toBe(201);
    const paid = await api.request('POST', `/v1/invoices/${part.id}/mark-awaiting`);
    expect(paid.body).toMatchObject({ status: 'PAID', amountOwed: 0 });
    expect(await readStored(api, 'invoice', part.id)).toMatchObject({ status: 'PAID', owed_cents: 0 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('another organization can neither void nor restart an invoice', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await insertInvoice(api);

    expect((await stranger.request('DELETE', `/v1/invoices/${id}`)).status).toBe(404);
    expect((await stranger.request('POST', `/v1/invoices/${id}/mark-awaiting`)).status).toBe(404);
    expect(await readStored(api, 'invoice', id)).toMatchObject({
      status: 'AWAITING_PAYMENT',
      invoice_date: '2026-10-21',
    });
  });
});

onBothDatabases('changes of one invoice at once', (database) => {
  test('voiding and paying at once: one of them wins', async () => {
    await using api = await startService(database);
    for (let round = 0; round < 5; round += 1) {
      const { id, customer_id: customerId } = await insertInvoice(api);
      const applications = [{ invoiceId: id, amount: 5 }];

      const [voided, paid] = await Promise.all([
        api.request('DELETE', `/v1/invoices/${id}`),
        api.request('POST', '/v1/payments', { customerId, paymentDate: '2026-11-20', applications }),
      ]);

      expect([
        [204, 422],
        [409, 201],
      ]).toContainEqual([voided?.status, paid?.status]);
    }
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('an invoice is voided once, however many ask at once', async () => {
    await using api = await startService(database);
    const { id } = await insertInvoice(api);

    const answers = await Promise.all(Array.from({ length: 5 }, () => api.request('DELETE', `/v1/invoices/${id}`)));

    expect(listStatuses(answers)).toEqual([204, 404, 404, 404, 404]);
  });
});
