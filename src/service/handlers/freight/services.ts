import { services } from '../../../contract/freight/services.ts';
import type { Operations } from '../../../contract/types.ts';
import { WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { findLiveBill } from '../../payables/live-bill.ts';
import { insertService, requireVendorContact } from '../../freight/services/new-service.ts';
import { changeRecord, requireReference } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { computeCompletionChange } from '../../freight/services/completion.ts';
import { showServices } from '../../freight/services/view.ts';
import { lockShipment } from '../../freight/lock-shipment.ts';
import { buildCustomerField, buildShipmentField } from '../../freight/shipment-fields.ts';

const record = createRecordHandlers({
  table: 'service',
  kind: 'service',
  fields: services.filter.filter,
  columns: {
    ...listPlainColumns(services.filter.filter),
    customerId: buildCustomerField('service'),
    orderId: buildShipmentField('freight_order', 'id'),
    carrierId: buildShipmentField('load_carrier', 'carrier_id'),
    invoiceId: buildShipmentField('invoice', 'id'),
  },
  show: showServices,
  page: (pagination) => ({ pagination }),
});

const fields = createFieldMap<Row<'service'>>()({
  serviceType: 'plain',
  description: 'plain',
  scheduledDate: 'plain',
  completedDate: 'plain',
  referenceNumber: 'plain',
});

export const serviceHandlers: Handlers<Operations['services']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const { id } = await requireReference(ctx, 'shipment', 'shipmentId', { id: input.shipmentId });
    const shipment = await lockShipment(ctx, id);
    if (shipment.status === 'CANCELED')
      throw new WaybillError('CONFLICT', `${shipment.friendly_id} is CANCELED: it gets no more services.`);
    return record.show(ctx, await insertService(ctx, { shipment, input: input.service, field: 'service' }));
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const contact = input.vendorContact;
    const change = dropUndefined({
      ...fields.toRow(input),
      key: input.key,
      vendor_contact_id: contact && (await requireVendorContact(ctx, row.vendor_id, contact, 'vendorContact')),
      ...(input.completedDate === undefined ? {} : await computeCompletionChange(ctx, row, input.completedDate)),
    });
    const expected = { status: row.status, status_before_cancel: row.status_before_cancel };
    return record.show(ctx, await changeRecord(ctx, 'service', row, change, expected));
  },

  async delete(ctx, input) {
    const row = await record.require(ctx, input);
    await lockShipment(ctx, row.shipment_id);
    await requireUnbilled(ctx, row);
    await changeRecord(ctx, 'service', row, { deleted_at: ctx.now }, { status: row.status });
    await recordActivity(ctx, { recordType: 'service', recordId: row.id, text: 'Deleted.' });
    return undefined;
  },
};

/**
 * Refuses a service that is billed. A concurrent bill changes the status, so that only one of the two requests
 * succeeds.
 */
async function requireUnbilled(ctx: ServiceContext, row: Row<'service'>): Promise<void> {
  const bill = await findLiveBill(ctx, { entityType: 'VENDOR', row });
  if (bill) {
    const state = `${bill.friendly_id} (${bill.status}) bills ${row.friendly_id}`;
    throw new WaybillError('CONFLICT', `${state}; delete or revert the bill first.`);
  }
  if (row.status === 'PAID') throw new WaybillError('CONFLICT', `${row.friendly_id} is PAID: it cannot be deleted.`);
}
