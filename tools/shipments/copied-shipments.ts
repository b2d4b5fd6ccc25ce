import { firstPick, lastDrop } from '../../src/domain/freight/route.ts';
import type { StopType } from '../../src/domain/freight/stop.ts';
import { equipmentText } from '../../src/domain/freight/equipment.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { CopiedTable } from '../../src/mcp/tool/records-copy.ts';
import type { Condition } from '../copied/conditions.ts';
import { podStatusesOf } from '../copied/pod-statuses.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { describeRoute } from '../../src/domain/places/stop-place.ts';
import type { Area } from '../copied/areas.ts';
import { billingBlockers } from './shipment-billing.ts';
import { liveOrders } from './shipment-progress.ts';
import type { Listed } from './shipment-watch.ts';

/** A shipment as far as it is counted and ordered: what no order and no group asks for may be left out. */
export interface CountedShipment {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  readonly pickUpDate: string | null;
  readonly currency: string;
  readonly revenueCents: number | null;
  readonly costCents: number | null;
  /** When its first pickup and its last drop are due: by the clock where they have one, else by their date. */
  readonly pickup: string | null;
  readonly delivery: string | null;
  readonly minutesLate: number | null;
  readonly customer: string;
  readonly carriers: readonly string[];
  readonly rep: string | null;
  readonly lane: string;
  readonly equipment: string;
  /** What is in the way of its invoice. */
  readonly blockers: readonly string[];
}

const namedText = ({ name, friendlyId }: { readonly name: string; readonly friendlyId: string }): string =>
  `${name} (${friendlyId})`;

export const repOf = ({ customerRep }: ShipmentRecord): string | null =>
  customerRep && (customerRep.name ?? customerRep.email);

export const equipmentOf = (shipment: ShipmentRecord): string =>
  equipmentText(liveOrders(shipment).flatMap(({ equipment }) => equipment.map(({ name }) => name)));

export const blockersOf = ({ shipment, pod }: Listed): readonly string[] =>
  pod === undefined ? [] : billingBlockers({ shipment, pod, invoices: [] });

/** What of shipments a question counts or orders by, beside what is in their own rows. */
export interface ShipmentParts {
  readonly route?: boolean;
  readonly carriers?: boolean;
  readonly names?: boolean;
  readonly papers?: boolean;
}

/** Whose tables have to be up to date for it. */
export const tablesFor = ({ route, carriers, names, papers }: ShipmentParts): readonly CopiedTable[] => [
  'shipment',
  ...(route || papers ? (['freight_order'] as const) : []),
  ...(carriers || papers ? (['load'] as const) : []),
  ...(carriers ? (['carrier'] as const) : []),
  ...(names ? (['customer', 'user_account'] as const) : []),
  ...(papers ? (['document'] as const) : []),
];

export interface CopiedQuestion {
  /** On a shipment `s`. */
  readonly condition: Condition;
  readonly origin: Area | undefined;
  readonly destination: Area | undefined;
  readonly parts: ShipmentParts;
}

interface ShipmentRow {
  readonly id: string;
  readonly status: ShipmentRecord['status'];
  readonly billing_status: ShipmentRecord['billingStatus'];
  readonly created_at: string;
  readonly delivered_at: string | null;
  readonly pick_up_date: string | null;
  readonly delivery_date: string | null;
  readonly currency: string;
  readonly revenue_cents: number | null;
  readonly cost_cents: number | null;
  readonly customer_id: string;
  readonly customer_rep_id: string | null;
}

