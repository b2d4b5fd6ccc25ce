import { type TableName, tables } from '../../store/schema.ts';
import type { DatedRow, Part } from '../kit/records.ts';

/** A row's values by column. */
export type Values = Readonly<Record<string, unknown>>;

/** Some columns of one record that are to be written, all of one part of its life. */
export interface Change {
  readonly table: TableName;
  readonly id: string;
  readonly part: Part;
  readonly set: Values;
}

/** What happened between two instants. */
export interface Difference {
  readonly added: readonly DatedRow[];
  readonly changed: readonly Change[];
  readonly removed: readonly DatedRow[];
}

/** How one life got from one instant to a later one. */
export function differenceOf(before: readonly DatedRow[], after: readonly DatedRow[]): Difference {
  if (before.length === 0) return { added: after, changed: [], removed: [] };
  const known = new Map(before.map((row) => [nameOf(row), row]));
  const kept = new Set(after.map(nameOf));
  return {
    added: after.filter((row) => !known.has(nameOf(row))),
    changed: after.flatMap((row) => {
      const earlier = known.get(nameOf(row));
      return earlier ? changesOf(earlier, row) : [];
    }),
    removed: before.filter((row) => !kept.has(nameOf(row))),
  };
}

export const noDifference: Difference = { added: [], changed: [], removed: [] };

/** A row has its table's columns, whichever table that is. */
export const valuesOf = ({ row }: DatedRow): Values => row;

/** Every table of freight and money but its link tables has an id. */
export const idOf = (row: DatedRow): string => String(valuesOf(row)['id']);

function nameOf(row: DatedRow): string {
  const values = valuesOf(row);
  return [row.table, ...tables[row.table].primaryKey.map((column) => values[column])].join(' ');
}

/** The time of a change belongs to whatever was changed. */
const stamp = 'updated_at';

function changesOf(before: DatedRow, after: DatedRow): Change[] {
  const [earlier, later] = [valuesOf(before), valuesOf(after)];
  const columns = Object.keys(tables[after.table].columns).filter(
    (column) => column !== stamp && (earlier[column] ?? null) !== (later[column] ?? null),
  );
  const stamped = { [stamp]: later[stamp] ?? null };
  const isStamped = (earlier[stamp] ?? null) !== stamped[stamp];
  const parts = Map.groupBy(columns, (column) => partOf(after, column));
  if (isStamped && parts.size === 0) parts.set(after.part, []);
  const record = { table: after.table, id: idOf(after) };
  const changes = [...parts].map(([part, changed]) => ({
    ...record,
    part,
    set: { ...Object.fromEntries(changed.map((column) => [column, later[column] ?? null])), ...stamped },
  }));
  return isInvoiced(after) && !isInvoiced(before) && earlier['status'] !== 'DELIVERED'
    ? [{ ...record, part: 'freight', set: { status: 'DELIVERED', ...stamped } }, ...changes]
    : changes;
}

/** The freight of an order is delivered, whatever becomes of its invoice. */
const isInvoiced = (row: DatedRow): boolean =>
  row.table === 'freight_order' && valuesOf(row)['status'] === 'DELIVERED_UNPAID';

/** Shipments, orders, load carriers and services also show how far their money is. */
function partOf(row: DatedRow, column: string): Part {
  const { table } = row;
  if (column === 'billing_status') return table === 'load_carrier' ? `payee ${idOf(row)}` : 'customer';
  if (column === 'status' && isInvoiced(row)) return 'customer';
  return table === 'service' ? `payee ${idOf(row)}` : row.part;
}
