import { fromCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { runTogether } from '../../../store/run-together.ts';
import { listEntries } from '../../shared/catalogs.ts';
import { readCharges, showCharge, totalCents } from './charges.ts';
import { readReferences } from './references.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { readJson } from '../../shared/fields.ts';
import { showReference, showStamps, userReferences } from '../../identifiers/references.ts';
import { summarizeRoute } from '../route-summary.ts';
import { stopViewer } from './stop-view.ts';
import type { StopVisit } from '../visit.ts';
import { readVisits } from '../visits.ts';
import type { Order, OrderFreight, OrderSummary, Stop } from '../../../contract/types.ts';

type Freight = OrderFreight;

/**
 * Shows orders in the order of the rows. It makes one query per child table, most of them at once. Callers that already
 * have the friendly ids of the shipments, by id, pass them.
 */
export async function showOrders(
  ctx: ServiceContext,
  rows: readonly Row<'freight_order'>[],
  knownShipmentKeys?: ReadonlyMap<string, string>,
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const shipmentIds = rows.map((row) => row.shipment_id);
  const deleterIds = rows.map((row) => row.deleted_by_id);
  const [stops, references, charges, quoteIds, shipmentKeys, users] = await runTogether([
    readStops(ctx, rows),
    readReferences(ctx, ids),
    readCharges(ctx, ids),
    readQuoteIds(ctx, ids),
    knownShipmentKeys ?? readShipmentNumbers(ctx, shipmentIds),
    userReferences(ctx, deleterIds),
  ]);
  return rows.map((row) => ({
    ...showPlainFields(row),
    quoteId: quoteIds.get(row.id) ?? null,
    shipmentKey: shipmentKeys.get(row.shipment_id ?? '') ?? null,
    stops: stops(row),
    references: (references.get(row.id) ?? []).map(({ id, type, value }) => ({ id, type, value })),
    charges: (charges.get(row.id) ?? []).map(showCharge),
    totalRevenue: fromCents(totalCents(charges.get(row.id))),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

/** Reads the routes of all orders at once. The returned function shows the stops of one order. */
async function readStops(
  ctx: ServiceContext,
  orders: readonly Row<'freight_order'>[],
): Promise<(order: Row<'freight_order'>) => Stop[]> {
  const routes = await readVisits(ctx, orders);
  const showStop = await stopViewer(ctx, [...routes.values()].flat());
  return ({ id }) => (routes.get(id) ?? []).map(showStop);
}

/** Shows summaries of orders by id, including deleted ones. */
export async function showOrderSummaries(
  ctx: ServiceContext,
  orderIds: Iterable<string>,
): Promise<Map<string, OrderSummary>> {
  const rows = await orderRows(ctx, orderIds);
  const routes = await readVisits(ctx, rows);
  return new Map(
    rows.map((row) => [row.id, showOrderSummary(row, routes.get(row.id) ?? [], ctx.organization.timeZone)]),
  );
}

function showOrderSummary(row: Row<'freight_order'>, visits: readonly StopVisit[], timeZone: string): OrderSummary {
  const { origin, destination, pickUpDate, deliveryDate } = summarizeRoute(visits, timeZone);
  return {
    id: row.id,
    key: row.key,
    friendlyId: row.friendly_id,
    mode: row.mode,
    origin: showPlace(origin),
    destination: showPlace(destination),
    pickUpDate,
    deliveryDate,
    equipment: listEntries('equipment', row.equipment_ids).map(({ name }) => name),
    weight: readFreight(row)?.weight ?? null,
    mileage: row.mileage,
  };
}

const showPlace = (stop: Row<'stop'> | undefined) => ({
  city: stop?.place_city ?? null,
  stateProvince: stop?.place_state ?? null,
  postalCode: stop?.place_postal_code ?? null,
});

function showPlainFields(row: Row<'freight_order'>) {
  return {
    ...showStamps(row),
    friendlyId: row.friendly_id,
    mode: row.mode,
    status: row.status,
    billingStatus: row.billing_status,
    shipmentId: row.shipment_id,
    freight: readFreight(row),
    equipment: listEntries('equipment', row.equipment_ids),
    specialRequirements: listEntries('specialRequirements', row.special_requirement_ids),
    mileage: row.mileage,
    currency: row.currency,
  };
}

const blankFreight: Freight = {
  handlingUnitQuantity: null,
  handlingUnitType: null,
  weight: null,
  volume: null,
  length: null,
  width: null,
  height: null,
  commodityDescription: null,
  hazmat: false,
  stackable: true,
};

/** Reads the freight of an order with every field; null if the order states none. */
export function readFreight({ freight }: Pick<Row<'freight_order'>, 'freight'>): Freight | null {
  const stored = readJson<Partial<Freight>>(freight);
  return stored && { ...blankFreight, ...stored };
}

const orderRows = selectIn((db, { organizationId, ids }) =>
  db.selectFrom('freight_order').selectAll().where('organization_id', '=', organizationId).where('id', 'in', ids),
);

async function readQuoteIds(ctx: ServiceContext, orderIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await quoteIdsOf(ctx, orderIds)).map((row) => [row.order_id, row.id]));
}

const quoteIdsOf = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('quote')
    .select(['id', 'order_id'])
    .where('organization_id', '=', organizationId)
    .where('order_id', 'in', ids),
);

/** Reads the friendly ids of shipments, by id. */
export async function readShipmentNumbers(
  ctx: ServiceContext,
  ids: Iterable<string | null>,
): Promise<Map<string, string>> {
  return new Map((await shipmentNumbers(ctx, ids)).map((row) => [row.id, row.friendly_id]));
}

const shipmentNumbers = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('shipment')
    .select(['id', 'friendly_id'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids),
);
