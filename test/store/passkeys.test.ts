import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { computeMark } from '../../src/store/memory/mark.ts';
import type { ToolMemoryTables } from '../../src/store/memory/tables.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import { toolMemoryMigrations } from '../../src/store/migrations/tool-memory/index.ts';
import { testCipher, openTestKey } from '../support/cipher.ts';
import { createDatabase, onBothDatabases } from '../support/stores/databases.ts';

const at = '2026-11-20T16:00:00.000Z';
const passkey = { public_key: 'AAAA', counter: 0, transports: '[]', added_at: at, used_at: null } as const;

onBothDatabases('the owner of a passkey', (database) => {
  test('is bound to its row: one that is changed or taken away in the database signs nothing', async () => {
    await using empty = await createDatabase(database);
    await using memory = await openToolMemory(empty.url, openTestKey);
    const owner = { added_by: 'bob', issuer: 'https://login.example.com', subject: 'bob' };
    for (const id of ['kept', 'changed', 'taken']) await memory.passkeys.insert({ ...passkey, ...owner, id, name: id });

    const store = await openDatabase<ToolMemoryTables>(empty.url, toolMemoryMigrations);
    await store.transaction(async (tx) => {
      await tx.updateTable('tool_passkey').set({ subject: 'ann' }).where('id', '=', 'changed').execute();
      await tx.updateTable('tool_passkey').set({ issuer: null, subject: null }).where('id', '=', 'taken').execute();
    });
    await store.close();

    const listed = await memory.passkeys.list();
    expect(listed.map(({ id, isGenuine }) => [id, isGenuine])).toEqual([
      ['changed', false],
      ['kept', true],
      ['taken', false],
    ]);
  });

  test('is missing for a passkey from before there were owners, whose mark still holds', async () => {
    await using empty = await createDatabase(database);
    const isBefore = ({ name }: { readonly name: string }) => name < '0010';
    const before = await openDatabase<ToolMemoryTables>(empty.url, toolMemoryMigrations.filter(isBefore));
    await before.transaction((tx) =>
      sql`insert into tool_passkey (id, name, public_key, counter, transports, added_by, added_at, used_at, mark)
        values ('old', 'Laptop', 'AAAA', 0, '[]', 'morgan', ${at}, null, ${computeOldMark()})`.execute(tx),
    );
    await before.close();

    await using memory = await openToolMemory(empty.url, openTestKey);

    expect(await memory.passkeys.list()).toMatchObject([{ id: 'old', issuer: null, subject: null, isGenuine: true }]);
  });
});

/** Computes the mark as the version before wrote it: over every member that has a value, by name. */
const computeOldMark = (): string =>
  computeMark(
    testCipher,
    'passkey',
    JSON.stringify([
      ['added_at', at],
      ['added_by', 'morgan'],
      ['counter', 0],
      ['id', 'old'],
      ['name', 'Laptop'],
      ['public_key', 'AAAA'],
      ['transports', '[]'],
    ]),
  );
