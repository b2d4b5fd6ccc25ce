import { sql } from 'kysely';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import type { RecordsCopy } from '../../src/copy/copy.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import type { TestService } from '../support/service/service.ts';

type Row = Readonly<Record<string, unknown>>;

/*
 * The facts of a brokerage on ways of their own: counts, money and papers by SQL over the service's own store, arrivals
 * and windows from the API's records with the clock arithmetic of Intl.
 */

/** What is not as expected in the facts of the copy, column by column. */
export async function factDifferences(
  copy: RecordsCopy,
  { service, api }: { readonly service: Pick<TestService, 'database'>; readonly api: ApiClient },
  organizationId: string,
): Promise<unknown[]> {
  // What is expected is written in the words of this database.
  if (service.database.kind !== 'sqlite') return [];
  const { shipments, hauls } = await expectedFacts(service, organizationId, api);
  return [...(await compare(copy, 'shipment_fact', shipments)), ...(await compare(copy, 'haul_fact', hauls))];
}

const textOf = (value: unknown) => JSON.stringify(value) ?? 'nothing';

async function compare(copy: RecordsCopy, table: string, expected: readonly Row[]): Promise<unknown[]> {
  const columns = (await copy.read(`pragma table_info(${table})`)).map(({ name }) => String(name));
  const held = new Map((await copy.read(`select * from ${table}`)).map((row) => [row['id'], row]));
  const wrong = expected.flatMap((row) => {
    const own = held.get(row['id']);
    held.delete(row['id']);
    const different = columns.filter((column) => own === undefined || own[column] !== row[column]);
    return different.map(
      (column) => `${table} ${textOf(row['id'])} ${column}: ${textOf(own?.[column])} not ${textOf(row[column])}`,
    );
  });
  return [...wrong, ...[...held.keys()].map((id) => `${table} ${textOf(id)} is too many`)];
}

export interface ExpectedFacts {
  readonly shipments: readonly Row[];
  readonly hauls: readonly Row[];
  /** Each stop once, with the columns of its shipment. */
  readonly visits: readonly Row[];
}

export async function expectedFacts(
  { database }: Pick<TestService, 'database'>,
  organizationId: string,
  api: ApiClient,
): Promise<ExpectedFacts> {
  const rows = async (query: string) => (await sql<Row>`${sql.raw(query)}`.execute(database.reader)).rows;
  const shipments = await rows(shipmentQuery(organizationId));
  const hauls = await rows(haulQuery(organizationId));
  const seen = await readShipments(api);
  return {
    visits: shipments.flatMap((row) => stopVisits(recordOf(seen, row['id'])).map((visit) => ({ ...row, ...visit }))),
    shipments: shipments.map(({ lacks_cost: lacksCost, lacks_actual_cost: lacksActualCost, ...row }) => {
      const record = recordOf(seen, row['id']);
      return {
        ...row,
        margin_gap: lacksCost === 1 ? 'no_cost' : null,
        margin_cents: lacksCost === 1 ? null : subtract(row['revenue_cents'], row['cost_cents']),
        actual_margin_cents:
          lacksActualCost === 1 ? null : subtract(row['actual_revenue_cents'], row['actual_cost_cents']),
        ...shipmentVisits(record),
        ...routeFacts(record),
      };
    }),
    hauls: hauls.map(({ stop_ids: stopIds, ...row }) => {
      const record = recordOf(seen, row['shipment_id']);
      return { ...row, ...haulVisits(record, typeof stopIds === 'string' ? stopIds.split(' ') : [], row) };
    }),
  };
}

const subtract = (revenue: unknown, cost: unknown): number | null =>
  revenue === null || cost === null ? null : Number(revenue) - Number(cost);

