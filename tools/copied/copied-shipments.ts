import type { Expression, SqlBool } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { toCivilDay } from '../../src/domain/kit/dates.ts';
import { activeAssignment } from '../../src/domain/freight/load.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { toStopWindow } from '../../src/domain/stops/stop-window.ts';
import { listLiveOrders, type ProgressStop } from '../../src/domain/shipments/progress.ts';
import { isUnderWay, type WatchedFreight } from '../../src/domain/shipments/watched-freight.ts';
import type { CopiedRecords, RecordsDatabase, RowsOfQueries } from '../../src/mcp/tool/records-copy.ts';
import { ofShipment } from './shipment-scope.ts';

/** A stop of the copy with the words that lists show for it. */
export interface CopiedStop extends ProgressStop {
  readonly id: string;
  readonly place: string;
  readonly windowText: string;
  readonly requestText: string;
  readonly dropTrailer: boolean;
  readonly hasDate: boolean;
}

export interface CopiedOrder {
  readonly id: string;
  readonly status: string;
  readonly mileage: number | null;
  readonly references: string | null;
  readonly stops: readonly CopiedStop[];
}

/** A carrier that is on a load now. */
export interface CopiedAssignment {
  /** Null if the API doesn't send it. */
  readonly carrierId: string | null;
  /** Null if the copy doesn't have the carrier. */
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly bookedAt: string | null;
  readonly dispatchedAt: string | null;
  readonly coverEnd: string | null | undefined;
}

type ShipmentRow = RowsOfQueries<ReturnType<typeof buildShipmentQueries>>['shipments'][number];

/** A shipment of the copy with all that lists, briefs and exceptions show of it. */
export type CopiedShipment = Omit<ShipmentRow, 'firstOrderId' | 'marginCents'> &
  Pick<WatchedFreight, 'routes' | 'pod' | 'hasInvoice' | 'marginCents'> & {
    readonly orders: readonly CopiedOrder[];
    /** The current carriers of each load that is not canceled. */
    readonly loads: readonly (readonly CopiedAssignment[])[];
    readonly carriers: readonly CopiedAssignment[];
  };

/** Selection of the shipments to read: a condition on `s` and `f`, their order, and their number. */
export interface ShipmentSelection {
  readonly condition: Expression<SqlBool>;
  readonly page?: SelectedPage | undefined;
}

interface SelectedPage {
  readonly order: readonly ShipmentOrder[];
  readonly skip: number;
  readonly limit: number;
}

/** An order of shipments; what isn't known comes last whichever way round. */
export interface ShipmentOrder {
  readonly by: Expression<unknown>;
  readonly direction: 'asc' | 'desc';
}

/** Builds the query for shipments `s` with their facts `f`. */
export const selectShipments = (db: RecordsDatabase, { condition, page }: ShipmentSelection) => {
  const shipments = db.selectFrom('shipment as s').leftJoin('shipment_fact as f', 'f.id', 's.id').where(condition);
  if (page === undefined) return shipments;
  const { order, skip, limit } = page;
  const ordered = order.reduce(
    (query, { by, direction }) => query.orderBy(by, (part) => part[direction]().nullsLast()),
    shipments,
  );
  return ordered.orderBy('s.created_at', 'desc').orderBy('s.id', 'desc').limit(limit).offset(skip);
};

/** Parts of a shipment that rest on further collections, and are read only where something shows them. */
export interface RequestedParts {
  /** True to read the status of the proof of delivery, and if there is an invoice. */
  readonly hasPod?: boolean;
  readonly hasMoney?: boolean;
  readonly hasRep?: boolean;
}

/** The margin of a shipment; a canceled one that costs nothing has none. */
export const shownMargin = ofShipment
  .case()
  .when(ofShipment.or([ofShipment('f.is_canceled', '=', 0), ofShipment('f.cost_cents', '<>', 0)]))
  .then(ofShipment.ref('f.margin_cents'))
  .end();

