import { expect, test } from 'vitest';
import type { Row } from '../../../src/store/schema.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertCustomer, insertInvoice, insertOrder, insertShipment } from '../../support/records/fixtures.ts';
import { listBrokenSums, insertMemo, listStatuses, readStored } from '../../support/records/ledger.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const buildPayment = (invoices: readonly (readonly [Row<'invoice'>, number])[], more: object = {}) => ({
  customerId: invoices[0]?.[0].customer_id,
  paymentDate: '2026-11-18',
  applications: invoices.map(([{ id }, amount]) => ({ invoiceId: id, amount })),
  ...more,
});

/** Writes two open invoices of one customer, over 2,000.00 and 500.50. */
async function insertTwoInvoices(api: TestService) {
  const customer = await insertCustomer(api);
  const first = await insertInvoice(api, { customer_id: customer.id });
  const second = await insertInvoice(api, { customer_id: customer.id, amount_cents: 50_050 });
  return { customer, first, second };
}

const pay = (api: TestService, body: object) => api.request('POST', '/v1/payments', body);
const readInvoice = async (api: TestService, { id }: Row<'invoice'>) =>
  (await api.request('GET', `/v1/invoices/${id}`)).body;
const readBilling = async (api: TestService, { order_id: orderId, shipment_id: shipmentId }: Row<'invoice'>) => [
  (await readStored(api, 'freight_order', orderId))?.billing_status,
  (await readStored(api, 'shipment', shipmentId))?.billing_status,
];
const buildRefusal = (status: number, field?: string) => ({
  status,
  body: { error: field === undefined ? {} : { details: [{ field }] } },
});

