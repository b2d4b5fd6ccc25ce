import { expect, test } from 'vitest';
import type { Row } from '../../../src/store/schema.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertBillPayment,
  insertCarrier,
  insertOrder,
  insertService,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { listBrokenSums, listStatuses, readStored } from '../../support/records/ledger.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

const buildPayment = (bills: readonly (readonly [{ id: string }, number])[], more: object = {}) => ({
  paymentDate: '2026-11-19',
  applications: bills.map(([{ id }, amount]) => ({ billId: id, amount })),
  ...more,
});

const approved = { status: 'APPROVED_TO_PAY' } as const;

/** Writes two approved bills of one carrier, over 1,000.00 and 250.25. */
async function insertTwoBills(api: Pick<TestService, 'database' | 'organizationId'>) {
  const carrier = await insertCarrier(api);
  const first = await insertBill(api, { ...approved, carrier_id: carrier.id });
  const second = await insertBill(api, { ...approved, carrier_id: carrier.id, amount_cents: 25_025 });
  return { carrier, first, second };
}

async function insertVendorBill(api: TestService): Promise<Row<'bill'>> {
  const service = await insertService(api, { status: 'APPROVED_TO_PAY' });
  return insertRow(api, 'bill', {
    ...approved,
    entity_type: 'VENDOR',
    service_id: service.id,
    vendor_id: service.vendor_id,
    shipment_id: service.shipment_id,
    amount_cents: 60_000,
    owed_cents: 60_000,
    currency: 'USD',
  });
}

const pay = (api: TestService, body: object) => api.request('POST', '/v1/bill-payments', body);
const billNow = async (api: TestService, { id }: { id: string }) => (await api.request('GET', `/v1/bills/${id}`)).body;
const readEntityStatus = async (api: TestService, bill: Row<'bill'>) =>
  bill.load_carrier_id === null
    ? (await readStored(api, 'service', bill.service_id))?.status
    : (await readStored(api, 'load_carrier', bill.load_carrier_id))?.billing_status;
const buildRefusal = (field: string) => ({ status: 422, body: { error: { details: [{ field }] } } });

