import { expect, test } from 'vitest';
import type { Row, TableName } from '../../../src/store/schema.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import {
  insertRow,
  insertBill,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertLoadCarrier,
  insertOrder,
  insertService,
  insertShipment,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { insertMemo, readStored } from '../../support/records/ledger.ts';
import { convertQuote, createQuotedQuote } from '../../support/records/quotes.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const insertFactor = (api: TestService) => insertRow(api, 'carrier_factor', { company_name: 'Quick Factor' });

/** Each thing that a party may have open, and what closes it. */
const open: readonly {
  readonly what: string;
  readonly path: string;
  readonly party: (api: TestService) => Promise<{ readonly id: string }>;
  readonly given: (api: TestService, id: string) => Promise<{ readonly id: string }>;
  readonly table: TableName;
  readonly closed: Partial<Row<TableName>>;
}[] = [
  {
    what: '1 unpaid invoice',
    path: 'customers',
    party: insertCustomer,
    given: (api, id) => insertInvoice(api, { customer_id: id }),
    table: 'invoice',
    closed: { owed_cents: 0, paid_cents: 200_000, status: 'PAID' },
  },
  {
    what: '1 credit memo with credit left',
    path: 'customers',
    party: insertCustomer,
    given: (api, id) => insertMemo(api, { customer_id: id }),
    table: 'credit_memo',
    closed: { remaining_cents: 0, status: 'VOIDED' },
  },
  {
    what: '1 order that is not invoiced',
    path: 'customers',
    party: insertCustomer,
    given: async (api, id) => {
      const shipment = await insertShipment(api, { customer_id: id });
      return insertOrder(api, { shipment_id: shipment.id, customer_id: id });
    },
    table: 'freight_order',
    closed: { status: 'CANCELED' },
  },
  {
    what: '1 unpaid bill',
    path: 'carriers',
    party: insertCarrier,
    given: (api, id) => insertBill(api, { carrier_id: id }),
    table: 'bill',
    closed: { status: 'PAID', owed_cents: 0, paid_cents: 100_000 },
  },
  {
    what: '1 load that is not billed',
    path: 'carriers',
    party: insertCarrier,
    given: (api, id) => insertLoadCarrier(api, { carrier_id: id }),
    table: 'load_carrier',
    closed: { status: 'BOUNCED' },
  },
  {
    what: '1 credit memo with credit left',
    path: 'carriers',
    party: insertCarrier,
    given: (api, id) => insertMemo(api, { carrier_id: id }),
    table: 'credit_memo',
    closed: { remaining_cents: 0, status: 'VOIDED' },
  },
  {
    what: '1 unpaid bill',
    path: 'vendors',
    party: insertVendor,
    given: (api, id) => insertBill(api, { vendor_id: id, entity_type: 'VENDOR' }),
    table: 'bill',
    closed: { status: 'PAID', owed_cents: 0, paid_cents: 100_000 },
  },
  {
    what: '1 service that is not billed',
    path: 'vendors',
    party: insertVendor,
    given: (api, id) => insertService(api, { vendor_id: id }),
    table: 'service',
    closed: { status: 'CANCELED' },
  },
  {
    what: '1 unpaid bill',
    path: 'carrier-factors',
    party: insertFactor,
    given: (api, id) => insertBill(api, { carrier_factor_id: id }),
    table: 'bill',
    closed: { status: 'PAID', owed_cents: 0, paid_cents: 100_000 },
  },
];

const change = ({ database }: TestService, table: TableName, id: string, columns: Partial<Row<TableName>>) =>
  database.transaction((tx) =>
    tx
      // The row's own columns, which the union of all tables hides.
      .updateTable(table as 'invoice')
      .set(columns as Partial<Row<'invoice'>>)
      .where('id', '=', id)
      .execute(),
  );

onOneDatabase('a party that money is open with', (database) => {
  test.each(open)('$path: $what keeps it', async ({ what: blocker, path, party, given: givenOpen, table, closed }) => {
    await using api = await startService(database);
    const { id } = await party(api);
    const thing = await givenOpen(api, id);

    const refused = await api.request('DELETE', `/v1/${path}/${id}`);

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(refused.body.error.message).toContain(blocker);
    await change(api, table, thing.id, closed);
    expect((await api.request('DELETE', `/v1/${path}/${id}`)).status).toBe(204);
  });

  test('an invoice of a customer that is gone already can still be paid', async () => {
    await using api = await startService(database);
    const customer = await insertCustomer(api);
    const invoice = await insertInvoice(api, { customer_id: customer.id });
    await change(api, 'customer', customer.id, { deleted_at: api.clock.now });

    const paid = await api.request('POST', '/v1/payments', {
      customerId: customer.id,
      paymentDate: '2026-11-20',
      applications: [{ invoiceId: invoice.id, amount: 2000 }],
    });

    expect(paid.status).toBe(201);
    expect(await readStored(api, 'invoice', invoice.id)).toMatchObject({ status: 'PAID', owed_cents: 0 });
  });

  test('nothing new is made in the name of a deleted one', async () => {
    await using api = await startService(database);
    const quote = await createQuotedQuote(api);
    await change(api, 'customer', quote.customer.id, { deleted_at: api.clock.now });
    const customer = await insertCustomer(api, { deleted_at: api.clock.now });
    const carrier = await insertCarrier(api, { deleted_at: api.clock.now });
    const vendor = await insertVendor(api, { deleted_at: api.clock.now });
    const ofCustomer = await insertShipment(api, { customer_id: customer.id, status: 'CANCELED' });
    const order = await insertOrder(api, { shipment_id: ofCustomer.id, customer_id: customer.id });
    const load = await insertLoadCarrier(api, { carrier_id: carrier.id });
    const service = await insertService(api, { vendor_id: vendor.id });
    for (const { shipment_id: id } of [load, service]) await change(api, 'shipment', id, { status: 'CANCELED' });
    const money = { invoiceDate: '2026-11-20', amount: 100 };

    const answers = [
      await convertQuote(api, quote),
      await api.request('POST', `/v1/shipments/${ofCustomer.id}/duplicate`),
      await api.request('POST', `/v1/shipments/${ofCustomer.id}/uncancel`),
      await api.request('POST', `/v1/shipments/${load.shipment_id}/uncancel`),
      await api.request('POST', `/v1/shipments/${service.shipment_id}/uncancel`),
      await api.request('POST', '/v1/invoices', { orderId: order.id, ...money }),
      await api.request('POST', '/v1/bills', { entityType: 'CARRIER', entityId: load.id, ...money }),
      await api.request('POST', '/v1/bills', { entityType: 'VENDOR', entityId: service.id, ...money }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error?.message])).toEqual(
      ['customer', 'customer', 'customer', 'carrier', 'vendor', 'customer', 'carrier', 'vendor'].map((kind) => [
        409,
        `The ${kind} of this record was deleted: nothing new is made in its name.`,
      ]),
    );
  });
});
