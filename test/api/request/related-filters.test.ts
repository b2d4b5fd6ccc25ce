import { expect, test } from 'vitest';
import {
  insertRow,
  insertBill,
  insertBillPayment,
  insertCarrier,
  insertCustomer,
  insertInvoice,
  insertLoadCarrier,
  insertService,
  insertVendor,
} from '../../support/records/fixtures.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** Creates a shipment from a location of its customer, with a carrier, a vendor, a paid bill and a paid invoice. */
async function createStory(api: TestService) {
  const customer = await insertCustomer(api);
  const [carrier, vendor] = [await insertCarrier(api), await insertVendor(api)];
  const location = await insertRow(api, 'location', { customer_id: customer.id });
  const [pick, drop] = chicagoToDallas.stops;
  const { body: shipment } = await api.request('POST', '/v1/shipments', {
    customer: { id: customer.id },
    orders: [{ ...chicagoToDallas, stops: [{ ...pick, postalCode: undefined, location: { id: location.id } }, drop] }],
  });
  const [order] = shipment.orders;
  const ofShipment = { shipment_id: shipment.id };
  const assignment = await insertLoadCarrier(api, { carrier_id: carrier.id, ...ofShipment });
  await insertService(api, { vendor_id: vendor.id, ...ofShipment });
  const invoice = await insertInvoice(api, { customer_id: customer.id, order_id: order.id, ...ofShipment });
  const bill = await insertBill(api, { carrier_id: carrier.id, load_carrier_id: assignment.id, ...ofShipment });
  const billPayment = await insertBillPayment(api, [{ bill, cents: 100 }]);
  const payment = await insertRow(api, 'payment', {
    customer_id: customer.id,
    payment_date: '2026-11-18',
    currency: 'USD',
  });
  await insertRow(api, 'payment_application', { payment_id: payment.id, invoice_id: invoice.id });
  return {
    ids: {
      carrierId: carrier.id,
      vendorId: vendor.id,
      invoiceId: invoice.id,
      orderId: order.id,
      shipmentId: shipment.id,
    },
    records: {
      invoices: invoice.id,
      bills: bill.id,
      'bill-payments': billPayment.id,
      payments: payment.id,
      shipments: shipment.id,
      locations: location.id,
    },
  };
}

const fields = {
  invoices: ['carrierId', 'vendorId', 'invoiceId'],
  bills: ['invoiceId'],
  'bill-payments': ['invoiceId'],
  payments: ['carrierId', 'vendorId'],
  shipments: ['shipmentId'],
  locations: ['orderId', 'shipmentId'],
} as const;

onBothDatabases('filter fields that are named together', (database) => {
  test('are applied to every collection that they are named for, by what a record belongs to', async () => {
    await using api = await startService(database);
    const [first, second] = [await createStory(api), await createStory(api)];
    const billAlone = await insertBill(api, { shipment_id: null });
    const find = async (collection: string, filter: object): Promise<string[]> => {
      const { status, body } = await api.request('POST', `/v1/${collection}/filter`, { filter });
      expect([collection, status, body.errors]).toEqual([collection, 200, undefined]);
      return body.data.map(({ id }: { id: string }) => id).sort();
    };

    for (const [collection, names] of Object.entries(fields) as [
      keyof typeof fields,
      readonly (keyof typeof first.ids)[],
    ][])
      for (const name of names) {
        const ids: string[] = [first.records[collection], second.records[collection]];
        const both = ids.sort();
        const results = await Promise.all([
          find(collection, { [name]: { equalTo: first.ids[name] } }),
          find(collection, { [name]: { in: [first.ids[name], second.ids[name], nobody] } }),
          find(collection, { [name]: { equalTo: nobody } }),
        ]);
        expect([collection, name, ...results]).toEqual([collection, name, [first.records[collection]], both, []]);
        const notFirst = await find(collection, { [name]: { notEqualTo: first.ids[name] } });
        expect([
          collection,
          name,
          notFirst.includes(first.records[collection]),
          notFirst.includes(second.records[collection]),
        ]).toEqual([collection, name, false, true]);
      }
    expect(await find('bills', { invoiceId: { isNull: true } })).toEqual([billAlone.id]);
  });

  test('do not find what was deleted in between', async () => {
    await using api = await startService(database);
    const { ids } = await createStory(api);
    await api.database.transaction(async (tx) => {
      for (const table of ['invoice', 'load_carrier', 'freight_order'] as const)
        await tx.updateTable(table).set({ deleted_at: api.clock.now }).execute();
    });
    const count = async (collection: string, filter: object) =>
      (await api.request('POST', `/v1/${collection}/filter`, { filter })).body.data.length;

    expect(await count('bills', { invoiceId: { equalTo: ids.invoiceId } })).toBe(0);
    expect(await count('bill-payments', { invoiceId: { equalTo: ids.invoiceId } })).toBe(0);
    expect(await count('payments', { carrierId: { equalTo: ids.carrierId } })).toBe(0);
    expect(await count('locations', { orderId: { equalTo: ids.orderId } })).toBe(0);
  });
});
