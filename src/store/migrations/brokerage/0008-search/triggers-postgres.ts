import { type SearchSource, searchSources, listWatchedColumns } from './sources.ts';

/** Lists the triggers that keep entries up to date with their records, and the word list with the entries. */
export function listPostgresTriggers(): string[] {
  return [
    ...searchSources.flatMap((source) => recordTriggers(source, { locks: false })),
    ...customerTriggers,
    ...entryTriggers,
  ];
}

/**
 * Lists the triggers of a source. With `locks` the entry is locked first, because related rows may be written at the
 * same time.
 */
export function recordTriggers(source: SearchSource, { locks }: { readonly locks: boolean }): string[] {
  const { kind, table, organization } = source;
  const formatOwner = (row: 'new' | 'old') => (organization === null ? "''" : `${row}.${organization}`);
  const forget = (row: 'new' | 'old') => `delete from search_entry
    where organization_id = ${formatOwner(row)} and kind = '${kind}' and record_id = ${row}.id;`;
  const lock = ` perform 1 from search_entry
          where organization_id = ${formatOwner('new')} and kind = '${kind}' and record_id = new.id for update;`;
  const isGone = organization === null ? 'false' : 'new.deleted_at is not null';
  return [
    `create function search_${table}_changed() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        ${forget('old')}
      elsif ${isGone} then
        ${forget('new')}
      else${locks ? lock : ''}
        insert into search_entry (organization_id, kind, record_id, words)
          select ${formatOwner('new')}, '${kind}', v.record_id, v.words from search_source_${kind} as v where v.record_id = new.id
          on conflict (organization_id, kind, record_id)
          do update set words = excluded.words where search_entry.words <> excluded.words;
      end if;
      return null;
    end $$`,
    `create trigger search_insert_or_delete after insert or delete on ${table}
      for each row execute function search_${table}_changed()`,
    `create trigger search_update after update of ${listWatchedColumns(source).join(', ')} on ${table}
      for each row execute function search_${table}_changed()`,
  ];
}

/** Locations are found by their customer's name. */
const customerTriggers = [
  `create function search_customer_renamed() returns trigger language plpgsql as $$ begin
    update location set name = name where organization_id = new.organization_id and customer_id = new.id;
    return null;
  end $$`,
  `create trigger search_rename after update of name on customer
    for each row when (new.name <> old.name) execute function search_customer_renamed()`,
];

const entryTriggers = [
  `create function search_entry_changed() returns trigger language plpgsql as $$ begin
    insert into search_word (organization_id, word)
      select distinct new.organization_id, w.word
      from unnest(string_to_array(btrim(new.words), '  ')) as w(word)
      where length(w.word) between 4 and 40 and w.word !~ '[0-9>]' and not exists (
        select 1 from search_word as k where k.organization_id = new.organization_id and k.word = w.word)
      order by 2
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger search_words_change after insert or update of words on search_entry
    for each row execute function search_entry_changed()`,
  `create function search_word_learned() returns trigger language plpgsql as $$ begin
    insert into search_gram (organization_id, gram, word)
      select distinct new.organization_id, substr('  ' || new.word || ' ', n, 3), new.word
      from generate_series(1, length(new.word) + 1) as n
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger search_word_learn after insert on search_word
    for each row execute function search_word_learned()`,
];