onOneDatabase('payments', (database) => {
  test('a payment in full makes invoice, order and shipment PAID, one in part PARTIALLY_PAID', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);

    const { status, body } = await pay(
      api,
      buildPayment(
        [
          [first, 2000],
          [second, 100.25],
        ],
        { paymentMethodType: 'check', reference: 'CHK 9', notes: 'by mail', key: 'chk-9' },
      ),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      friendlyId: 'PMT-00001',
      key: 'chk-9',
      customer: { id: customer.id },
      paymentDate: '2026-11-18',
      paymentMethodType: 'CHECK',
      reference: 'CHK 9',
      notes: 'by mail',
      currency: 'USD',
      totalAmount: 2100.25,
      applications: [
        {
          invoiceId: first.id,
          invoiceFriendlyId: first.friendly_id,
          invoiceAmount: 2000,
          invoiceOpenBalance: 2000,
          amount: 2000,
        },
        { invoiceId: second.id, invoiceOpenBalance: 500.5, amount: 100.25 },
      ],
      creditApplications: [],
      overpaymentAmount: null,
      shipmentIds: [first.shipment_id, second.shipment_id],
    });
    expect(await readInvoice(api, first)).toMatchObject({
      status: 'PAID',
      amountPaid: 2000,
      amountOwed: 0,
      payments: [{ paymentGroupId: body.id, amount: 2000, reference: 'CHK 9', paymentMethodType: 'CHECK' }],
    });
    expect(await readInvoice(api, second)).toMatchObject({
      status: 'PARTIALLY_PAID',
      amountPaid: 100.25,
      amountOwed: 400.25,
    });
    expect(await readBilling(api, first)).toEqual(['PAID', 'PAID']);
    expect(await readBilling(api, second)).toEqual(['PARTIALLY_PAID', 'PARTIALLY_PAID']);
    expect((await api.request('GET', '/v1/payments/chk-9?by=key')).body).toEqual(body);
    expect((await api.request('GET', `/v1/payments/${body.id}/applications`)).body).toEqual({
      data: body.applications,
      totalApplied: 2100.25,
    });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('every order that the invoice of a shipment covers follows its balance, and no other', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);
    const shipped = { shipment_id: first.shipment_id, customer_id: first.customer_id };
    const covered = await insertOrder(api, { ...shipped, status: 'DELIVERED_UNPAID', billing_status: 'INVOICED' });
    const late = await insertOrder(api, { ...shipped, billing_status: 'DOCS_NEEDED' });
    const listBilling = async () =>
      (await Promise.all([covered, late].map(({ id }) => readStored(api, 'freight_order', id)))).map(
        (order) => order?.billing_status,
      );

    const { body } = await pay(api, buildPayment([[first, 2000]]));
    expect([await listBilling(), await readBilling(api, first)]).toEqual([
      ['PAID', 'DOCS_NEEDED'],
      ['PAID', 'DOCS_NEEDED'],
    ]);

    await api.request('DELETE', `/v1/payments/${body.id}`);
    expect(await listBilling()).toEqual(['INVOICED', 'DOCS_NEEDED']);
    await api.request('DELETE', `/v1/invoices/${first.id}`);
    expect(await listBilling()).toEqual(['READY_TO_INVOICE', 'DOCS_NEEDED']);
    expect(await readStored(api, 'freight_order', covered.id)).toMatchObject({ status: 'DELIVERED' });
  });

  test('credit fills the invoices in order after the cash, from one memo after the other', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const large = await insertMemo(api, { customer_id: customer.id, amount_cents: 30_000, reference: 'late truck' });
    const small = await insertMemo(api, { customer_id: customer.id, amount_cents: 5_000 });

    const { body } = await pay(
      api,
      buildPayment(
        [
          [first, 1900],
          [second, 300],
        ],
        {
          creditApplications: [
            { creditMemoId: large.id, amount: 250 },
            { creditMemoId: small.id, amount: 50 },
          ],
        },
      ),
    );

    expect(body).toMatchObject({
      totalAmount: 2200,
      creditApplications: [
        { creditMemoId: large.id, creditMemoReference: 'late truck', amount: 100 },
        { creditMemoId: large.id, amount: 150 },
        { creditMemoId: small.id, creditMemoReference: small.friendly_id, amount: 50 },
      ],
    });
    expect(await readInvoice(api, first)).toMatchObject({
      status: 'PAID',
      amountPaid: 1900,
      creditsApplied: 100,
      amountOwed: 0,
    });
    expect(await readInvoice(api, second)).toMatchObject({ amountPaid: 300, creditsApplied: 200, amountOwed: 0.5 });
    expect(await readStored(api, 'credit_memo', large.id)).toMatchObject({
      status: 'PARTIALLY_APPLIED',
      applied_cents: 25_000,
      remaining_cents: 5_000,
    });
    expect(await readStored(api, 'credit_memo', small.id)).toMatchObject({ status: 'APPLIED', remaining_cents: 0 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('more than is open, another customer, another currency, a day before the invoice: each is refused by name', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const foreign = await insertInvoice(api, { customer_id: customer.id, currency: 'CAD' });
    const otherInvoice = await insertInvoice(api);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const cases = [
      [buildPayment([[first, 2000.01]]), 'applications.0.amount'],
      [
        buildPayment([
          [first, 5],
          [first, 5],
        ]),
        'applications.1.invoiceId',
      ],
      [
        buildPayment([
          [first, 5],
          [otherInvoice, 5],
        ]),
        'applications.1.invoiceId',
      ],
      [
        buildPayment([
          [first, 5],
          [foreign, 5],
        ]),
        'applications.1.invoiceId',
      ],
      [buildPayment([[first, 5]], { applications: [{ invoiceId: nobody, amount: 5 }] }), 'applications.0.invoiceId'],
      [buildPayment([[first, 5]], { paymentDate: '2026-10-20' }), 'paymentDate'],
      [buildPayment([[first, 5]], { customerId: nobody }), 'customerId'],
      [buildPayment([[second, 5]], { customerId: otherInvoice.customer_id }), 'applications.0.invoiceId'],
    ] as const;

    for (const [body, field] of cases)
      expect([field, await pay(api, body)]).toMatchObject([field, buildRefusal(422, field)]);

    expect((await api.request('POST', '/v1/payments/filter')).body.data).toEqual([]);
    expect(await readInvoice(api, first)).toMatchObject({ status: 'AWAITING_PAYMENT', amountOwed: 2000 });
  });

  test('credit that is not there, not the customer’s, in another currency or not needed is refused by name', async () => {
    await using api = await startService(database);
    const { customer, first } = await insertTwoInvoices(api);
    const memo = await insertMemo(api, { customer_id: customer.id });
    const foreign = await insertMemo(api, { customer_id: customer.id, currency: 'CAD' });
    const otherMemo = await insertMemo(api, { customer_id: (await insertCustomer(api)).id });
    const used = await insertMemo(api, {
      customer_id: customer.id,
      status: 'VOIDED',
      remaining_cents: 0,
      voided_at: api.clock.now,
    });
    const buildCredit = ({ id }: { id: string }, amount = 1) => ({ creditMemoId: id, amount });
    const cases = [
      [[buildCredit(memo, 500.01)], 10, 'creditApplications.0.amount'],
      [[buildCredit(memo), buildCredit(memo)], 10, 'creditApplications.1.creditMemoId'],
      [[buildCredit(foreign)], 10, 'creditApplications.0.creditMemoId'],
      [[buildCredit(memo), buildCredit(otherMemo)], 10, 'creditApplications.1.creditMemoId'],
      [[buildCredit(used)], 10, 'creditApplications.0.amount'],
      [[buildCredit({ id: first.id })], 10, 'creditApplications.0.creditMemoId'],
      [[buildCredit(memo, 300)], 1800, 'creditApplications'],
    ] as const;

    for (const [creditApplications, cash, field] of cases) {
      const answer = await pay(api, buildPayment([[first, cash]], { creditApplications }));
      expect([field, answer]).toMatchObject([field, buildRefusal(422, field)]);
    }

    expect(await readStored(api, 'credit_memo', memo.id)).toMatchObject({ status: 'OPEN', remaining_cents: 50_000 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a draft, a voided invoice and one that is paid take no payment', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api);
    for (const columns of [
      { status: 'DRAFT' },
      { status: 'VOIDED' },
      { status: 'PAID', paid_cents: 200_000 },
    ] as const) {
      const invoice = await insertInvoice(api, { customer_id: customer.id, ...columns });
      const answer = await pay(api, buildPayment([[invoice, 1]]));
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', message: expect.stringContaining(invoice.friendly_id) } },
      });
    }
  });

  test('what is malformed is refused', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);

    for (const body of [
      buildPayment([]),
      buildPayment([[first, 0]]),
      buildPayment([[first, 1.005]]),
      buildPayment([[first, 1]], { paymentMethodType: 'COWRIES' }),
      buildPayment([[first, 1]], { paymentDate: '2026-02-30' }),
    ]) {
      expect((await pay(api, body)).status).toBe(400);
    }
  });

  test('a deleted payment leaves its invoices open and its credit free', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const memo = await insertMemo(api, { customer_id: customer.id });
    await pay(api, buildPayment([[second, 100]]));
    const { body } = await pay(
      api,
      buildPayment(
        [
          [first, 1900],
          [second, 400.5],
        ],
        { key: 'k', creditApplications: [{ creditMemoId: memo.id, amount: 100 }] },
      ),
    );
    expect(await readBilling(api, second)).toEqual(['PAID', 'PAID']);

    expect((await api.request('DELETE', `/v1/payments/${body.id}`)).status).toBe(204);

    expect(await readInvoice(api, first)).toMatchObject({
      status: 'AWAITING_PAYMENT',
      amountOwed: 2000,
      payments: [],
      credits: [],
    });
    expect(await readInvoice(api, second)).toMatchObject({ status: 'PARTIALLY_PAID', amountOwed: 400.5 });
    expect(await readBilling(api, first)).toEqual(['INVOICED', 'INVOICED']);
    expect(await readBilling(api, second)).toEqual(['PARTIALLY_PAID', 'PARTIALLY_PAID']);
    expect(await readStored(api, 'credit_memo', memo.id)).toMatchObject({ status: 'OPEN', remaining_cents: 50_000 });
    expect((await api.request('GET', `/v1/payments/${body.id}`)).status).toBe(404);
    expect((await api.request('DELETE', `/v1/payments/${body.id}`)).status).toBe(404);
    expect((await pay(api, buildPayment([[first, 1]], { key: 'k' }))).status).toBe(201);
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('deleting a payment voids the credit that it made, unless that was used', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const { body: over } = await pay(api, buildPayment([[first, 1]]));
    const { body: used } = await pay(api, buildPayment([[first, 1]]));
    const free = await insertMemo(api, { customer_id: customer.id, source_payment_id: over.id });
    const spent = await insertMemo(api, { customer_id: customer.id, source_payment_id: used.id });
    await api.request('POST', `/v1/credit-memos/${spent.id}/apply`, { invoiceId: second.id, amount: 1 });
    expect((await api.request('GET', `/v1/payments/${over.id}`)).body).toMatchObject({
      overpaymentAmount: 500,
      overpaymentCreditMemoId: free.id,
    });

    expect((await api.request('DELETE', `/v1/payments/${over.id}`)).status).toBe(204);
    expect((await api.request('DELETE', `/v1/payments/${used.id}`)).status).toBe(409);

    expect(await readStored(api, 'credit_memo', free.id)).toMatchObject({ status: 'VOIDED', remaining_cents: 0 });
    expect(await readInvoice(api, first)).toMatchObject({ amountPaid: 1 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('what the accounting system has stays: neither deleted nor applied anew', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);
    const { body } = await pay(api, buildPayment([[first, 10]]));
    await api.database.transaction((tx) => tx.updateTable('payment').set({ qbo_id: 'Q7' }).execute());
    const path = `/v1/payments/${body.id}`;

    expect((await api.request('DELETE', path)).status).toBe(409);
    const applications = [{ invoiceId: first.id, amount: 5 }];
    expect((await api.request('PATCH', path, { applications })).status).toBe(409);
    expect((await api.request('PATCH', path, { notes: 'seen' })).body).toMatchObject({ notes: 'seen', qboId: 'Q7' });
  });

  test('applications given to a patch replace those there were, all at once', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const memo = await insertMemo(api, { customer_id: customer.id });
    const { body } = await pay(
      api,
      buildPayment([[first, 1950]], { creditApplications: [{ creditMemoId: memo.id, amount: 50 }] }),
    );
    const path = `/v1/payments/${body.id}`;

    const moved = await api.request('PATCH', path, {
      applications: [
        { invoiceId: second.id, amount: 400 },
        { invoiceId: first.id, amount: 2000 },
      ],
    });

    expect(moved).toMatchObject({
      status: 200,
      body: {
        totalAmount: 2400,
        applications: [
          { invoiceId: second.id, amount: 400, invoiceOpenBalance: 500.5 },
          { invoiceId: first.id, amount: 2000, invoiceOpenBalance: 2000 },
        ],
        creditApplications: [{ creditMemoId: memo.id, amount: 50 }],
      },
    });
    expect(await readInvoice(api, first)).toMatchObject({ status: 'PAID', amountPaid: 2000, creditsApplied: 0 });
    expect(await readInvoice(api, second)).toMatchObject({ amountPaid: 400, creditsApplied: 50, amountOwed: 50.5 });

    const tooMuch = await api.request('PATCH', path, { applications: [{ invoiceId: second.id, amount: 500.5 }] });
    expect(tooMuch).toMatchObject(buildRefusal(422, 'creditApplications'));

    const without = await api.request('PATCH', path, { creditApplications: [] });
    expect(without.body.creditApplications).toEqual([]);
    expect(without.body.applications).toEqual(moved.body.applications);
    expect(await readStored(api, 'credit_memo', memo.id)).toMatchObject({ status: 'OPEN', remaining_cents: 50_000 });

    const less = await api.request('PATCH', path, { applications: [{ invoiceId: first.id, amount: 0.01 }] });
    expect(less.body.totalAmount).toBe(0.01);
    expect(await readInvoice(api, second)).toMatchObject({ status: 'AWAITING_PAYMENT', amountOwed: 500.5 });
    expect(await readBilling(api, first)).toEqual(['PARTIALLY_PAID', 'PARTIALLY_PAID']);
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('a patch of details leaves the money; a date before an invoice is refused', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);
    const { body } = await pay(api, buildPayment([[first, 10]], { reference: 'A', key: 'k' }));
    const path = `/v1/payments/${body.id}`;

    const changed = await api.request('PATCH', path, {
      paymentDate: '2026-10-21',
      paymentMethodType: 'ACH_WIRE',
      reference: null,
      notes: 'seen',
      key: 'k2',
    });

    expect(changed.body).toMatchObject({
      paymentDate: '2026-10-21',
      paymentMethodType: 'ACH_WIRE',
      reference: null,
      notes: 'seen',
      key: 'k2',
      applications: body.applications,
    });
    expect(await api.request('PATCH', path, { paymentDate: '2026-10-20' })).toMatchObject(
      buildRefusal(422, 'paymentDate'),
    );
    expect((await api.request('PATCH', path, { customerId: first.customer_id })).status).toBe(400);
    const log = await api.database.reader
      .selectFrom('activity')
      .select('text')
      .where('record_id', '=', body.id)
      .execute();
    expect(log.map(({ text }) => text)).toEqual([
      'Recorded: $10.00 on 1 invoice.',
      expect.stringContaining('paymentDate to 2026-10-21'),
    ]);
  });

  test('a new date leaves credit on the invoice where it is', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const memo = await insertMemo(api, { customer_id: customer.id, amount_cents: 200_000 });
    const credit = { creditApplications: [{ creditMemoId: memo.id, amount: 2000 }] };
    const { body } = await pay(
      api,
      buildPayment(
        [
          [first, 10],
          [second, 10],
        ],
        credit,
      ),
    );
    const { body: applied } = await api.request('GET', `/v1/credit-memos/${memo.id}/applications`);
    const onFirst = applied.data.find(({ invoiceId }: { invoiceId: string }) => invoiceId === first.id);
    await api.request('DELETE', `/v1/credit-memos/${memo.id}/applications/${onFirst.id}`);

    expect((await api.request('PATCH', `/v1/payments/${body.id}`, { paymentDate: '2026-11-19' })).status).toBe(200);

    expect(await readInvoice(api, first)).toMatchObject({ creditsApplied: 0, amountOwed: 1990 });
    expect(await readInvoice(api, second)).toMatchObject({ creditsApplied: 10, amountOwed: 480.5 });
  });

  test('a client key names one live payment', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);
    await pay(api, buildPayment([[first, 1]], { key: 'k' }));
    const { body } = await pay(api, buildPayment([[first, 1]]));

    expect(await pay(api, buildPayment([[first, 1]], { key: 'k' }))).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY' } },
    });
    expect(await api.request('PATCH', `/v1/payments/${body.id}`, { key: 'k' })).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY' } },
    });
    expect(await readInvoice(api, first)).toMatchObject({ amountPaid: 2 });
  });

  test('another organization can neither see, change nor use anything', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { customer, first } = await insertTwoInvoices(api);
    const { body } = await pay(api, buildPayment([[first, 1]]));
    const strangersHome = { ...api, organizationId: stranger.organizationId };
    const strangersInvoice = await insertInvoice(strangersHome);
    const memo = await insertMemo(api, { customer_id: customer.id });

    const answers = await Promise.all([
      stranger.request('GET', `/v1/payments/${body.id}`),
      stranger.request('PATCH', `/v1/payments/${body.id}`, { notes: 'x' }),
      stranger.request('DELETE', `/v1/payments/${body.id}`),
      stranger.request('GET', `/v1/payments/${body.id}/applications`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await stranger.request('POST', '/v1/payments/filter')).body.data).toEqual([]);
    const mixed = [
      [buildPayment([[first, 1]]), 'customerId'],
      [
        buildPayment([
          [strangersInvoice, 1],
          [first, 1],
        ]),
        'applications.1.invoiceId',
      ],
      [
        buildPayment([[strangersInvoice, 1]], { creditApplications: [{ creditMemoId: memo.id, amount: 1 }] }),
        'creditApplications.0.creditMemoId',
      ],
    ] as const;
    for (const [payment, field] of mixed) {
      expect(await stranger.request('POST', '/v1/payments', payment)).toMatchObject(buildRefusal(422, field));
    }
  });

  test('payments are found by every field', async () => {
    await using api = await startService(database);
    const { customer, first } = await insertTwoInvoices(api);
    const shipment = await insertShipment(api);
    const other = await insertInvoice(api, { currency: 'CAD' });
    const keyedPayment = (
      await pay(api, buildPayment([[first, 12.5]], { key: 'mine', reference: 'CHK 7', paymentMethodType: 'CHECK' }))
    ).body;
    api.clock.now = '2026-11-20T15:30:00.000Z';
    const second = (await pay(api, buildPayment([[other, 99]], { paymentDate: '2026-11-21' }))).body;
    await api.request('PATCH', `/v1/payments/${second.id}`, { notes: 'x' });
    const filterIds = async (filter: object) => {
      const { body } = await api.request('POST', '/v1/payments/filter', { filter });
      expect(body.errors).toBeUndefined();
      return body.data.map(({ id }: { id: string }) => id);
    };

    for (const filter of [
      { id: { equalTo: keyedPayment.id } },
      { key: { equalTo: 'mine' } },
      { friendlyId: { equalTo: 'PMT-00001' } },
      { customerId: { in: [customer.id] } },
      { invoiceId: { equalTo: first.id } },
      { invoiceId: { notEqualTo: other.id } },
      { orderId: { equalTo: first.order_id } },
      { shipmentId: { in: [first.shipment_id, shipment.id] } },
      { paymentDate: { lessThan: '2026-11-20' } },
      { paymentMethodType: { equalTo: 'CHECK' } },
      { totalAmount: { equalTo: 12.5 } },
      { currency: { equalTo: 'USD' } },
      { reference: { startsWith: 'chk' } },
      { createdAt: { lte: '2026-11-20T15:10:00Z' } },
      { updatedAt: { isNull: true } },
    ]) {
      expect([filter, await filterIds(filter)]).toEqual([filter, [keyedPayment.id]]);
    }
    expect(await filterIds({})).toEqual([second.id, keyedPayment.id]);
    await api.request('DELETE', `/v1/payments/${keyedPayment.id}`);
    expect(await filterIds({})).toEqual([second.id]);
    expect(await filterIds({ deletedAt: { isNull: false } })).toEqual([keyedPayment.id]);
  });
});

