import type { CompiledQuery } from 'kysely';
import type { CollectionName } from '../../copy-tables/index.ts';
import { isCopyTable, listSources } from '../../copy-tables/sources.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** A query of the copy, built or in SQL. */
export type CopyQuery = Pick<CompiledQuery, 'sql' | 'parameters'> & Partial<Pick<CompiledQuery, 'query'>>;

/** Lists the collections that must be current before a query runs: those whose tables its syntax tree names. */
export function listCollections({ sql, query }: CopyQuery): readonly CollectionName[] {
  if (query !== undefined && query.kind !== 'SelectQueryNode') throw new Error(`${query.kind}: the copy is only read`);
  const tables = new Set(query === undefined ? listNamedTables(sql) : listTreeTables(query));
  const words = new Set(sql.split(/[^a-z_]+/));
  return listSources(tables, words);
}

function listTreeTables(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(listTreeTables);
  if (!isPlainRecord(node)) return [];
  if (node['kind'] === 'TableNode') return listNames(node).filter(isCopyTable);
  // SQL text inside a built query.
  const fragments = node['kind'] === 'RawNode' ? node['sqlFragments'] : undefined;
  const written = Array.isArray(fragments) ? listNamedTables(fragments.join(' ')) : [];
  return [...written, ...Object.values(node).flatMap(listTreeTables)];
}

function listNames(node: unknown): readonly string[] {
  if (!isPlainRecord(node)) return [];
  if (node['kind'] === 'IdentifierNode') return [String(node['name'])];
  return Object.values(node).flatMap(listNames);
}

/** Names of tables as they follow `from`, `join` or a comma in SQL text. */
const listNamedTables = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?|,\s*"?(\w+)"?/gi)]
    .map(([, joined, listed]) => joined ?? listed ?? '')
    .filter(isCopyTable);
