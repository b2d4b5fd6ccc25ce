import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../table.ts';

/**
 * PostgreSQL's full text also holds whose an entry is and of which kind, as one more word: a search looks its scope up
 * like any other word, instead of reading what all organizations have of the words and leaving most of it out. The scope
 * has a character that no word has. SQLite's numbers of entries do that already.
 */
export async function indexSearchTerms<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`create function search_terms(organization_id text, kind text, words text)
    returns tsvector language sql immutable strict parallel safe as $$
      select array_to_tsvector(array_append(
        string_to_array(btrim(words, ' '), '  '), '@' || organization_id || '/' || kind)) $$`.execute(db);
  await sql`drop index search_entry_words_idx`.execute(db);
  await sql`drop function search_vector(text)`.execute(db);
  // A short list of pending changes: every search has to read all of it.
  await sql`create index search_entry_terms_idx on search_entry
    using gin (search_terms(organization_id, kind, words)) with (gin_pending_list_limit = 256)`.execute(db);
}
