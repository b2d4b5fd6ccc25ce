import { sql } from 'kysely';
import { shipments } from '../../../contract/freight/shipments.ts';
import type { Operations, ShipmentInput } from '../../../contract/types.ts';
import { compactReference } from '../../../domain/identifiers/references.ts';
import { WaybillError } from '../../../errors.ts';
import { stripReferenceColumn } from '../../../store/search/compact.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { insertLoad } from '../../freight/loads/new-load.ts';
import { insertService } from '../../freight/services/new-service.ts';
import { insertOrder } from '../../freight/orders/orders.ts';
import { changeRecord, resolveOptional } from '../../shared/records.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { cancelShipment, uncancelShipment } from '../../freight/shipments/cancel.ts';
import { deleteShipment } from '../../freight/shipments/delete.ts';
import { copyShipment } from '../../freight/shipments/duplicate.ts';
import { holdShipment, releaseShipment } from '../../freight/shipments/release.ts';
import { showGeneratedInvoice, createShipmentInvoice } from '../../receivables/shipment-invoicing.ts';
import { followShipment } from '../../freight/shipment-status.ts';
import { trackShipments } from '../../freight/shipments/track.ts';
import { showExportedShipments, showShipments } from '../../freight/shipments/view.ts';
import { listLiveOrders } from '../../freight/live-orders.ts';
import { insertShipment } from '../../freight/shipments.ts';
import { requirePartyToUse, requireServed } from '../../parties/party-use.ts';

const record = createRecordHandlers({
  table: 'shipment',
  kind: 'shipment',
  fields: shipments.filter.filter,
  columns: {
    ...listPlainColumns(shipments.filter.filter),
    shipmentId: 'id',
    carrierId: buildRelatedField({ table: 'load_carrier', column: 'carrier_id', link: 'shipment_id' }),
    vendorId: buildRelatedField({ table: 'service', column: 'vendor_id', link: 'shipment_id' }),
    orderId: buildRelatedField({ table: 'freight_order', column: 'id', link: 'shipment_id' }),
    loadId: buildRelatedField({ table: 'load', column: 'id', link: 'shipment_id' }),
    reference: {
      ...buildRelatedField({
        table: 'order_reference',
        join: sql`inner join freight_order on freight_order.id = order_reference.order_id
          and freight_order.organization_id = order_reference.organization_id`,
        column: stripReferenceColumn('order_reference.search_value'),
        link: 'shipment_id',
      }),
      textOf: compactReference,
    },
    invoiceId: buildRelatedField({ table: 'invoice', column: 'id', link: 'shipment_id' }),
  },
  show: showShipments,
  page: (pagination) => ({ pagination }),
});

/** Lists shipments as an export shows them. */
export const listExportedShipments = record.list(showExportedShipments);

export const shipmentHandlers: Handlers<Operations['shipments']> = {
  filter: record.filter,
  get: record.get,

  create: async (ctx, input) => record.show(ctx, await createShipment(ctx, input)),
  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const customer = input.customer && (await requirePartyToUse(ctx, 'customer', 'customer', input.customer));
    if (customer && customer.id !== row.customer_id) requireServed(customer);
    const repId = await resolveOptional(ctx, 'user_account', 'customerRep', input.customerRep);
    const changed = await changeRecord(ctx, 'shipment', row, {
      ...(input.key === undefined ? {} : { key: input.key }),
      ...(repId === undefined ? {} : { customer_rep_id: repId }),
      ...(customer ? { customer_id: customer.id } : {}),
    });
    if (customer && customer.id !== row.customer_id) await moveToCustomer(ctx, row, customer.id);
    return record.show(ctx, changed);
  },

  async delete(ctx, input) {
    await deleteShipment(ctx, await record.require(ctx, input));
    return undefined;
  },

  track: async (ctx, input) => ({ results: await trackShipments(ctx, input) }),
  cancel: async (ctx, input) =>
    record.show(ctx, await cancelShipment(ctx, await record.require(ctx, input), input.reason)),
  uncancel: async (ctx, input) => record.show(ctx, await uncancelShipment(ctx, await record.require(ctx, input))),

  async duplicate(ctx, input) {
    const original = await record.require(ctx, input);
    const copy = await copyShipment(ctx, original, input);
    return { originalShipmentId: original.id, newShipmentId: copy.id, newShipmentKey: copy.friendly_id };
  },

  readyToInvoice: async (ctx, input) => record.show(ctx, await releaseShipment(ctx, await record.require(ctx, input))),
  notReadyToInvoice: async (ctx, input) => record.show(ctx, await holdShipment(ctx, await record.require(ctx, input))),
  generateInvoice: async (ctx, input) =>
    showGeneratedInvoice(ctx, await createShipmentInvoice(ctx, await record.require(ctx, input))),
};

async function createShipment(ctx: ServiceContext, input: ShipmentInput): Promise<Row<'shipment'>> {
  const customer = await requirePartyToUse(ctx, 'customer', 'customer', input.customer);
  const repId = await resolveOptional(ctx, 'user_account', 'customerRep', input.customerRep);
  const currency = customer.currency ?? ctx.organization.currency;
  const orders: Row<'freight_order'>[] = [];
  for (const [position, order] of input.orders.entries()) {
    const field = `orders.${position}`;
    orders.push(
      await insertOrder(ctx, {
        input: order,
        customerId: customer.id,
        currency,
        shipmentId: null,
        status: 'PLANNING',
        position,
        field,
      }),
    );
  }
  const shipment = await insertShipment(ctx, {
    customerId: customer.id,
    customerRepId: repId ?? null,
    currency,
    quoteId: null,
    status: 'PLANNING',
    orders,
    key: input.key,
  });
  for (const [index, load] of (input.loads ?? []).entries())
    await insertLoad(ctx, { shipment, input: load, field: `loads.${index}` });
  for (const [index, service] of (input.services ?? []).entries()) {
    await insertService(ctx, { shipment, input: service, field: `services.${index}` });
  }
  return followShipment(ctx, shipment);
}

/** Moves a shipment and its orders to another customer, unless one of them was invoiced to the former one. */
async function moveToCustomer(ctx: ServiceContext, shipment: Row<'shipment'>, customerId: string): Promise<void> {
  const orders = await listLiveOrders(ctx, shipment.id);
  const invoiced = orders.find((order) => ['INVOICED', 'PARTIALLY_PAID', 'PAID'].includes(order.billing_status));
  if (invoiced)
    throw new WaybillError(
      'CONFLICT',
      `${invoiced.friendly_id} is invoiced to the customer already; void the invoice first.`,
    );
  for (const order of orders) await changeRecord(ctx, 'freight_order', order, { customer_id: customerId });
}
