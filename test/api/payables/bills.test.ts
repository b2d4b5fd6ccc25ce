import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertBillPayment,
  insertCarrier,
  insertLoadCarrier,
  insertOrder,
  insertService,
  insertTerm,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const buildCarrierBill = (entityId: string, more: object = {}) => ({
  entityType: 'CARRIER',
  entityId,
  invoiceDate: '2026-11-18',
  amount: 1250.5,
  ...more,
});
const buildVendorBill = (entityId: string, more: object = {}) => ({
  ...buildCarrierBill(entityId, more),
  entityType: 'VENDOR',
});

const readBillingStatus = async ({ database }: TestService, id: string) =>
  (await database.reader.selectFrom('load_carrier').select('billing_status').where('id', '=', id).executeTakeFirst())
    ?.billing_status;
const readServiceStatus = async ({ database }: TestService, id: string) =>
  (await database.reader.selectFrom('service').select('status').where('id', '=', id).executeTakeFirst())?.status;
const sortStatuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

onOneDatabase('bills', (database) => {
  test('a recorded carrier bill is in review, as its load carrier is', async () => {
    await using api = await startService(database);
    const carrier = await insertCarrier(api, { currency: 'CAD' });
    const onLoad = await insertLoadCarrier(api, { carrier_id: carrier.id });

    const { status, body } = await api.request(
      'POST',
      '/v1/bills',
      buildCarrierBill(onLoad.id, { reference: 'PH-77', key: 'ph77' }),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      friendlyId: 'BILL-00001',
      entityType: 'CARRIER',
      loadCarrierId: onLoad.id,
      vendedServiceId: null,
      carrier: { id: carrier.id, name: 'Prairie Haul' },
      vendor: null,
      loadId: onLoad.load_id,
      loadKey: expect.stringMatching(/^LD-/),
      shipmentKey: expect.stringMatching(/^SHP-/),
      status: 'IN_REVIEW',
      amount: 1250.5,
      amountPaid: 0,
      amountOwed: 1250.5,
      currency: 'CAD',
      reference: 'PH-77',
      payments: [],
      paymentTerm: null,
      carrierFactor: null,
    });
    expect(await readBillingStatus(api, onLoad.id)).toBe('IN_REVIEW');
    expect((await api.request('GET', `/v1/bills/${body.id}`)).body).toEqual(body);
    expect((await api.request('GET', '/v1/bills/ph77?by=key')).body.id).toBe(body.id);
  });

  test('a recorded vendor bill is in review, as its service is', async () => {
    await using api = await startService(database);
    const service = await insertService(api);

    const { body } = await api.request('POST', '/v1/bills', buildVendorBill(service.id));

    expect(body).toMatchObject({
      entityType: 'VENDOR',
      vendedServiceId: service.id,
      vendor: { id: service.vendor_id },
      carrier: null,
      loadId: null,
      shipmentId: service.shipment_id,
    });
    expect(await readServiceStatus(api, service.id)).toBe('IN_REVIEW');
  });

  test('a bill is due after the days of its term, of the payee’s term, or after 30 days', async () => {
    await using api = await startService(database);
    const net15 = await insertTerm(api);
    const net7 = await insertTerm(api, { name: 'Net 7', days: 7 });
    const carrier = await insertCarrier(api, { payment_term_id: net15.id });
    const record = async (more: object, carrierId?: string) => {
      const onLoad = await insertLoadCarrier(api, carrierId ? { carrier_id: carrierId } : {});
      return (await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id, more))).body;
    };

    expect(await record({})).toMatchObject({ dueDate: '2026-12-18', paymentTerm: null });
    expect(await record({}, carrier.id)).toMatchObject({ dueDate: '2026-12-03', paymentTerm: { name: 'Net 15' } });
    expect(await record({ paymentTermId: net7.id }, carrier.id)).toMatchObject({
      dueDate: '2026-11-25',
      paymentTerm: { name: 'Net 7' },
    });
    expect(await record({ dueDate: '2027-01-05' }, carrier.id)).toMatchObject({ dueDate: '2027-01-05' });
    expect(await record({ invoiceDate: '2028-02-20', paymentTermId: net15.id })).toMatchObject({
      dueDate: '2028-03-06',
    });
  });

  test('a term that is blocked or unknown is refused', async () => {
    await using api = await startService(database);
    const blocked = await insertTerm(api, { do_not_use: 1 });
    const onLoad = await insertLoadCarrier(api);

    for (const paymentTermId of [blocked.id, onLoad.id]) {
      const answer = await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id, { paymentTermId }));
      expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: 'paymentTermId' }] } } });
    }
    expect(await readBillingStatus(api, onLoad.id)).toBe('AWAITING_INVOICE');
  });

  test('the factor is on the bill exactly when the carrier’s preferred active payment method is to it', async () => {
    await using api = await startService(database);
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const methods = [
      [{ payment_recipient_type: 'FACTOR', is_preferred: 1, status: 'ACTIVE' }, 'Apex Factoring'],
      [{ payment_recipient_type: 'FACTOR', is_preferred: 0, status: 'ACTIVE' }, undefined],
      [{ payment_recipient_type: 'FACTOR', is_preferred: 1, status: 'INACTIVE' }, undefined],
      [{ payment_recipient_type: 'DIRECT', is_preferred: 1, status: 'ACTIVE' }, undefined],
    ] as const;

    for (const [method, company] of methods) {
      const carrier = await insertCarrier(api);
      await insertRow(api, 'carrier_payment_method', {
        ...method,
        carrier_id: carrier.id,
        carrier_factor_id: factor.id,
      });
      const onLoad = await insertLoadCarrier(api, { carrier_id: carrier.id });
      const { body } = await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id));
      expect(body.carrierFactor?.companyName).toBe(company);
    }
  });

  test('of several preferred methods the one made last says whether a factor is paid, as for everybody who reads them', async () => {
    await using api = await startService(database);
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const carrier = await insertCarrier(api);
    const insertMethod = (type: 'DIRECT' | 'FACTOR', createdAt: string) =>
      insertRow(api, 'carrier_payment_method', {
        carrier_id: carrier.id,
        payment_recipient_type: type,
        carrier_factor_id: type === 'FACTOR' ? factor.id : null,
        is_preferred: 1,
        status: 'ACTIVE',
        created_at: createdAt,
      });
    await insertMethod('FACTOR', '2026-11-02T08:00:00.000Z');
    await insertMethod('DIRECT', '2026-11-01T08:00:00.000Z');
    const onLoad = await insertLoadCarrier(api, { carrier_id: carrier.id });

    const { body } = await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id));

    expect(body.carrierFactor?.companyName).toBe('Apex Factoring');
  });

  test('what is billed already, or awaits no invoice, cannot be billed', async () => {
    await using api = await startService(database);
    const onLoad = await insertLoadCarrier(api);
    const underway = await insertService(api, { status: 'ACTIVE' });
    await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id));

    const again = await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id));
    const early = await api.request('POST', '/v1/bills', buildVendorBill(underway.id));
    const nothing = await api.request('POST', '/v1/bills', buildVendorBill(onLoad.id));
    const free = await api.request(
      'POST',
      '/v1/bills',
      buildCarrierBill((await insertLoadCarrier(api)).id, { amount: 0 }),
    );

    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringContaining('BILL-00001') } },
    });
    expect(early).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('ACTIVE') } } });
    expect(nothing).toMatchObject({ status: 422, body: { error: { details: [{ field: 'entityId' }] } } });
    expect(free).toMatchObject({ status: 422, body: { error: { details: [{ field: 'amount' }] } } });
    expect((await api.request('POST', '/v1/bills/filter')).body.data).toHaveLength(1);
  });

  test('a bill goes from review to approved and back, and its load carrier with it', async () => {
    await using api = await startService(database);
    const { id, load_carrier_id: loadCarrierId } = await insertBill(api);
    const target = loadCarrierId ?? '';

    const approved = await api.request('POST', `/v1/bills/${id}/approve`);
    expect(approved).toMatchObject({ status: 200, body: { status: 'APPROVED_TO_PAY' } });
    expect(await readBillingStatus(api, target)).toBe('APPROVED_TO_PAY');
    expect((await api.request('POST', `/v1/bills/${id}/approve`)).status).toBe(409);

    const back = await api.request('POST', `/v1/bills/${id}/unapprove`);
    expect(back).toMatchObject({ status: 200, body: { status: 'IN_REVIEW' } });
    expect(await readBillingStatus(api, target)).toBe('IN_REVIEW');
    expect((await api.request('POST', `/v1/bills/${id}/unapprove`)).status).toBe(409);
  });

  test('only an organization that does not review bills approves them before they are in review', async () => {
    await using api = await startService(database, { reviewsBills: true });
    await using quick = await startService(database, { reviewsBills: false });
    const reviewed = await insertBill(api, { status: 'AWAITING_INVOICE' });
    const unreviewed = await insertBill(quick, { status: 'AWAITING_INVOICE' });
    const inReview = await insertBill(quick);

    expect((await api.request('POST', `/v1/bills/${reviewed.id}/approve`)).status).toBe(409);
    expect((await quick.request('POST', `/v1/bills/${unreviewed.id}/approve`)).body.status).toBe('APPROVED_TO_PAY');
    expect(await readBillingStatus(quick, unreviewed.load_carrier_id ?? '')).toBe('APPROVED_TO_PAY');
    expect((await quick.request('POST', `/v1/bills/${inReview.id}/approve`)).status).toBe(200);
  });

  test('a batch approves what it can and says of each other bill why not', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const good = await insertBill(api);
    const done = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    const gone = await insertBill(api, { deleted_at: '2026-11-19T08:00:00.000Z' });
    const foreign = await insertBill({ ...api, organizationId: stranger.organizationId });
    const torn = await insertBill(api);
    await api.database.transaction((tx) =>
      tx.updateTable('load_carrier').set({ billing_status: 'PAID' }).where('id', '=', torn.load_carrier_id).execute(),
    );
    const billIds = [torn, good, done, gone, foreign, good].map(({ id }) => id);

    const { body } = await api.request('POST', '/v1/bills/batch-approve', { billIds });

    expect(body.approved).toEqual([{ billId: good.id, status: 'APPROVED_TO_PAY' }]);
    expect(body.failed.map(({ billId }: { billId: string }) => billId)).toEqual(
      [torn, done, gone, foreign].map(({ id }) => id),
    );
    for (const { error } of body.failed) expect(error).toMatch(/^[A-Z].*\.$/);
    expect((await api.request('GET', `/v1/bills/${torn.id}`)).body.status).toBe('IN_REVIEW');
    expect((await api.request('GET', `/v1/bills/${good.id}`)).body.status).toBe('APPROVED_TO_PAY');
    expect((await stranger.request('GET', `/v1/bills/${foreign.id}`)).body.status).toBe('IN_REVIEW');
  });

  test('a batch takes one to a hundred bills', async () => {
    await using api = await startService(database);
    const createIds = (count: number) =>
      Array.from({ length: count }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);

    expect((await api.request('POST', '/v1/bills/batch-approve', { billIds: [] })).status).toBe(400);
    expect((await api.request('POST', '/v1/bills/batch-approve', { billIds: createIds(101) })).status).toBe(400);
    expect(
      (await api.request('POST', '/v1/bills/batch-approve', { billIds: createIds(100) })).body.failed,
    ).toHaveLength(100);
  });

  test('a changed bill keeps what the change does not name', async () => {
    await using api = await startService(database);
    const term = await insertTerm(api, { days: null });
    const { id } = await insertBill(api, { reference: 'PH-1' });

    const changed = await api.request('PATCH', `/v1/bills/${id}`, {
      dueDate: '2026-12-24',
      paymentTermId: term.id,
      key: 'b1',
    });
    expect(changed.body).toMatchObject({
      dueDate: '2026-12-24',
      invoiceDate: '2026-10-21',
      reference: 'PH-1',
      key: 'b1',
      paymentTerm: { id: term.id },
    });

    const cleared = await api.request('PATCH', `/v1/bills/${id}`, { reference: null, dueDate: null, key: null });
    expect(cleared.body).toMatchObject({ reference: null, dueDate: null, key: null, paymentTerm: { id: term.id } });
  });

  test('the amount can change until something is paid, and the balance follows', async () => {
    await using api = await startService(database);
    const open = await insertBill(api);
    const paid = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    await insertBillPayment(api, [{ bill: paid, cents: 40_000 }]);

    const changed = await api.request('PATCH', `/v1/bills/${open.id}`, { amount: 880.25 });
    const refused = await api.request('PATCH', `/v1/bills/${paid.id}`, { amount: 880.25, reference: 'new' });
    const same = await api.request('PATCH', `/v1/bills/${paid.id}`, { amount: 1000, reference: 'new' });

    expect(changed.body).toMatchObject({ amount: 880.25, amountOwed: 880.25, amountPaid: 0 });
    expect(refused.status).toBe(409);
    expect(same.body).toMatchObject({ amount: 1000, amountPaid: 400, amountOwed: 600, reference: 'new' });
    expect((await api.request('PATCH', `/v1/bills/${open.id}`, { amount: 0 })).status).toBe(422);
    expect((await api.request('PATCH', `/v1/bills/${open.id}`, { amount: 10.001 })).status).toBe(400);
  });

  test('a bill shows its payments, whose sum with the balance is the amount', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    const first = await insertBillPayment(api, [{ bill, cents: 40_000 }], {
      reference: 'ACH 9',
      payment_date: '2026-11-02',
    });
    const second = await insertBillPayment(api, [{ bill, cents: 10_050 }]);

    const { body } = await api.request('GET', `/v1/bills/${bill.id}`);
    const payments = await api.request('GET', `/v1/bills/${bill.id}/payments`);

    expect(body.payments).toMatchObject([
      { paymentGroupId: first.id, amount: 400, paymentDate: '2026-11-02', reference: 'ACH 9' },
      { paymentGroupId: second.id, amount: 100.5, reference: null },
    ]);
    expect(payments.body).toEqual({ data: body.payments, totalPaid: 500.5, openBalance: 499.5 });
  });

  test('an unpaid bill can be deleted, and what it was for can be billed again', async () => {
    await using api = await startService(database);
    const onLoad = await insertLoadCarrier(api);
    const service = await insertService(api);
    const { body: carrierBill } = await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id, { key: 'k' }));
    const { body: vendorBill } = await api.request('POST', '/v1/bills', buildVendorBill(service.id));
    await api.request('POST', `/v1/bills/${vendorBill.id}/approve`);

    expect((await api.request('DELETE', `/v1/bills/${carrierBill.id}`)).status).toBe(204);
    expect((await api.request('DELETE', `/v1/bills/${vendorBill.id}`)).status).toBe(204);

    expect(await readBillingStatus(api, onLoad.id)).toBe('AWAITING_INVOICE');
    expect(await readServiceStatus(api, service.id)).toBe('AWAITING_INVOICE');
    expect((await api.request('GET', `/v1/bills/${carrierBill.id}`)).status).toBe(404);
    expect((await api.request('DELETE', `/v1/bills/${carrierBill.id}`)).status).toBe(404);
    expect((await api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id, { key: 'k' }))).body.friendlyId).toBe(
      'BILL-00003',
    );
  });

  test('a bill with payments can be neither deleted nor unapproved', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    await insertBillPayment(api, [{ bill, cents: 1 }]);

    expect((await api.request('DELETE', `/v1/bills/${bill.id}`)).status).toBe(409);
    expect((await api.request('POST', `/v1/bills/${bill.id}/unapprove`)).status).toBe(409);
    expect(await readBillingStatus(api, bill.load_carrier_id ?? '')).toBe('APPROVED_TO_PAY');
  });

  test('reverting deletes a bill with its payments; other bills of a payment stay paid', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'PAID' });
    const other = await insertBill(api, { status: 'PAID' });
    const soloPayment = await insertBillPayment(api, [{ bill, cents: 40_000 }]);
    const shared = await insertBillPayment(api, [
      { bill, cents: 60_000 },
      { bill: other, cents: 100_000 },
    ]);

    const reverted = await api.request('POST', `/v1/bills/${bill.id}/revert`, { reason: 'wrong carrier' });

    expect(reverted).toMatchObject({ status: 200, body: { success: true, entityStatus: 'AWAITING_INVOICE' } });
    expect((await api.request('GET', `/v1/bills/${bill.id}`)).status).toBe(404);
    expect(await readBillingStatus(api, bill.load_carrier_id ?? '')).toBe('AWAITING_INVOICE');
    expect((await api.request('GET', `/v1/bills/${other.id}`)).body).toMatchObject({
      amountPaid: 1000,
      amountOwed: 0,
      status: 'PAID',
    });
    const payments = await api.database.reader
      .selectFrom('bill_payment')
      .select(['id', 'total_cents', 'deleted_at'])
      .orderBy('id')
      .execute();
    expect(payments).toMatchObject([
      { id: soloPayment.id, total_cents: 0, deleted_at: expect.any(String) },
      { id: shared.id, total_cents: 100_000, deleted_at: null },
    ]);
    const log = await api.database.reader
      .selectFrom('activity')
      .select('text')
      .where('record_id', '=', bill.id)
      .execute();
    expect(log).toEqual([{ text: 'Reverted: wrong carrier' }]);
  });

  test('reverting an overpaid bill voids the credit the overpayment made', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'PAID' });
    const memo = await insertRow(api, 'credit_memo', {
      carrier_id: bill.carrier_id,
      amount_cents: 5_000,
      remaining_cents: 5_000,
      status: 'OPEN',
      currency: 'USD',
    });
    await insertBillPayment(api, [{ bill, cents: 105_000 }], {
      overpayment_cents: 5_000,
      overpayment_credit_memo_id: memo.id,
    });

    expect((await api.request('POST', `/v1/bills/${bill.id}/revert`)).status).toBe(200);

    const memos = await api.database.reader
      .selectFrom('credit_memo')
      .selectAll()
      .where('id', '=', memo.id)
      .executeTakeFirst();
    expect(memos).toMatchObject({
      status: 'VOIDED',
      remaining_cents: 0,
      void_reason: expect.stringContaining('reverted'),
    });
  });

  test('a canceled service stays canceled while its bill moves, and comes back in the bill’s state', async () => {
    await using api = await startService(database);
    const service = await insertService(api);
    const { body } = await api.request('POST', '/v1/bills', buildVendorBill(service.id));
    const cancel = { status: 'CANCELED', status_before_cancel: 'IN_REVIEW' } as const;
    await api.database.transaction((tx) =>
      tx.updateTable('service').set(cancel).where('id', '=', service.id).execute(),
    );

    expect((await api.request('POST', `/v1/bills/${body.id}/approve`)).status).toBe(200);

    const row = await api.database.reader
      .selectFrom('service')
      .selectAll()
      .where('id', '=', service.id)
      .executeTakeFirst();
    expect(row).toMatchObject({ status: 'CANCELED', status_before_cancel: 'APPROVED_TO_PAY' });
  });

  test('the bill of something that was deleted can be deleted, not approved', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api);
    const gone = { deleted_at: api.clock.now };
    await api.database.transaction((tx) =>
      tx.updateTable('load_carrier').set(gone).where('id', '=', bill.load_carrier_id).execute(),
    );

    expect((await api.request('POST', `/v1/bills/${bill.id}/approve`)).status).toBe(409);
    expect((await api.request('GET', `/v1/bills/${bill.id}`)).body.status).toBe('IN_REVIEW');
    expect((await api.request('DELETE', `/v1/bills/${bill.id}`)).status).toBe(204);
  });

  test('a client key names one live bill', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/bills', buildCarrierBill((await insertLoadCarrier(api)).id, { key: 'ph' }));
    const second = await insertLoadCarrier(api);

    const answer = await api.request('POST', '/v1/bills', buildCarrierBill(second.id, { key: 'ph' }));

    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY', details: [{ field: 'key' }] } },
    });
    expect(await readBillingStatus(api, second.id)).toBe('AWAITING_INVOICE');
  });

  test('another organization can neither see, change nor bill anything', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await insertBill(api, { key: 'k' });
    const onLoad = await insertLoadCarrier(api);

    const answers = await Promise.all([
      stranger.request('GET', `/v1/bills/${id}`),
      stranger.request('GET', '/v1/bills/k?by=key'),
      stranger.request('PATCH', `/v1/bills/${id}`, { amount: 1 }),
      stranger.request('DELETE', `/v1/bills/${id}`),
      stranger.request('POST', `/v1/bills/${id}/approve`),
      stranger.request('POST', `/v1/bills/${id}/revert`),
      stranger.request('GET', `/v1/bills/${id}/payments`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await stranger.request('POST', '/v1/bills', buildCarrierBill(onLoad.id))).status).toBe(422);
    expect((await stranger.request('POST', '/v1/bills/filter')).body.data).toEqual([]);
    expect((await stranger.request('GET', '/v1/bills/aging-report')).body.totals.total).toBe(0);
  });

  test('bills are found by every field', async () => {
    await using api = await startService(database);
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const carrier = await insertBill(api, {
      key: 'mine',
      carrier_factor_id: factor.id,
      reference: 'PH-100',
      due_date: '2026-11-19',
      amount_cents: 50_025,
      status: 'APPROVED_TO_PAY',
      created_at: '2026-11-05T10:00:00.000Z',
      updated_at: '2026-11-06T10:00:00.000Z',
    });
    const order = await insertOrder(api, { shipment_id: carrier.shipment_id });
    const shipment = await api.database.reader
      .selectFrom('shipment')
      .selectAll()
      .where('id', '=', carrier.shipment_id)
      .executeTakeFirst();
    const vendor = await insertVendor(api);
    const service = await insertService(api, { vendor_id: vendor.id, status: 'IN_REVIEW' });
    const other = await insertRow(api, 'bill', {
      entity_type: 'VENDOR',
      service_id: service.id,
      vendor_id: vendor.id,
      shipment_id: service.shipment_id,
      status: 'IN_REVIEW',
      invoice_date: '2026-11-15',
      due_date: '2026-12-15',
      amount_cents: 900_000,
      owed_cents: 900_000,
      currency: 'MXN',
    });
    const filterIds = async (filter: object) => {
      const { body } = await api.request('POST', '/v1/bills/filter', { filter });
      expect(body.errors).toBeUndefined();
      return body.data.map(({ id }: { id: string }) => id);
    };

    const onlyCarrier = [
      { id: { equalTo: carrier.id } },
      { key: { equalTo: 'mine' } },
      { friendlyId: { equalTo: carrier.friendly_id } },
      { entityType: { equalTo: 'CARRIER' } },
      { loadCarrierId: { equalTo: carrier.load_carrier_id } },
      { carrierId: { in: [carrier.carrier_id] } },
      { carrierFactorId: { equalTo: factor.id } },
      { loadId: { equalTo: carrier.load_id } },
      { shipmentId: { equalTo: carrier.shipment_id } },
      { orderId: { equalTo: order.id } },
      { customerId: { equalTo: shipment?.customer_id } },
      { status: { equalTo: 'APPROVED_TO_PAY' } },
      { invoiceDate: { lessThan: '2026-11-01' } },
      { dueDate: { lte: '2026-11-19' } },
      { amount: { equalTo: 500.25 } },
      { amountOwed: { lessThan: 500.26 } },
      { currency: { equalTo: 'USD' } },
      { reference: { startsWith: 'ph' } },
      { overdue: true },
      { createdAt: { gte: '2026-11-05' } },
      { updatedAt: { isNull: false } },
    ];
    for (const filter of onlyCarrier) expect([filter, await filterIds(filter)]).toEqual([filter, [carrier.id]]);
    for (const filter of [
      { vendedServiceId: { equalTo: service.id } },
      { vendorId: { equalTo: vendor.id } },
      { overdue: false },
    ]) {
      expect([filter, await filterIds(filter)]).toEqual([filter, [other.id]]);
    }
    expect(await filterIds({ deletedAt: { isNull: false } })).toEqual([]);
    expect(await filterIds({ or: [{ currency: { equalTo: 'MXN' } }, { overdue: true }] })).toHaveLength(2);
  });

  test('a bill is overdue the day after its due date while something is open', async () => {
    await using api = await startService(database);
    const cases = [
      [{ due_date: '2026-11-19' }, true],
      [{ due_date: '2026-11-20' }, false],
      [{ due_date: null, invoice_date: '2026-10-20' }, true],
      [{ due_date: null, invoice_date: '2026-10-21' }, false],
      [{ due_date: null, invoice_date: null }, false],
      [{ due_date: '2026-01-01', status: 'PAID', paid_cents: 100_000 }, false],
    ] as const;
    const expected = new Map<string, boolean>();
    for (const [columns, isOverdue] of cases) expected.set((await insertBill(api, columns)).id, isOverdue);

    for (const overdue of [true, false]) {
      const { body } = await api.request('POST', '/v1/bills/filter', { filter: { overdue } });
      const expectedIds = [...expected].filter(([, isOverdue]) => isOverdue === overdue).map(([id]) => id);
      expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(expectedIds.sort());
    }
  });
});

