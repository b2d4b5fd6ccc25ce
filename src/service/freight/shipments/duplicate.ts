import { neverMoved } from '../stop-request.ts';
import { addDays, countDaysBetween } from '../../../domain/kit/dates.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { insertReferences, insertRoute } from '../orders/orders.ts';
import { buildNewRecord } from '../../shared/records.ts';
import {
  findFirstPickup,
  getRequestedDelivery,
  getRequestedPickUp,
  findLastDrop,
} from '../../../domain/stops/route.ts';
import { toRoute } from '../route-summary.ts';
import { listLiveOrders } from '../live-orders.ts';
import { insertShipment } from '../shipments.ts';
import type { StopVisit } from '../visit.ts';
import { readVisits } from '../visits.ts';

interface NewDates {
  readonly pickUpDate?: string | undefined;
  readonly deliveryDate?: string | undefined;
}

/** Creates a draft with the same customer, orders and routes. Prices, progress and documents are not copied. */
export async function copyShipment(
  ctx: ServiceContext,
  original: Row<'shipment'>,
  dates: NewDates,
): Promise<Row<'shipment'>> {
  if (dates.pickUpDate && dates.deliveryDate && dates.deliveryDate < dates.pickUpDate) {
    throw createFieldError('VALIDATION_ERROR', 'deliveryDate', 'must not be before pickUpDate');
  }
  const orders = await listLiveOrders(ctx, original.id);
  const routes = await readVisits(ctx, orders);
  const shift = buildDateShift(routes.get(orders[0]?.id ?? '') ?? [], dates);
  const copies: Row<'freight_order'>[] = [];
  for (const order of orders) {
    copies.push(
      await copyOrder(
        ctx,
        order,
        (routes.get(order.id) ?? []).map(({ stop }) => ({ ...stop, ...shift(stop) })),
      ),
    );
  }
  return insertShipment(ctx, {
    customerId: original.customer_id,
    customerRepId: original.customer_rep_id,
    currency: original.currency,
    quoteId: null,
    status: 'DRAFT',
    orders: copies,
  });
}

async function copyOrder(
  ctx: ServiceContext,
  order: Row<'freight_order'>,
  stops: readonly Row<'stop'>[],
): Promise<Row<'freight_order'>> {
  const copy: Row<'freight_order'> = {
    ...order,
    ...buildNewRecord(ctx, null),
    friendly_id: await createFriendlyId(ctx, 'order'),
    shipment_id: null,
    status: 'DRAFT',
    status_before_cancel: null,
    billing_status: 'DOCS_NEEDED',
  };
  await ctx.db.insertInto('freight_order').values(copy).execute();
  await insertRoute(
    ctx,
    copy.id,
    stops.map((stop) => ({
      ...stop,
      ...buildNewRecord(ctx, null),
      order_id: copy.id,
      actual_arrival: null,
      actual_departure: null,
      ...neverMoved,
    })),
  );
  await insertReferences(ctx, copy.id, await listReferences(ctx, order.id));
  return copy;
}

function listReferences(ctx: ServiceContext, orderId: string) {
  return ctx.db
    .selectFrom('order_reference')
    .select(['type', 'value'])
    .where('organization_id', '=', ctx.organizationId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

type RequestedDates = Pick<Row<'stop'>, 'requested_start_date' | 'requested_end_date'>;

/**
 * Builds the function that computes the dates of the copied stops. Pickups move by as many days as the first pickup,
 * and drops by as many as the last drop. Without a new date they have none, because the old one would be in the past. A
 * first pick or last drop that had no date gets the new one.
 */
function buildDateShift(
  route: readonly StopVisit[],
  { pickUpDate, deliveryDate }: NewDates,
): (stop: Row<'stop'>) => RequestedDates {
  const stops = toRoute(route);
  const first = findFirstPickup(stops);
  const last = findLastDrop(stops);
  const pickDays = countDays(first && getRequestedPickUp(first), pickUpDate);
  const dropDays = countDays(last && getRequestedDelivery(last), deliveryDate);
  const statedDates: Readonly<Record<string, string | undefined>> = {
    [last?.visit.stop.id ?? '']: deliveryDate,
    [first?.visit.stop.id ?? '']: pickUpDate,
  };
  return (stop) => {
    const days = stop.type === 'PICK' ? pickDays : dropDays;
    if (days === undefined) return { requested_start_date: statedDates[stop.id] ?? null, requested_end_date: null };
    return {
      requested_start_date: moveDate(stop.requested_start_date, days) ?? statedDates[stop.id] ?? null,
      requested_end_date: moveDate(stop.requested_end_date, days),
    };
  };
}

const countDays = (from: string | null | undefined, to: string | undefined) =>
  from && to ? countDaysBetween(from, to) : undefined;
const moveDate = (date: string | null, days: number) => date && addDays(date, days);
