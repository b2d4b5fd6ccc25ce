import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../table.ts';
import { buildView } from '../0008-search/index.ts';
import type { SearchSource } from '../0008-search/sources.ts';
import { recordTriggers as postgresTriggers } from '../0008-search/triggers-postgres.ts';
import { recordTriggers as sqliteTriggers } from '../0008-search/triggers-sqlite.ts';
import { createCompactReferenceIndex } from './references.ts';
import { textSources } from './sources.ts';
import { listRelatedTriggers } from './triggers.ts';

/** Widens the index to every text that a row shows, with triggers on the related rows. */
export async function widenSearch(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const statements = [
    ...textSources.flatMap((source) => [
      ...(kind === 'sqlite' ? endSqlite(source) : endPostgres(source)),
      `drop view search_source_${source.kind}`,
      buildView(source, kind),
      ...(kind === 'sqlite' ? sqliteTriggers(source) : postgresTriggers(source, { locks: true })),
    ]),
    ...listRelatedTriggers(kind),
    ...textSources.map(fillEntries),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await createCompactReferenceIndex(db, kind);
}

const endSqlite = ({ table }: SearchSource) =>
  ['insert', 'update', 'delete'].map((change) => `drop trigger search_${table}_${change}`);

/** Lists the statements that drop the function with its triggers. */
const endPostgres = ({ table }: SearchSource) => [`drop function search_${table}_changed() cascade`];

const fillEntries = ({ kind }: SearchSource) => `update search_entry set words = v.words
  from search_source_${kind} as v
  where search_entry.kind = '${kind}' and search_entry.organization_id = v.organization_id
    and search_entry.record_id = v.record_id and search_entry.words <> v.words`;
