import { sql } from 'kysely';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import type { LocalCopy } from '../../src/copy/copy.ts';
import { findPostalState } from '../../src/domain/places/postal-state.ts';
import type { TestService } from '../support/service/service.ts';

type ExpectedRow = Readonly<Record<string, unknown>>;

/*
 * The facts of a brokerage on ways of their own: counts, money and papers by SQL over the service's own store, arrivals
 * and windows from the API's records with the clock arithmetic of Intl.
 */

/** Lists differences between the facts of the copy and the expected ones, column by column. */
export async function listFactDifferences(
  copy: LocalCopy,
  { service, api }: { readonly service: Pick<TestService, 'database'>; readonly api: ApiClient },
  organizationId: string,
): Promise<unknown[]> {
  // What is expected is written in the words of this database.
  if (service.database.kind !== 'sqlite') return [];
  const { shipments, hauls } = await readExpectedFacts(service, organizationId, api);
  return [...(await compare(copy, 'shipment_fact', shipments)), ...(await compare(copy, 'haul_fact', hauls))];
}

const formatValue = (value: unknown) => JSON.stringify(value) ?? 'nothing';

async function compare(copy: LocalCopy, table: string, expected: readonly ExpectedRow[]): Promise<unknown[]> {
  const columns = (await copy.read(`pragma table_info(${table})`)).map(({ name }) => String(name));
  const rowsById = new Map((await copy.read(`select * from ${table}`)).map((row) => [row['id'], row]));
  const wrong = expected.flatMap((row) => {
    const copiedRow = rowsById.get(row['id']);
    rowsById.delete(row['id']);
    const different = columns.filter((column) => copiedRow === undefined || copiedRow[column] !== row[column]);
    return different.map(
      (column) =>
        `${table} ${formatValue(row['id'])} ${column}: ${formatValue(copiedRow?.[column])} not ${formatValue(row[column])}`,
    );
  });
  return [...wrong, ...[...rowsById.keys()].map((id) => `${table} ${formatValue(id)} is too many`)];
}

export interface ExpectedFacts {
  readonly shipments: readonly ExpectedRow[];
  readonly hauls: readonly ExpectedRow[];
  /** Each stop once, with the columns of its shipment. */
  readonly visits: readonly ExpectedRow[];
}

export async function readExpectedFacts(
  { database }: Pick<TestService, 'database'>,
  organizationId: string,
  api: ApiClient,
): Promise<ExpectedFacts> {
  const readRows = async (query: string) => (await sql<ExpectedRow>`${sql.raw(query)}`.execute(database.reader)).rows;
  const shipments = await readRows(buildShipmentQuery(organizationId));
  const hauls = await readRows(buildHaulQuery(organizationId));
  const seen = await readShipments(api);
  return {
    visits: shipments.flatMap((row) => stopVisits(getRecord(seen, row['id'])).map((visit) => ({ ...row, ...visit }))),
    shipments: shipments.map(({ lacks_cost: lacksCost, lacks_actual_cost: lacksActualCost, ...row }) => {
      const record = getRecord(seen, row['id']);
      return {
        ...row,
        margin_gap: lacksCost === 1 ? 'no_cost' : null,
        margin_cents: lacksCost === 1 ? null : subtract(row['revenue_cents'], row['cost_cents']),
        actual_margin_cents:
          lacksActualCost === 1 ? null : subtract(row['actual_revenue_cents'], row['actual_cost_cents']),
        ...computeShipmentVisits(record),
        ...routeFacts(record),
      };
    }),
    hauls: hauls.map(({ stop_ids: stopIds, ...row }) => {
      const record = getRecord(seen, row['shipment_id']);
      return { ...row, ...computeHaulVisits(record, typeof stopIds === 'string' ? stopIds.split(' ') : [], row) };
    }),
  };
}

const subtract = (revenue: unknown, cost: unknown): number | null =>
  revenue === null || cost === null ? null : Number(revenue) - Number(cost);