const bases = (organizationId: string) => `
  with mine as (select * from shipment where organization_id = '${organizationId}' and deleted_at is null),
  ordered as materialized (
    select o.*, o.status <> 'CANCELED' and s.status <> 'CANCELED' as is_live,
      (select coalesce(sum(total_cents), 0) from charge where owner_id = o.id) as cents
    from freight_order o join mine s on s.id = o.shipment_id where o.deleted_at is null),
  loaded as materialized (select l.* from load l join mine s on s.id = l.shipment_id where l.deleted_at is null),
  assigned as materialized (
    select c.*, l.status as load_status, c.status = 'ACTIVE' and l.status <> 'CANCELED' as is_live,
      c.status = 'BOUNCED' or (c.status = 'ACTIVE' and l.status = 'CANCELED') as is_free,
      (select coalesce(sum(total_cents), 0) from charge where owner_id = c.id) as cents,
      (select sum(iif(currency = c.currency, amount_cents, 0)) from bill where load_carrier_id = c.id and deleted_at is null) as billed,
      (select min(coalesce(invoice_date, substr(created_at, 1, 10))) from bill where load_carrier_id = c.id and deleted_at is null)
        as billed_day
    from load_carrier c join loaded l on l.id = c.load_id where c.deleted_at is null),
  served as materialized (
    select v.*, v.status = 'CANCELED' as is_free,
      (select coalesce(sum(total_cents), 0) from charge where owner_id = v.id) as cents,
      (select sum(iif(currency = v.currency, amount_cents, 0)) from bill where service_id = v.id and deleted_at is null) as billed
    from service v join mine s on s.id = v.shipment_id where v.deleted_at is null),
  owed as materialized (
    select shipment_id, currency, cents, is_free, billed from assigned union all
    select shipment_id, currency, cents, is_free, billed from served),
  asked as materialized (
    select i.* from invoice i join mine s on s.id = i.shipment_id where i.deleted_at is null and i.status <> 'VOIDED'),
  paper as (
    select status, created_at, coalesce(json_extract(tags, '$.shipmentId'), '') as of_shipment,
      coalesce(json_extract(tags, '$.orderId'), '') as of_order, coalesce(json_extract(tags, '$.loadId'), '') as of_load
    from document where type = 'PROOF_OF_DELIVERY' and deleted_at is null),
  proof as materialized (
    select status, p.created_at, of_shipment as shipment_id from paper p union all
    select p.status, p.created_at, o.shipment_id from paper p join ordered o on o.id = of_order union all
    select p.status, p.created_at, l.shipment_id from paper p join loaded l on l.id = of_load)`;

/** Codes of what customers are asked for beside the haul and its fuel: the catalog numbers them from 20 to 59. */
const isPassedOn = 'g.charge_code_id between 20 and 59 and g.total_cents > 0';
const tonuCodeId = 23;

/** Amounts of two currencies are not added. */
const isAskedOtherwise =
  'exists (select 1 from asked where shipment_id = s.id and currency <> s.currency and amount_cents <> 0)';

const placeParts = (end: string) =>
  `coalesce(${end}_city || ', ' || ${end}_state, ${end}_city, ${end}_state, ${end}_postal_code)`;
const laneParts = `${placeParts('origin')} as origin_place, ${placeParts('destination')} as destination_place,
  ${placeParts('origin')} || ' -> ' || ${placeParts('destination')} as lane`;

