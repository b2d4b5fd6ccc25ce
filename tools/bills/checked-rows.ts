import { notCanceled } from '../../src/domain/freight/shipment.ts';
import { printRule } from '../../src/domain/rules/rule-sql.ts';
import { todayIn } from '../../src/domain/kit/dates.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { isOneOf } from '../copied/conditions.ts';
import { podStatusesOf } from '../copied/pod-statuses.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { distinct } from '../records/distinct.ts';
import { type CheckedBills, judgeBills } from './bill-facts.ts';
import { alikeBills, gravestFirst } from './bill-history.ts';
import { payeesOf } from './bill-payees.ts';
import { type BillRow, billTables, nameOfDeleted } from './bill-row.ts';
import type { BilledShipment } from './billed-work.ts';

/** What bills are judged by, beside where their payees are paid. */
export const checkTables = [...billTables, 'shipment', 'freight_order', 'load', 'service', 'document'] as const;

/** The same verdicts for any number of bills: the copy knows all but where payees are paid. */
export async function checkRows(
  ctx: ToolContext,
  { read, unsentFields }: Pick<CopyNow, 'read' | 'unsentFields'>,
  bills: readonly BillRow[],
): Promise<CheckedBills<BillRow>> {
  if (bills.length === 0) return { checked: [] };
  const [shipments, payees, others] = await Promise.all([
    shipmentsOf(read, distinct(bills.map(({ shipmentId }) => shipmentId)), ctx.timeZone),
    payeesOf(ctx, bills),
    alikeBills(read, bills),
  ]);
  return {
    checked: judgeBills(ctx, bills, { shipments, payees, history: gravestFirst([...bills, ...others]), unsentFields }),
  };
}

interface ShipmentRow {
  readonly id: string;
  readonly created_at: string;
  readonly status: BilledShipment['status'];
  readonly billing_status: BilledShipment['billingStatus'];
  readonly currency: string;
  readonly delivery_date: string | null;
}

/** Shipments of the copy as their bills are judged by them. */
async function shipmentsOf(
  read: CopyNow['read'],
  ids: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, BilledShipment>> {
  const of = isOneOf('id', ids);
  const shipments = await rowsOf<ShipmentRow>(
    read,
    `select id, created_at, status, billing_status, currency, delivery_date from shipment where ${of.text}`,
    of.values,
  );
  const [loads, services, podStatuses, dropDays] = await Promise.all([
    loadsOf(read, ids),
    servicesOf(read, ids),
    podStatusesOf(read, ids),
    dropDaysOf(read, ids, timeZone),
  ]);
  return new Map(
    shipments.map((row): [string, BilledShipment] => [
      row.id,
      {
        createdAt: row.created_at,
        status: row.status,
        billingStatus: row.billing_status,
        currency: row.currency,
        deliveryDate: row.delivery_date,
        loads: loads.get(row.id) ?? [],
        services: services.get(row.id) ?? [],
        podStatuses: podStatuses(row.id),
        dropDays: (loadId) => dropDays.get(loadId) ?? [],
      },
    ]),
  );
}

interface OnLoadRow {
  readonly shipment_id: string;
  readonly load_id: string;
  readonly load_status: string;
  readonly id: string | null;
  readonly status: string;
  readonly cost_cents: number | null;
  readonly booked_at: string | null;
  readonly carrier_id: string | null;
  readonly carrier_name: string | null;
}

async function loadsOf(read: Reader, shipmentIds: readonly string[]) {
  const of = isOneOf('l.shipment_id', shipmentIds);
  const rows = await rowsOf<OnLoadRow>(
    read,
    `select l.shipment_id, l.id as load_id, l.status as load_status, lc.id, lc.status, lc.cost_cents, lc.booked_at,
      lc.carrier_id, c.name as carrier_name
    from load l left join load_carrier lc on lc.load_id = l.id left join carrier c on c.id = lc.carrier_id
    where ${of.text} order by l.created_at, l.id, lc.created_at, lc.id`,
    of.values,
  );
  const loads = [...Map.groupBy(rows, ({ load_id: id }) => id).values()].flatMap((own) => {
    const [load] = own;
    return load
      ? [{ shipmentId: load.shipment_id, id: load.load_id, status: load.load_status, carriers: carriersOn(own) }]
      : [];
  });
  return Map.groupBy(loads, ({ shipmentId }) => shipmentId);
}

const carriersOn = (rows: readonly OnLoadRow[]) =>
  rows.flatMap(({ id, status, cost_cents: cost, booked_at: bookedAt, carrier_id: carrierId, carrier_name: name }) =>
    id === null
      ? []
      : [
          {
            id,
            status,
            totalCost: amountOf(cost),
            bookedAt,
            carrier: partyOf(carrierId, name),
          },
        ],
  );

interface ServiceRow {
  readonly shipment_id: string;
  readonly id: string;
  readonly cost_cents: number | null;
  readonly vendor_id: string | null;
  readonly vendor_name: string | null;
}

async function servicesOf(read: Reader, shipmentIds: readonly string[]) {
  const of = isOneOf('s.shipment_id', shipmentIds);
  const rows = await rowsOf<ServiceRow>(
    read,
    `select s.shipment_id, s.id, s.cost_cents, s.vendor_id, v.name as vendor_name
    from service s left join vendor v on v.id = s.vendor_id where ${of.text}`,
    of.values,
  );
  const services = rows.map(
    ({ shipment_id: shipmentId, id, cost_cents: cost, vendor_id: vendorId, vendor_name: name }) => ({
      shipmentId,
      id,
      cost: amountOf(cost),
      vendor: partyOf(vendorId, name),
    }),
  );
  return Map.groupBy(services, ({ shipmentId }) => shipmentId);
}

const partyOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? nameOfDeleted(id) };

const amountOf = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));

interface DropRow {
  readonly load_id: string;
  readonly actual_arrival: string | null;
  readonly time_zone: string | null;
  readonly requested_on: string | null;
}

async function dropDaysOf(read: Reader, shipmentIds: readonly string[], timeZone: string) {
  const of = isOneOf('s.id', shipmentIds);
  const rows = await rowsOf<DropRow>(
    read,
    `select ls.load_id, os.actual_arrival, os.time_zone, os.requested_on
    from shipment s join freight_order o on o.shipment_id = s.id join order_stop os on os.order_id = o.id
      join load_stop ls on ls.stop_id = os.stop_id
    where ${of.text} and os.type = 'DROP' and (${printRule(notCanceled, 'o')} or not (${printRule(notCanceled, 's')}))`,
    of.values,
  );
  const days = rows.flatMap(({ load_id: loadId, actual_arrival: at, time_zone: zone, requested_on: requested }) => {
    const day = at === null ? requested : todayIn(zone ?? timeZone, at);
    return day === null ? [] : [{ loadId, day }];
  });
  const byLoad = Map.groupBy(days, ({ loadId }) => loadId);
  return new Map([...byLoad].map(([loadId, of]) => [loadId, of.map(({ day }) => day)]));
}
