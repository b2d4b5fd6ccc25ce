import { expect, test } from 'vitest';
import type { Row } from '../../../src/store/schema.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { listBrokenSums, insertMemo, listStatuses, readStored } from '../../support/records/ledger.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** Writes a customer with 500.00 of credit and an invoice over 2,000.00. */
async function insertCredit(api: TestService, columns: Partial<Row<'credit_memo'>> = {}) {
  const customer = await insertCustomer(api);
  const memo = await insertMemo(api, { customer_id: customer.id, ...columns });
  const invoice = await insertInvoice(api, { customer_id: customer.id });
  return { customer, memo, invoice };
}

const apply = (api: TestService, memo: { id: string }, invoice: { id: string }, amount: number) =>
  api.request('POST', `/v1/credit-memos/${memo.id}/apply`, { invoiceId: invoice.id, amount });

onOneDatabase('credit memos', (database) => {
  test('credit given to a customer is open in full, in the customer’s currency unless another is named', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api, { currency: 'CAD' });
    const memo = { customerId: customer.id, amount: 120.75, memoDate: '2026-11-19' };

    const { status, body } = await api.request('POST', '/v1/credit-memos', {
      ...memo,
      reference: 'late truck',
      notes: 'agreed by phone',
      key: 'late-1',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      friendlyId: 'CM-00001',
      key: 'late-1',
      reference: 'late truck',
      customer: { id: customer.id },
      carrier: null,
      vendor: null,
      amount: 120.75,
      appliedAmount: 0,
      remainingBalance: 120.75,
      currency: 'CAD',
      status: 'OPEN',
      memoDate: '2026-11-19',
      notes: 'agreed by phone',
      sourcePaymentGroupId: null,
      applications: [],
      voidedAt: null,
    });
    expect((await api.request('GET', '/v1/credit-memos/late-1?by=key')).body).toEqual(body);
    const other = await api.request('POST', '/v1/credit-memos', { ...memo, currency: 'USD' });
    expect(other.body).toMatchObject({ friendlyId: 'CM-00002', currency: 'USD' });
  });

  test('a customer that does not exist gets no credit, and nobody gets credit of nothing', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api);
    const memo = { customerId: customer.id, amount: 1, memoDate: '2026-11-19' };
    await api.request('POST', '/v1/credit-memos', { ...memo, key: 'k' });

    const missing = await api.request('POST', '/v1/credit-memos', { ...memo, customerId: nobody });
    const nothing = await api.request('POST', '/v1/credit-memos', { ...memo, amount: 0 });
    const twice = await api.request('POST', '/v1/credit-memos', { ...memo, key: 'k' });

    expect(missing).toMatchObject({ status: 422, body: { error: { details: [{ field: 'customerId' }] } } });
    expect(nothing).toMatchObject({ status: 400, body: { error: { details: [{ field: 'amount' }] } } });
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
  });

  test('applied credit lowers memo and invoice; what covers the invoice makes it PAID', async () => {
    await using api = await startService(database);
    const { memo, invoice } = await insertCredit(api, { amount_cents: 250_000 });

    const part = await apply(api, memo, invoice, 499.99);

    expect(part).toMatchObject({
      status: 200,
      body: {
        application: { invoiceId: invoice.id, invoiceFriendlyId: invoice.friendly_id, paymentId: null, amount: 499.99 },
        creditMemo: { status: 'PARTIALLY_APPLIED', appliedAmount: 499.99, remainingBalance: 2000.01 },
      },
    });
    expect(part.body.creditMemo.applications).toEqual([part.body.application]);
    expect((await api.request('GET', `/v1/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'PARTIALLY_PAID',
      creditsApplied: 499.99,
      amountOwed: 1500.01,
      credits: [{ creditMemoId: memo.id, amount: 499.99 }],
    });

    await apply(api, memo, invoice, 1500.01);

    expect(await readStored(api, 'invoice', invoice.id)).toMatchObject({ status: 'PAID', owed_cents: 0 });
    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({ billing_status: 'PAID' });
    expect(await readStored(api, 'shipment', invoice.shipment_id)).toMatchObject({ billing_status: 'PAID' });
    const { body } = await api.request('GET', `/v1/credit-memos/${memo.id}/applications`);
    expect(body).toMatchObject({
      totalApplied: 2000,
      remainingBalance: 500,
      data: [{ amount: 499.99 }, { amount: 1500.01 }],
    });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('too little credit and an unfit invoice are refused', async () => {
    await using api = await startService(database);
    const { customer, memo, invoice } = await insertCredit(api);
    const payee = await insertMemo(api, { carrier_id: (await insertCarrier(api)).id });
    const voided = await insertMemo(api, {
      customer_id: customer.id,
      status: 'VOIDED',
      remaining_cents: 0,
      voided_at: api.clock.now,
    });
    const used = await insertMemo(api, { customer_id: customer.id, applied_cents: 30_000, remaining_cents: 20_000 });
    const small = await insertInvoice(api, { customer_id: customer.id, amount_cents: 1_000 });
    const cases = [
      [memo, invoice, 500.01],
      [used, invoice, 200.01],
      [memo, small, 10.01],
      [memo, await insertInvoice(api), 1],
      [memo, await insertInvoice(api, { customer_id: customer.id, currency: 'CAD' }), 1],
      [memo, await insertInvoice(api, { customer_id: customer.id, status: 'DRAFT' }), 1],
      [memo, await insertInvoice(api, { customer_id: customer.id, status: 'PAID', paid_cents: 200_000 }), 1],
      [voided, invoice, 1],
      [payee, invoice, 1],
    ] as const;

    for (const [from, to, amount] of cases) {
      const answer = await apply(api, from, to, amount);
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    }
    expect(await apply(api, memo, { id: nobody }, 1)).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'invoiceId' }] } },
    });
    expect((await apply(api, memo, invoice, -1)).status).toBe(400);
    expect((await apply(api, { id: nobody }, invoice, 1)).status).toBe(404);
    expect(await readStored(api, 'credit_memo', memo.id)).toMatchObject({ applied_cents: 0 });
  });

  test('credit taken back leaves memo and invoice as they were; it is taken back once', async () => {
    await using api = await startService(database);
    const { memo, invoice } = await insertCredit(api);
    const { body } = await apply(api, memo, invoice, 500);
    const path = `/v1/credit-memos/${memo.id}/applications/${body.application.id}`;

    const answers = await Promise.all(Array.from({ length: 5 }, () => api.request('DELETE', path)));

    expect(listStatuses(answers)).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      status: 'OPEN',
      remainingBalance: 500,
      applications: [],
    });
    expect(await readStored(api, 'invoice', invoice.id)).toMatchObject({
      status: 'AWAITING_PAYMENT',
      owed_cents: 200_000,
    });
    expect(await readStored(api, 'freight_order', invoice.order_id)).toMatchObject({ billing_status: 'INVOICED' });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('credit that a payment carried shows it, and can be taken back as well', async () => {
    await using api = await startService(database);
    const { customer, memo, invoice } = await insertCredit(api);
    const { body: payment } = await api.request('POST', '/v1/payments', {
      customerId: customer.id,
      paymentDate: '2026-11-20',
      applications: [{ invoiceId: invoice.id, amount: 1500 }],
      creditApplications: [{ creditMemoId: memo.id, amount: 500 }],
    });

    const memoView = await api.request('GET', `/v1/credit-memos/${memo.id}`);
    const [application] = memoView.body.applications;
    expect(application).toMatchObject({ paymentId: payment.id, paymentKey: payment.friendlyId, amount: 500 });

    await api.request('DELETE', `/v1/credit-memos/${memo.id}/applications/${application.id}`);

    expect((await api.request('GET', `/v1/payments/${payment.id}`)).body).toMatchObject({
      totalAmount: 1500,
      creditApplications: [],
    });
    expect(await readStored(api, 'invoice', invoice.id)).toMatchObject({
      status: 'PARTIALLY_PAID',
      owed_cents: 50_000,
    });
    expect((await api.request('DELETE', `/v1/payments/${payment.id}`)).status).toBe(204);
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('only a memo that was never applied can be voided, once; nothing can be applied from it then', async () => {
    await using api = await startService(database);
    const { memo, invoice } = await insertCredit(api);
    const { body } = await apply(api, memo, invoice, 1);
    const path = `/v1/credit-memos/${memo.id}/void`;

    expect((await api.request('POST', path)).status).toBe(409);
    await api.request('DELETE', `/v1/credit-memos/${memo.id}/applications/${body.application.id}`);
    const voided = await api.request('POST', path, { reason: 'given twice' });

    expect(voided).toMatchObject({
      status: 200,
      body: { status: 'VOIDED', amount: 500, remainingBalance: 0, voidReason: 'given twice', voidedAt: api.clock.now },
    });
    expect((await api.request('POST', path)).status).toBe(409);
    expect((await api.request('POST', path, { why: 'x' })).status).toBe(400);
    expect((await apply(api, memo, invoice, 1)).status).toBe(409);
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('reference, notes, date and key can change; the amount and the customer cannot', async () => {
    await using api = await startService(database);
    const { customer, memo } = await insertCredit(api, { key: 'a', reference: 'x' });
    await insertMemo(api, { customer_id: customer.id, key: 'taken' });
    const path = `/v1/credit-memos/${memo.id}`;

    const { body } = await api.request('PATCH', path, {
      reference: null,
      notes: 'n',
      memoDate: '2026-11-05',
      key: 'b',
    });

    expect(body).toMatchObject({ reference: null, notes: 'n', memoDate: '2026-11-05', key: 'b', amount: 500 });
    expect((await api.request('PATCH', path, { amount: 1 })).status).toBe(400);
    expect((await api.request('PATCH', path, { customerId: customer.id })).status).toBe(400);
    expect((await api.request('PATCH', path, { key: 'taken' })).body.error.code).toBe('DUPLICATE_KEY');
    expect((await api.request('PATCH', `/v1/credit-memos/${nobody}`, {})).status).toBe(404);
  });

  test('another organization can neither see nor use anything', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { memo, invoice } = await insertCredit(api);
    const { body } = await apply(api, memo, invoice, 1);
    const strangersHome = { ...api, organizationId: stranger.organizationId };
    const strangersMemo = await insertMemo(strangersHome, { customer_id: invoice.customer_id });
    const path = `/v1/credit-memos/${memo.id}`;

    const answers = await Promise.all([
      stranger.request('GET', path),
      stranger.request('PATCH', path, {}),
      stranger.request('POST', `${path}/void`),
      stranger.request('GET', `${path}/applications`),
      stranger.request('POST', `${path}/apply`, { invoiceId: invoice.id, amount: 1 }),
      stranger.request('DELETE', `${path}/applications/${body.application.id}`),
      stranger.request('DELETE', `/v1/credit-memos/${strangersMemo.id}/applications/${body.application.id}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const across = await stranger.request('POST', `/v1/credit-memos/${strangersMemo.id}/apply`, {
      invoiceId: invoice.id,
      amount: 1,
    });
    expect(across.status).toBe(422);
    expect(
      (
        await stranger.request('POST', '/v1/credit-memos', {
          customerId: invoice.customer_id,
          amount: 1,
          memoDate: '2026-11-20',
        })
      ).status,
    ).toBe(422);
  });

  test('credit memos are found by every field', async () => {
    await using api = await startService(database);
    const { customer, memo, invoice } = await insertCredit(api, {
      key: 'mine',
      reference: 'Late truck',
      amount_cents: 12_345,
      created_at: '2026-11-05T10:00:00.000Z',
    });
    await apply(api, memo, invoice, 23.45);
    const carrier = await insertCarrier(api);
    const vendor = await insertVendor(api);
    const source = await insertRow(api, 'bill_payment', {
      recipient_type: 'CARRIER',
      currency: 'CAD',
      payment_date: '2026-11-01',
    });
    const ofCarrier = await insertMemo(api, {
      carrier_id: carrier.id,
      source_payment_id: source.id,
      currency: 'CAD',
      memo_date: '2026-11-09',
      created_at: '2026-11-09T10:00:00.000Z',
    });
    const ofVendor = await insertMemo(api, {
      vendor_id: vendor.id,
      currency: 'CAD',
      status: 'VOIDED',
      remaining_cents: 0,
      memo_date: '2026-11-09',
      created_at: '2026-11-09T10:00:00.000Z',
    });
    const filterIds = async (filter: object) => {
      const { body } = await api.request('POST', '/v1/credit-memos/filter', { filter });
      expect(body.errors).toBeUndefined();
      return body.data.map(({ id }: { id: string }) => id);
    };

    const only = [
      { id: { equalTo: memo.id } },
      { key: { equalTo: 'mine' } },
      { friendlyId: { equalTo: memo.friendly_id } },
      { customerId: { in: [customer.id] } },
      { invoiceId: { equalTo: invoice.id } },
      { orderId: { equalTo: invoice.order_id } },
      { shipmentId: { equalTo: invoice.shipment_id } },
      { status: { equalTo: 'PARTIALLY_APPLIED' } },
      { memoDate: { lessThan: '2026-11-09' } },
      { amount: { equalTo: 123.45 } },
      { remainingBalance: { equalTo: 100 } },
      { currency: { equalTo: 'USD' } },
      { reference: { startsWith: 'late' } },
      { createdAt: { lessThan: '2026-11-09' } },
      { updatedAt: { isNull: false } },
    ];
    for (const filter of only) expect([filter, await filterIds(filter)]).toEqual([filter, [memo.id]]);
    expect(await filterIds({ carrierId: { equalTo: carrier.id } })).toEqual([ofCarrier.id]);
    expect(await filterIds({ sourcePaymentGroupId: { equalTo: source.id } })).toEqual([ofCarrier.id]);
    expect(await filterIds({ vendorId: { equalTo: vendor.id } })).toEqual([ofVendor.id]);
    expect(await filterIds({ hasRemainingBalance: false })).toEqual([ofVendor.id]);
    expect(await filterIds({ hasRemainingBalance: true })).toHaveLength(2);
    expect(await filterIds({ deletedAt: { isNull: false } })).toEqual([]);
    const memoView = await api.request('GET', `/v1/credit-memos/${ofCarrier.id}`);
    expect(memoView.body).toMatchObject({
      customer: null,
      carrier: { id: carrier.id },
      sourcePaymentGroupId: source.id,
      sourcePaymentKey: source.friendly_id,
    });
  });
});

onBothDatabases('changes of one credit memo at once', (database) => {
  test('of twenty applications of the same credit at once exactly one succeeds', async () => {
    await using api = await startService(database);
    const { memo, invoice } = await insertCredit(api);

    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(api, memo, invoice, 500)));

    expect(listStatuses(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await readStored(api, 'invoice', invoice.id)).toMatchObject({ credited_cents: 50_000 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('voiding and applying at once: one of them wins', async () => {
    await using api = await startService(database);
    for (let round = 0; round < 5; round += 1) {
      const { memo, invoice } = await insertCredit(api);

      const answers = await Promise.all([
        apply(api, memo, invoice, 500),
        api.request('POST', `/v1/credit-memos/${memo.id}/void`),
      ]);

      expect(listStatuses(answers)).toEqual([200, 409]);
    }
    expect(await listBrokenSums(api)).toEqual([]);
  });
});
