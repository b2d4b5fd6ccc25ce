import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AuditDetails, buildNextEntry, hashEntry, type StoredAuditEntry } from '../../src/mcp/audit/audit.ts';
import { listExportLines, verifyLines } from '../../src/mcp/audit/audit-file.ts';
import { isEndSigned, type AuditVerdict, verifyLog } from '../../src/mcp/audit/verify.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import type { ToolMemoryDatabase, ToolMemoryTables } from '../../src/store/memory/tables.ts';
import { toolMemoryMigrations } from '../../src/store/migrations/tool-memory/index.ts';
import { testCipher, openTestKey } from '../support/cipher.ts';
import { createDatabase, type DatabaseName, onBothDatabases } from '../support/stores/databases.ts';
import { lendToolMemory } from '../support/stores/lent-stores.ts';

const details: AuditDetails = {
  kind: 'finished',
  attempt: 'a',
  at: '2026-11-20T15:00:00.000Z',
  who: 'dana',
  client: null,
  tool: 'create_term',
  planHash: null,
  approvalId: null,
  calls: [],
  status: 'done',
  summary: 'Created',
  undo: null,
};

/** Writes every entry again under another person's name, with hashes that fit. */
async function rewrite(store: ToolMemoryDatabase): Promise<void> {
  const rows = await store.reader.selectFrom('tool_audit').selectAll().orderBy('seq').execute();
  let previous = '0'.repeat(64);
  await store.transaction(async (tx) => {
    for (const { seq, body } of rows) {
      const changed = body.replaceAll('dana', 'morgan');
      const hash = hashEntry(previous, changed);
      await tx
        .updateTable('tool_audit')
        .set({ body: changed, who: 'morgan', previous_hash: previous, hash })
        .where('seq', '=', seq)
        .execute();
      previous = hash;
    }
  });
}

const run = (statement: string) => (store: ToolMemoryDatabase) =>
  store.transaction(async (tx) => void (await sql.raw(statement).execute(tx)));

