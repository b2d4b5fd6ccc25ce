import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { insertRows } from '../kit/write-rows.ts';
import { members } from '../kit/members.ts';
import { buildHaulFacts } from './haul-facts.ts';
import { readParts } from './parts.ts';
import { buildShipmentFact } from './shipment-fact.ts';
import { type FactTables, factTables, type HaulFact, type ShipmentFact } from '../../copy-tables/facts.ts';

/** Shipments whose facts are computed together. */
export const factsAtOnce = 500;

interface FactRows {
  readonly shipments: readonly ShipmentFact[];
  readonly hauls: readonly HaulFact[];
}

/** Computes the facts of some shipments that wait for it anew. */
export async function refreshSomeFacts<Schema extends FactTables>(tx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`select shipment_id from stale_fact limit ${factsAtOnce}`.execute(
    tx,
  );
  await refreshShipmentFacts(
    tx,
    rows.map((row) => row.shipment_id),
  );
}

/** Computes the facts of these shipments anew. */
export async function refreshShipmentFacts<Schema extends FactTables>(
  tx: Transaction<Schema>,
  ids: readonly string[],
): Promise<void> {
  const { shipments, hauls } = await computeFacts(tx, ids);
  await sql`delete from shipment_fact where id in ${members(ids)}`.execute(tx);
  await sql`delete from haul_fact where shipment_id in ${members(ids)}`.execute(tx);
  await insertRows(tx, 'shipment_fact', Object.keys(factTables.shipment_fact.columns), shipments);
  await insertRows(tx, 'haul_fact', Object.keys(factTables.haul_fact.columns), hauls);
  await sql`delete from stale_fact where shipment_id in ${members(ids)}`.execute(tx);
}

async function computeFacts<Schema>(db: Kysely<Schema>, ids: readonly string[]): Promise<FactRows> {
  const all = (await readParts(db, ids)).map((parts) => {
    const shipment = buildShipmentFact(parts);
    return { shipment, hauls: buildHaulFacts(parts, shipment) };
  });
  return { shipments: all.map(({ shipment }) => shipment), hauls: all.flatMap(({ hauls }) => hauls) };
}

/** Lists those of these shipments whose facts differ from the facts computed from the copy's records. */
export async function findWrongFacts<Schema>(tx: Transaction<Schema>, ids: readonly string[]): Promise<string[]> {
  const [expected, stored] = [await computeFacts(tx, ids), await readFacts(tx, ids)].map(groupByShipment);
  return ids.filter((id) => !isDeepStrictEqual(expected?.(id), stored?.(id)));
}

function groupByShipment({ shipments, hauls }: FactRows) {
  const byId = new Map(shipments.map((fact) => [fact.id, fact]));
  const haulsByShipment = Map.groupBy(hauls, (fact) => fact.shipment_id);
  return (id: string) => [
    byId.get(id),
    (haulsByShipment.get(id) ?? []).toSorted((haul, other) => (haul.id < other.id ? -1 : 1)),
  ];
}

async function readFacts<Schema>(db: Kysely<Schema>, ids: readonly string[]): Promise<FactRows> {
  const shipments = sql<ShipmentFact>`select * from shipment_fact where id in ${members(ids)}`;
  const hauls = sql<HaulFact>`select * from haul_fact where shipment_id in ${members(ids)}`;
  return { shipments: (await shipments.execute(db)).rows, hauls: (await hauls.execute(db)).rows };
}
