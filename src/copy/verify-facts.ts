import { requireRunning } from '../client/transport/abort.ts';
import { type RawBuilder, sql } from 'kysely';
import { factsAtOnce, findWrongFacts } from './facts/refresh-facts.ts';
import type { Copying } from './state/copying.ts';

/** Result of comparing facts: shipments whose facts differ from those computed from the copy's records. */
interface ComparedFacts {
  readonly compared: number;
  readonly different: readonly string[];
}

/** The records to compare. */
export interface Verification {
  /** True to compare all of them, false for the newest and a random selection. */
  readonly isWhole: boolean;
  readonly random: () => number;
}

/** Compares facts with the copy's records, without requests: the records themselves are compared with the API. */
export async function compareFacts(copying: Copying, verification: Verification): Promise<ComparedFacts> {
  const different = new Set(await findOrphanedFacts(copying));
  let compared = 0;
  for await (const ids of readSections(copying, verification)) {
    requireRunning(copying.signal);
    for (const id of await compareSome(copying, ids)) different.add(id);
    compared += ids.length;
  }
  return { compared, different: [...different] };
}

async function* readSections(
  copying: Copying,
  { isWhole, random }: Verification,
): AsyncGenerator<readonly string[], void> {
  const { reader } = copying.database;
  const readIds = async (query: RawBuilder<{ id: string }>) => (await query.execute(reader)).rows.map(({ id }) => id);
  const readIdsAfter = (id: string) =>
    readIds(sql`select id from shipment where id > ${id} order by id limit ${factsAtOnce}`);
  if (isWhole) {
    for (let ids = await readIdsAfter(''); ids.length > 0; ids = await readIdsAfter(ids.at(-1) ?? '')) yield ids;
  } else {
    yield await readIds(sql`select id from shipment order by created_at desc limit ${factsAtOnce}`);
    const [randomId = ''] = await readIds(sql`select id from shipment order by id limit 1
      offset cast((select count(*) from shipment) * ${random()} as integer)`);
    yield await readIdsAfter(randomId);
  }
}

/** Compares in one transaction, because another process could write a page between two reads. */
const compareSome = ({ database }: Copying, ids: readonly string[]) =>
  database.transaction(async (tx) => {
    const stale = await tx.selectFrom('stale_fact').select('shipment_id').execute();
    const waiting = new Set(stale.map((row) => row.shipment_id));
    return findWrongFacts(
      tx,
      ids.filter((id) => !waiting.has(id)),
    );
  });

/** Lists the shipments that are gone and still have facts. */
async function findOrphanedFacts({ database }: Copying): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id from shipment_fact union select shipment_id from haul_fact)
    where id not in (select id from shipment) and id not in (select shipment_id from stale_fact)`.execute(
    database.reader,
  );
  return rows.map(({ id }) => id);
}
