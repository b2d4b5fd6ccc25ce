import { listColumns, type NamedColumn } from '../../../src/store/columns.ts';
import { v7 } from 'uuid';
import {
  friendlyFormats,
  formatFriendlyId,
  type FriendlyResource,
} from '../../../src/domain/identifiers/friendly-id.ts';
import type { Row, TableName } from '../../../src/store/schema.ts';
import type { TestService } from '../service/service.ts';

/** Organization that rows go to: the service's own, unless another caller's is named. */
export type RowHome = Pick<TestService, 'database' | 'organizationId'>;

/** Writes one row past the API, for records that a test needs but is not about. Every column left out is empty. */
export async function insertRow<Name extends TableName>(
  home: RowHome,
  table: Name,
  columns: Partial<Row<Name>> = {},
): Promise<Row<Name>> {
  const row = { ...buildEmptyRow(home, table), ...columns };
  // The table's own name and columns, which Kysely cannot see through the type parameter.
  await home.database.transaction((tx) =>
    tx
      .insertInto(table as 'counter')
      .values(row as never)
      .execute(),
  );
  return row;
}

/**
 * Builds a row with a fresh id and number. Other columns are null where they may be, else an empty value of their type.
 */
function buildEmptyRow<Name extends TableName>({ organizationId }: RowHome, table: Name): Row<Name> {
  const resource = resourceOf[table];
  count += 1;
  const identity: Record<string, unknown> = {
    id: v7(),
    organization_id: organizationId,
    friendly_id: resource ? formatFriendlyId(resource, count) : '',
    created_at: '2026-11-01T08:00:00.000Z',
  };
  const values = listColumns(table).map((column) => [column.name, identity[column.name] ?? getEmptyValue(column)]);
  // One value for every column of the table.
  return Object.fromEntries(values) as Row<Name>;
}

function getEmptyValue({ type, isNullable }: NamedColumn): unknown {
  if (isNullable) return null;
  if (type === 'json') return '[]';
  return type === 'text' || type === 'instant' || type === 'date' ? '' : 0;
}

/** Counts up over all organizations of a test run: unique is all a fixture's number has to be. */
let count = 50_000;

const resourceOf: Partial<Record<string, FriendlyResource>> = {
  // Tables are mostly called like their resources.
  ...Object.fromEntries(Object.keys(friendlyFormats).map((name) => [name, name as FriendlyResource])),
  freight_order: 'order',
  bill_payment: 'billPayment',
  credit_memo: 'creditMemo',
};

export const insertCustomer = (home: RowHome, columns: Partial<Row<'customer'>> = {}) =>
  insertRow(home, 'customer', { name: 'Acme Foods', status: 'ACTIVE', currency: 'USD', ...columns });

export const insertCarrier = (home: RowHome, columns: Partial<Row<'carrier'>> = {}) =>
  insertRow(home, 'carrier', { name: 'Prairie Haul', status: 'ACTIVE', currency: 'USD', ...columns });

export const insertVendor = (home: RowHome, columns: Partial<Row<'vendor'>> = {}) =>
  insertRow(home, 'vendor', { name: 'Gulf Customs', status: 'ACTIVE', currency: 'USD', ...columns });

export const insertTerm = (home: RowHome, columns: Partial<Row<'payment_term'>> = {}) =>
  insertRow(home, 'payment_term', { name: 'Net 15', days: 15, ...columns });

export async function insertShipment(home: RowHome, columns: Partial<Row<'shipment'>> = {}): Promise<Row<'shipment'>> {
  const customerId = columns.customer_id ?? (await insertCustomer(home)).id;
  return insertRow(home, 'shipment', {
    status: 'DELIVERED',
    billing_status: 'READY_TO_INVOICE',
    currency: 'USD',
    customer_id: customerId,
    ...columns,
  });
}

/** Writes a delivered order that is ready to invoice, on a shipment of its own unless one is named. */
export async function insertOrder(
  home: RowHome,
  columns: Partial<Row<'freight_order'>> = {},
): Promise<Row<'freight_order'>> {
  const shipment = columns.shipment_id === undefined ? await insertShipment(home) : undefined;
  return insertRow(home, 'freight_order', {
    mode: 'TL',
    status: 'DELIVERED',
    billing_status: 'READY_TO_INVOICE',
    currency: 'USD',
    ...(shipment ? { shipment_id: shipment.id, customer_id: shipment.customer_id } : {}),
    ...columns,
  });
}

