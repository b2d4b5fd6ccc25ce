import { type SearchSource, searchSources, listWatchedColumns } from './sources.ts';

/** Numbers of one scope: its own number, and room for this many entries. */
const first = 's.number << 32';
const last = '(s.number << 32) + 4294967295';

/**
 * Lists the triggers that keep entries up to date with their records, and the full text and the word list with the
 * entries.
 */
export function listSqliteTriggers(): string[] {
  return [...searchSources.flatMap(recordTriggers), ...customerTriggers, ...entryTriggers];
}

export function recordTriggers(source: SearchSource): string[] {
  const { kind, table, organization } = source;
  const formatOwner = (row: 'new' | 'old') => (organization === null ? "''" : `${row}.${organization}`);
  const formatEntryCondition = (row: 'new' | 'old') =>
    `organization_id = ${formatOwner(row)} and kind = '${kind}' and record_id = ${row}.id`;
  const write = `
    insert into search_scope (organization_id, kind) select ${formatOwner('new')}, '${kind}'
      where not exists (select 1 from search_scope where organization_id = ${formatOwner('new')} and kind = '${kind}');
    insert into search_entry (number, organization_id, kind, record_id, words)
      select coalesce((select e.number from search_entry as e where e.number between ${first} and ${last}
          order by e.number desc limit 1), ${first}) + 1,
        s.organization_id, s.kind, v.record_id, v.words
      from search_source_${kind} as v
      join search_scope as s on s.organization_id = ${formatOwner('new')} and s.kind = '${kind}'
      where v.record_id = new.id
      on conflict (organization_id, kind, record_id) do update set words = excluded.words where words <> excluded.words;`;
  const forget =
    organization === null
      ? ''
      : `delete from search_entry where ${formatEntryCondition('new')} and new.deleted_at is not null;`;
  return [
    `create trigger search_${table}_insert after insert on ${table} begin ${write} end`,
    `create trigger search_${table}_update after update of ${listWatchedColumns(source).join(', ')} on ${table}
      begin ${forget} ${write} end`,
    `create trigger search_${table}_delete after delete on ${table}
      begin delete from search_entry where ${formatEntryCondition('old')}; end`,
  ];
}

/** Locations are found by their customer's name. */
const customerTriggers = [
  `create trigger search_customer_rename after update of name on customer when new.name <> old.name begin
    update location set name = name where organization_id = new.organization_id and customer_id = new.id;
  end`,
];

/** The words of an entry as a JSON list: folded words hold nothing that JSON would have to escape. */
const wordList = `json_each('["' || replace(trim(new.words), '  ', '","') || '"]')`;

const learn = `insert into search_word (organization_id, word)
  select distinct new.organization_id, w.value from ${wordList} as w
  where length(w.value) between 4 and 40 and w.value not glob '*[0-9>]*'
    and not exists (select 1 from search_word as k where k.organization_id = new.organization_id and k.word = w.value);`;

const entryTriggers = [
  `create trigger search_entry_insert after insert on search_entry begin
    insert into search_text (rowid, words) values (new.number, new.words);
    ${learn}
  end`,
  `create trigger search_entry_update after update of words on search_entry begin
    update search_text set words = new.words where rowid = new.number;
    ${learn}
  end`,
  `create trigger search_entry_delete after delete on search_entry begin
    delete from search_text where rowid = old.number;
  end`,
  `create trigger search_word_insert after insert on search_word begin
    insert into search_gram (organization_id, gram, word)
      with recursive place (n) as (select 1 union all select n + 1 from place where n <= length(new.word))
      select distinct new.organization_id, substr('  ' || new.word || ' ', n, 3), new.word from place;
  end`,
];