const selectShipmentRows = (
  db: RecordsDatabase,
  selection: ShipmentSelection,
  { hasPod = false, hasMoney = false, hasRep = false }: RequestedParts,
) =>
  selectShipments(db, selection)
    .leftJoin('customer as c', 'c.id', 's.customer_id')
    .select([
      's.id',
      's.friendly_id as friendlyId',
      's.created_at as createdAt',
      's.status',
      's.billing_status as billingStatus',
      's.first_order_id as firstOrderId',
      's.customer_id as customerId',
      'c.name as customerName',
      's.currency',
      's.revenue_cents as revenueCents',
      's.pick_up_date as pickUpDate',
      's.delivery_date as lastDeliveryDay',
      's.delivered_at as deliveredAt',
      'f.route',
      'f.equipment_asked as equipment',
      'f.weight',
    ])
    .$if(hasPod, (query) => query.select(['f.pod as podState', 'f.is_unbilled as isUnbilled']))
    .$if(hasMoney, (query) =>
      query.select([
        'f.cost_cents as costCents',
        'f.carrier_pay_cents as carrierPayCents',
        'f.service_cents as serviceCents',
        'f.tonu_cents as tonuCents',
        shownMargin.as('marginCents'),
        'f.margin_gap as marginGap',
      ]),
    )
    .$if(hasRep, (query) =>
      query
        .leftJoin('user_account as u', 'u.id', 's.customer_rep_id')
        .select((eb) => eb.fn.coalesce('u.name', 'u.email').as('rep')),
    );

/** Builds the query for shipments of a selection by their ids. */
const selectIds = (db: RecordsDatabase, selection: ShipmentSelection) => selectShipments(db, selection).select('s.id');

const selectStopRows = (db: RecordsDatabase, selection: ShipmentSelection) =>
  db
    .selectFrom('freight_order as o')
    .leftJoin('order_stop as st', 'st.order_id', 'o.id')
    .where('o.shipment_id', 'in', selectIds(db, selection))
    .select([
      'o.shipment_id as shipmentId',
      'o.id as orderId',
      'o.created_at as createdAt',
      'o.status',
      'o.mileage',
      'o.reference_text as references',
      'st.stop_id as stopId',
      'st.sequence',
      'st.type',
      'st.place',
      'st.actual_arrival as actualArrival',
      'st.actual_departure as actualDeparture',
      'st.is_drop_trailer as isDropTrailer',
      'st.window_start as start',
      'st.window_end as end',
      'st.window_kind as kind',
      'st.time_zone as zone',
      'st.window_text as windowText',
      'st.request_text as requestText',
      'st.is_dated as isDated',
    ]);

const selectLoadRows = (db: RecordsDatabase, selection: ShipmentSelection) =>
  db
    .selectFrom('load as l')
    .leftJoin('load_carrier as lc', (join) =>
      join.onRef('lc.load_id', '=', 'l.id').on(matchRule(activeAssignment, 'lc')),
    )
    .leftJoin('carrier as c', 'c.id', 'lc.carrier_id')
    .where('l.shipment_id', 'in', selectIds(db, selection))
    .where(matchRule(notCanceled, 'l'))
    .orderBy('l.created_at')
    .orderBy('l.id')
    .orderBy('lc.created_at')
    .orderBy('lc.id')
    .select([
      'l.shipment_id as shipmentId',
      'l.id as loadId',
      'lc.id as assignmentId',
      'lc.carrier_id as carrierId',
      'lc.booked_at as bookedAt',
      'lc.dispatched_at as dispatchedAt',
      'c.name',
      'c.phone',
      'c.email',
      'c.type',
      'c.insurance_expires_at as insuranceEndsAt',
    ]);

/** Builds the queries for shipments with their stops and carriers; run together they show one moment. */
export const buildShipmentQueries = (db: RecordsDatabase, selection: ShipmentSelection, parts: RequestedParts) => ({
  shipments: selectShipmentRows(db, selection, parts),
  stops: selectStopRows(db, selection),
  loads: selectLoadRows(db, selection),
});

