import type { Queries } from '../../store/connection.ts';
import type { TableName } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { DatedRow } from '../kit/records.ts';
import { anyTable, tableNamed } from './any-table.ts';
import { idOf, type Values, valuesOf } from './difference.ts';

/** What the store holds of one life by now. */
export interface StoredLife {
  record(table: TableName, id: string): Values | undefined;
  /** Records of its shipment that are not deleted. */
  live(table: ShipmentTable): readonly Values[];
  /** Bills of a load carrier or a service that are not deleted. */
  billsOf(owner: string): readonly Values[];
}

interface Scope {
  readonly db: Queries;
  readonly organizationId: string;
}

/** Records that name their shipment. They are read by it, so that records which a person has added are found. */
const shipmentTables = ['load', 'load_carrier', 'service', 'invoice', 'bill'] as const;
type ShipmentTable = (typeof shipmentTables)[number];
const ownTables = ['quote', 'freight_order', 'stop', 'shipment', 'credit_memo'] as const;

const queries = new Map<string, ReturnType<typeof rowsBy>>();

const rowsBy = (table: TableName, column: 'id' | 'shipment_id') =>
  selectIn((db, { organizationId, ids }) =>
    anyTable(db)
      .selectFrom(tableNamed(table))
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, 'in', ids),
  );

async function read(scope: Scope, table: TableName, column: 'id' | 'shipment_id', ids: Iterable<string>) {
  const name = `${table} ${column}`;
  const query = queries.get(name) ?? rowsBy(table, column);
  queries.set(name, query);
  const rows: readonly Values[] = await query(scope, ids);
  return rows;
}

export interface Expected {
  readonly shipmentId: string | null;
  readonly before: readonly DatedRow[];
}

/** Reads what there is of some lives, with one query for each table. */
export async function readStored(scope: Scope, lives: readonly Expected[]): Promise<(life: Expected) => StoredLife> {
  const rows = lives.flatMap(({ before }) => before);
  const records = new Map<string, Values>();
  const byShipment = new Map<string, Values[]>();
  const keep = (table: TableName, found: Values) => records.set(`${table} ${String(found['id'])}`, found);
  for (const table of ownTables) {
    const ids = rows.filter((row) => row.table === table).map(idOf);
    for (const found of await read(scope, table, 'id', ids)) keep(table, found);
  }
  const shipmentIds = lives.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]));
  for (const table of shipmentTables) {
    const found = await read(scope, table, 'shipment_id', shipmentIds);
    for (const row of found) keep(table, row);
    const live = found.filter((row) => row['deleted_at'] === null);
    for (const [id, own] of Map.groupBy(live, (row) => String(row['shipment_id'])))
      byShipment.set(`${table} ${id}`, own);
  }
  return ({ shipmentId }) => {
    const live = (table: ShipmentTable) => byShipment.get(`${table} ${shipmentId}`) ?? [];
    return {
      record: (table, id) => records.get(`${table} ${id}`),
      live,
      billsOf: (owner) =>
        live('bill').filter((bill) => bill['load_carrier_id'] === owner || bill['service_id'] === owner),
    };
  };
}

/** The shipment as the store has it, or as it is about to be written. */
export const shipmentOf = (rows: readonly DatedRow[]): Values | undefined => {
  const row = rows.find(({ table }) => table === 'shipment');
  return row && valuesOf(row);
};