const shipmentQuery = (organizationId: string) => `${bases(organizationId)}, found as (
  select s.id, s.friendly_id, s.created_at, s.customer_id, s.customer_rep_id, s.status, s.billing_status,
    s.status = 'CANCELED' as is_canceled, s.status = 'DELIVERED' as is_delivered, s.currency,
    case (select count(distinct carrier_id) from assigned where shipment_id = s.id and is_live)
      when 1 then (select carrier_id from assigned where shipment_id = s.id and is_live) end as carrier_id,
    (select count(distinct carrier_id) from assigned where shipment_id = s.id and is_live) as carriers,
    (select count(*) from ordered where shipment_id = s.id and is_live) as orders,
    (select count(*) from loaded where shipment_id = s.id and status <> 'CANCELED') as loads,
    (select count(*) from served where shipment_id = s.id and status <> 'CANCELED') as services,
    (select mode from ordered where shipment_id = s.id order by position, id limit 1) as mode,
    s.origin_city, s.origin_state, s.origin_postal_code,
    s.destination_city, s.destination_state, s.destination_postal_code,
    (select max(mileage) from ordered where shipment_id = s.id and is_live) as miles,
    (select sum(json_extract(freight, '$.weight')) from ordered where shipment_id = s.id and is_live) as weight,
    s.pick_up_date as pickup_day, s.delivery_date as delivery_day,
    (select coalesce(sum(cents), 0) from ordered where shipment_id = s.id and is_live) as revenue_cents,
    (select coalesce(sum(cents), 0) from owed where shipment_id = s.id and not is_free) as cost_cents,
    (select coalesce(sum(cents), 0) from assigned where shipment_id = s.id and not is_free and status <> 'TONU')
      as carrier_pay_cents,
    (select coalesce(sum(cents), 0) from served where shipment_id = s.id and not is_free) as service_cents,
    s.status <> 'CANCELED' and (not exists (select 1 from loaded where shipment_id = s.id and status <> 'CANCELED')
      or exists (select 1 from loaded l where l.shipment_id = s.id and l.status <> 'CANCELED' and (
        not exists (select 1 from assigned where load_id = l.id and status = 'ACTIVE')
        or exists (select 1 from assigned where load_id = l.id and status = 'ACTIVE' and cents = 0)))) as lacks_cost,
    s.status <> 'CANCELED' and (not exists (select 1 from loaded where shipment_id = s.id and status <> 'CANCELED')
      or exists (select 1 from loaded l where l.shipment_id = s.id and l.status <> 'CANCELED' and (
        not exists (select 1 from assigned where load_id = l.id and status = 'ACTIVE')
        or exists (select 1 from assigned where load_id = l.id and status = 'ACTIVE' and cents = 0
          and billed is null)))) as lacks_actual_cost,
    iif(${isAskedOtherwise}, null, coalesce((select sum(amount_cents) from asked where shipment_id = s.id),
      (select coalesce(sum(cents), 0) from ordered where shipment_id = s.id and is_live))) as actual_revenue_cents,
    iif(exists (select 1 from bill where shipment_id = s.id and deleted_at is null and currency <> s.currency
      and amount_cents <> 0 and coalesce(load_carrier_id, service_id) is not null), null,
      (select coalesce(sum(coalesce(billed, iif(is_free, 0, cents))), 0) from owed where shipment_id = s.id))
      as actual_cost_cents,
    iif(${isAskedOtherwise}, null, (select sum(amount_cents) from asked where shipment_id = s.id)) as invoiced_cents,
    (select coalesce(sum(cents), 0) from assigned where shipment_id = s.id and status = 'TONU') as tonu_cents,
    (select count(*) from assigned where shipment_id = s.id and status = 'TONU') as tonus,
    (select count(*) from assigned where shipment_id = s.id and status = 'BOUNCED') as bounces,
    s.status = 'DELIVERED' and s.billing_status in ('DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE')
      and not exists (select 1 from asked where shipment_id = s.id) as is_unbilled,
    iif(s.status = 'DELIVERED' and s.billing_status in ('DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE')
      and not exists (select 1 from asked where shipment_id = s.id),
      (select coalesce(sum(cents), 0) from ordered where shipment_id = s.id and is_live), 0) as unbilled_cents,
    (select coalesce(sum(g.total_cents), 0) from assigned a join charge g on g.owner_id = a.id
      where a.shipment_id = s.id and not a.is_free and ${isPassedOn} and not exists (
        select 1 from ordered o join charge x on x.owner_id = o.id
        where o.shipment_id = s.id and x.charge_code_id = g.charge_code_id and x.total_cents > 0
          and (o.is_live or x.charge_code_id = ${tonuCodeId}))) as leak_cents,
    (select min(booked_at) from assigned where shipment_id = s.id) as booked_at,
    s.delivered_at,
    case when exists (select 1 from proof where shipment_id = s.id and status = 'UPLOADED') then 'present'
      when s.status <> 'DELIVERED' then 'not_due'
      when exists (select 1 from proof where shipment_id = s.id and status = 'PENDING_UPLOAD') then 'upload_pending'
      else 'missing' end as pod,
    (select min(created_at) from proof where shipment_id = s.id and status = 'UPLOADED') as pod_at,
    (select min(invoice_date) from asked where shipment_id = s.id) as invoiced_day,
    iif(exists (select 1 from asked where shipment_id = s.id)
      and not exists (select 1 from asked where shipment_id = s.id and owed_cents > 0),
      (select max(p.payment_date) from asked i join payment_application a on a.invoice_id = i.id
        join payment p on p.id = a.payment_id where i.shipment_id = s.id and p.deleted_at is null), null) as paid_day
  from mine s) select *, ${laneParts} from found`;