onOneDatabase('bill payments', (database) => {
  test('a bill that is covered is PAID with its load carrier, one paid in part stays approved', async () => {
    await using api = await startService(database);
    const { carrier, first, second } = await insertTwoBills(api);

    const { status, body } = await pay(
      api,
      buildPayment(
        [
          [first, 1000],
          [second, 50.25],
        ],
        { paymentMethodType: 'ach_wire', reference: 'RUN 7', notes: 'n', key: 'run-7' },
      ),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      friendlyId: 'BP-00001',
      key: 'run-7',
      recipientType: 'CARRIER',
      carrier: { id: carrier.id },
      vendor: null,
      carrierFactor: null,
      paymentDate: '2026-11-19',
      paymentMethodType: 'ACH_WIRE',
      reference: 'RUN 7',
      currency: 'USD',
      totalAmount: 1050.25,
      overpayment: null,
      overpaymentCreditMemoId: null,
      applications: [
        {
          billId: first.id,
          billFriendlyId: first.friendly_id,
          amount: 1000,
          loadCarrierId: first.load_carrier_id,
          vendedServiceId: null,
          shipmentId: first.shipment_id,
          shipmentFriendlyId: expect.stringMatching(/^SHP-/),
        },
        { billId: second.id, amount: 50.25 },
      ],
    });
    expect(await billNow(api, first)).toMatchObject({ status: 'PAID', amountPaid: 1000, amountOwed: 0 });
    expect(await billNow(api, second)).toMatchObject({ status: 'APPROVED_TO_PAY', amountPaid: 50.25, amountOwed: 200 });
    expect([await readEntityStatus(api, first), await readEntityStatus(api, second)]).toEqual([
      'PAID',
      'APPROVED_TO_PAY',
    ]);
    expect((await api.request('GET', '/v1/bill-payments/run-7?by=key')).body).toEqual(body);
    expect((await api.request('GET', `/v1/bill-payments/${body.id}/applications`)).body).toEqual({
      data: body.applications,
      totalAmount: 1050.25,
    });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a paid vendor bill makes its service PAID, and open again when the payment is deleted', async () => {
    await using api = await startService(database);
    const bill = await insertVendorBill(api);

    const { body } = await pay(api, buildPayment([[bill, 600]]));

    expect(body).toMatchObject({ recipientType: 'VENDOR', carrier: null, vendor: { id: bill.vendor_id } });
    expect(await readEntityStatus(api, bill)).toBe('PAID');
    expect((await api.request('DELETE', `/v1/bill-payments/${body.id}`)).status).toBe(204);
    expect(await readEntityStatus(api, bill)).toBe('APPROVED_TO_PAY');
    expect(await billNow(api, bill)).toMatchObject({ status: 'APPROVED_TO_PAY', amountOwed: 600, payments: [] });
    expect((await api.request('DELETE', `/v1/bill-payments/${body.id}`)).status).toBe(404);
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('more than is open, several payees or currencies, and what does not exist are refused by name', async () => {
    await using api = await startService(database);
    const { carrier, first, second } = await insertTwoBills(api);
    const other = await insertBill(api, approved);
    const foreign = await insertBill(api, { ...approved, carrier_id: carrier.id, currency: 'CAD' });
    const vendors = await insertVendorBill(api);
    const cases = [
      [buildPayment([[first, 1000.01]]), 'applications.0.amount'],
      [
        buildPayment(
          [
            [first, 1000.01],
            [second, 1],
          ],
          { allowOverpayment: true },
        ),
        'applications.0.amount',
      ],
      [
        buildPayment([
          [first, 1],
          [first, 1],
        ]),
        'applications.1.billId',
      ],
      [
        buildPayment([
          [first, 1],
          [other, 1],
        ]),
        'applications.1.billId',
      ],
      [
        buildPayment([
          [first, 1],
          [vendors, 1],
        ]),
        'applications.1.billId',
      ],
      [
        buildPayment([
          [first, 1],
          [foreign, 1],
        ]),
        'applications.1.billId',
      ],
      [buildPayment([[{ id: nobody }, 1]]), 'applications.0.billId'],
      [buildPayment([[first, 1]], { carrierFactorId: nobody }), 'carrierFactorId'],
    ] as const;

    for (const [body, field] of cases)
      expect([field, await pay(api, body)]).toMatchObject([field, buildRefusal(field)]);

    for (const body of [
      buildPayment([]),
      buildPayment([[first, 0]]),
      buildPayment([[first, 1]], { paymentMethodType: 'ZELLE' }),
    ]) {
      expect((await pay(api, body)).status).toBe(400);
    }
    expect((await api.request('POST', '/v1/bill-payments/filter')).body.data).toEqual([]);
    expect(await billNow(api, first)).toMatchObject({ amountOwed: 1000 });
  });

  test('a bill that is not approved, or is paid, cannot be paid', async () => {
    await using api = await startService(database);
    for (const bill of [
      await insertBill(api),
      await insertBill(api, { status: 'AWAITING_INVOICE' }),
      await insertBill(api, { status: 'PAID', paid_cents: 100_000 }),
    ]) {
      const answer = await pay(api, buildPayment([[bill, 1]], { allowOverpayment: true }));
      expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining(bill.status) } } });
    }
  });

  test('a factor is paid for several of its carriers at once, and for nobody else', async () => {
    await using api = await startService(database);
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const { carrier, first } = await insertTwoBills(api);
    const onBill = await insertBill(api, { ...approved, carrier_factor_id: factor.id });
    const stranger = await insertBill(api, approved);
    const vendors = await insertVendorBill(api);
    const carrierFactorId = factor.id;
    expect(await pay(api, buildPayment([[first, 1]], { carrierFactorId }))).toMatchObject(
      buildRefusal('applications.0.billId'),
    );
    await insertRow(api, 'carrier_payment_method', {
      carrier_id: carrier.id,
      carrier_factor_id: factor.id,
      payment_recipient_type: 'FACTOR',
      status: 'ACTIVE',
    });

    const { status, body } = await pay(
      api,
      buildPayment(
        [
          [first, 1000],
          [onBill, 10],
        ],
        { carrierFactorId },
      ),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      carrier: null,
      carrierFactor: { id: factor.id, companyName: 'Apex Factoring' },
      totalAmount: 1010,
    });
    for (const other of [stranger, vendors]) {
      const answer = await pay(
        api,
        buildPayment(
          [
            [onBill, 1],
            [other, 1],
          ],
          { carrierFactorId },
        ),
      );
      expect(answer).toMatchObject(buildRefusal('applications.1.billId'));
    }
    const only = await api.request('PATCH', `/v1/bill-payments/${body.id}`, {
      applications: [{ id: body.applications[0].id, delete: true }],
    });
    expect(only.body).toMatchObject({ carrier: { id: onBill.carrier_id }, totalAmount: 10 });
    const change = { carrierFactorId: null };
    expect((await api.request('PATCH', `/v1/bill-payments/${body.id}`, change)).status).toBe(400);
    const applications = [{ billId: first.id, amount: 1000 }];
    const both = await api.request('PATCH', `/v1/bill-payments/${body.id}`, { applications });
    expect(both.body.carrier).toBe(null);
    expect((await api.request('POST', `/v1/bills/${onBill.id}/revert`)).status).toBe(200);
    const rest = await api.request('GET', `/v1/bill-payments/${body.id}`);
    expect(rest.body).toMatchObject({ carrier: { id: carrier.id }, totalAmount: 1000 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('what is paid above the last bill becomes credit with its payee, where that is allowed', async () => {
    await using api = await startService(database);
    const { carrier, first, second } = await insertTwoBills(api);
    const bills = [
      [second, 250.25],
      [first, 1100.5],
    ] as const;
    expect(await pay(api, buildPayment(bills))).toMatchObject(buildRefusal('applications.1.amount'));

    const { body } = await pay(api, buildPayment(bills, { allowOverpayment: true }));

    expect(body).toMatchObject({
      totalAmount: 1350.75,
      overpayment: 100.5,
      applications: [{ amount: 250.25 }, { amount: 1100.5 }],
    });
    expect(await billNow(api, first)).toMatchObject({ status: 'PAID', amount: 1000, amountPaid: 1000, amountOwed: 0 });
    const memo = (await api.request('GET', `/v1/credit-memos/${body.overpaymentCreditMemoId}`)).body;
    expect(memo).toMatchObject({
      customer: null,
      carrier: { id: carrier.id },
      amount: 100.5,
      remainingBalance: 100.5,
      status: 'OPEN',
      memoDate: '2026-11-19',
      sourcePaymentGroupId: body.id,
      sourcePaymentKey: body.friendlyId,
    });
    expect(await listBrokenSums(api)).toEqual([]);

    expect((await api.request('DELETE', `/v1/bill-payments/${body.id}`)).status).toBe(204);

    expect((await api.request('GET', `/v1/credit-memos/${memo.id}`)).body).toMatchObject({
      status: 'VOIDED',
      remainingBalance: 0,
    });
    expect(await billNow(api, first)).toMatchObject({ status: 'APPROVED_TO_PAY', amountOwed: 1000 });
    expect(await readEntityStatus(api, first)).toBe('APPROVED_TO_PAY');
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a payment whose overpayment was used, or that the accounting system has, stays', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const { body: over } = await pay(api, buildPayment([[first, 1010]], { allowOverpayment: true }));
    const { body: synced } = await pay(api, buildPayment([[second, 10]]));
    await api.database.transaction(async (tx) => {
      const used = { applied_cents: 500, remaining_cents: 500, status: 'PARTIALLY_APPLIED' } as const;
      await tx.updateTable('credit_memo').set(used).execute();
      await tx.updateTable('bill_payment').set({ sync_status: 'synced' }).where('id', '=', synced.id).execute();
    });
    const [application] = over.applications;

    expect((await api.request('DELETE', `/v1/bill-payments/${over.id}`)).status).toBe(409);
    const applications = [{ id: application.id, amount: 900 }];
    expect((await api.request('PATCH', `/v1/bill-payments/${over.id}`, { applications })).status).toBe(409);
    expect((await api.request('POST', `/v1/bills/${first.id}/revert`)).status).toBe(409);
    expect(await billNow(api, first)).toMatchObject({ status: 'PAID' });

    const path = `/v1/bill-payments/${synced.id}`;
    expect((await api.request('DELETE', path)).status).toBe(409);
    const more = [{ id: synced.applications[0].id, amount: 11 }];
    expect((await api.request('PATCH', path, { applications: more })).status).toBe(409);
    expect((await api.request('PATCH', path, { notes: 'seen' })).body).toMatchObject({
      notes: 'seen',
      syncStatus: 'synced',
    });
  });

  test('entries of a patch change, remove or add: by id, with delete, or by a bill', async () => {
    await using api = await startService(database);
    const { carrier, first, second } = await insertTwoBills(api);
    const third = await insertBill(api, { ...approved, carrier_id: carrier.id, amount_cents: 5_000 });
    const { body } = await pay(
      api,
      buildPayment([
        [first, 1000],
        [second, 100],
      ]),
    );
    const [onFirst, onSecond] = body.applications;

    const changed = await api.request('PATCH', `/v1/bill-payments/${body.id}`, {
      reference: 'R2',
      applications: [
        { id: onFirst.id, amount: 400.5 },
        { id: onSecond.id, delete: true },
        { billId: third.id, amount: 50 },
      ],
    });

    expect(changed).toMatchObject({
      status: 200,
      body: {
        reference: 'R2',
        totalAmount: 450.5,
        applications: [
          { id: onFirst.id, billId: first.id, amount: 400.5 },
          { billId: third.id, amount: 50 },
        ],
      },
    });
    expect(await billNow(api, first)).toMatchObject({ status: 'APPROVED_TO_PAY', amountOwed: 599.5 });
    expect(await billNow(api, second)).toMatchObject({ amountPaid: 0, amountOwed: 250.25 });
    expect(await billNow(api, third)).toMatchObject({ status: 'PAID' });
    expect([await readEntityStatus(api, first), await readEntityStatus(api, third)]).toEqual([
      'APPROVED_TO_PAY',
      'PAID',
    ]);
    expect(await listBrokenSums(api)).toEqual([]);

    const [, onThird] = changed.body.applications;
    const again = await api.request('PATCH', `/v1/bill-payments/${body.id}`, {
      applications: [
        { id: onThird.id, delete: true },
        { billId: third.id, amount: 49 },
      ],
    });
    expect(again.body.applications).toMatchObject([{ billId: first.id }, { billId: third.id, amount: 49 }]);
    expect(await billNow(api, third)).toMatchObject({ status: 'APPROVED_TO_PAY', amountOwed: 1 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a patch that fits no application, bill or balance changes nothing', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const other = await insertBill(api, approved);
    const { body } = await pay(api, buildPayment([[first, 500]]));
    const [onFirst] = body.applications;
    const path = `/v1/bill-payments/${body.id}`;
    const cases = [
      [[{ id: nobody, amount: 1 }], 'applications.0.id'],
      [
        [
          { id: onFirst.id, amount: 1 },
          { id: onFirst.id, delete: true },
        ],
        'applications.1.id',
      ],
      [[{ id: onFirst.id, billId: second.id, amount: 1 }], 'applications.0.billId'],
      [[{ id: onFirst.id, amount: 1000.01 }], 'applications.0.amount'],
      [[{ billId: first.id, amount: 1 }], 'applications.0.billId'],
      [[{ billId: second.id, amount: 1, delete: true }], 'applications.0.id'],
      [[{ billId: second.id, amount: 250.26 }], 'applications.0.amount'],
      [[{ billId: other.id, amount: 1 }], 'applications.0.billId'],
      [[{ billId: nobody, amount: 1 }], 'applications.0.billId'],
      [[{ id: onFirst.id, delete: true }], 'applications'],
    ] as const;

    for (const [applications, field] of cases) {
      expect([field, await api.request('PATCH', path, { applications })]).toMatchObject([field, buildRefusal(field)]);
    }
    expect((await api.request('PATCH', path, { applications: [{ billId: second.id }] })).status).toBe(400);
    const pending = await insertBill(api, { carrier_id: first.carrier_id ?? '' });
    expect((await api.request('PATCH', path, { applications: [{ billId: pending.id, amount: 1 }] })).status).toBe(409);
    expect((await api.request('GET', path)).body).toEqual(body);
    const same = await api.request('PATCH', path, {
      applications: [{ id: onFirst.id, billId: first.id, amount: 1000 }],
    });
    expect(same.body.totalAmount).toBe(1000);
  });

  test('the overpayment goes with the entry that carries it and stays with every other change', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const { body } = await pay(
      api,
      buildPayment(
        [
          [second, 100],
          [first, 1050],
        ],
        { allowOverpayment: true },
      ),
    );
    const [onSecond, onFirst] = body.applications;
    const path = `/v1/bill-payments/${body.id}`;
    const third = await insertBill(api, { ...approved, carrier_id: first.carrier_id ?? '' });

    const other = await api.request('PATCH', path, { applications: [{ id: onSecond.id, amount: 250.25 }] });
    expect(other.body).toMatchObject({ overpayment: 50, totalAmount: 1300.25 });
    const added = await api.request('PATCH', path, { applications: [{ billId: third.id, amount: 1 }] });
    expect(added.status).toBe(409);
    expect(await listBrokenSums(api)).toEqual([]);

    const corrected = await api.request('PATCH', path, {
      applications: [
        { id: onFirst.id, amount: 1000 },
        { billId: third.id, amount: 1 },
      ],
    });
    expect(corrected.body).toMatchObject({ overpayment: null, overpaymentCreditMemoId: null, totalAmount: 1251.25 });
    expect(await readStored(api, 'credit_memo', body.overpaymentCreditMemoId)).toMatchObject({ status: 'VOIDED' });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a reverted bill leaves its payments with their other bills, and no credit of an overpayment that is gone', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const early = (await pay(api, buildPayment([[first, 300]]))).body;
    const over = (
      await pay(
        api,
        buildPayment(
          [
            [second, 250.25],
            [first, 750],
          ],
          { allowOverpayment: true },
        ),
      )
    ).body;
    await api.request('DELETE', `/v1/bill-payments/${early.id}`);
    const late = (await pay(api, buildPayment([[first, 300]]))).body;
    expect(await listBrokenSums(api)).toEqual([]);

    expect((await api.request('POST', `/v1/bills/${first.id}/revert`)).status).toBe(200);

    expect((await api.request('GET', `/v1/bill-payments/${over.id}`)).body).toMatchObject({
      totalAmount: 250.25,
      overpayment: null,
      overpaymentCreditMemoId: null,
      applications: [{ billId: second.id, amount: 250.25 }],
    });
    expect((await api.request('GET', `/v1/bill-payments/${late.id}`)).status).toBe(404);
    expect(await readStored(api, 'credit_memo', over.overpaymentCreditMemoId)).toMatchObject({ status: 'VOIDED' });
    expect(await billNow(api, second)).toMatchObject({ status: 'PAID' });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a bill can be paid, and the payment taken back, although what the bill was for was deleted', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoBills(api);
    await api.database.transaction((tx) => tx.updateTable('load_carrier').set({ deleted_at: api.clock.now }).execute());

    const { status, body } = await pay(api, buildPayment([[first, 1000]]));
    expect(status).toBe(201);
    expect(await billNow(api, first)).toMatchObject({ status: 'PAID', amountOwed: 0 });
    expect((await api.request('DELETE', `/v1/bill-payments/${body.id}`)).status).toBe(204);
    expect(await billNow(api, first)).toMatchObject({ status: 'APPROVED_TO_PAY', amountOwed: 1000 });
  });

  test('details change without the money, and a client key names one live payment', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoBills(api);
    const { body: keyedPayment } = await pay(api, buildPayment([[first, 1]], { key: 'k' }));
    const { body } = await pay(api, buildPayment([[first, 1]]));
    const path = `/v1/bill-payments/${body.id}`;

    const change = {
      paymentDate: '2026-11-01',
      paymentMethodType: 'CHECK',
      reference: 'r',
      notes: null,
      applications: [],
    };
    const { body: changed } = await api.request('PATCH', path, change);

    expect(changed).toMatchObject({ ...change, applications: body.applications });
    expect((await pay(api, buildPayment([[first, 1]], { key: 'k' }))).body.error.code).toBe('DUPLICATE_KEY');
    expect((await api.request('PATCH', path, { key: 'k' })).body.error.code).toBe('DUPLICATE_KEY');
    await api.request('DELETE', `/v1/bill-payments/${keyedPayment.id}`);
    expect((await api.request('PATCH', path, { key: 'k' })).status).toBe(200);
    expect(await billNow(api, first)).toMatchObject({ amountPaid: 1 });
  });

  test('another organization can neither see, change nor pay anything', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { first } = await insertTwoBills(api);
    const { body } = await pay(api, buildPayment([[first, 1]]));
    const strangersBills = await insertTwoBills({ ...api, organizationId: stranger.organizationId });
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const path = `/v1/bill-payments/${body.id}`;

    const answers = await Promise.all([
      stranger.request('GET', path),
      stranger.request('PATCH', path, {}),
      stranger.request('DELETE', path),
      stranger.request('GET', `${path}/applications`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await stranger.request('POST', '/v1/bill-payments/filter')).body.data).toEqual([]);
    const mixed = [
      [
        buildPayment([
          [strangersBills.first, 1],
          [first, 1],
        ]),
        'applications.1.billId',
      ],
      [buildPayment([[strangersBills.first, 1]], { carrierFactorId: factor.id }), 'carrierFactorId'],
    ] as const;
    for (const [payment, field] of mixed) {
      expect(await stranger.request('POST', '/v1/bill-payments', payment)).toMatchObject(buildRefusal(field));
    }
  });

  test('bill payments are found by every field', async () => {
    await using api = await startService(database);
    const { carrier, first } = await insertTwoBills(api);
    const order = await insertOrder(api, { shipment_id: first.shipment_id });
    const customerId = (await readStored(api, 'shipment', first.shipment_id))?.customer_id;
    const factor = await insertRow(api, 'carrier_factor', { company_name: 'Apex Factoring' });
    const keyedPayment = await insertBillPayment(api, [{ bill: first, cents: 1_250 }], {
      key: 'mine',
      carrier_factor_id: factor.id,
      payment_method_type: 'CHECK',
      reference: 'CHK 7',
      created_at: '2026-11-05T10:00:00.000Z',
      updated_at: '2026-11-06T10:00:00.000Z',
    });
    const vendors = await insertVendorBill(api);
    const vendor = await insertVendor(api);
    const other = await insertBillPayment(api, [{ bill: vendors, cents: 9_900 }], {
      recipient_type: 'VENDOR',
      vendor_id: vendor.id,
      currency: 'CAD',
      payment_date: '2026-11-15',
      created_at: '2026-11-15T10:00:00.000Z',
    });
    const filterIds = async (filter: object) => {
      const { body } = await api.request('POST', '/v1/bill-payments/filter', { filter });
      expect(body.errors).toBeUndefined();
      return body.data.map(({ id }: { id: string }) => id);
    };

    for (const filter of [
      { id: { equalTo: keyedPayment.id } },
      { key: { equalTo: 'mine' } },
      { friendlyId: { equalTo: keyedPayment.friendly_id } },
      { recipientType: { equalTo: 'CARRIER' } },
      { carrierId: { in: [carrier.id] } },
      { carrierFactorId: { equalTo: factor.id } },
      { billId: { equalTo: first.id } },
      { billId: { notEqualTo: vendors.id } },
      { shipmentId: { equalTo: first.shipment_id } },
      { orderId: { equalTo: order.id } },
      { customerId: { equalTo: customerId } },
      { paymentMethodType: { equalTo: 'CHECK' } },
      { paymentDate: { lte: '2026-11-10' } },
      { totalAmount: { equalTo: 12.5 } },
      { currency: { equalTo: 'USD' } },
      { reference: { startsWith: 'chk' } },
      { createdAt: { lessThan: '2026-11-10' } },
      { updatedAt: { isNull: false } },
    ]) {
      expect([filter, await filterIds(filter)]).toEqual([filter, [keyedPayment.id]]);
    }
    expect(await filterIds({ vendorId: { equalTo: vendor.id } })).toEqual([other.id]);
    await api.request('DELETE', `/v1/bill-payments/${keyedPayment.id}`);
    expect(await filterIds({})).toEqual([other.id]);
    expect(await filterIds({ deletedAt: { isNull: false } })).toEqual([keyedPayment.id]);
  });
});

onBothDatabases('bill payments at once', (database) => {
  test('of twenty payments of one balance at once exactly one succeeds, in whatever order they name the bills', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const both = [
      buildPayment([
        [first, 1000],
        [second, 250.25],
      ]),
      buildPayment([
        [second, 250.25],
        [first, 1000],
      ]),
    ];

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(api, both[index % 2] ?? {})));

    expect(listStatuses(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await billNow(api, first)).toMatchObject({ status: 'PAID', amountPaid: 1000 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('payments, changes, deletions, reverts and unapprovals at once never leave sums that disagree', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoBills(api);
    const payments = [];
    for (let n = 0; n < 4; n += 1)
      payments.push(
        (
          await pay(
            api,
            buildPayment([
              [first, 100],
              [second, 20],
            ]),
          )
        ).body,
      );

    const answers = await Promise.all([
      ...payments.flatMap(({ id, applications }) => [
        api.request('PATCH', `/v1/bill-payments/${id}`, { applications: [{ id: applications[0].id, amount: 120 }] }),
        api.request('PATCH', `/v1/bill-payments/${id}`, { applications: [{ id: applications[1].id, delete: true }] }),
        api.request('DELETE', `/v1/bill-payments/${id}`),
        pay(
          api,
          buildPayment(
            [
              [second, 30],
              [first, 700],
            ],
            { allowOverpayment: true },
          ),
        ),
      ]),
      api.request('POST', `/v1/bills/${second.id}/unapprove`),
      api.request('POST', `/v1/bills/${second.id}/revert`),
    ]);

    expect(answers.filter(({ status }) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([]);
    expect(await listBrokenSums(api)).toEqual([]);
  });
});
