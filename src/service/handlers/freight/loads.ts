import { sql } from 'kysely';
import { loads } from '../../../contract/freight/loads.ts';
import type { LoadCarrier, Operations } from '../../../contract/types.ts';
import { WaybillError } from '../../../errors.ts';
import { markDeleted } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { requireCatalogIds } from '../../shared/catalogs.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap, writeJson } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { addCarrier, listAssignments, bounceCarrier, recordTonu } from '../../freight/loads/load-carriers.ts';
import { rebookLoad } from '../../freight/loads/replacement.ts';
import { showLoadCarriers, showLoads } from '../../freight/loads/view.ts';
import { requireCarrierContact, insertLoad } from '../../freight/loads/new-load.ts';
import { changeRecord, requireRecord, requireReference } from '../../shared/records.ts';
import { buildRelatedField } from '../../filter/related-filter.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { followDeparture } from '../../freight/behind-cancel.ts';
import { lockOpenShipment, lockShipment } from '../../freight/lock-shipment.ts';
import { buildCustomerField } from '../../freight/shipment-fields.ts';
import { followShipment } from '../../freight/shipment-status.ts';

const record = createRecordHandlers({
  table: 'load',
  kind: 'load',
  fields: loads.filter.filter,
  columns: {
    ...listPlainColumns(loads.filter.filter),
    customerId: buildCustomerField('load'),
    carrierId: buildRelatedField({ table: 'load_carrier', column: 'carrier_id', link: 'load_id' }),
    orderId: buildRelatedField({
      table: 'load_stop',
      join: sql`inner join order_stop on order_stop.stop_id = load_stop.stop_id
        inner join freight_order on freight_order.id = order_stop.order_id`,
      column: 'freight_order.id',
      link: 'load_id',
    }),
  },
  show: showLoads,
  page: (pagination) => ({ pagination }),
});

const driverFields = createFieldMap<Row<'load_carrier'>>()({
  driverName: 'plain',
  driverPhone: 'plain',
  truckNumber: 'plain',
  trailerNumber: 'plain',
});

export const loadHandlers: Handlers<Operations['loads']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const { id } = await requireReference(ctx, 'shipment', 'shipmentId', { id: input.shipmentId });
    const shipment = await lockOpenShipment(ctx, id, 'it gets no more loads');
    const row = await insertLoad(ctx, { shipment, input: input.load, field: 'load' });
    await followShipment(ctx, shipment);
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const equipment = input.equipment && requireCatalogIds('equipment', input.equipment, 'equipment');
    const change = dropUndefined({ mode: input.mode, equipment_ids: writeJson(equipment), key: input.key });
    return record.show(ctx, await changeRecord(ctx, 'load', row, change));
  },

  async delete(ctx, input) {
    const row = await record.require(ctx, input);
    const shipment = await lockShipment(ctx, row.shipment_id);
    if ((await listAssignments(ctx, row.id)).length > 0)
      throw new WaybillError('CONFLICT', `${row.friendly_id} has or had a carrier: it cannot be deleted.`);
    const deleted = await markDeleted(ctx, 'load', [row.id], ctx.now);
    if (deleted === 0) throw new WaybillError('NOT_FOUND', `${row.friendly_id} was deleted at the same moment.`);
    await followDeparture(ctx, shipment);
    return undefined;
  },

  async addCarrier(ctx, { id, by, ...input }) {
    const load = await record.require(ctx, { id, by });
    const row = await addCarrier(ctx, load, input);
    return { loadId: load.id, loadCarrierId: row.id, loadCarrier: await showLoadCarrier(ctx, row) };
  },

  async rebook(ctx, input) {
    const load = await record.require(ctx, input);
    const shipment = await lockOpenShipment(ctx, load.shipment_id, 'its loads are not rebooked');
    const replacement = await rebookLoad(ctx, load, await listAssignments(ctx, load.id));
    await followShipment(ctx, shipment);
    return { originalLoadId: load.id, newLoadId: replacement.id, newLoadKey: replacement.friendly_id };
  },

  getCarrier: async (ctx, input) => showLoadCarrier(ctx, (await requireAssignment(ctx, input)).carrier),

  async updateCarrier(ctx, input) {
    const { carrier } = await requireAssignment(ctx, input);
    const contactId = input.contact && (await requireCarrierContact(ctx, carrier.carrier_id, input.contact, 'contact'));
    const change = dropUndefined({ ...driverFields.toRow(input), contact_id: contactId });
    return showLoadCarrier(ctx, await changeRecord(ctx, 'load_carrier', carrier, change));
  },

  async bounce(ctx, input) {
    const { load, carrier } = await requireAssignment(ctx, input);
    const why = { reason: input.reason ?? 'BOUNCED', text: input.reasonText ?? null };
    return showLoadCarrier(ctx, await bounceCarrier(ctx, load, carrier, why));
  },

  async tonu(ctx, input) {
    const { load, carrier } = await requireAssignment(ctx, input);
    const { carrier: removed, replacementId } = await recordTonu(ctx, load, carrier, input);
    return { loadCarrier: await showLoadCarrier(ctx, removed), replacementLoadId: replacementId };
  },
};

/** Resolves a carrier's assignment and its load; 404 unless it belongs to that load. */
async function requireAssignment(ctx: ServiceContext, { loadId, carrierId }: { loadId: string; carrierId: string }) {
  const load = await record.require(ctx, { id: loadId });
  const carrier = await requireRecord(ctx, 'load_carrier', 'load carrier', { id: carrierId, by: 'id' });
  if (carrier.load_id === load.id) return { load, carrier };
  throw new WaybillError('NOT_FOUND', `${load.friendly_id} has no load carrier ${JSON.stringify(carrierId)}.`);
}

async function showLoadCarrier(ctx: ServiceContext, row: Row<'load_carrier'>): Promise<LoadCarrier> {
  const [carrier] = await showLoadCarriers(ctx, [row]);
  if (!carrier) throw new Error('a load carrier was presented as nothing');
  return carrier;
}
