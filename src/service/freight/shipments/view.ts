import { fromCents, toCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { runTogether } from '../../../store/run-together.ts';
import { readCharges, sumCharges, totalCents } from '../orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { isOwed, showLoadCarrierHead, showLoadHead } from '../loads/view.ts';
import { showOrders } from '../orders/view.ts';
import {
  carrierReferences,
  customerReferences,
  requireShown,
  showReference,
  showStamps,
  userReferences,
  vendorReferences,
} from '../../identifiers/references.ts';
import { showServiceHead } from '../services/view.ts';
import { type AmountLine, computeShipmentMoney } from '../shipment-money.ts';
import type {
  ExportedShipment,
  LoadCarrierSummary,
  LoadSummary,
  Order,
  ServiceSummary,
  Shipment,
} from '../../../contract/types.ts';

/**
 * Shows shipments in the order of the rows. It makes one query per child table. Independent queries run together,
 * because a server answers them concurrently.
 */
export async function showShipments(ctx: ServiceContext, rows: readonly Row<'shipment'>[]): Promise<Shipment[]> {
  if (rows.length === 0) return [];
  const [orders, execution, showHead] = await runTogether([
    readOrders(ctx, rows),
    buildExecutionView(ctx, rows),
    createHeadViewer(ctx, rows),
  ]);
  return rows.map((row) => {
    const shipmentOrders = orders.get(row.id) ?? [];
    const { loads, services, cost } = execution(row);
    const { stamps, head, deletedBy } = showHead(row, shipmentOrders.length > 0);
    return {
      ...stamps,
      ...head,
      orders: shipmentOrders,
      loads,
      services,
      ...computeShipmentMoney(row.currency, shipmentOrders.filter(isRevenue).map(toLine), cost),
      ...showShipmentDays(row),
      deletedBy,
    };
  });
}

/**
 * Shows shipments as an export does: it has their orders, loads and services as records of their own, so a shipment names
 * them, and only their sums are read for it.
 */
export async function showExportedShipments(
  ctx: ServiceContext,
  rows: readonly Row<'shipment'>[],
): Promise<ExportedShipment[]> {
  if (rows.length === 0) return [];
  const [orders, loads, carriers, services, showHead] = await runTogether([
    listChildRows(ctx, 'freight_order', rows),
    listChildRows(ctx, 'load', rows),
    listChildRows(ctx, 'load_carrier', rows),
    listChildRows(ctx, 'service', rows),
    createHeadViewer(ctx, rows),
  ]);
  const totals = await sumCharges(
    ctx,
    [...orders, ...carriers, ...services].map(({ id }) => id),
  );
  const toCost = ({ id, currency }: { id: string; currency: string }) => ({
    currency,
    amountCents: totals.get(id) ?? 0,
  });
  const ordersByShipment = Map.groupBy(orders.toSorted(comparePlaces), (row) => row.shipment_id);
  const loadsByShipment = Map.groupBy(loads, (row) => row.shipment_id);
  const carriersByLoad = Map.groupBy(carriers, (row) => row.load_id);
  const servicesByShipment = Map.groupBy(services, (row) => row.shipment_id);
  return rows.map((row) => {
    const shipmentOrders = ordersByShipment.get(row.id) ?? [];
    const shipmentLoads = loadsByShipment.get(row.id) ?? [];
    const shipmentServices = servicesByShipment.get(row.id) ?? [];
    const { stamps, head, deletedBy } = showHead(row, shipmentOrders.length > 0);
    const costs = listCosts(shipmentLoads, carriersByLoad, shipmentServices);
    return {
      ...stamps,
      ...head,
      orderIds: shipmentOrders.map(({ id }) => id),
      loadIds: shipmentLoads.map(({ id }) => id),
      serviceIds: shipmentServices.map(({ id }) => id),
      ...computeShipmentMoney(row.currency, shipmentOrders.filter(isRevenue).map(toCost), costs.map(toCost)),
      ...showShipmentDays(row),
      deletedBy,
    };
  });
}

/** Reads who is named on all the shipments; the returned function shows what one of them has beside its parts and money. */
async function createHeadViewer(ctx: ServiceContext, rows: readonly Row<'shipment'>[]) {
  const [customers, users] = await runTogether([
    customerReferences(
      ctx,
      rows.map((row) => row.customer_id),
    ),
    userReferences(
      ctx,
      rows.flatMap((row) => [row.customer_rep_id, row.deleted_by_id]),
    ),
  ]);
  return (row: Row<'shipment'>, hasOrders: boolean) => ({
    stamps: showStamps(row),
    head: {
      friendlyId: row.friendly_id,
      status: row.status,
      billingStatus: hasOrders ? row.billing_status : null,
      customerId: row.customer_id,
      customer: requireShown(customers, row.customer_id),
      customerRep: showReference(users, row.customer_rep_id),
    },
    deletedBy: showReference(users, row.deleted_by_id),
  });
}

const showShipmentDays = (row: Row<'shipment'>) => ({
  currency: row.currency,
  pickUpDate: row.pick_up_date,
  deliveryDate: row.delivery_date,
  deliveredAt: row.delivered_at,
});

const isRevenue = ({ status }: { readonly status: string }) => status !== 'CANCELED';
const toLine = ({ currency, totalRevenue }: Order): AmountLine => ({
  currency,
  amountCents: toCents(totalRevenue ?? 0),
});

async function readOrders(
  ctx: ServiceContext,
  shipments: readonly Row<'shipment'>[],
): Promise<Map<string | null, Order[]>> {
  const rows = await listChildRows(ctx, 'freight_order', shipments);
  const inOrder = rows.toSorted(comparePlaces);
  const shipmentKeys = new Map(shipments.map((row) => [row.id, row.friendly_id]));
  return Map.groupBy(await showOrders(ctx, inOrder, shipmentKeys), ({ shipmentId }) => shipmentId);
}

/** Compares orders by their places on the shipment. */
const comparePlaces = (a: Row<'freight_order'>, b: Row<'freight_order'>): number =>
  a.position - b.position || (a.id < b.id ? -1 : 1);

interface ShipmentExecution {
  readonly loads: LoadSummary[];
  readonly services: ServiceSummary[];
  readonly cost: AmountLine[];
}

/** Reads the loads, carriers and services of shipments, with their charges and the names of the payees. */
async function readExecution(ctx: ServiceContext, shipments: readonly Row<'shipment'>[]) {
  const [loads, carriers, services] = await runTogether([
    listChildRows(ctx, 'load', shipments),
    listChildRows(ctx, 'load_carrier', shipments),
    listChildRows(ctx, 'service', shipments),
  ]);
  const payeeIds = [...carriers, ...services].map(({ id }) => id);
  const carrierIds = carriers.map((row) => row.carrier_id);
  const vendorIds = services.map((row) => row.vendor_id);
  const [charges, carrierNames, vendorNames] = await runTogether([
    readCharges(ctx, payeeIds),
    carrierReferences(ctx, carrierIds),
    vendorReferences(ctx, vendorIds),
  ]);
  return {
    loads: Map.groupBy(loads, (row) => row.shipment_id),
    carriersByLoad: Map.groupBy(carriers, (row) => row.load_id),
    services: Map.groupBy(services, (row) => row.shipment_id),
    charges,
    carrierNames,
    vendorNames,
  };
}

/** Reads the loads, carriers and services of all shipments. The returned function shows those of one shipment. */
async function buildExecutionView(
  ctx: ServiceContext,
  shipments: readonly Row<'shipment'>[],
): Promise<(shipment: Row<'shipment'>) => ShipmentExecution> {
  const { loads, carriersByLoad, services, charges, carrierNames, vendorNames } = await readExecution(ctx, shipments);
  const line = ({ id, currency }: { id: string; currency: string }) => ({
    currency,
    amountCents: totalCents(charges.get(id)),
  });
  const showCarrier = (row: Row<'load_carrier'>): LoadCarrierSummary =>
    showLoadCarrierHead(row, requireShown(carrierNames, row.carrier_id), line(row));
  return (shipment) => {
    const ownLoads = loads.get(shipment.id) ?? [];
    const ownServices = services.get(shipment.id) ?? [];
    const getCarriers = (load: Row<'load'>) => carriersByLoad.get(load.id) ?? [];
    return {
      loads: ownLoads.map((load) => ({
        ...showLoadHead(load, getCarriers(load).filter(isOwed).map(line)),
        carriers: getCarriers(load).map(showCarrier),
      })),
      services: ownServices.map((row) => ({
        ...showServiceHead(row, requireShown(vendorNames, row.vendor_id)),
        cost: fromCents(line(row).amountCents),
      })),
      cost: listCosts(ownLoads, carriersByLoad, ownServices).map(line),
    };
  };
}

/** Lists the carriers and services that a shipment pays for. */
const listCosts = (
  loads: readonly Row<'load'>[],
  carriersByLoad: ReadonlyMap<string, readonly Row<'load_carrier'>[]>,
  services: readonly Row<'service'>[],
): readonly (Row<'load_carrier'> | Row<'service'>)[] => [
  ...loads.flatMap((load) => (carriersByLoad.get(load.id) ?? []).filter((row) => isCost(load, row))),
  ...services.filter(({ status }) => status !== 'CANCELED'),
];

/** Returns true if a carrier costs anything: it isn't on a canceled load, or its truck was ordered and not used. */
const isCost = (load: Row<'load'>, { status }: Row<'load_carrier'>) =>
  status === 'TONU' || (status === 'ACTIVE' && load.status !== 'CANCELED');

type ShipmentChildTable = 'freight_order' | 'load' | 'load_carrier' | 'service';

const selectChildren = (table: ShipmentChildTable) =>
  selectIn((db, { organizationId, ids }) =>
    db
      // The four tables share the columns used here; the union of their types is too much for the query builder.
      .selectFrom(table as 'load')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('shipment_id', 'in', ids)
      .orderBy('id'),
  );

const childrenIn: Readonly<Record<ShipmentChildTable, ReturnType<typeof selectChildren>>> = {
  freight_order: selectChildren('freight_order'),
  load: selectChildren('load'),
  load_carrier: selectChildren('load_carrier'),
  service: selectChildren('service'),
};

/**
 * Lists the children of shipments, oldest first. Deleted ones are left out unless they were deleted with their
 * shipment.
 */
async function listChildRows<Table extends ShipmentChildTable>(
  ctx: ServiceContext,
  table: Table,
  shipments: readonly Row<'shipment'>[],
): Promise<Row<Table>[]> {
  const deletedAt = new Map<string | null, string | null>(shipments.map((row) => [row.id, row.deleted_at]));
  const rows = await childrenIn[table](ctx, deletedAt.keys());
  const visible = rows.filter((row) => row.deleted_at === null || row.deleted_at === deletedAt.get(row.shipment_id));
  // The rows come from the named table.
  return visible as unknown as Row<Table>[];
}
