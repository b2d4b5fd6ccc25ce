import { collectionTables } from '../../../src/copy-tables/index.ts';
import { factTables } from '../../../src/copy-tables/facts.ts';
import type { LocalCopy } from '../../../src/copy/copy.ts';
import type { SqlStatement } from '../../../src/copy-tables/sql-statement.ts';
import type { TableDefinition } from '../../../src/store/migrations/table.ts';

/** A step of a plan that reads a table from its first row to its last. */
export interface FullRead {
  readonly table: string;
  /** Step as SQLite describes it. */
  readonly step: string;
}

/** Collections whose records get more with every load. */
const growingCollections = [
  'shipment',
  'freight_order',
  'load',
  'bill',
  'service',
  'quote',
  'invoice',
  'payment',
  'bill_payment',
  'credit_memo',
  'document',
] as const;

/** Tables that get rows with every load, with their definitions. */
const growingTables: ReadonlyMap<string, TableDefinition> = new Map<string, TableDefinition>([
  ...growingCollections.flatMap((name) => Object.entries(collectionTables[name])),
  ...Object.entries(factTables).filter(([name]) => name !== 'stale_fact'),
]);

/** Indexes of some rows, which a condition selects: what is open or live doesn't grow with history. */
const partialIndexes: ReadonlySet<string> = new Set(
  [...growingTables.values()].flatMap(({ named: indexes = [] }) =>
    indexes.flatMap(({ name, where }) => (where === undefined ? [] : [name])),
  ),
);

/** Columns of few values: an index that is searched by them alone is read nearly in full. */
const coarse = /^\((?:(?:side|currency|is_canceled|is_delivered|entity_type|mode|type)=\?(?: AND )?)+\)$/;

/** Finds the steps of a statement that read a growing table in full. */
export async function findFullReads(copy: LocalCopy, { sql, parameters }: SqlStatement): Promise<readonly FullRead[]> {
  const rows = await copy.read(`explain query plan ${sql}`, parameters);
  return rows.flatMap(({ detail }) => {
    const step = String(detail);
    const table = readFullTable(step, sql);
    return table === undefined ? [] : [{ table, step }];
  });
}

function readFullTable(step: string, sql: string): string | undefined {
  const [, kind, alias = '', index, constraints] =
    /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?(?:INDEX (\w+)|\w.*))?(?: (\(.*\)))?/.exec(step) ?? [];
  const table = findTable(alias, sql);
  if (table === undefined || (index !== undefined && partialIndexes.has(index))) return undefined;
  if (kind === 'SCAN') return table;
  return kind === 'SEARCH' && coarse.test(constraints ?? '') ? table : undefined;
}

/** Finds the growing table that an alias of the statement stands for. */
function findTable(alias: string, sql: string): string | undefined {
  const pattern = new RegExp(`\\b(\\w+)"? (?:as )?"?${alias}\\b`, 'gi');
  return [alias, ...[...sql.matchAll(pattern)].map(([, name = '']) => name)].find((name) => growingTables.has(name));
}