const buildBaseTables = (organizationId: string) => `
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

/**
 * Condition for charge codes that customers pay besides the haul and its fuel: the catalog numbers them from 20 to 59.
 */
const isPassedOn = 'g.charge_code_id between 20 and 59 and g.total_cents > 0';
const tonuCodeId = 23;

/** Amounts of two currencies are not added. */
const isAskedOtherwise =
  'exists (select 1 from asked where shipment_id = s.id and currency <> s.currency and amount_cents <> 0)';

const placeParts = (end: string) =>
  `coalesce(${end}_city || ', ' || ${end}_state, ${end}_city, ${end}_state, ${end}_postal_code)`;
const laneParts = `${placeParts('origin')} as origin_place, ${placeParts('destination')} as destination_place,
  ${placeParts('origin')} || ' -> ' || ${placeParts('destination')} as lane`;

const buildShipmentQuery = (organizationId: string) => `${buildBaseTables(organizationId)}, found as (
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

const buildLoadEnd = (part: string, type: 'PICK' | 'DROP') => `(
  select t.place_${part} from load_stop v join stop t on t.id = v.stop_id where v.load_id = l.id
  order by t.type = '${type}' desc, v.sequence ${type === 'PICK' ? 'asc' : 'desc'} limit 1)`;

const buildHaulQuery = (organizationId: string) => `${buildBaseTables(organizationId)}, found as (
  select c.id, c.load_id, l.friendly_id as load_friendly_id, c.shipment_id, s.friendly_id as shipment_friendly_id,
    c.carrier_id, s.customer_id, s.customer_rep_id, c.status, l.status as load_status, c.billing_status,
    c.removal_reason, c.created_at, c.booked_at, c.is_live, c.is_live and l.status = 'DELIVERED' as is_delivered,
    l.mode, c.currency, iif(c.is_free, 0, c.cents) as cost_cents, iif(exists (select 1 from bill where load_carrier_id = c.id and deleted_at is null and currency = c.currency), c.billed, null) as billed_cents, c.billed_day,
    iif(c.is_live and (select count(*) from assigned where shipment_id = s.id and is_live) = 1,
      (select coalesce(sum(cents), 0) from ordered where shipment_id = s.id and is_live), null) as revenue_cents,
    ${['city', 'state', 'postal_code'].map((part) => `${buildLoadEnd(part, 'PICK')} as origin_${part}, ${buildLoadEnd(part, 'DROP')} as destination_${part}`).join(', ')},
    (select group_concat(stop_id, ' ') from (select stop_id from load_stop where load_id = l.id order by sequence))
      as stop_ids
  from assigned c join loaded l on l.id = c.load_id join mine s on s.id = c.shipment_id) select *, ${laneParts} from found`;

type ApiShipment = Awaited<ReturnType<ApiClient['shipments']['get']>>;
type ApiOrder = ApiShipment['orders'][number];
type ApiStop = ApiOrder['stops'][number];

async function readShipments(api: ApiClient): Promise<ReadonlyMap<string, ApiShipment>> {
  const shipmentsById = new Map<string, ApiShipment>();
  for (let cursor: string | undefined; ;) {
    const { data, pagination } = await api.shipments.filter({ pageSize: 250, ...(cursor && { cursor }) });
    for (const shipment of data) shipmentsById.set(shipment.id, shipment);
    if (!pagination.hasNextPage) return shipmentsById;
    cursor = pagination.endCursor ?? undefined;
  }
}

function getRecord(seen: ReadonlyMap<string, ApiShipment>, id: unknown): ApiShipment {
  const record = seen.get(String(id));
  if (!record) throw new Error(`the API shows no shipment ${String(id)}`);
  return record;
}

const listLiveOrders = (shipment: ApiShipment): readonly ApiOrder[] =>
  shipment.status === 'CANCELED' ? [] : shipment.orders.filter(({ status }) => status !== 'CANCELED');

function stopVisits(shipment: ApiShipment): readonly ExpectedRow[] {
  const stops = new Map(listLiveOrders(shipment).flatMap((order) => order.stops.map((stop) => [stop.id, stop])));
  return [...stops.values()].map((stop) => ({
    stop_type: stop.type,
    location_id: stop.location?.id ?? null,
    late_minutes: computeMinutesLate(stop),
    dwell_minutes: computeDwellMinutes(stop),
  }));
}

function computeShipmentVisits(shipment: ApiShipment) {
  const orders = listLiveOrders(shipment);
  const [first] = shipment.orders;
  const stops = new Map(orders.flatMap((order) => order.stops.map((stop) => [stop.id, stop])));
  return {
    equipment: formatEquipment(first),
    origin_market: findPick(first?.stops)?.address?.market ?? null,
    destination_market: findDrop(first?.stops)?.address?.market ?? null,
    ...computeVisits(
      orders.map(({ stops: route }) => findPick(route)),
      orders.map(({ stops: route }) => findDrop(route)),
      [...stops.values()],
    ),
  };
}

const placeIn = ({ address, city, postalCode, airportCode }: ApiStop) =>
  [address?.city ?? city?.name, address?.state ?? city?.stateProvince].filter(Boolean).join(', ') ||
  (postalCode ?? airportCode ?? 'unknown place');

function routeFacts({ status, orders, pickUpDate, deliveryDate }: ApiShipment) {
  const moved = orders.filter((order) => status === 'CANCELED' || order.status !== 'CANCELED');
  const route = moved.flatMap(({ stops }) => [...stops].sort((a, b) => a.sequence - b.sequence));
  const [from, to] = [route[0], route.at(-1)].map((stop) => ({
    place: stop && placeIn(stop),
    city: stop?.address?.city ?? stop?.city?.name ?? null,
    state: stop?.address?.state ?? stop?.city?.stateProvince ?? findPostalState(stop?.postalCode ?? '')?.state ?? null,
  }));
  const getStart = (stop: ApiStop | undefined) => (stop && getWindow(stop)?.start) ?? null;
  const drops = route.filter(({ type }) => type === 'DROP');
  const names = new Set(moved.flatMap(({ equipment }) => equipment.map(({ name }) => name)));
  return {
    route: route.length === 0 ? 'no route' : `${from?.place} to ${to?.place}`,
    from_city: from?.city,
    from_state: from?.state,
    to_city: to?.city,
    to_state: to?.state,
    pickup_due: getStart(route.find(({ type }) => type === 'PICK')) ?? pickUpDate,
    delivery_due: getStart(drops.at(-1)) ?? deliveryDate,
    equipment_asked: [...names].sort().join(' or '),
  };
}

function computeHaulVisits(shipment: ApiShipment, stopIds: readonly string[], row: ExpectedRow) {
  const stopsById = new Map(shipment.orders.flatMap(({ stops }) => stops.map((stop) => [stop.id, stop])));
  const route = stopIds.flatMap((id) => stopsById.get(id) ?? []);
  const [pick, drop] = [findPick(route), findDrop(route)];
  const moved = row['is_live'] === 1 ? route : [];
  const [first] = shipment.orders;
  const whole = shipment.orders.filter(({ stops }) =>
    [findPick(stops), findDrop(stops)].every((stop) => stop && stopIds.includes(stop.id)),
  );
  const miles = whole.flatMap(({ mileage }) => mileage ?? []);
  return {
    equipment: formatEquipment(first),
    origin_market: pick?.address?.market ?? null,
    destination_market: drop?.address?.market ?? null,
    miles: shipment.status === 'CANCELED' || miles.length === 0 ? null : Math.max(...miles),
    pickup_day:
      pick?.id === findPick(first?.stops)?.id
        ? shipment.pickUpDate
        : toLocalDay(pick, pick?.actualDeparture ?? pick?.actualArrival ?? (pick && getWindow(pick)?.start)),
    delivery_day:
      drop?.id === findDrop(first?.stops)?.id
        ? shipment.deliveryDate
        : toLocalDay(drop, drop?.actualArrival ?? (drop && getWindow(drop)?.end)),
    ...computeVisits([findPick(moved)], [findDrop(moved)], moved),
    transit_minutes: computeTransitMinutes(findPick(moved)?.actualDeparture, findDrop(moved)?.actualArrival),
  };
}

const findPick = (stops: readonly ApiStop[] = []) => stops.filter(({ type }) => type === 'PICK')[0] ?? stops[0];
const findDrop = (stops: readonly ApiStop[] = []) => stops.filter(({ type }) => type === 'DROP').at(-1) ?? stops.at(-1);

const formatEquipment = (order: ApiOrder | undefined) =>
  (order?.equipment ?? [])
    .map(({ name }) => name)
    .sort()
    .join(', ') || null;

const computeTransitMinutes = (from: string | null | undefined, to: string | null | undefined) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : null;

function computeVisits(
  picks: readonly (ApiStop | undefined)[],
  drops: readonly (ApiStop | undefined)[],
  all: readonly ApiStop[],
) {
  const [pickup, delivery] = [picks, drops].map((stops) => {
    const late = stops.flatMap((stop) => (stop ? (computeMinutesLate(stop) ?? []) : []));
    return late.length === 0 ? null : Math.max(...late);
  });
  const stood = all.flatMap((stop) => computeDwellMinutes(stop) ?? []);
  return {
    on_time_pickup: toOnTime(pickup),
    on_time_delivery: toOnTime(delivery),
    pickup_late_minutes: pickup,
    delivery_late_minutes: delivery,
    dwell_minutes: stood.length === 0 ? null : stood.reduce((sum, minutes) => sum + minutes, 0),
    dwell_stops: stood.length,
  };
}

const toOnTime = (late: number | null | undefined) => (late === null || late === undefined ? null : late <= 0 ? 1 : 0);

function computeMinutesLate(stop: ApiStop): number | null {
  const window = getWindow(stop);
  if (!window || !stop.actualArrival) return null;
  return Math.ceil((Date.parse(stop.actualArrival) - Date.parse(window.end)) / 60_000) + 0;
}

function computeDwellMinutes(stop: ApiStop): number | null {
  const { actualArrival, actualDeparture, dropTrailer } = stop;
  if (!actualArrival || !actualDeparture || dropTrailer) return null;
  const from = Math.max(Date.parse(actualArrival), Date.parse(getWindow(stop)?.start ?? actualArrival));
  const minutes = Math.floor((Date.parse(actualDeparture) - from) / 60_000);
  return minutes < 0 ? null : minutes;
}

function toLocalDay(stop: ApiStop | undefined, instant: string | null | undefined): string | null {
  const zone = stop?.timeZone;
  return zone && instant ? formatWallTime(Date.parse(instant), zone).slice(0, 10) : null;
}

/** Returns the window that was in force when the truck arrived. */
function getWindow(stop: ApiStop): { readonly start: string; readonly end: string } | null {
  const appointment = stop.windowAtArrival ?? stop;
  const zone = appointment.timeZone;
  const first = appointment.requestedStartDate ?? appointment.requestedEndDate;
  const last = appointment.requestedEndDate ?? appointment.requestedStartDate;
  if (!zone || !first || !last) return null;
  const startTime = appointment.requestedStartTime ?? '00:00';
  const endTime =
    appointment.requestedEndTime ?? (appointment.requestedEndDate ? null : appointment.requestedStartTime);
  const isOvernight = !appointment.requestedEndDate && endTime !== null && endTime < startTime;
  const end =
    endTime === null
      ? getInstant(getNextDay(last), '00:00', zone, 'first') - 1
      : getInstant(isOvernight ? getNextDay(last) : last, endTime, zone, 'last');
  const start = Math.min(getInstant(first, startTime, zone, 'first'), end);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

const getNextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The answers so far: most stops are on the same days at the same hours. */
const instants = new Map<string, number>();

function getInstant(day: string, time: string, zone: string, which: 'first' | 'last'): number {
  const key = `${day} ${time} ${zone} ${which}`;
  const instant = instants.get(key) ?? computeInstant(day, time, zone, which);
  instants.set(key, instant);
  return instant;
}

/** The moment at which the clocks of a zone show this, the first or the last one. */
function computeInstant(day: string, time: string, zone: string, which: 'first' | 'last'): number {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const offset = Date.parse(`${formatWallTime(wall, zone).replace(' ', 'T')}:00Z`) - wall;
  // Clocks are put forward or back by less than the two hours around it.
  const quarters = Array.from({ length: 17 }, (_, index) => wall - offset + (index - 8) * 15 * 60_000);
  const fitting = quarters.filter((at) => formatWallTime(at, zone) === `${day} ${time}`);
  const instant = which === 'first' ? fitting[0] : fitting.at(-1);
  // Clocks that are put forward never show it: as the clock that was not yet put forward would.
  return (
    instant ?? getInstant(day, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`, zone, which)
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatWallTime(at: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  formats.set(zone, format);
  return format.format(at);
}