/** Writes a carrier on a delivered load, whose invoice is awaited. */
export async function insertLoadCarrier(
  home: RowHome,
  columns: Partial<Row<'load_carrier'>> = {},
): Promise<Row<'load_carrier'>> {
  const shipmentId = columns.shipment_id ?? (await insertShipment(home)).id;
  const load = await insertRow(home, 'load', { shipment_id: shipmentId, mode: 'TL', status: 'DELIVERED' });
  return insertRow(home, 'load_carrier', {
    shipment_id: shipmentId,
    load_id: load.id,
    carrier_id: columns.carrier_id ?? (await insertCarrier(home)).id,
    status: 'ACTIVE',
    billing_status: 'AWAITING_INVOICE',
    currency: 'USD',
    ...columns,
  });
}

/** Writes a vendor's finished service, whose invoice is awaited. */
export async function insertService(home: RowHome, columns: Partial<Row<'service'>> = {}): Promise<Row<'service'>> {
  return insertRow(home, 'service', {
    shipment_id: columns.shipment_id ?? (await insertShipment(home)).id,
    vendor_id: columns.vendor_id ?? (await insertVendor(home)).id,
    service_type: 'CUSTOMS_CLEARANCE',
    status: 'AWAITING_INVOICE',
    currency: 'USD',
    ...columns,
  });
}

/** Writes an open bill of a carrier, in review, with its load carrier in the same state. */
export async function insertBill(home: RowHome, columns: Partial<Row<'bill'>> = {}): Promise<Row<'bill'>> {
  const status = columns.status ?? 'IN_REVIEW';
  const carrier = await insertLoadCarrier(home, {
    billing_status: status,
    ...(columns.carrier_id ? { carrier_id: columns.carrier_id } : {}),
  });
  const amount = columns.amount_cents ?? 100_000;
  return insertRow(home, 'bill', {
    entity_type: 'CARRIER',
    load_carrier_id: carrier.id,
    carrier_id: carrier.carrier_id,
    load_id: carrier.load_id,
    shipment_id: carrier.shipment_id,
    status,
    invoice_date: '2026-10-21',
    due_date: '2026-11-20',
    amount_cents: amount,
    paid_cents: 0,
    owed_cents: amount - (columns.paid_cents ?? 0),
    currency: 'USD',
    ...columns,
  });
}

/** Writes an open invoice of an order of its own. */
export async function insertInvoice(home: RowHome, columns: Partial<Row<'invoice'>> = {}): Promise<Row<'invoice'>> {
  const shipment = await insertShipment(home, {
    billing_status: 'INVOICED',
    ...(columns.customer_id ? { customer_id: columns.customer_id } : {}),
  });
  const order = await insertOrder(home, {
    shipment_id: shipment.id,
    customer_id: shipment.customer_id,
    status: 'DELIVERED_UNPAID',
    billing_status: 'INVOICED',
  });
  const amount = columns.amount_cents ?? 200_000;
  return insertRow(home, 'invoice', {
    order_id: order.id,
    shipment_id: shipment.id,
    customer_id: shipment.customer_id,
    status: 'AWAITING_PAYMENT',
    invoice_date: '2026-10-21',
    due_date: '2026-11-20',
    amount_cents: amount,
    owed_cents: amount - (columns.paid_cents ?? 0) - (columns.credited_cents ?? 0),
    currency: 'USD',
    ...columns,
  });
}

/** Writes a payment over some bills, past the API: its applications and their amounts are written unchecked. */
export async function insertBillPayment(
  home: RowHome,
  applied: readonly { readonly bill: Row<'bill'>; readonly cents: number }[],
  columns: Partial<Row<'bill_payment'>> = {},
): Promise<Row<'bill_payment'>> {
  const total = applied.reduce((sum, { cents }) => sum + cents, 0);
  const payment = await insertRow(home, 'bill_payment', {
    recipient_type: 'CARRIER',
    carrier_id: applied[0]?.bill.carrier_id ?? null,
    payment_date: '2026-11-10',
    currency: 'USD',
    total_cents: total,
    ...columns,
  });
  for (const { bill, cents } of applied) {
    await insertRow(home, 'bill_payment_application', {
      bill_payment_id: payment.id,
      bill_id: bill.id,
      amount_cents: cents,
    });
    await home.database.transaction((tx) =>
      tx
        .updateTable('bill')
        .set((eb) => ({ paid_cents: eb('paid_cents', '+', cents), owed_cents: eb('owed_cents', '-', cents) }))
        .where('id', '=', bill.id)
        .execute(),
    );
  }
  return payment;
}
