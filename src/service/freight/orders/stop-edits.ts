import type { Operations } from '../../../contract/types.ts';
import {
  checkInsertion,
  checkRemoval,
  type Placement,
  findPlacementChange,
  stopTypesByInput,
} from '../../../domain/stops/stop.ts';
import { requireOrderedWindow, windowFields } from '../../../domain/stops/stop-window.ts';
import { createFieldError, WaybillError } from '../../../errors.ts';
import { lockRecords } from '../../../store/locked-records.ts';
import { markDeleted } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined, createFieldMap } from '../../shared/fields.ts';
import { holdRoutes, listVisitingOrders, refreshOrderShipments, readRoutes, shiftRoute } from './routes.ts';
import { changeRecord, requireReference } from '../../shared/records.ts';
import { buildArrivalColumns, getRequestedWindow } from '../stop-request.ts';
import { placeVisits } from '../visits.ts';
import { buildStopRow, placeColumns } from './stop-rows.ts';

type StopRow = Row<'stop'>;
type CreateStopInput = Operations['stops']['create']['parsed'];
type UpdateStopInput = Operations['stops']['update']['parsed'];

const fields = createFieldMap<StopRow>()({
  requestedStartDate: 'plain',
  requestedEndDate: 'plain',
  requestedStartTime: 'plain',
  requestedEndTime: 'plain',
  dropTrailer: 'bool',
  notes: 'plain',
});

/** Puts a new stop into the route of an order; those from its position on move back. */
export async function addStop(ctx: ServiceContext, { orderId, stop: input }: CreateStopInput): Promise<StopRow> {
  const order = await requireReference(ctx, 'freight_order', 'orderId', { id: orderId });
  const row = await buildStopRow(ctx, { input, orderId: order.id, field: 'stop' });
  const lockedOrders = await holdRoutes(ctx, [order]);
  const route = (await readRoutes(ctx, [order.id])).get(order.id) ?? [];
  checkInsertion(input.sequence, route.length, 'stop.sequence');
  await shiftRoute(ctx, { orderId: order.id, from: input.sequence, by: 1 });
  await ctx.db.insertInto('stop').values(row).execute();
  await ctx.db
    .insertInto('order_stop')
    .values({
      organization_id: ctx.organizationId,
      order_id: order.id,
      stop_id: row.id,
      sequence: input.sequence,
    })
    .execute();
  await refreshOrderShipments(ctx, lockedOrders);
  await noteOnOrder(ctx, order.id, `${row.type} added as stop ${input.sequence}.`);
  return row;
}

/** Changes a stop for every order and load that visits it. */
export async function changeStop(ctx: ServiceContext, stopBefore: StopRow, patch: UpdateStopInput): Promise<StopRow> {
  if (patch.sequence !== undefined)
    throw createFieldError(
      'VALIDATION_ERROR',
      'sequence',
      'is set on create only; add the stop again where it belongs',
    );
  const lockedOrders = await holdRoutes(ctx, await listVisitingOrders(ctx, stopBefore.id));
  // A truck may have arrived since the stop was read.
  const stop = (await lockRecords(ctx, 'stop', [stopBefore.id])).get(stopBefore.id) ?? stopBefore;
  const placement = findPlacementChange(patch, getPlacement(stop));
  const changesWindow = windowFields.some((field) => patch[field] !== undefined);
  if (changesWindow) requireOrderedWindow({ ...getRequestedWindow(stop), ...dropUndefined(patch) }, '');
  const moves = placement !== null || changesWindow;
  const change = dropUndefined({
    ...dropUndefined(fields.toRow(patch)),
    ...(placement ? await placeColumns(ctx, placement, patch, '') : {}),
    ...(moves ? buildArrivalColumns(stop, await readStopZone(ctx, stop), ctx.now) : {}),
    type: patch.type && stopTypesByInput[patch.type],
    key: patch.key,
  });
  const changed = await changeRecord(ctx, 'stop', stop, change);
  await refreshOrderShipments(ctx, lockedOrders);
  return changed;
}

async function readStopZone(ctx: ServiceContext, stop: StopRow): Promise<string | null> {
  const [placed] = await placeVisits(ctx, [{ stop, sequence: 1 }]);
  return placed?.timeZone ?? null;
}

/** Takes a stop out of every route that visits it; 409 for one of the last two and for one that a load covers. */
export async function removeStop(ctx: ServiceContext, stop: StopRow): Promise<void> {
  const orders = await holdRoutes(ctx, await listVisitingOrders(ctx, stop.id));
  await requireUncovered(ctx, stop);
  const routes = await readRoutes(
    ctx,
    orders.map(({ id }) => id),
  );
  for (const route of routes.values()) checkRemoval(route.length);
  if ((await markDeleted(ctx, 'stop', [stop.id], ctx.now)) === 0)
    throw new WaybillError('CONFLICT', 'Another request deleted this stop at the same moment.');
  for (const [orderId, route] of routes) {
    const sequence = route.find((link) => link.stop_id === stop.id)?.sequence;
    if (sequence === undefined) continue;
    await shiftRoute(ctx, { orderId, from: sequence + 1, by: -1 });
    await noteOnOrder(ctx, orderId, `${stop.type} at stop ${sequence} taken out.`);
  }
  await refreshOrderShipments(ctx, orders);
}

async function requireUncovered(ctx: ServiceContext, { id }: StopRow): Promise<void> {
  const load = await ctx.db
    .selectFrom('load_stop')
    .innerJoin('load', 'load.id', 'load_stop.load_id')
    .select('load.friendly_id')
    .where('load_stop.organization_id', '=', ctx.organizationId)
    .where('load_stop.stop_id', '=', id)
    .where('load.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (load) throw new WaybillError('CONFLICT', `${load.friendly_id} covers this stop; it cannot be taken out.`);
}

function getPlacement(stop: StopRow): Placement {
  if (stop.location_id !== null) return 'location';
  if (stop.city_id !== null) return 'cityId';
  return stop.airport_code === null ? 'postalCode' : 'airportCode';
}

const noteOnOrder = (ctx: ServiceContext, orderId: string, text: string) =>
  recordActivity(ctx, { recordType: 'freight_order', recordId: orderId, text });
