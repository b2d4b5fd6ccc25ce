import { listColumns, type NamedColumn } from '../../../src/store/columns.ts';
import { v7 } from 'uuid';
import { friendlyFormats, formatFriendlyId, type FriendlyResource } from '../../../src/domain/kit/friendly-id.ts';
import type { Row, TableName } from '../../../src/store/schema.ts';
import type { TestService } from '../service/service.ts';

/** Where rows go: the service's own organization unless another caller's is named. */
type Home = Pick<TestService, 'database' | 'organizationId'>;

/** Writes one row past the API, for what a test needs but is not about; every column not given is empty. */
export async function given<Name extends TableName>(
  home: Home,
  table: Name,
  columns: Partial<Row<Name>> = {},
): Promise<Row<Name>> {
  const row = { ...emptyRow(home, table), ...columns };
  // The table's own name and columns, which Kysely cannot see through the type parameter.
  await home.database.transaction((tx) =>
    tx
      .insertInto(table as 'counter')
      .values(row as never)
      .execute(),
  );
  return row;
}

/** A fresh id and number of the organization; null where it may be null, else an empty value of the column's type. */
function emptyRow<Name extends TableName>({ organizationId }: Home, table: Name): Row<Name> {
  const resource = resourceOf[table];
  count += 1;
  const known: Record<string, unknown> = {
    id: v7(),
    organization_id: organizationId,
    friendly_id: resource ? formatFriendlyId(resource, count) : '',
    created_at: '2026-11-01T08:00:00.000Z',
  };
  const values = listColumns(table).map((column) => [column.name, known[column.name] ?? emptyValue(column)]);
  // One value for every column of the table.
  return Object.fromEntries(values) as Row<Name>;
}

function emptyValue({ type, isNullable }: NamedColumn): unknown {
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

export const givenCustomer = (home: Home, columns: Partial<Row<'customer'>> = {}) =>
  given(home, 'customer', { name: 'Acme Foods', status: 'ACTIVE', currency: 'USD', ...columns });

export const givenCarrier = (home: Home, columns: Partial<Row<'carrier'>> = {}) =>
  given(home, 'carrier', { name: 'Prairie Haul', status: 'ACTIVE', currency: 'USD', ...columns });

export const givenVendor = (home: Home, columns: Partial<Row<'vendor'>> = {}) =>
  given(home, 'vendor', { name: 'Gulf Customs', status: 'ACTIVE', currency: 'USD', ...columns });

export const givenTerm = (home: Home, columns: Partial<Row<'payment_term'>> = {}) =>
  given(home, 'payment_term', { name: 'Net 15', days: 15, ...columns });

export async function givenShipment(home: Home, columns: Partial<Row<'shipment'>> = {}): Promise<Row<'shipment'>> {
  const customerId = columns.customer_id ?? (await givenCustomer(home)).id;
  return given(home, 'shipment', {
    status: 'DELIVERED',
    billing_status: 'READY_TO_INVOICE',
    currency: 'USD',
    customer_id: customerId,
    ...columns,
  });
}

/** A delivered order that is ready to invoice, on a shipment of its own unless one is named. */
export async function givenOrder(
  home: Home,
  columns: Partial<Row<'freight_order'>> = {},
): Promise<Row<'freight_order'>> {
  const shipment = columns.shipment_id === undefined ? await givenShipment(home) : undefined;
  return given(home, 'freight_order', {
    mode: 'TL',
    status: 'DELIVERED',
    billing_status: 'READY_TO_INVOICE',
    currency: 'USD',
    ...(shipment ? { shipment_id: shipment.id, customer_id: shipment.customer_id } : {}),
    ...columns,
  });
}

/** A carrier on a delivered load, whose invoice is awaited. */
export async function givenLoadCarrier(
  home: Home,
  columns: Partial<Row<'load_carrier'>> = {},
): Promise<Row<'load_carrier'>> {
  const shipmentId = columns.shipment_id ?? (await givenShipment(home)).id;
  const load = await given(home, 'load', { shipment_id: shipmentId, mode: 'TL', status: 'DELIVERED' });
  return given(home, 'load_carrier', {
    shipment_id: shipmentId,
    load_id: load.id,
    carrier_id: columns.carrier_id ?? (await givenCarrier(home)).id,
    status: 'ACTIVE',
    billing_status: 'AWAITING_INVOICE',
    currency: 'USD',
    ...columns,
  });
}

/** A vendor's finished service, whose invoice is awaited. */
export async function givenService(home: Home, columns: Partial<Row<'service'>> = {}): Promise<Row<'service'>> {
  return given(home, 'service', {
    shipment_id: columns.shipment_id ?? (await givenShipment(home)).id,
    vendor_id: columns.vendor_id ?? (await givenVendor(home)).id,
    service_type: 'CUSTOMS_CLEARANCE',
    status: 'AWAITING_INVOICE',
    currency: 'USD',
    ...columns,
  });
}

/** An open bill of a carrier, in review, with its load carrier in the same state. */
export async function givenBill(home: Home, columns: Partial<Row<'bill'>> = {}): Promise<Row<'bill'>> {
  const status = columns.status ?? 'IN_REVIEW';
  const carrier = await givenLoadCarrier(home, {
    billing_status: status,
    ...(columns.carrier_id ? { carrier_id: columns.carrier_id } : {}),
  });
  const amount = columns.amount_cents ?? 100_000;
  return given(home, 'bill', {
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

/** An open invoice of an order of its own. */
export async function givenInvoice(home: Home, columns: Partial<Row<'invoice'>> = {}): Promise<Row<'invoice'>> {
  const shipment = await givenShipment(home, {
    billing_status: 'INVOICED',
    ...(columns.customer_id ? { customer_id: columns.customer_id } : {}),
  });
  const order = await givenOrder(home, {
    shipment_id: shipment.id,
    customer_id: shipment.customer_id,
    status: 'DELIVERED_UNPAID',
    billing_status: 'INVOICED',
  });
  const amount = columns.amount_cents ?? 200_000;
  return given(home, 'invoice', {
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

/** A payment over some bills, past the API: its applications and what they paid are written as given. */
export async function givenBillPayment(
  home: Home,
  applied: readonly { readonly bill: Row<'bill'>; readonly cents: number }[],
  columns: Partial<Row<'bill_payment'>> = {},
): Promise<Row<'bill_payment'>> {
  const total = applied.reduce((sum, { cents }) => sum + cents, 0);
  const payment = await given(home, 'bill_payment', {
    recipient_type: 'CARRIER',
    carrier_id: applied[0]?.bill.carrier_id ?? null,
    payment_date: '2026-11-10',
    currency: 'USD',
    total_cents: total,
    ...columns,
  });
  for (const { bill, cents } of applied) {
    await given(home, 'bill_payment_application', {
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