type ShipmentRows = RowsOfQueries<ReturnType<typeof buildShipmentQueries>>;
type CopiedStopRow = ShipmentRows['stops'][number];
type CopiedLoadRow = ShipmentRows['loads'][number];

/** Puts the rows of the queries together, in the order of the shipments. */
export function toCopiedShipments(
  { shipments, stops, loads }: ShipmentRows,
  timeZone: string,
): readonly CopiedShipment[] {
  const stopsByShipment = Map.groupBy(stops, ({ shipmentId }) => shipmentId);
  const loadsByShipment = Map.groupBy(loads, ({ shipmentId }) => shipmentId);
  return shipments.map(({ firstOrderId, ...row }) => {
    const orders = toOrders(stopsByShipment.get(row.id) ?? [], firstOrderId);
    const ownLoads = [...Map.groupBy(loadsByShipment.get(row.id) ?? [], ({ loadId }) => loadId).values()];
    const carriers = ownLoads.map((assignments) =>
      assignments
        .filter(({ assignmentId }) => assignmentId !== null)
        .map((assignment) => toCarrier(assignment, timeZone)),
    );
    return {
      ...row,
      pod: row.podState ?? 'unknown',
      hasInvoice: row.isUnbilled === 0,
      marginCents: row.marginCents ?? null,
      orders,
      routes: orders.filter(isUnderWay).map(({ stops: route, mileage }) => ({ stops: route, miles: mileage })),
      loads: carriers,
      carriers: carriers.flat(),
    };
  });
}

export interface ShipmentReading {
  readonly selection: ShipmentSelection;
  readonly parts: RequestedParts;
  readonly timeZone: string;
}

/** Reads shipments with what lists and exceptions show of them, at one moment. */
export async function readShipments(
  records: CopiedRecords,
  { selection, parts, timeZone }: ShipmentReading,
): Promise<readonly CopiedShipment[]> {
  return toCopiedShipments(await records.readTogether(buildShipmentQueries(records.db, selection, parts)), timeZone);
}

/** Orders of a shipment that are not canceled. */
export const listCopiedOrders = (shipment: CopiedShipment): readonly CopiedOrder[] => listLiveOrders(shipment);

/** Builds the orders: the shipment's first order, then the others as they were entered. */
function toOrders(rows: readonly CopiedStopRow[], firstOrderId: string | null): readonly CopiedOrder[] {
  const orders = [...Map.groupBy(rows, ({ orderId }) => orderId).values()];
  const getPlace = ([row]: readonly CopiedStopRow[]) =>
    `${row?.orderId === firstOrderId ? 0 : 1} ${row?.createdAt} ${row?.orderId}`;
  return orders
    .toSorted((first, other) => (getPlace(first) < getPlace(other) ? -1 : 1))
    .flatMap((orderRows) => {
      const [row] = orderRows;
      if (row === undefined) return [];
      const { orderId: id, status, mileage, references } = row;
      return { id, status, mileage, references, stops: orderRows.flatMap(toStops) };
    });
}

/** Builds the stops of a row. An order without stops has one row without any. */
function toStops(row: CopiedStopRow): readonly CopiedStop[] {
  if (row.stopId === null || row.sequence === null) return [];
  return [
    {
      id: row.stopId,
      sequence: row.sequence,
      type: row.type ?? '',
      place: row.place ?? '',
      actualArrival: row.actualArrival,
      actualDeparture: row.actualDeparture,
      dropTrailer: row.isDropTrailer === 1,
      window: toStopWindow(row),
      windowText: row.windowText ?? '',
      requestText: row.requestText ?? '',
      hasDate: row.isDated === 1,
    },
  ];
}

const toCarrier = (row: CopiedLoadRow, timeZone: string): CopiedAssignment => ({
  carrierId: row.carrierId,
  name: row.name,
  phone: row.phone,
  email: row.email,
  bookedAt: row.bookedAt,
  dispatchedAt: row.dispatchedAt,
  // Only truckload carriers have cover on record.
  coverEnd: row.type === 'TRUCKLOAD' ? row.insuranceEndsAt && toCivilDay(row.insuranceEndsAt, timeZone) : undefined,
});
