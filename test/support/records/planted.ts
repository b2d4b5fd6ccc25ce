import { getRowId } from '../../../src/sandbox/onward/difference.ts';
import { type LivingOptions, createLivingBrokerage } from '../../../src/sandbox/onward/living.ts';
import type { Snapshot } from '../../../src/sandbox/freight/timeline.ts';
import type { TableName } from '../../../src/store/schema.ts';

/** Finds what is planted in a generated brokerage, which none of its records tells. */
export interface PlantedRecords {
  /** The id of a planted record: a customer or carrier by its key, else a record of the shipment or quote with that key. */
  id(table: TableName, key: string, place?: number): string;
}

export function findPlantedRecords(options: LivingOptions): PlantedRecords {
  const { brokerage, timelines, firstDay } = createLivingBrokerage(options);
  const snapshots = new Map<string, Snapshot>();
  for (let dayNumber = firstDay; dayNumber <= brokerage.today; dayNumber += 1) {
    for (const timeline of timelines.on(dayNumber))
      if (timeline.name.startsWith('planted/')) snapshots.set(timeline.name, timeline.at(brokerage.madeAt));
  }
  const parties = { customer: brokerage.customers, carrier: brokerage.carriers };
  return {
    id(table, key, place = 0) {
      if (table === 'carrier' || table === 'customer')
        return requireFound(parties[table].byKey.get(key)?.id, table, key);
      const rows = snapshots.get(`planted/${key}`)?.rows.filter((row) => row.table === table) ?? [];
      // Bills and documents come one after the other.
      const row = rows.toSorted((a, b) => a.at - b.at)[place];
      return requireFound(row && getRowId(row), table, key);
    },
  };
}

function requireFound(id: string | undefined, table: TableName, key: string): string {
  if (id === undefined) throw new Error(`no ${table} of ${key} is planted`);
  return id;
}
