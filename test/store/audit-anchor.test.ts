import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AuditFacts, chainEntry, hashOf, type StoredAuditEntry } from '../../src/mcp/audit/audit.ts';
import { type Verdict, verifyLog } from '../../src/mcp/audit/verify.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import type { Store, ToolMemoryTables } from '../../src/store/memory/tables.ts';
import { toolMemoryMigrations } from '../../src/store/migrations/tool-memory/index.ts';
import { testCipher, testKey } from '../support/cipher.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';
import { lendToolMemory } from '../support/stores/lent-stores.ts';

const facts: AuditFacts = {
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

/** Every entry again as somebody else's, with hashes that fit. */
async function rewrite(store: Store): Promise<void> {
  const rows = await store.reader.selectFrom('tool_audit').selectAll().orderBy('seq').execute();
  let previous = '0'.repeat(64);
  await store.transaction(async (tx) => {
    for (const { seq, body } of rows) {
      const changed = body.replaceAll('dana', 'morgan');
      const hash = hashOf(previous, changed);
      await tx
        .updateTable('tool_audit')
        .set({ body: changed, who: 'morgan', previous_hash: previous, hash })
        .where('seq', '=', seq)
        .execute();
      previous = hash;
    }
  });
}

const run = (statement: string) => (store: Store) =>
  store.transaction(async (tx) => void (await sql.raw(statement).execute(tx)));

/** One more behind the anchored one, chained as it should be. */
async function forge(store: Store): Promise<void> {
  const last = await store.reader.selectFrom('tool_audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
  const entry: StoredAuditEntry = chainEntry(last, { ...facts, summary: 'Forged' });
  await store.transaction((tx) => tx.insertInto('tool_audit').values(entry).execute());
}

const attacks: Readonly<Record<string, (store: Store) => Promise<void>>> = {
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

onBothDatabases('the audit log', (database) => {
  test.each(Object.entries(attacks))('%s is found, and stays found when more is written', async (_, attack) => {
    await using lent = await lendToolMemory(database);
    const { audit } = lent.store;
    for (const attempt of ['a', 'b', 'c']) await audit.append((last) => chainEntry(last, { ...facts, attempt }));
    const whole = await verifyLog(audit);
    const store: Store = await openDatabase<ToolMemoryTables>(lent.url, [], { durability: 'off' });

    await attack(store);
    const found = await verifyLog(audit);
    await audit.append((last) => chainEntry(last, { ...facts, attempt: 'd' }));
    const foundLater = await verifyLog(audit);

    await store.close();
    const verdicts: Verdict[] = [whole, found, foundLater];
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, false, false]);
  });

  test('of a memory that had none is anchored when its key is first known, and what waited for a person is refused', async () => {
    await using target = await createDatabase(database, { blank: true });
    const old = await openDatabase<ToolMemoryTables>(target.url, toolMemoryMigrations.slice(0, 1), {
      durability: 'off',
    });
    await old.transaction((tx) => tx.insertInto('tool_audit').values(chainEntry(null, facts)).execute());
    await old.close();

    await using memory = await openToolMemory(target.url, testKey, { durability: 'off' });
    await memory.audit.append((last) => chainEntry(last, facts));

    expect(await verifyLog(memory.audit)).toMatchObject({ ok: true, entries: 2 });
    expect(memory.cipher.derive('plan')).toEqual(testCipher.derive('plan'));
  });
});
