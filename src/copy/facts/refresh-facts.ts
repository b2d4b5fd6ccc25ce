import { sql, type Transaction } from 'kysely';
import { insertRows, members } from '../kit/write-rows.ts';
import { haulFacts } from './haul-facts.ts';
import { partsOf } from './parts.ts';
import { shipmentFact } from './shipment-fact.ts';
import { type FactTables, factTables } from './tables.ts';

const chunkSize = 500;

/** Computes the facts of some shipments that wait for it anew. */
export async function refreshSomeFacts<Schema extends FactTables>(tx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`select shipment_id from stale_fact limit ${chunkSize}`.execute(
    tx,
  );
  const ids = rows.map((row) => row.shipment_id);
  const facts = await factsOf(tx, ids);
  await sql`delete from shipment_fact where id in ${members(ids)}`.execute(tx);
  await sql`delete from haul_fact where shipment_id in ${members(ids)}`.execute(tx);
  await insertRows(tx, 'shipment_fact', Object.keys(factTables.shipment_fact.columns), facts.shipments);
  await insertRows(tx, 'haul_fact', Object.keys(factTables.haul_fact.columns), facts.hauls);
  await sql`delete from stale_fact where shipment_id in ${members(ids)}`.execute(tx);
}

async function factsOf<Schema>(tx: Transaction<Schema>, ids: readonly string[]) {
  const all = (await partsOf(tx, ids)).map((parts) => {
    const shipment = shipmentFact(parts);
    return { shipment, hauls: haulFacts(parts, shipment) };
  });
  return { shipments: all.map(({ shipment }) => shipment), hauls: all.flatMap(({ hauls }) => hauls) };
}
