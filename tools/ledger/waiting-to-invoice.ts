import { type InferResult, sql } from 'kysely';
import { invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { measureExpressions, type OnDay } from '../copied/measure-sql.ts';
import { listInvoiceBlockers } from '../shipments/shipment-billing.ts';
import type { UnbilledShipment } from './waiting.ts';

type UnbilledRow = InferResult<ReturnType<typeof selectUnbilled>>[number];

function selectUnbilled({ db }: Pick<CopiedRecords, 'db'>, onDay: OnDay) {
  const { where: isUnbilled, sum: revenue } = measureExpressions('unbilled', onDay);
  const { sum: days } = measureExpressions('unbilled_age', onDay);
  return db
    .selectFrom('shipment_fact as f')
    .leftJoin('customer as c', 'c.id', 'f.customer_id')
    .select([
      'f.id',
      'f.friendly_id',
      'f.status',
      'f.billing_status',
      'f.currency',
      sql<number | null>`${revenue}`.as('cents'),
      'f.delivered_at',
      sql<number | null>`${days}`.as('days'),
      'f.pod',
      'f.route',
      'c.friendly_id as customer_friendly_id',
      'c.name as customer_name',
    ])
    .where(isUnbilled)
    .orderBy('days', (item) => item.desc().nullsLast())
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc');
}

/** Reads all that is delivered and not invoiced, of one customer or of all, with what keeps it from its invoice; the oldest first. */
export async function readQueue(
  records: Pick<CopiedRecords, 'db'>,
  onDay: OnDay,
  customer?: UnbilledShipment['customer'] & { readonly id: string },
): Promise<readonly UnbilledShipment[]> {
  const all = selectUnbilled(records, onDay);
  const rows = await (customer === undefined ? all : all.where('f.customer_id', '=', customer.id)).execute();
  return rows.map((row) => toWaiting(row, customer ?? getCustomer(row)));
}

const getCustomer = ({
  customer_friendly_id: friendlyId,
  customer_name: name,
}: UnbilledRow): UnbilledShipment['customer'] => ({
  friendlyId: friendlyId ?? 'deleted',
  name: name ?? 'deleted customer',
});

function toWaiting(row: UnbilledRow, { friendlyId, name }: UnbilledShipment['customer']): UnbilledShipment {
  return {
    id: row.id,
    friendlyId: row.friendly_id,
    customer: { friendlyId, name },
    lane: row.route,
    currency: row.currency,
    billingStatus: row.billing_status,
    revenueCents: row.cents,
    blockers: listBlockers(row),
    deliveredAt: row.delivered_at,
    days: row.days,
  };
}

function listBlockers({
  status,
  billing_status: billingStatus,
  cents,
  pod,
}: UnbilledRow): UnbilledShipment['blockers'] {
  const totalRevenue = cents === null ? null : fromCents(cents);
  const kinds = listInvoiceBlockers({ shipment: { status, billingStatus, totalRevenue }, pod, invoices: [] }).map(
    ({ kind }) => kind,
  );
  const [first = 'ready', ...otherBlockers] = invoiceBlockers.filter((blocker) => kinds.includes(blocker));
  return [first, ...otherBlockers];
}