const endOfLoad = (part: string, type: 'PICK' | 'DROP') => `(
  select t.place_${part} from load_stop v join stop t on t.id = v.stop_id where v.load_id = l.id
  order by t.type = '${type}' desc, v.sequence ${type === 'PICK' ? 'asc' : 'desc'} limit 1)`;

const haulQuery = (organizationId: string) => `${bases(organizationId)}, found as (
  select c.id, c.load_id, l.friendly_id as load_friendly_id, c.shipment_id, s.friendly_id as shipment_friendly_id,
    c.carrier_id, s.customer_id, s.customer_rep_id, c.status, l.status as load_status, c.billing_status,
    c.removal_reason, c.created_at, c.booked_at, c.is_live, c.is_live and l.status = 'DELIVERED' as is_delivered,
    l.mode, c.currency, iif(c.is_free, 0, c.cents) as cost_cents, iif(exists (select 1 from bill where load_carrier_id = c.id and deleted_at is null and currency = c.currency), c.billed, null) as billed_cents, c.billed_day,
    iif(c.is_live and (select count(*) from assigned where shipment_id = s.id and is_live) = 1,
      (select coalesce(sum(cents), 0) from ordered where shipment_id = s.id and is_live), null) as revenue_cents,
    ${['city', 'state', 'postal_code'].map((part) => `${endOfLoad(part, 'PICK')} as origin_${part}, ${endOfLoad(part, 'DROP')} as destination_${part}`).join(', ')},
    (select group_concat(stop_id, ' ') from (select stop_id from load_stop where load_id = l.id order by sequence))
      as stop_ids
  from assigned c join loaded l on l.id = c.load_id join mine s on s.id = c.shipment_id) select *, ${laneParts} from found`;

type Shipment = Awaited<ReturnType<ApiClient['shipments']['get']>>;
type Order = Shipment['orders'][number];
type Stop = Order['stops'][number];

async function readShipments(api: ApiClient): Promise<ReadonlyMap<string, Shipment>> {
  const found = new Map<string, Shipment>();
  for (let cursor: string | undefined; ;) {
    const { data, pagination } = await api.shipments.filter({ pageSize: 250, ...(cursor && { cursor }) });
    for (const shipment of data) found.set(shipment.id, shipment);
    if (!pagination.hasNextPage) return found;
    cursor = pagination.endCursor ?? undefined;
  }
}

function recordOf(seen: ReadonlyMap<string, Shipment>, id: unknown): Shipment {
  const record = seen.get(String(id));
  if (!record) throw new Error(`the API shows no shipment ${String(id)}`);
  return record;
}

const live = (shipment: Shipment): readonly Order[] =>
  shipment.status === 'CANCELED' ? [] : shipment.orders.filter(({ status }) => status !== 'CANCELED');

function stopVisits(shipment: Shipment): readonly Row[] {
  const stops = new Map(live(shipment).flatMap((order) => order.stops.map((stop) => [stop.id, stop])));
  return [...stops.values()].map((stop) => ({
    stop_type: stop.type,
    location_id: stop.location?.id ?? null,
    late_minutes: minutesLate(stop),
    dwell_minutes: dwell(stop),
  }));
}

