import { generateBrokerage } from '../../src/sandbox/generate.ts';
import type { LivingOptions } from '../../src/sandbox/onward/living.ts';
import { smallBrokerage } from '../../src/sandbox/kit/span.ts';
import type { Row, TableName } from '../../src/store/schema.ts';
import { tables as schema } from '../../src/store/schema.ts';
import { findPlantedRecords } from '../support/records/planted.ts';
import { now } from './world.ts';

/** Generated brokerage in memory, for questions that need no database. */
export interface GeneratedBrokerage {
  rows<Name extends TableName>(table: Name): readonly Row<Name>[];
  /** A record that is planted: see PlantedRecords. */
  planted<Name extends TableName>(table: Name, key: string, place?: number): Row<Name>;
}

export function collectBrokerage(options: Partial<LivingOptions> = {}): GeneratedBrokerage {
  const tables = new Map<TableName, object[]>();
  const complete = { seed: '1', now, size: smallBrokerage, ...options };
  const hidden = findPlantedRecords(complete);
  for (const { table, rows } of generateBrokerage(complete)) {
    const collectedRows = tables.get(table) ?? [];
    const empty = Object.fromEntries(Object.keys(schema[table].columns).map((column) => [column, null]));
    for (const row of rows) collectedRows.push({ ...empty, ...row });
    tables.set(table, collectedRows);
  }
  // Batches carry rows of the table they name.
  const getRows = <Name extends TableName>(table: Name) => (tables.get(table) ?? []) as Row<Name>[];
  return {
    rows: getRows,
    planted(table, key, place) {
      const id = hidden.id(table, key, place);
      const plantedRow = getRows(table).find((row) => 'id' in row && row.id === id);
      if (!plantedRow) throw new Error(`no ${table} ${id} of ${key}`);
      return plantedRow;
    },
  };
}
