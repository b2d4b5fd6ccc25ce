import { advance } from '../../../domain/kit/transitions.ts';
import { loadLifecycle } from '../../../domain/freight/load.ts';
import { canGetWork } from '../../../domain/parties/work-status.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { requireCatalogIds } from '../../shared/catalogs.ts';
import { writeJson } from '../../shared/fields.ts';
import { insertCharges } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { buildNewRecord, requireReference } from '../../shared/records.ts';
import { requirePartyToUse } from '../../parties/party-use.ts';
import type { LoadCarrierInput, LoadInput, ReferenceInput } from '../../../contract/types.ts';

interface NewLoadRequest {
  readonly shipment: Row<'shipment'>;
  readonly input: LoadInput;
  /** Path of the load in the request, for refusals: `loads.0`. */
  readonly field: string;
}

/** Writes a load over the shipment's stops, booked when a carrier is named. The shipment is not moved: see followShipment. */
export async function insertLoad(
  ctx: ServiceContext,
  { shipment, input, field }: NewLoadRequest,
): Promise<Row<'load'>> {
  const stopIds = listCoveredStops(await listShipmentStops(ctx, shipment.id), input.stopIds, `${field}.stopIds`);
  const row: Row<'load'> = {
    ...buildNewRecord(ctx, input.key),
    friendly_id: await createFriendlyId(ctx, 'load'),
    shipment_id: shipment.id,
    mode: input.mode,
    status: 'SOURCING',
    status_before_cancel: null,
    picked_up_at: null,
    delivered_at: null,
    rebooked_from_id: null,
    equipment_ids: writeJson(requireCatalogIds('equipment', input.equipment, `${field}.equipment`)) ?? null,
  };
  const booked = input.carrier ? { ...row, status: advance(loadLifecycle, 'SOURCING', 'book') } : row;
  await ctx.db.insertInto('load').values(booked).execute();
  await insertLoadStops(ctx, row.id, stopIds);
  if (input.carrier)
    await insertLoadCarrier(ctx, { load: booked, shipment, input: input.carrier, field: `${field}.carrier` });
  return booked;
}

export async function insertLoadStops(ctx: ServiceContext, loadId: string, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return;
  const rows = stopIds.map((stopId, index) => ({
    organization_id: ctx.organizationId,
    load_id: loadId,
    stop_id: stopId,
    sequence: index + 1,
  }));
  await ctx.db.insertInto('load_stop').values(rows).execute();
}

interface NewLoadCarrier {
  readonly load: Row<'load'>;
  readonly shipment: Row<'shipment'>;
  readonly input: LoadCarrierInput;
  /** Path of the carrier in the request, for refusals; empty at the top. */
  readonly field: string;
}

/** Writes the assignment of a carrier, booked now; the load itself is not changed. */
export async function insertLoadCarrier(
  ctx: ServiceContext,
  { load, shipment, input, field }: NewLoadCarrier,
): Promise<Row<'load_carrier'>> {
  const toPath = (name: string) => (field === '' ? name : `${field}.${name}`);
  const carrier = await requirePartyToUse(ctx, 'carrier', toPath('carrier'), input.carrier);
  if (!canGetWork(carrier.status))
    throw createFieldError('VALIDATION_ERROR', toPath('carrier'), `names a carrier that is ${carrier.status}`);
  const row: Row<'load_carrier'> = {
    ...buildNewRecord(ctx, null),
    load_id: load.id,
    shipment_id: load.shipment_id,
    carrier_id: carrier.id,
    contact_id: input.contact ? await requireCarrierContact(ctx, carrier.id, input.contact, toPath('contact')) : null,
    status: 'ACTIVE',
    billing_status: 'AWAITING_INVOICE',
    currency: carrier.currency ?? shipment.currency,
    booked_at: ctx.now,
    dispatched_at: null,
    driver_name: input.driverName ?? null,
    driver_phone: input.driverPhone ?? null,
    truck_number: input.truckNumber ?? null,
    trailer_number: input.trailerNumber ?? null,
    removal_reason: null,
    removal_text: null,
  };
  await ctx.db.insertInto('load_carrier').values(row).execute();
  await insertCharges(ctx, {
    ownerType: 'LOAD_CARRIER',
    ownerId: row.id,
    charges: input.charges,
    currency: row.currency,
    field: toPath('charges'),
  });
  return row;
}

/** Resolves the contact that a request names; 422 unless it is a contact of this carrier. */
export async function requireCarrierContact(
  ctx: ServiceContext,
  carrierId: string,
  contact: ReferenceInput,
  field: string,
): Promise<string> {
  const { id, carrier_id: owner } = await requireReference(ctx, 'carrier_contact', field, contact);
  if (owner === carrierId) return id;
  throw createFieldError('VALIDATION_ERROR', field, 'is not a contact of this carrier');
}

/** Lists every stop of the shipment's live orders once, in the order of orders and routes. */
export async function listShipmentStops(ctx: ServiceContext, shipmentId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('order_stop')
    .innerJoin('freight_order', 'freight_order.id', 'order_stop.order_id')
    .innerJoin('stop', 'stop.id', 'order_stop.stop_id')
    .select('order_stop.stop_id')
    .where('freight_order.organization_id', '=', ctx.organizationId)
    .where('freight_order.shipment_id', '=', shipmentId)
    .where('freight_order.deleted_at', 'is', null)
    .where('stop.deleted_at', 'is', null)
    .orderBy('freight_order.position')
    .orderBy('freight_order.id')
    .orderBy('order_stop.sequence')
    .execute();
  return [...new Set(rows.map((row) => row.stop_id))];
}

function listCoveredStops(
  route: readonly string[],
  requestedStops: readonly string[] | undefined,
  field: string,
): readonly string[] {
  if (!requestedStops) return route;
  const chosen = new Set(requestedStops.map((id) => id.toLowerCase()));
  const strange = requestedStops.findIndex((id) => !route.includes(id.toLowerCase()));
  if (strange >= 0)
    throw createFieldError('VALIDATION_ERROR', `${field}.${strange}`, "is not a stop of this shipment's orders");
  return route.filter((id) => chosen.has(id));
}
