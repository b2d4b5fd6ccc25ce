import type { InferResult } from 'kysely';
import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import type { CopiedRecords, RowsOfQueries } from '../../src/mcp/tool/records-copy.ts';
import { selectPodStatuses } from '../copied/pod-statuses.ts';
import { formatDeletedPayee } from './bill-row.ts';
import type { BilledShipment } from './billed-work.ts';

type RecordsDatabase = CopiedRecords['db'];

/** Selects shipments of the copy as their bills are judged by them. */
export const selectBilledShipments = ({ db }: Pick<CopiedRecords, 'db'>, ids: readonly string[]) => ({
  shipments: selectShipments(db, ids),
  assignments: selectAssignments(db, ids),
  services: selectServices(db, ids),
  pods: selectPodStatuses(db, ids),
  drops: selectDrops(db, ids),
});

/** Builds the shipments of rows that were read at one moment. */
export function toBilledShipments(
  rows: RowsOfQueries<ReturnType<typeof selectBilledShipments>>,
  timeZone: string,
): ReadonlyMap<string, BilledShipment> {
  const loads = Map.groupBy(toLoads(rows.assignments), ({ shipmentId }) => shipmentId);
  const services = Map.groupBy(rows.services.map(toService), ({ shipmentId }) => shipmentId);
  const pods = Map.groupBy(rows.pods, ({ shipmentId }) => shipmentId);
  const dropDays = Map.groupBy(
    rows.drops.flatMap((drop) => toDropDay(drop, timeZone) ?? []),
    ({ loadId }) => loadId,
  );
  return new Map(
    rows.shipments.map((shipment): [string, BilledShipment] => [
      shipment.id,
      {
        ...shipment,
        loads: loads.get(shipment.id) ?? [],
        services: services.get(shipment.id) ?? [],
        podStatuses: pods.get(shipment.id)?.map(({ status }) => status) ?? [],
        dropDays: (loadId) => dropDays.get(loadId)?.map(({ day }) => day) ?? [],
      },
    ]),
  );
}

const selectShipments = (db: RecordsDatabase, ids: readonly string[]) =>
  db
    .selectFrom('shipment as s')
    .select([
      's.id',
      's.created_at as createdAt',
      's.status',
      's.billing_status as billingStatus',
      's.currency',
      's.delivery_date as deliveryDate',
    ])
    .where(isAmongValues('s.id', ids));

const selectAssignments = (db: RecordsDatabase, shipmentIds: readonly string[]) =>
  db
    .selectFrom('load as l')
    .leftJoin('load_carrier as lc', 'lc.load_id', 'l.id')
    .leftJoin('carrier as c', 'c.id', 'lc.carrier_id')
    .select([
      'l.shipment_id as shipmentId',
      'l.id as loadId',
      'l.status as loadStatus',
      'lc.id',
      'lc.status',
      'lc.cost_cents as costCents',
      'lc.currency',
      'lc.booked_at as bookedAt',
      'lc.carrier_id as carrierId',
      'c.name as carrierName',
    ])
    .where(isAmongValues('l.shipment_id', shipmentIds))
    .orderBy('l.created_at')
    .orderBy('l.id')
    .orderBy('lc.created_at')
    .orderBy('lc.id');

type AssignmentRow = InferResult<ReturnType<typeof selectAssignments>>[number];

/** A load without a carrier has one row without one. */
const toLoads = (rows: readonly AssignmentRow[]) =>
  [...Map.groupBy(rows, ({ loadId }) => loadId).values()].flatMap((rowsOfLoad) => {
    const [load] = rowsOfLoad;
    if (load === undefined) return [];
    const carriers = rowsOfLoad.flatMap(({ id, status, currency, costCents, bookedAt, carrierId, carrierName }) =>
      id === null || status === null || currency === null
        ? []
        : [{ id, status, costCents, currency, bookedAt, carrier: toParty(carrierId, carrierName) }],
    );
    return [{ shipmentId: load.shipmentId, id: load.loadId, status: load.loadStatus, carriers }];
  });

const selectServices = (db: RecordsDatabase, shipmentIds: readonly string[]) =>
  db
    .selectFrom('service as s')
    .leftJoin('vendor as v', 'v.id', 's.vendor_id')
    .select([
      's.shipment_id as shipmentId',
      's.id',
      's.cost_cents as costCents',
      's.currency',
      's.vendor_id as vendorId',
      'v.name as vendorName',
    ])
    .where(isAmongValues('s.shipment_id', shipmentIds));

const toService = ({ vendorId, vendorName, ...row }: InferResult<ReturnType<typeof selectServices>>[number]) => ({
  ...row,
  vendor: toParty(vendorId, vendorName),
});

const toParty = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? formatDeletedPayee(id) };

/** Drops of orders that count: what was canceled counts where all of the shipment was. */
const selectDrops = (db: RecordsDatabase, shipmentIds: readonly string[]) =>
  db
    .selectFrom('shipment as s')
    .innerJoin('freight_order as o', 'o.shipment_id', 's.id')
    .innerJoin('order_stop as os', 'os.order_id', 'o.id')
    .innerJoin('load_stop as ls', 'ls.stop_id', 'os.stop_id')
    .select([
      'ls.load_id as loadId',
      'os.actual_arrival as arrivedAt',
      'os.time_zone as timeZone',
      'os.requested_on as requestedOn',
    ])
    .where(isAmongValues('s.id', shipmentIds))
    .where('os.type', '=', 'DROP')
    .where((eb) => eb.or([matchRule(notCanceled, 'o'), eb.not(matchRule(notCanceled, 's'))]));

/** The day of a drop as it happened, else as it was asked for. */
function toDropDay(
  { loadId, arrivedAt, timeZone, requestedOn }: InferResult<ReturnType<typeof selectDrops>>[number],
  deskZone: string,
) {
  const day = arrivedAt === null ? requestedOn : getToday(timeZone ?? deskZone, arrivedAt);
  return day === null ? null : { loadId, day };
}
