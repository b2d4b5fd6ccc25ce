import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { CollectionName } from '../../copy-tables/index.ts';
import { isCopyTable, listSources } from '../../copy-tables/sources.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** A query of the copy, built or in SQL. */
export type CopyQuery = Pick<CompiledQuery, 'sql' | 'parameters'> & Partial<Pick<CompiledQuery, 'query'>>;

const statementsMax = 1000;
/** Collections of statements that were built before: the text of a statement tells which tables its tree names. */
const builtStatements = new LRUCache<string, readonly CollectionName[]>({ max: statementsMax });

/** Lists the collections that must be current before a query runs: those whose tables its syntax tree names. */
export function listCollections(query: CopyQuery): readonly CollectionName[] {
  if (query.query === undefined) return findCollections(query);
  const names = builtStatements.get(query.sql) ?? findCollections(query);
  builtStatements.set(query.sql, names);
  return names;
}

function findCollections({ sql, query }: CopyQuery): readonly CollectionName[] {
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
