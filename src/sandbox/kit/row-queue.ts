import { formatFriendlyId, type FriendlyResource } from '../../domain/identifiers/friendly-id.ts';
import type { TableName } from '../../store/schema.ts';
import type { RowBatch, NewRow } from '../fill/batch.ts';
import { toDayNumber, formatInstant } from './clock.ts';

/** Tables whose records people call by a number, with what the number and its counter are named after. */
const numberedTables = {
  quote: 'quote',
  freight_order: 'order',
  shipment: 'shipment',
  load: 'load',
  service: 'service',
  invoice: 'invoice',
  bill: 'bill',
  payment: 'payment',
  bill_payment: 'billPayment',
  credit_memo: 'creditMemo',
  carrier: 'carrier',
  customer: 'customer',
  vendor: 'vendor',
} as const satisfies Partial<Record<TableName, FriendlyResource>>;

type NumberedTable = keyof typeof numberedTables;

/**
 * Queue of rows that wait for their day. The rows of a shipment are generated at once, often weeks before the day on
 * which a record is created. Friendly ids are numbered when the day is closed, in the order of creation.
 */
export interface RowQueue {
  readonly add: (table: TableName, at: number, row: NewRow<TableName>) => void;
  /** Returns the rows created up to and including a day. Nothing may be added to those days afterwards. */
  closeThrough(dayNumber: number): Generator<RowBatch>;
  /** Returns the rest of the incomplete batches. */
  rest(): Generator<RowBatch>;
  /** Returns the last number of each kind. */
  counters(): ReadonlyMap<string, number>;
}

/** Large enough that the round trip does not count, small enough for the memory of many tables at once. */
const batchRows = 1200;

/** The two columns that matter here, of those tables that have them. */
interface AnyRow {
  readonly id?: string;
  friendly_id?: string;
}
type RowsByTable = Map<TableName, AnyRow[]>;

/** Opens a queue. `lastNumbers` holds the last friendly number of each kind. */
export function openRowQueue(lastNumbers: ReadonlyMap<string, number> = new Map()): RowQueue {
  const days = new Map<number, RowsByTable>();
  const ready: RowsByTable = new Map();
  const counts = new Map(lastNumbers);
  let earliest = Number.POSITIVE_INFINITY;
  let closed = Number.NEGATIVE_INFINITY;

  return {
    add(table, at, row) {
      const dayNumber = toDayNumber(at);
      if (dayNumber <= closed) throw new RangeError(`${table} of ${formatInstant(at)}: that day is already written`);
      earliest = Math.min(earliest, dayNumber);
      push(getBucket(days, dayNumber), table, row as AnyRow);
    },
    *closeThrough(dayNumber) {
      const from = Math.max(earliest, closed + 1);
      closed = dayNumber;
      for (let current = from; current <= dayNumber; current += 1) {
        for (const [table, rows] of days.get(current) ?? []) {
          sortById(rows);
          if (isNumbered(table)) giveNumbers(table, rows, counts);
          yield* fillBatches(table, ready, rows);
        }
        days.delete(current);
      }
    },
    *rest() {
      for (const [table, rows] of ready) if (rows.length > 0) yield toBatch(table, rows);
      ready.clear();
    },
    counters: () => counts,
  };
}

function getBucket(days: Map<number, RowsByTable>, dayNumber: number): RowsByTable {
  const existingBucket = days.get(dayNumber);
  if (existingBucket) return existingBucket;
  const bucket: RowsByTable = new Map();
  days.set(dayNumber, bucket);
  return bucket;
}

function push(rows: RowsByTable, table: TableName, row: AnyRow): AnyRow[] {
  const list = rows.get(table);
  if (list) {
    list.push(row);
    return list;
  }
  const started = [row];
  rows.set(table, started);
  return started;
}

/** Sorts rows by id, which is the order of time. Rows without an id keep the order in which they were written. */
function sortById(rows: AnyRow[]): void {
  if (rows[0]?.id !== undefined) rows.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
}

function giveNumbers(table: NumberedTable, rows: readonly AnyRow[], counts: Map<string, number>): void {
  const resource = numberedTables[table];
  let count = counts.get(resource) ?? 0;
  for (const row of rows) row.friendly_id = formatFriendlyId(resource, (count += 1));
  counts.set(resource, count);
}

function* fillBatches(table: TableName, ready: RowsByTable, rows: readonly AnyRow[]): Generator<RowBatch> {
  for (const row of rows) {
    const waiting = push(ready, table, row);
    if (waiting.length < batchRows) continue;
    ready.delete(table);
    yield toBatch(table, waiting);
  }
}

function isNumbered(table: TableName): table is NumberedTable {
  return table in numberedTables;
}

/** Types rows as a batch of their table. Rows only get here under the table that they were created for. */
function toBatch(table: TableName, rows: readonly AnyRow[]): RowBatch {
  return { table, rows } as unknown as RowBatch;
}
