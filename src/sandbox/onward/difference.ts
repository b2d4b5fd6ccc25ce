import { type TableName, tables } from '../../store/schema.ts';
import type { DatedRow, TimelinePart } from '../kit/records.ts';

/** A row's values by column. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Some columns of one record that are to be written, all of one part of its timeline. */
export interface RecordChange {
  readonly table: TableName;
  readonly id: string;
  readonly part: TimelinePart;
  readonly set: RowValues;
}

/** Changes between two instants. */
export interface TimelineDifference {
  readonly added: readonly DatedRow[];
  readonly changed: readonly RecordChange[];
  readonly removed: readonly DatedRow[];
}

/** Compares the rows of one timeline at two instants. */
export function compareRows(before: readonly DatedRow[], after: readonly DatedRow[]): TimelineDifference {
  if (before.length === 0) return { added: after, changed: [], removed: [] };
  const earlierRows = new Map(before.map((row) => [formatKey(row), row]));
  const laterNames = new Set(after.map(formatKey));
  return {
    added: after.filter((row) => !earlierRows.has(formatKey(row))),
    changed: after.flatMap((row) => {
      const earlier = earlierRows.get(formatKey(row));
      return earlier ? listChanges(earlier, row) : [];
    }),
    removed: before.filter((row) => !laterNames.has(formatKey(row))),
  };
}

export const noDifference: TimelineDifference = { added: [], changed: [], removed: [] };

/** Returns the values of a row by column, whichever table it is of. */
export const getValues = ({ row }: DatedRow): RowValues => row;

/** Returns the id of a row. Every table of freight and money except link tables has one. */
export const getRowId = (row: DatedRow): string => String(getValues(row)['id']);

function formatKey(row: DatedRow): string {
  const values = getValues(row);
  return [row.table, ...tables[row.table].primaryKey.map((column) => values[column])].join(' ');
}

/** The time of a change belongs to whatever was changed. */
const stamp = 'updated_at';

function listChanges(before: DatedRow, after: DatedRow): RecordChange[] {
  const [earlier, later] = [getValues(before), getValues(after)];
  const columns = Object.keys(tables[after.table].columns).filter(
    (column) => column !== stamp && (earlier[column] ?? null) !== (later[column] ?? null),
  );
  const stamped = { [stamp]: later[stamp] ?? null };
  const isStamped = (earlier[stamp] ?? null) !== stamped[stamp];
  const parts = Map.groupBy(columns, (column) => getPart(after, column));
  if (isStamped && parts.size === 0) parts.set(after.part, []);
  const record = { table: after.table, id: getRowId(after) };
  const changes = [...parts].map(([part, changed]) => ({
    ...record,
    part,
    set: { ...Object.fromEntries(changed.map((column) => [column, later[column] ?? null])), ...stamped },
  }));
  return isInvoiced(after) && !isInvoiced(before) && earlier['status'] !== 'DELIVERED'
    ? [{ ...record, part: 'freight', set: { status: 'DELIVERED', ...stamped } }, ...changes]
    : changes;
}

/** Returns true if the freight of an order is delivered, so that its status shows the invoice. */
const isInvoiced = (row: DatedRow): boolean =>
  row.table === 'freight_order' && getValues(row)['status'] === 'DELIVERED_UNPAID';

/**
 * Returns the part that a column belongs to. Shipments, orders, load carriers and services also show the progress of
 * their money.
 */
function getPart(row: DatedRow, column: string): TimelinePart {
  const { table } = row;
  if (column === 'billing_status') return table === 'load_carrier' ? `payee ${getRowId(row)}` : 'customer';
  if (column === 'status' && isInvoiced(row)) return 'customer';
  return table === 'service' ? `payee ${getRowId(row)}` : row.part;
}
