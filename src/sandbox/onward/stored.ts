import type { Scope } from '../../store/connection.ts';
import type { TableName } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { DatedRow } from '../kit/records.ts';
import { toAnyTable, toTableName } from './any-table.ts';
import { getRowId, type RowValues, getValues } from './difference.ts';

/** The records of one timeline in the store. */
export interface StoredTimeline {
  record(table: TableName, id: string): RowValues | undefined;
  /** Records of its shipment that are not deleted. */
  live(table: ShipmentTable): readonly RowValues[];
  /** Bills of a load carrier or a service that are not deleted. */
  billsOf(owner: string): readonly RowValues[];
}

/** Records that name their shipment. They are read by it, so that records which a person has added are found. */
const shipmentTables = ['load', 'load_carrier', 'service', 'invoice', 'bill'] as const;
type ShipmentTable = (typeof shipmentTables)[number];
const ownTables = ['quote', 'freight_order', 'stop', 'shipment', 'credit_memo'] as const;

const queries = new Map<string, ReturnType<typeof selectRows>>();

const selectRows = (table: TableName, column: 'id' | 'shipment_id') =>
  selectIn((db, { organizationId, ids }) =>
    toAnyTable(db)
      .selectFrom(toTableName(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, 'in', ids),
  );

async function read(scope: Scope, table: TableName, column: 'id' | 'shipment_id', ids: Iterable<string>) {
  const name = `${table} ${column}`;
  const query = queries.get(name) ?? selectRows(table, column);
  queries.set(name, query);
  const rows: readonly RowValues[] = await query(scope, ids);
  return rows;
}

export interface ExpectedTimeline {
  readonly shipmentId: string | null;
  readonly before: readonly DatedRow[];
}

/** Reads the stored records of some timelines, with one query for each table. */
export async function readStored(
  scope: Scope,
  timelines: readonly ExpectedTimeline[],
): Promise<(timeline: ExpectedTimeline) => StoredTimeline> {
  const rows = timelines.flatMap(({ before }) => before);
  const records = new Map<string, RowValues>();
  const byShipment = new Map<string, RowValues[]>();
  const keep = (table: TableName, record: RowValues) => records.set(`${table} ${String(record['id'])}`, record);
  for (const table of ownTables) {
    const ids = rows.filter((row) => row.table === table).map(getRowId);
    for (const record of await read(scope, table, 'id', ids)) keep(table, record);
  }
  const shipmentIds = timelines.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]));
  for (const table of shipmentTables) {
    const shipmentRows = await read(scope, table, 'shipment_id', shipmentIds);
    for (const row of shipmentRows) keep(table, row);
    const live = shipmentRows.filter((row) => row['deleted_at'] === null);
    for (const [id, liveRows] of Map.groupBy(live, (row) => String(row['shipment_id'])))
      byShipment.set(`${table} ${id}`, liveRows);
  }
  return ({ shipmentId }) => {
    const listLive = (table: ShipmentTable) => byShipment.get(`${table} ${shipmentId}`) ?? [];
    return {
      record: (table, id) => records.get(`${table} ${id}`),
      live: listLive,
      billsOf: (owner) =>
        listLive('bill').filter((bill) => bill['load_carrier_id'] === owner || bill['service_id'] === owner),
    };
  };
}

/** Finds the values of the shipment among the rows of a timeline. */
export const findShipment = (rows: readonly DatedRow[]): RowValues | undefined => {
  const row = rows.find(({ table }) => table === 'shipment');
  return row && getValues(row);
};
