import type { Row } from '../../../src/store/schema.ts';
import { insertRow, insertCustomer, insertOrder, insertShipment, type RowHome } from './fixtures.ts';
import type { ApiCaller, TestService } from '../service/service.ts';

interface ReadyShipmentColumns {
  readonly customer?: Partial<Row<'customer'>>;
  readonly shipment?: Partial<Row<'shipment'>>;
  /** Cents of the charge of each order; two figures are two orders. */
  readonly charges?: readonly number[];
  readonly order?: Partial<Row<'freight_order'>>;
}

/** Writes a delivered shipment whose orders are ready to invoice, with one charge each. */
export async function insertReadyShipment(
  home: RowHome,
  { customer, shipment: columns, charges = [200_000], order: orderColumns }: ReadyShipmentColumns = {},
) {
  const customerId = columns?.customer_id ?? (await insertCustomer(home, customer)).id;
  const shipment = await insertShipment(home, { customer_id: customerId, ...columns });
  const orders: Row<'freight_order'>[] = [];
  for (const [position, cents] of charges.entries()) {
    const order = await insertOrder(home, {
      shipment_id: shipment.id,
      customer_id: customerId,
      position,
      mode: 'TL',
      ...orderColumns,
    });
    orders.push(order);
    if (cents > 0) await insertCharge(home, order.id, { total_cents: cents });
  }
  const [order] = orders;
  if (!order) throw new Error('a shipment needs an order');
  return { shipment, order, orders, customerId };
}

export const insertCharge = (home: RowHome, orderId: string, columns: Partial<Row<'charge'>>) =>
  insertRow(home, 'charge', {
    owner_type: 'ORDER',
    owner_id: orderId,
    charge_code_id: 1,
    quantity: 1,
    amount_cents: columns.total_cents ?? 0,
    ...columns,
  });

export const insertBillingContact = (home: RowHome, customerId: string, email: string | null, type = 'BILLING') =>
  insertRow(home, 'customer_contact', {
    customer_id: customerId,
    name: 'Ann Payable',
    email,
    contact_types: JSON.stringify([type]),
  });

export const generate = (caller: ApiCaller, shipmentId: string) =>
  caller.request('POST', `/v1/shipments/${shipmentId}/invoice/generate`);

/** Downloads the bytes behind an address. */
export async function download({ service }: TestService, address: string): Promise<Uint8Array> {
  const response = await service.fetch(new Request(address));
  if (response.status !== 200) throw new Error(`the download answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Lists the texts in the activity log of a record, oldest first. */
export async function listActivity({ database }: Pick<TestService, 'database'>, recordId: string): Promise<string[]> {
  const rows = await database.reader
    .selectFrom('activity')
    .select('text')
    .where('record_id', '=', recordId)
    .orderBy('id')
    .execute();
  return rows.map(({ text }) => text);
}
