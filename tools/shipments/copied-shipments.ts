import { equipmentText } from '../../src/domain/freight/equipment.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { CopiedTable } from '../../src/mcp/tool/records-copy.ts';
import type { Condition } from '../copied/conditions.ts';
import { podStatusesOf } from '../copied/pod-statuses.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
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
    const route = routes?.get(id);
    return (
      (origin?.holds(stopIn(route?.from_city, route?.from_state)) ?? true) &&
      (destination?.holds(stopIn(route?.to_city, route?.to_state)) ?? true)
    );
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
    pickup: routes?.get(row.id)?.pickup_due ?? row.pick_up_date,
    delivery: routes?.get(row.id)?.delivery_due ?? row.delivery_date,
    lane: routes?.get(row.id)?.route ?? '',
    equipment: routes?.get(row.id)?.equipment_asked ?? '',
    customer: names?.get(row.customer_id) ?? '',
    rep: names?.get(row.customer_rep_id ?? '') ?? null,
    carriers: carriers?.get(row.id) ?? [],
    blockers: blockers?.get(row.id) ?? [],
  }));
}

interface RouteRow {
  readonly id: string;
  readonly route: string;
  readonly from_city: string | null;
  readonly from_state: string | null;
  readonly to_city: string | null;
  readonly to_state: string | null;
  readonly pickup_due: string | null;
  readonly delivery_due: string | null;
  readonly equipment_asked: string;
}

/** What each carries from where to where, and when. */
async function routesOf(read: Reader, { text, values }: Condition): Promise<ReadonlyMap<string, RouteRow>> {
  const rows = await rowsOf<RouteRow>(
    read,
    `select f.id, f.route, f.from_city, f.from_state, f.to_city, f.to_state, f.pickup_due, f.delivery_due,
      f.equipment_asked
    from shipment s join shipment_fact f on f.id = s.id where ${text}`,
    values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A stop that names no city lies in none. */
const stopIn = (city: string | null | undefined, state: string | null | undefined) =>
  city === null || city === undefined ? undefined : { address: { city, state: state ?? null }, city: null };

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