onBothDatabases('payments at once', (database) => {
  test('of twenty payments of one balance at once exactly one succeeds', async () => {
    await using api = await startService(database);
    const { first, second } = await insertTwoInvoices(api);
    const both = [
      buildPayment([
        [first, 2000],
        [second, 500.5],
      ]),
      buildPayment([
        [second, 500.5],
        [first, 2000],
      ]),
    ];

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(api, both[index % 2] ?? {})));

    expect(listStatuses(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await readInvoice(api, first)).toMatchObject({ status: 'PAID', amountPaid: 2000 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('payments that fit beside each other all succeed, however they meet', async () => {
    await using api = await startService(database);
    const { first } = await insertTwoInvoices(api);

    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(api, buildPayment([[first, 100]]))));

    expect(listStatuses(answers)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await readInvoice(api, first)).toMatchObject({ status: 'PAID', amountPaid: 2000, amountOwed: 0 });
    expect(await listBrokenSums(api)).toEqual([]);
  });

  test('payments, changes, deletions and credit at once never leave sums that disagree', async () => {
    await using api = await startService(database);
    const { customer, first, second } = await insertTwoInvoices(api);
    const memo = await insertMemo(api, { customer_id: customer.id, amount_cents: 80_000 });
    const payments: { id: string }[] = [];
    for (let n = 0; n < 4; n += 1)
      payments.push(
        (
          await pay(
            api,
            buildPayment([
              [first, 100],
              [second, 50],
            ]),
          )
        ).body,
      );
    const creditApplications = [{ creditMemoId: memo.id, amount: 20 }];

    const answers = await Promise.all([
      ...payments.flatMap(({ id }, index) => [
        api.request('PATCH', `/v1/payments/${id}`, { applications: [{ invoiceId: second.id, amount: 75 + index }] }),
        api.request('PATCH', `/v1/payments/${id}`, { creditApplications }),
        api.request('DELETE', `/v1/payments/${id}`),
        pay(
          api,
          buildPayment(
            [
              [second, 60],
              [first, 150],
            ],
            { creditApplications },
          ),
        ),
        api.request('POST', `/v1/credit-memos/${memo.id}/apply`, { invoiceId: first.id, amount: 30 }),
      ]),
      api.request('DELETE', `/v1/invoices/${second.id}`),
    ]);

    expect(answers.filter(({ status }) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([]);
    expect(await listBrokenSums(api)).toEqual([]);
  });
});
