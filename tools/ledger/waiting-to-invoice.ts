import type { PodState } from '../../src/domain/freight/pod.ts';
import { invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { allOf, isEqual } from '../copied/conditions.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { blockersOf } from '../shipments/shipment-billing.ts';
import type { Waiting } from './waiting.ts';

/** The tables that the queue is read from. */
export const queueTables = ['shipment', 'freight_order', 'load', 'invoice', 'document', 'customer'] as const;

export const queueOperations = [
  'shipments.filter',
  'orders.filter',
  'locations.filter',
  'loads.filter',
  'invoices.filter',
  'documents.filter',
  'customers.filter',
] as const;

interface UnbilledRow {
  readonly id: string;
  readonly friendly_id: string;
  readonly status: ShipmentRecord['status'];
  readonly billing_status: ShipmentRecord['billingStatus'];
  readonly currency: string;
  readonly cents: number | null;
  readonly delivered_at: string | null;
  readonly days: number | null;
  readonly pod: PodState;
  readonly customer_friendly_id: string | null;
  readonly customer_name: string | null;
}

/** All that is delivered and not invoiced, of one customer or of all, with what keeps it from its invoice; the oldest first. */
export async function waitingToInvoice(
  read: Reader,
  onDay: OnDay,
  customer?: Waiting['customer'] & { readonly id: string },
): Promise<readonly Waiting[]> {
  const { where, sum: revenue } = measureSql('unbilled', onDay);
  const { sum: days } = measureSql('unbilled_age', onDay);
  const whose = allOf(customer === undefined ? [] : [isEqual('f.customer_id', customer.id)]);
  const rows = await rowsOf<UnbilledRow>(
    read,
    `select f.id, f.friendly_id, f.status, f.billing_status, f.currency, ${revenue} as cents, f.delivered_at,
      ${days} as days, f.pod,
      c.friendly_id as customer_friendly_id, c.name as customer_name
    from shipment_fact f left join customer c on c.id = f.customer_id
    where ${where} and ${whose.text} order by days is null, days desc, f.created_at desc, f.id desc`,
    whose.values,
  );
  return rows.map((row) => waitingOf(row, customer ?? customerOf(row)));
}

const customerOf = ({ customer_friendly_id: friendlyId, customer_name: name }: UnbilledRow): Waiting['customer'] => ({
  friendlyId: friendlyId ?? 'deleted',
  name: name ?? 'deleted customer',
});

function waitingOf(row: UnbilledRow, { friendlyId, name }: Waiting['customer']): Waiting {
  return {
    id: row.id,
    friendlyId: row.friendly_id,
    customer: { friendlyId, name },
    currency: row.currency,
    billingStatus: row.billing_status,
    revenueCents: row.cents,
    blockers: blockersIn(row),
    deliveredAt: row.delivered_at,
    days: row.days,
  };
}

function blockersIn({ status, billing_status: billingStatus, cents, pod }: UnbilledRow): Waiting['blockers'] {
  const totalRevenue = cents === null ? null : fromCents(cents);
  const kinds = blockersOf({ shipment: { status, billingStatus, totalRevenue }, pod, invoices: [] }).map(
    ({ kind }) => kind,
  );
  const [first = 'ready', ...others] = invoiceBlockers.filter((blocker) => kinds.includes(blocker));
  return [first, ...others];
}