function shipmentVisits(shipment: Shipment) {
  const orders = live(shipment);
  const [first] = shipment.orders;
  const stops = new Map(orders.flatMap((order) => order.stops.map((stop) => [stop.id, stop])));
  return {
    equipment: equipmentOf(first),
    origin_market: pickOf(first?.stops)?.address?.market ?? null,
    destination_market: dropOf(first?.stops)?.address?.market ?? null,
    ...visits(
      orders.map(({ stops: route }) => pickOf(route)),
      orders.map(({ stops: route }) => dropOf(route)),
      [...stops.values()],
    ),
  };
}

const placeIn = ({ address, city, postalCode, airportCode }: Stop) =>
  [address?.city ?? city?.name, address?.state ?? city?.stateProvince].filter(Boolean).join(', ') ||
  (postalCode ?? airportCode ?? 'unknown place');

function routeFacts({ status, orders, pickUpDate, deliveryDate }: Shipment) {
  const moved = orders.filter((order) => status === 'CANCELED' || order.status !== 'CANCELED');
  const route = moved.flatMap(({ stops }) => [...stops].sort((a, b) => a.sequence - b.sequence));
  const [from, to] = [route[0], route.at(-1)].map((stop) => ({
    place: stop && placeIn(stop),
    city: stop?.address?.city ?? stop?.city?.name ?? null,
    state: stop?.address?.state ?? stop?.city?.stateProvince ?? findPostalState(stop?.postalCode ?? '')?.state ?? null,
  }));
  const startOf = (stop: Stop | undefined) => (stop && windowOf(stop)?.start) ?? null;
  const drops = route.filter(({ type }) => type === 'DROP');
  const names = new Set(moved.flatMap(({ equipment }) => equipment.map(({ name }) => name)));
  return {
    route: route.length === 0 ? 'no route' : `${from?.place} to ${to?.place}`,
    from_city: from?.city,
    from_state: from?.state,
    to_city: to?.city,
    to_state: to?.state,
    pickup_due: startOf(route.find(({ type }) => type === 'PICK')) ?? pickUpDate,
    delivery_due: startOf(drops.at(-1)) ?? deliveryDate,
    equipment_asked: [...names].sort().join(' or '),
  };
}

function haulVisits(shipment: Shipment, stopIds: readonly string[], row: Row) {
  const known = new Map(shipment.orders.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop])));
  const route = stopIds.flatMap((id) => known.get(id) ?? []);
  const [pick, drop] = [pickOf(route), dropOf(route)];
  const moved = row['is_live'] === 1 ? route : [];
  const [first] = shipment.orders;
  const whole = shipment.orders.filter(({ stops }) =>
    [pickOf(stops), dropOf(stops)].every((stop) => stop && stopIds.includes(stop.id)),
  );
  const miles = whole.flatMap(({ mileage }) => mileage ?? []);
  return {
    equipment: equipmentOf(first),
    origin_market: pick?.address?.market ?? null,
    destination_market: drop?.address?.market ?? null,
    miles: shipment.status === 'CANCELED' || miles.length === 0 ? null : Math.max(...miles),
    pickup_day:
      pick?.id === pickOf(first?.stops)?.id
        ? shipment.pickUpDate
        : dayOf(pick, pick?.actualDeparture ?? pick?.actualArrival ?? (pick && windowOf(pick)?.start)),
    delivery_day:
      drop?.id === dropOf(first?.stops)?.id
        ? shipment.deliveryDate
        : dayOf(drop, drop?.actualArrival ?? (drop && windowOf(drop)?.end)),
    ...visits([pickOf(moved)], [dropOf(moved)], moved),
    transit_minutes: transit(pickOf(moved)?.actualDeparture, dropOf(moved)?.actualArrival),
  };
}

const pickOf = (stops: readonly Stop[] = []) => stops.filter(({ type }) => type === 'PICK')[0] ?? stops[0];
const dropOf = (stops: readonly Stop[] = []) => stops.filter(({ type }) => type === 'DROP').at(-1) ?? stops.at(-1);

const equipmentOf = (order: Order | undefined) =>
  (order?.equipment ?? [])
    .map(({ name }) => name)
    .sort()
    .join(', ') || null;

