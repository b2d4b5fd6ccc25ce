import { serviceStatuses } from '../../domain/freight/service.ts';
import { billStatuses } from '../../domain/money/bill.ts';
import { orderBillingStatuses } from '../../domain/money/order-billing.ts';
import type { TableName } from '../../store/schema.ts';
import type { DatedRow, Part } from '../kit/records.ts';
import { idOf, type Values, valuesOf } from './difference.ts';
import type { StoredLife } from './stored.ts';

/**
 * Whether a part of a life is still as the sandbox has left it. The sandbox no longer writes to a part that a person has
 * changed, canceled, deleted or added to.
 */
export type Standing = (part: Part) => boolean;

interface Compared {
  readonly before: readonly DatedRow[];
  readonly after: readonly DatedRow[];
  readonly stored: StoredLife;
}

export function standingOf(compared: Compared): Standing {
  const isFreight = freightStands(compared);
  const isCustomer = isFreight && customerStands(compared);
  const payees = new Map<Part, boolean>();
  const payeeStanding = (part: Part): boolean => {
    const known = payees.get(part) ?? payeeStands(compared, part.slice('payee '.length));
    payees.set(part, known);
    return known;
  };
  return (part) => {
    if (part === 'freight') return isFreight;
    return part === 'customer' ? isCustomer : isFreight && payeeStanding(part);
  };
}

const ofTable = (rows: readonly DatedRow[], table: TableName) => rows.filter((row) => row.table === table);

/** Columns that a person may have changed, by the table of a freight record. */
const freightColumns: Partial<Record<TableName, readonly string[]>> = {
  quote: ['status', 'deleted_at'],
  shipment: ['status', 'deleted_at'],
  freight_order: ['shipment_id', 'deleted_at'],
  load: ['status', 'deleted_at'],
  load_carrier: ['status', 'carrier_id', 'dispatched_at', 'deleted_at'],
  stop: ['actual_arrival', 'actual_departure', 'deleted_at'],
};
const requested = [
  'requested_start_date',
  'requested_end_date',
  'requested_start_time',
  'requested_end_time',
  'location_id',
];

function freightStands({ before, stored }: Compared): boolean {
  const isSame = before.every((row) => {
    const columns = freightColumns[row.table];
    return columns === undefined || agrees(stored.record(row.table, idOf(row)), valuesOf(row), columnsOf(row, columns));
  });
  return (
    isSame && (['load', 'load_carrier'] as const).every((table) => stored.live(table).length === countOf(before, table))
  );
}

const countOf = (rows: readonly DatedRow[], table: TableName) => ofTable(rows, table).length;

function columnsOf(row: DatedRow, columns: readonly string[]): readonly string[] {
  const values = valuesOf(row);
  if (row.table === 'stop' && (values['actual_arrival'] ?? null) === null) return [...columns, ...requested];
  const isUnderWay = row.table === 'freight_order' && !deliveredStatuses.has(String(values['status']));
  return isUnderWay ? [...columns, 'status'] : columns;
}

/** From here on an order shows its invoice. */
const deliveredStatuses: ReadonlySet<string> = new Set(['DELIVERED', 'DELIVERED_UNPAID']);

function agrees(stored: Values | undefined, expected: Values, columns: readonly string[]): boolean {
  return stored !== undefined && columns.every((column) => (stored[column] ?? null) === (expected[column] ?? null));
}

const moneyColumns = ['amount_cents', 'paid_cents', 'owed_cents', 'deleted_at'] as const;

function customerStands({ before, after, stored }: Compared): boolean {
  const isOnItsWay = before.every((row) => {
    if (row.table !== 'shipment' && row.table !== 'freight_order') return true;
    return isAhead(orderBillingStatuses, 'billing_status', { row, after, stored });
  });
  const invoices = ofTable(before, 'invoice');
  const memos = ofTable(before, 'credit_memo');
  return (
    isOnItsWay &&
    stored.live('invoice').length === invoices.length &&
    invoices.every((row) =>
      agrees(stored.record('invoice', idOf(row)), valuesOf(row), [...moneyColumns, 'status', 'credited_cents']),
    ) &&
    memos.every((row) => agrees(stored.record('credit_memo', idOf(row)), valuesOf(row), ['status', 'applied_cents']))
  );
}

/** `owner` is the load carrier or the service that the payee is paid for. */
function payeeStands({ before, after, stored }: Compared, owner: string): boolean {
  const bills = ofTable(before, 'bill').filter(({ part }) => part === `payee ${owner}`);
  const row = before.find((candidate) => isOwner(candidate, owner));
  if (!row) return true;
  const steps = row.table === 'service' ? serviceStatuses : billStatuses;
  const column = row.table === 'service' ? 'status' : 'billing_status';
  return (
    isAhead(steps, column, { row, after, stored }) &&
    stored.billsOf(owner).length === bills.length &&
    bills.every(
      (bill) =>
        agrees(stored.record('bill', idOf(bill)), valuesOf(bill), moneyColumns) &&
        isAhead(billStatuses, 'status', { row: bill, after, stored }),
    )
  );
}

const isOwner = (row: DatedRow, owner: string): boolean =>
  (row.table === 'load_carrier' || row.table === 'service') && idOf(row) === owner;

interface OneRow extends Pick<Compared, 'after' | 'stored'> {
  readonly row: DatedRow;
}

/** A person may have taken a step before the sandbox does: a bill that was approved early is still paid in its time. */
function isAhead(steps: readonly string[], column: string, { row, after, stored }: OneRow): boolean {
  const record = stored.record(row.table, idOf(row));
  const later = after.find((candidate) => candidate.table === row.table && idOf(candidate) === idOf(row));
  if (!record || !later || (record['deleted_at'] ?? null) !== null) return false;
  const [from, at, to] = [valuesOf(row), record, valuesOf(later)].map((values) =>
    steps.indexOf(String(values[column])),
  );
  return from !== undefined && at !== undefined && to !== undefined && from <= at && at <= to;
}
