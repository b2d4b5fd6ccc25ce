import { fromCents } from '../../src/domain/money/money.ts';
import { allOf, type Condition, isOneOf } from '../copied/conditions.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { type BillRow, nameOfDeleted } from './bill-row.ts';
import type { BilledShipment } from './billed-work.ts';

/**
 * Of a bill `b`, its haul `h` and its shipment `s`: nothing can be wrong with it but its amount and its payee. The haul is
 * done and proven, by the only carrier that its load ever had; no other bill has its shipment, its work or its number.
 */
const isOrdinary = (today: string): Condition => ({
  text: `b.entity_type = 'CARRIER' and b.carrier_id = h.carrier_id and b.load_id = h.load_id
    and h.is_live = 1 and h.cost_cents > 0 and s.currency = b.currency
    and s.is_delivered = 1 and s.pod = 'present' and coalesce(s.delivery_day, '') <= ?
    and not exists (select 1 from haul_fact o where o.shipment_id = h.shipment_id and o.load_id = h.load_id and o.id <> h.id)
    and not exists (select 1 from bill o where o.shipment_id = b.shipment_id and o.id <> b.id)
    and not exists (select 1 from bill o where o.load_carrier_id = b.load_carrier_id and o.id <> b.id)
    and not exists (select 1 from bill o where o.reference_core = b.reference_core and o.id <> b.id)
    and not exists (select 1 from freight_order f join order_stop d on d.order_id = f.id
      where f.shipment_id = b.shipment_id and d.type = 'DROP' and coalesce(d.actual_arrival, d.requested_on) >= ?)`,
  values: [today, today],
});

interface OrdinaryRow {
  readonly shipment_id: string;
  readonly created_at: string;
  readonly currency: string;
  readonly load_id: string;
  readonly load_status: string;
  readonly id: string;
  readonly cost_cents: number;
  readonly booked_at: string | null;
  readonly carrier_id: string;
  readonly carrier_name: string | null;
}

/**
 * The shipments of the ordinary ones among these bills, from few reads. Their delivery stands on the day of the question,
 * which is late enough: who is clean by them is clean by all that is on record, and the others are judged by that.
 */
export async function ordinaryShipments(
  read: Reader,
  bills: readonly BillRow[],
  today: string,
): Promise<ReadonlyMap<string, BilledShipment>> {
  const ids = bills.map(({ id }) => id);
  const { text, values } = allOf([isOneOf('b.id', ids), isOrdinary(today)]);
  const rows = await rowsOf<OrdinaryRow>(
    read,
    `select b.shipment_id, s.created_at, s.currency, h.load_id, h.load_status, h.id, h.cost_cents, h.booked_at, h.carrier_id,
      c.name as carrier_name
    from bill b join haul_fact h on h.shipment_id = b.shipment_id and h.id = b.load_carrier_id
      join shipment_fact s on s.id = b.shipment_id left join carrier c on c.id = h.carrier_id
    where ${text}`,
    values,
  );
  return new Map(rows.map((row) => [row.shipment_id, ordinaryShipment(row, today)]));
}

const ordinaryShipment = (row: OrdinaryRow, today: string): BilledShipment => ({
  createdAt: row.created_at,
  status: 'DELIVERED',
  billingStatus: null,
  currency: row.currency,
  deliveryDate: today,
  loads: [{ id: row.load_id, status: row.load_status, carriers: [carrierOn(row)] }],
  services: [],
  podStatuses: ['UPLOADED'],
  dropDays: () => [],
});

const carrierOn = ({
  id,
  cost_cents: cents,
  booked_at: bookedAt,
  carrier_id: carrierId,
  carrier_name: name,
}: OrdinaryRow) => ({
  id,
  status: 'ACTIVE',
  totalCost: fromCents(cents),
  bookedAt,
  carrier: { id: carrierId, name: name ?? nameOfDeleted(carrierId) },
});