const transit = (from: string | null | undefined, to: string | null | undefined) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : null;

function visits(picks: readonly (Stop | undefined)[], drops: readonly (Stop | undefined)[], all: readonly Stop[]) {
  const [pickup, delivery] = [picks, drops].map((stops) => {
    const late = stops.flatMap((stop) => (stop ? (minutesLate(stop) ?? []) : []));
    return late.length === 0 ? null : Math.max(...late);
  });
  const stood = all.flatMap((stop) => dwell(stop) ?? []);
  return {
    on_time_pickup: onTime(pickup),
    on_time_delivery: onTime(delivery),
    pickup_late_minutes: pickup,
    delivery_late_minutes: delivery,
    dwell_minutes: stood.length === 0 ? null : stood.reduce((sum, minutes) => sum + minutes, 0),
    dwell_stops: stood.length,
  };
}

const onTime = (late: number | null | undefined) => (late === null || late === undefined ? null : late <= 0 ? 1 : 0);

function minutesLate(stop: Stop): number | null {
  const window = windowOf(stop);
  if (!window || !stop.actualArrival) return null;
  return Math.ceil((Date.parse(stop.actualArrival) - Date.parse(window.end)) / 60_000) + 0;
}

function dwell(stop: Stop): number | null {
  const { actualArrival, actualDeparture, dropTrailer } = stop;
  if (!actualArrival || !actualDeparture || dropTrailer) return null;
  const from = Math.max(Date.parse(actualArrival), Date.parse(windowOf(stop)?.start ?? actualArrival));
  const minutes = Math.floor((Date.parse(actualDeparture) - from) / 60_000);
  return minutes < 0 ? null : minutes;
}

function dayOf(stop: Stop | undefined, instant: string | null | undefined): string | null {
  const zone = stop?.timeZone;
  return zone && instant ? wallText(Date.parse(instant), zone).slice(0, 10) : null;
}

/** As the truck that came found it. */
function windowOf(stop: Stop): { readonly start: string; readonly end: string } | null {
  const asked = stop.windowAtArrival ?? stop;
  const zone = asked.timeZone;
  const first = asked.requestedStartDate ?? asked.requestedEndDate;
  const last = asked.requestedEndDate ?? asked.requestedStartDate;
  if (!zone || !first || !last) return null;
  const startTime = asked.requestedStartTime ?? '00:00';
  const endTime = asked.requestedEndTime ?? (asked.requestedEndDate ? null : asked.requestedStartTime);
  const isOvernight = !asked.requestedEndDate && endTime !== null && endTime < startTime;
  const end =
    endTime === null
      ? instantAt(nextDay(last), '00:00', zone, 'first') - 1
      : instantAt(isOvernight ? nextDay(last) : last, endTime, zone, 'last');
  const start = Math.min(instantAt(first, startTime, zone, 'first'), end);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The answers so far: most stops are on the same days at the same hours. */
const instants = new Map<string, number>();

function instantAt(day: string, time: string, zone: string, which: 'first' | 'last'): number {
  const key = `${day} ${time} ${zone} ${which}`;
  const instant = instants.get(key) ?? computeInstant(day, time, zone, which);
  instants.set(key, instant);
  return instant;
}

/** The moment at which the clocks of a zone show this, the first or the last one. */
function computeInstant(day: string, time: string, zone: string, which: 'first' | 'last'): number {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const offset = Date.parse(`${wallText(wall, zone).replace(' ', 'T')}:00Z`) - wall;
  // Clocks are put forward or back by less than the two hours around it.
  const quarters = Array.from({ length: 17 }, (_, index) => wall - offset + (index - 8) * 15 * 60_000);
  const fitting = quarters.filter((at) => wallText(at, zone) === `${day} ${time}`);
  const found = which === 'first' ? fitting[0] : fitting.at(-1);
  // Clocks that are put forward never show it: as the clock that was not yet put forward would.
  return (
    found ?? instantAt(day, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`, zone, which)
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallText(at: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  formats.set(zone, format);
  return format.format(at);
}