const listActivity = async ({ database }: TestService, id: string) =>
  (
    await database.reader
      .selectFrom('activity')
      .select('text')
      .where('record_type', '=', 'bill')
      .where('record_id', '=', id)
      .execute()
  ).map(({ text }) => text);

onBothDatabases('changes of approved bills', (database) => {
  test.each([
    ['amount', { amount: 45_678.9 }, 'amount from $1,000.00 to $45,678.90'],
    ['reference', { reference: null }, 'reference from PH-1 to nothing'],
    ['due date', { dueDate: '2026-12-31' }, 'due date from 2026-11-20 to 2026-12-31'],
  ])('another %s ends the approval, and the log has old and new', async (_term, change, logged) => {
    await using api = await startService(database);
    const columns = { status: 'APPROVED_TO_PAY', reference: 'PH-1', due_date: '2026-11-20' } as const;
    const { id, load_carrier_id: loadCarrierId } = await insertBill(api, columns);

    const changed = await api.request('PATCH', `/v1/bills/${id}`, change);

    expect(changed).toMatchObject({ status: 200, body: { ...change, status: 'IN_REVIEW' } });
    expect(await readBillingStatus(api, loadCarrierId ?? '')).toBe('IN_REVIEW');
    expect(await listActivity(api, id)).toEqual([
      `Changed ${logged}. The approval covered the former terms: back in review.`,
    ]);
    const payment = { paymentDate: '2026-11-19', applications: [{ billId: id, amount: 1 }] };
    expect((await api.request('POST', '/v1/bill-payments', payment)).status).toBe(409);
    expect((await api.request('POST', `/v1/bills/${id}/approve`)).body.status).toBe('APPROVED_TO_PAY');
  });

  test('another payment term ends the approval of a vendor’s bill, and the log names both terms', async () => {
    await using api = await startService(database);
    const [former, next] = [await insertTerm(api), await insertTerm(api, { name: 'Net 7', days: 7 })];
    const service = await insertService(api);
    const { body: bill } = await api.request(
      'POST',
      '/v1/bills',
      buildVendorBill(service.id, { paymentTermId: former.id }),
    );
    await api.request('POST', `/v1/bills/${bill.id}/approve`);

    const changed = await api.request('PATCH', `/v1/bills/${bill.id}`, { paymentTermId: next.id });

    expect(changed.body).toMatchObject({ status: 'IN_REVIEW', paymentTerm: { name: 'Net 7' } });
    expect(await readServiceStatus(api, service.id)).toBe('IN_REVIEW');
    expect((await listActivity(api, bill.id)).at(-1)).toBe(
      'Changed payment term from Net 15 to Net 7. The approval covered the former terms: back in review.',
    );
  });

  test('a new invoice date ends the approval exactly where the due date follows from it', async () => {
    await using api = await startService(database);
    const implied = await insertBill(api, { status: 'APPROVED_TO_PAY', due_date: null });
    const stated = await insertBill(api, { status: 'APPROVED_TO_PAY', due_date: '2026-11-20' });
    const changeDate = (id: string) => api.request('PATCH', `/v1/bills/${id}`, { invoiceDate: '2026-11-01' });

    expect((await changeDate(implied.id)).body).toMatchObject({ status: 'IN_REVIEW', dueDate: null });
    expect((await changeDate(stated.id)).body).toMatchObject({ status: 'APPROVED_TO_PAY', dueDate: '2026-11-20' });
  });

  test('the same terms again, or another key, leave the approval', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'APPROVED_TO_PAY', reference: 'PH-1', due_date: '2026-11-20' });
    const change = { amount: 1000, reference: 'PH-1', dueDate: '2026-11-20', key: 'ours' };

    const { body } = await api.request('PATCH', `/v1/bills/${bill.id}`, change);

    expect(body).toMatchObject({ ...change, status: 'APPROVED_TO_PAY' });
    expect(await readBillingStatus(api, bill.load_carrier_id ?? '')).toBe('APPROVED_TO_PAY');
    expect(await listActivity(api, bill.id)).toEqual(['Changed key from nothing to ours.']);
  });

  test('a bill with payments stays approved, or paid, and keeps its amount', async () => {
    await using api = await startService(database);
    const partPaid = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    await insertBillPayment(api, [{ bill: partPaid, cents: 40_000 }]);
    const paid = await insertBill(api, { status: 'PAID' });
    await insertBillPayment(api, [{ bill: paid, cents: 100_000 }]);

    for (const [bill, status] of [
      [partPaid, 'APPROVED_TO_PAY'],
      [paid, 'PAID'],
    ] as const) {
      const refused = await api.request('PATCH', `/v1/bills/${bill.id}`, { amount: 880.25 });
      const changed = await api.request('PATCH', `/v1/bills/${bill.id}`, { reference: 'new', dueDate: '2027-01-01' });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
      expect(changed.body).toMatchObject({ status, amount: 1000, reference: 'new', dueDate: '2027-01-01' });
    }
  });

  test('an organization that does not review bills approves a changed one anew as well', async () => {
    await using api = await startService(database, { reviewsBills: false });
    const bill = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    const waiting = await insertBill(api, { status: 'AWAITING_INVOICE' });
    const raise = async ({ id }: { readonly id: string }) =>
      (await api.request('PATCH', `/v1/bills/${id}`, { amount: 45_678.9 })).body.status;

    expect(await raise(bill)).toBe('IN_REVIEW');
    expect(await raise(waiting)).toBe('AWAITING_INVOICE');
    expect((await api.request('POST', `/v1/bills/${bill.id}/approve`)).body.status).toBe('APPROVED_TO_PAY');
  });

  test('an approved bill of something that was deleted keeps its terms', async () => {
    await using api = await startService(database);
    const bill = await insertBill(api, { status: 'APPROVED_TO_PAY' });
    const gone = { deleted_at: api.clock.now };
    await api.database.transaction((tx) =>
      tx.updateTable('load_carrier').set(gone).where('id', '=', bill.load_carrier_id).execute(),
    );

    const { status, body } = await api.request('PATCH', `/v1/bills/${bill.id}`, { amount: 900 });

    expect([status, body.error.message]).toEqual([409, expect.stringContaining('can only be deleted')]);
    expect((await api.request('GET', `/v1/bills/${bill.id}`)).body).toMatchObject({
      status: 'APPROVED_TO_PAY',
      amount: 1000,
    });
  });

  test('a payment and another amount at once never leave a bill paid that is in review', async () => {
    await using api = await startService(database);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await insertBill(api, { status: 'APPROVED_TO_PAY' });
      const payment = { paymentDate: '2026-11-19', applications: [{ billId: id, amount: 500 }] };
      const [paid, raised] = await Promise.all([
        api.request('POST', '/v1/bill-payments', payment),
        api.request('PATCH', `/v1/bills/${id}`, { amount: 45_678.9 }),
      ]);
      const { body } = await api.request('GET', `/v1/bills/${id}`);
      expect([paid.status, raised.status, body.status, body.amount, body.amountPaid]).toEqual(
        paid.status === 201 ? [201, 409, 'APPROVED_TO_PAY', 1000, 500] : [409, 200, 'IN_REVIEW', 45_678.9, 0],
      );
    }
  });
});