/** Every shipment of the copy that is meant, newest first. */
export async function copiedShipments(read: Reader, question: CopiedQuestion): Promise<readonly CountedShipment[]> {
  const { condition, origin, destination, parts } = question;
  const rows = await rowsOf<ShipmentRow>(
    read,
    `select id, status, billing_status, created_at, delivered_at, pick_up_date, delivery_date, currency, revenue_cents,
      cost_cents, customer_id, customer_rep_id
    from shipment s where ${condition.text} order by s.created_at desc, s.id desc`,
    condition.values,
  );
  const [routes, carriers, names, blockers] = await Promise.all([
    parts.route ? routesOf(read, condition) : undefined,
    parts.carriers ? carriersOf(read, condition) : undefined,
    parts.names ? namesOf(read) : undefined,
    parts.papers ? copiedBlockers(read, rows) : undefined,
  ]);
  const meant = rows.filter(({ id }) => {
    const stops = routes?.get(id)?.stops ?? [];
    return (origin?.holds(stops[0]) ?? true) && (destination?.holds(stops.at(-1)) ?? true);
  });
  return meant.map((row) => ({
    id: row.id,
    status: row.status,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    pickUpDate: row.pick_up_date,
    currency: row.currency,
    revenueCents: row.revenue_cents,
    costCents: row.cost_cents,
    minutesLate: null,
    pickup: routes?.get(row.id)?.pickup ?? row.pick_up_date,
    delivery: routes?.get(row.id)?.delivery ?? row.delivery_date,
    lane: routes?.get(row.id)?.lane ?? noRoute.lane,
    equipment: routes?.get(row.id)?.equipment ?? '',
    customer: names?.get(row.customer_id) ?? '',
    rep: names?.get(row.customer_rep_id ?? '') ?? null,
    carriers: carriers?.get(row.id) ?? [],
    blockers: blockers?.get(row.id) ?? [],
  }));
}

interface StopRow {
  readonly shipment_id: string;
  readonly order_id: string;
  readonly equipment: string | null;
  readonly type: StopType | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly window_start: string | null;
}

/** Stops in route order, order by order; of a canceled shipment, of what it would have moved. */
async function routesOf(read: Reader, { text, values }: Condition) {
  const rows = await rowsOf<StopRow>(
    read,
    `select o.shipment_id, o.id as order_id, o.equipment, st.type, st.city, st.state, st.postal_code, st.window_start
    from shipment s join freight_order o on o.shipment_id = s.id left join order_stop st on st.order_id = o.id
    where (${text}) and (o.status <> 'CANCELED' or s.status = 'CANCELED')
    order by o.shipment_id, o.id <> coalesce(s.first_order_id, ''), o.created_at, o.id, st.sequence`,
    values,
  );
  return new Map([...Map.groupBy(rows, ({ shipment_id: id }) => id)].map(([id, own]) => [id, routeOf(own)]));
}

const noRoute = { lane: describeRoute([]) };

function routeOf(rows: readonly StopRow[]) {
  const stops = rows.flatMap(({ type, city, state, postal_code: postalCode, window_start: start }) =>
    type === null
      ? []
      : [
          {
            type,
            start,
            address: city === null ? undefined : { city, state },
            city: null,
            postalCode,
            airportCode: null,
          },
        ],
  );
  const [pick, drop] = [firstPick(stops), lastDrop(stops)];
  return {
    stops,
    pickup: pick?.type === 'PICK' ? pick.start : null,
    delivery: drop?.type === 'DROP' ? drop.start : null,
    lane: describeRoute(stops),
    equipment: equipmentText(rows.flatMap(({ equipment }) => equipment?.split(', ') ?? [])),
  };
}

interface CarrierRow {
  readonly shipment_id: string;
  readonly name: string;
  readonly friendly_id: string;
}

async function carriersOf(read: Reader, { text, values }: Condition) {
  const rows = await rowsOf<CarrierRow>(
    read,
    `select l.shipment_id, c.name, c.friendly_id from shipment s join load l on l.shipment_id = s.id
      join load_carrier lc on lc.load_id = l.id join carrier c on c.id = lc.carrier_id
    where (${text}) and l.status <> 'CANCELED' and lc.status = 'ACTIVE'`,
    values,
  );
  return new Map(
    [...Map.groupBy(rows, ({ shipment_id: id }) => id)].map(([id, own]) => [
      id,
      own.map(({ name, friendly_id: friendlyId }) => namedText({ name, friendlyId })),
    ]),
  );
}

/** Of customers and of the people of the brokerage. */
async function namesOf(read: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ readonly id: string; readonly name: string }>(
    read,
    `select id, name || ' (' || friendly_id || ')' as name from customer
    union all select id, coalesce(name, email) as name from user_account`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function copiedBlockers(
  read: Reader,
  rows: readonly ShipmentRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const podOf = await podStatusesOf(
    read,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, status, billing_status: billingStatus, revenue_cents: cents }) => {
      const pod = podState({ delivered: status === 'DELIVERED', podStatuses: podOf(id), billingStatus });
      const totalRevenue = cents === null ? null : fromCents(cents);
      return [id, billingBlockers({ shipment: { status, billingStatus, totalRevenue }, pod, invoices: [] })];
    }),
  );
}