/** One more behind the anchored one, chained as it should be. */
async function forge(store: ToolMemoryDatabase): Promise<void> {
  const last = await store.reader.selectFrom('tool_audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
  const entry: StoredAuditEntry = buildNextEntry(last, { ...details, summary: 'Forged' });
  await store.transaction((tx) => tx.insertInto('tool_audit').values(entry).execute());
}

const attacks: Readonly<Record<string, (store: ToolMemoryDatabase) => Promise<void>>> = {
  'a cut-off end': run('delete from tool_audit where seq = 3'),
  'an emptied log': run('delete from tool_audit'),
  'a log rewritten with hashes that fit': rewrite,
  'an entry put behind the last one': forge,
  'a cut-off end and a changed count': (store) =>
    run(
      "delete from tool_audit where seq = 3; update tool_setting set value = replace(value, '3 ', '2 ') where name = 'audit'",
    )(store),
  'a missing count': run("delete from tool_setting where name = 'audit'"),
  'an emptied log and a missing count': run("delete from tool_audit; delete from tool_setting where name = 'audit'"),
};

const holdSqlite =
  "create trigger hold before update on tool_setting when old.name = 'audit' begin select raise(ignore); end";
const buildFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;
const eat = buildFunction('eat', 'delete from tool_audit where seq = new.seq; return null;');
const ignore = buildFunction('ignore_row', 'return null;');
const hold =
  "create trigger hold before update on tool_setting for each row when (old.name = 'audit') execute function ignore_row()";

/** Statements that an attacker without the key may run in a database so that new entries leave no trace. */
const droppers: Readonly<Record<DatabaseName, readonly (readonly string[])[]>> = {
  SQLite: [
    ['create trigger eat after insert on tool_audit begin delete from tool_audit where seq = new.seq; end', holdSqlite],
    ['create trigger eat before insert on tool_audit begin select raise(ignore); end', holdSqlite],
    [holdSqlite],
    ["create trigger change after insert on tool_audit begin update tool_audit set who = 'x' where seq = new.seq; end"],
  ],
  PostgreSQL: [
    [eat, 'create trigger eat after insert on tool_audit for each row execute function eat()'],
    [ignore, 'create trigger eat before insert on tool_audit for each row execute function ignore_row()', hold],
    [
      eat,
      ignore,
      'create constraint trigger eat after insert on tool_audit deferrable initially deferred for each row execute function eat()',
      hold,
    ],
    ['create rule eat as on insert to tool_audit do instead nothing'],
  ],
};

onBothDatabases('the audit log', (database) => {
  test.each(Object.entries(attacks))('%s is found, and stays found when more is written', async (_, attack) => {
    await using lent = await lendToolMemory(database);
    const { audit } = lent.store;
    for (const attempt of ['a', 'b', 'c']) await audit.append((last) => buildNextEntry(last, { ...details, attempt }));
    const whole = await verifyLog(audit);
    const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(lent.url, [], { durability: 'off' });

    await attack(store);
    const verification = await verifyLog(audit);
    await audit.append((last) => buildNextEntry(last, { ...details, attempt: 'd' }));
    const foundLater = await verifyLog(audit);

    await store.close();
    const verdicts: AuditVerdict[] = [whole, verification, foundLater];
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, false, false]);
  });

  const withoutKey = {
    deleted: "delete from tool_setting where name in ('audit', 'encryption')",
    renamed: "update tool_setting set name = 'x' || name",
    emptied: 'delete from tool_setting',
    'deleted for the key alone': "delete from tool_setting where name = 'encryption'",
  };
  test.each(Object.entries(withoutKey))(
    'rewritten by somebody without the key, settings %s, is not signed by the next start',
    async (_, statement) => {
      await using target = await createDatabase(database, { blank: true });
      const first = await openToolMemory(target.url, openTestKey, { durability: 'off' });
      for (const attempt of ['a', 'b', 'c'])
        await first.audit.append((last) => buildNextEntry(last, { ...details, attempt }));
      await first.close();
      const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(target.url, [], { durability: 'off' });
      await rewrite(store);
      await run(statement)(store);
      await store.close();

      await using memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });
      const atStart = [(await verifyLog(memory.audit)).ok, await isEndSigned(memory.audit)];
      await memory.audit.append((last) => buildNextEntry(last, details));
      const later = await verifyLog(memory.audit);

      expect([atStart, later.ok]).toEqual([[false, false], false]);
    },
  );

  test('that began before there was a count is not whole until an operator accepts it, which it then says', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<ToolMemoryTables>(target.url, toolMemoryMigrations.slice(0, 1), {
      durability: 'off',
    });
    await old.transaction((tx) => tx.insertInto('tool_audit').values(buildNextEntry(null, details)).execute());
    await old.close();

    await using memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    const before = await verifyLog(memory.audit);
    await memory.audit.accept((last) => buildNextEntry(last, { ...details, summary: 'Accepted' }));

    expect(before.ok).toBe(false);
    expect(await verifyLog(memory.audit)).toMatchObject({ ok: true, entries: 2 });
    expect(await isEndSigned(memory.audit)).toBe(true);
    expect(memory.cipher.derive('plan')).toEqual(testCipher.derive('plan'));
  });

  test.each([0, -5])('with an entry %i in front is not whole, in the store and exported', async (seq) => {
    await using lent = await lendToolMemory(database);
    const { audit } = lent.store;
    await audit.append((last) => buildNextEntry(last, details));
    const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(lent.url, [], { durability: 'off' });
    await store.transaction((tx) =>
      tx
        .insertInto('tool_audit')
        .values({ ...buildNextEntry(null, { ...details, who: 'morgan' }), seq })
        .execute(),
    );
    await store.close();

    const exported: string[] = [];
    for await (const line of listExportLines(audit)) exported.push(line);

    expect((await verifyLog(audit)).ok).toBe(false);
    expect((await verifyLines(exported, audit.isAnchor)).ok).toBe(false);
  });

  test.each(droppers[database])('refuses an entry that the database does not keep: %s', async (...statements) => {
    await using target = await createDatabase(database, { blank: true });
    await using memory = await openToolMemory(target.url, openTestKey, { durability: 'off' });
    await memory.audit.append((last) => buildNextEntry(last, details));
    const store: ToolMemoryDatabase = await openDatabase<ToolMemoryTables>(target.url, [], { durability: 'off' });
    for (const statement of statements) await run(statement)(store);
    await store.close();

    const appending = memory.audit.append((last) => buildNextEntry(last, { ...details, attempt: 'b' }));

    await expect(appending).rejects.toThrow('did not keep the entry of the audit log');
    expect(await verifyLog(memory.audit)).toMatchObject({ ok: true, entries: 1 });
  });
});