onBothDatabases('changes of the same bills at once', (database) => {
  test('twenty recordings of one bill at once make one bill', async () => {
    await using api = await startService(database);
    const onLoad = await insertLoadCarrier(api);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request('POST', '/v1/bills', buildCarrierBill(onLoad.id))),
    );

    expect(sortStatuses(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect((await api.request('POST', '/v1/bills/filter')).body.data).toHaveLength(1);
  });

  test('of twenty approvals at once exactly one succeeds', async () => {
    await using api = await startService(database);
    const { id } = await insertBill(api);

    const answers = await Promise.all(Array.from({ length: 20 }, () => api.request('POST', `/v1/bills/${id}/approve`)));

    expect(sortStatuses(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });

  test('approving and reverting at once never leave the bill and its load carrier apart', async () => {
    await using api = await startService(database);

    for (let round = 0; round < 5; round += 1) {
      const { id, load_carrier_id: loadCarrierId } = await insertBill(api);
      const [, reverted] = await Promise.all([
        api.request('POST', `/v1/bills/${id}/approve`),
        api.request('POST', `/v1/bills/${id}/revert`),
      ]);
      const bill = await api.request('GET', `/v1/bills/${id}`);
      const status = await readBillingStatus(api, loadCarrierId ?? '');
      expect([reverted?.status, bill.status, status]).toEqual(
        reverted?.status === 200 ? [200, 404, 'AWAITING_INVOICE'] : [409, 200, 'APPROVED_TO_PAY'],
      );
    }
  });

  test('ten batches at once, in any order, approve each bill once', async () => {
    await using api = await startService(database);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await insertBill(api)).id);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.request('POST', '/v1/bills/batch-approve', { billIds: n % 2 ? ids : [...ids].reverse() }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const approved = answers.flatMap(({ body }) => body.approved.map(({ billId }: { billId: string }) => billId));
    expect(approved).toHaveLength(ids.length);
    expect(new Set(approved)).toEqual(new Set(ids));
  });

  test('two bills of one payment reverted at once leave no payment of nothing', async () => {
    await using api = await startService(database);
    const bills = [await insertBill(api, { status: 'PAID' }), await insertBill(api, { status: 'PAID' })];
    const payment = await insertBillPayment(
      api,
      bills.map((bill) => ({ bill, cents: 100_000 })),
    );

    const answers = await Promise.all(bills.map(({ id }) => api.request('POST', `/v1/bills/${id}/revert`)));

    expect(sortStatuses(answers)).toEqual([200, 200]);
    const row = await api.database.reader
      .selectFrom('bill_payment')
      .selectAll()
      .where('id', '=', payment.id)
      .executeTakeFirst();
    expect(row).toMatchObject({ total_cents: 0, deleted_at: expect.any(String) });
  });
});
