import { serviceStatuses } from '../../domain/freight/service.ts';
import { billStatuses } from '../../domain/bills/bill.ts';
import { orderBillingStatuses } from '../../domain/money/order-billing.ts';
import type { TableName } from '../../store/schema.ts';
import type { DatedRow, TimelinePart } from '../kit/records.ts';
import { getRowId, type RowValues, getValues } from './difference.ts';
import type { StoredTimeline } from './stored.ts';

/**
 * Returns true if a part of a timeline is still as the sandbox wrote it. The sandbox no longer writes to a part that a
 * person has changed, canceled, deleted or added to.
 */
export type UntouchedCheck = (part: TimelinePart) => boolean;

interface StoredComparison {
  readonly before: readonly DatedRow[];
  readonly after: readonly DatedRow[];
  readonly stored: StoredTimeline;
}

export function createUntouchedCheck(compared: StoredComparison): UntouchedCheck {
  const isFreight = isFreightUntouched(compared);
  const isCustomer = isFreight && isCustomerUntouched(compared);
  const payees = new Map<TimelinePart, boolean>();
  const isPayeePartUntouched = (part: TimelinePart): boolean => {
    const isPayeeUntouchedNow = payees.get(part) ?? isPayeeUntouched(compared, part.slice('payee '.length));
    payees.set(part, isPayeeUntouchedNow);
    return isPayeeUntouchedNow;
  };
  return (part) => {
    if (part === 'freight') return isFreight;
    return part === 'customer' ? isCustomer : isFreight && isPayeePartUntouched(part);
  };
}

const filterTable = (rows: readonly DatedRow[], table: TableName) => rows.filter((row) => row.table === table);

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

function isFreightUntouched({ before, stored }: StoredComparison): boolean {
  const isSame = before.every((row) => {
    const columns = freightColumns[row.table];
    return (
      columns === undefined ||
      hasSameValues(stored.record(row.table, getRowId(row)), getValues(row), listComparedColumns(row, columns))
    );
  });
  return (
    isSame &&
    (['load', 'load_carrier'] as const).every((table) => stored.live(table).length === countRows(before, table))
  );
}

const countRows = (rows: readonly DatedRow[], table: TableName) => filterTable(rows, table).length;

function listComparedColumns(row: DatedRow, columns: readonly string[]): readonly string[] {
  const values = getValues(row);
  if (row.table === 'stop' && (values['actual_arrival'] ?? null) === null) return [...columns, ...requested];
  const isUnderWay = row.table === 'freight_order' && !deliveredStatuses.has(String(values['status']));
  return isUnderWay ? [...columns, 'status'] : columns;
}

/** From here on an order shows its invoice. */
const deliveredStatuses: ReadonlySet<string> = new Set(['DELIVERED', 'DELIVERED_UNPAID']);

function hasSameValues(stored: RowValues | undefined, expected: RowValues, columns: readonly string[]): boolean {
  return stored !== undefined && columns.every((column) => (stored[column] ?? null) === (expected[column] ?? null));
}

const moneyColumns = ['amount_cents', 'paid_cents', 'owed_cents', 'deleted_at'] as const;

function isCustomerUntouched({ before, after, stored }: StoredComparison): boolean {
  const isOnItsWay = before.every((row) => {
    if (row.table !== 'shipment' && row.table !== 'freight_order') return true;
    return isAhead(orderBillingStatuses, 'billing_status', { row, after, stored });
  });
  const invoices = filterTable(before, 'invoice');
  const memos = filterTable(before, 'credit_memo');
  return (
    isOnItsWay &&
    stored.live('invoice').length === invoices.length &&
    invoices.every((row) =>
      hasSameValues(stored.record('invoice', getRowId(row)), getValues(row), [
        ...moneyColumns,
        'status',
        'credited_cents',
      ]),
    ) &&
    memos.every((row) =>
      hasSameValues(stored.record('credit_memo', getRowId(row)), getValues(row), ['status', 'applied_cents']),
    )
  );
}

/**
 * Returns true if a payee's part is untouched. `owner` is the load carrier or the service that the payee is paid for.
 */
function isPayeeUntouched({ before, after, stored }: StoredComparison, owner: string): boolean {
  const bills = filterTable(before, 'bill').filter(({ part }) => part === `payee ${owner}`);
  const row = before.find((candidate) => isOwner(candidate, owner));
  if (!row) return true;
  const steps = row.table === 'service' ? serviceStatuses : billStatuses;
  const column = row.table === 'service' ? 'status' : 'billing_status';
  return (
    isAhead(steps, column, { row, after, stored }) &&
    stored.billsOf(owner).length === bills.length &&
    bills.every(
      (bill) =>
        hasSameValues(stored.record('bill', getRowId(bill)), getValues(bill), moneyColumns) &&
        isAhead(billStatuses, 'status', { row: bill, after, stored }),
    )
  );
}

const isOwner = (row: DatedRow, owner: string): boolean =>
  (row.table === 'load_carrier' || row.table === 'service') && getRowId(row) === owner;

interface OneRow extends Pick<StoredComparison, 'after' | 'stored'> {
  readonly row: DatedRow;
}

/** A person may have taken a step before the sandbox does: a bill that was approved early is still paid in its time. */
function isAhead(steps: readonly string[], column: string, { row, after, stored }: OneRow): boolean {
  const record = stored.record(row.table, getRowId(row));
  const later = after.find((candidate) => candidate.table === row.table && getRowId(candidate) === getRowId(row));
  if (!record || !later || (record['deleted_at'] ?? null) !== null) return false;
  const [from, at, to] = [getValues(row), record, getValues(later)].map((values) =>
    steps.indexOf(String(values[column])),
  );
  return from !== undefined && at !== undefined && to !== undefined && from <= at && at <= to;
}
