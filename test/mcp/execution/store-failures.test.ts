import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { buildOpenError } from '../../../src/cli/opening/stores/store-address.ts';
import { WaybillError } from '../../../src/errors.ts';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { openTestKey } from '../../support/cipher.ts';
import { createDatabase, type DatabaseName, isPostgresMissing } from '../../support/stores/databases.ts';
import { startPostgres } from '../../support/stores/postgres.ts';
import { startTermDesk } from '../support/term-desk.ts';

/** A desk whose approvals and audit log lie in a database of its own, opened after `prepare`. */
async function openOwnDesk(name: DatabaseName, prepare: (url: string) => Promise<void> = async () => {}) {
  const { url, ...database } = await createDatabase(name, { blank: true });
  await (await openToolMemory(url, openTestKey)).close();
  await prepare(url);
  return openDeskAt(url, database);
}

async function openDeskAt(url: string, database: AsyncDisposable) {
  const memory = await openToolMemory(url, openTestKey);
  const desk = await startTermDesk({ memory });
  const id = await desk.addTerm('Net 30');
  return {
    desk,
    url,
    id,
    writeEach: async () => [
      await desk.callTool('create_term', { name: 'Net 60' }),
      await desk.callTool('rename_term', { id, name: 'Net 31' }, 'accept'),
      await desk.callTool('delete_terms', { ids: [id] }),
    ],
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await memory.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('while another program holds the file of approvals and audit, each write says so and nothing is done', async () => {
  await using opened = await openOwnDesk('SQLite');
  const file = opened.url.slice('sqlite:'.length);
  using other = new DatabaseSync(file);
  other.exec('begin immediate');

  const refused = await opened.desk.callTool('create_term', { name: 'Net 60' });
  other.exec('rollback');
  const done = await opened.desk.callTool('create_term', { name: 'Net 60' });

  expect(refused.text).toMatch(
    `NOT DONE. The database ${file} is locked by another program, so nothing was saved; close that program, or wait and try again.`,
  );
  expect(refused.data.error).toMatchObject({ code: 'STORE_UNAVAILABLE', outcome: 'not_done', retryable: true });
  expect(done.data.status).toBe('done');
});

test('tables that another version has changed meanwhile are named, for writes and reads', async () => {
  await using opened = await openOwnDesk('SQLite');
  using other = new DatabaseSync(opened.url.slice('sqlite:'.length));
  other.exec('alter table tool_audit rename column body to text; alter table tool_approval rename to tool_plan');

  const answers = [
    await opened.desk.callTool('create_term', { name: 'Net 60' }),
    await opened.desk.callTool('delete_terms', { ids: [opened.id] }),
  ];

  for (const { text } of answers)
    expect(text).toMatch(
      /^NOT DONE\. The database \S+ is not of this version of Waybill \(.*no (?:such table|such column|column named).*\), so nothing was saved; start the version that it belongs to/,
    );
  await expect(opened.desk.options.memory.approvals.list({ limit: 1 })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  expect(await opened.desk.listTermNames()).toEqual(['Net 30']);
});

test.skipIf(isPostgresMissing)('a database that may only be read, as a replica, is named', async () => {
  await using opened = await openOwnDesk('PostgreSQL', (url) =>
    runOnServer(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`),
  );

  for (const { text } of await opened.writeEach())
    expect(text).toMatch(
      /^NOT DONE\. The database postgres:\S+ may only be read \(cannot execute .* in a read-only transaction\), so nothing was saved; name the primary server/,
    );
  expect(await opened.desk.listTermNames()).toEqual(['Net 30']);
});

test.skipIf(isPostgresMissing)('while PostgreSQL is stopped, writes and reads of the desk say so', async () => {
  const server = await startPostgres();
  await using opened = await openDeskAt(server.url, { [Symbol.asyncDispose]: () => server.stop() });
  await server.halt();

  const refused = [
    await opened.desk.callTool('create_term', { name: 'Net 60' }),
    await opened.desk.callTool('delete_terms', { ids: [opened.id] }),
  ];
  await server.resume();
  const [done] = await opened.writeEach();

  for (const { text, data } of refused) {
    expect(text).toMatch(
      /^NOT DONE\. The database postgres:\S+ cannot be reached \(.*\), so nothing was saved; check that its server runs, then try again\./,
    );
    expect(data.error).toMatchObject({ outcome: 'not_done' });
  }
  expect(done?.data.status).toBe('done');
});

test.skipIf(isPostgresMissing)('an entry whose saving was cut off is said to be saved or not', async () => {
  await using opened = await openOwnDesk('PostgreSQL');
  await runOnServer(
    opened.url,
    `create function cut() returns trigger language plpgsql as
       $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create constraint trigger cut after insert on tool_approval deferrable initially deferred
       for each row execute function cut()`,
  );

  const cut = await opened.desk.callTool('delete_terms', { ids: [opened.id] });

  expect(cut.text).toMatch(
    /^NOT DONE\. The connection to the database postgres:\S+ was lost while something was being saved, so it may be saved or not/,
  );
});

/** Opens the memory, and returns the message of its failure. */
const readRefusal = (url: string): Promise<string> =>
  openToolMemory(url, openTestKey).then(
    async (memory) => {
      await memory.close();
      return 'opened';
    },
    (error: unknown) => {
      const failure = buildOpenError(error, url);
      expect(failure).toBeInstanceOf(WaybillError);
      return `${failure.code}: ${failure.message}`;
    },
  );

test.skipIf(isPostgresMissing)(
  'a server that does not let this process in is named with the reason and what to do',
  async () => {
    const { url, ...database } = await createDatabase('PostgreSQL', { blank: true });
    await using _ = database;
    const [locked, limited] = [randomUUID(), randomUUID()].map((id) => `role_${id.replaceAll('-', '')}`);
    await runOnServer(url, `create role ${locked} nologin; create role ${limited} login connection limit 0`);
    const changeAddress = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return address.href;
    };
    const addresses = [
      changeAddress((address) => (address.username = String(locked))),
      changeAddress((address) => (address.username = String(limited))),
      changeAddress((address) => (address.pathname = '/no_such_database')),
      'postgres://desk:secret@127.0.0.1:1/desk',
    ];

    const refused = await Promise.all(addresses.map(readRefusal));
    await runOnServer(url, `drop role ${locked}; drop role ${limited}`);

    const cannot = String.raw`^STORE_UNAVAILABLE: The database postgres:\S+ cannot be reached \(`;
    expect(refused).toEqual([
      expect.stringMatching(
        `${cannot}role .* is not permitted to log in\\), so nothing was saved; correct the user and`,
      ),
      expect.stringMatching(
        `${cannot}too many connections for role .*, so nothing was saved; wait and try again, or raise`,
      ),
      expect.stringMatching(`${cannot}database "no_such_database" does not exist\\), so nothing was saved; create the`),
      expect.stringMatching(`${cannot}connect ECONNREFUSED .*\\), so nothing was saved; check that its server runs`),
    ]);
  },
);

test('a file of a newer version, and one that is no database, are left as they are and named', async () => {
  const { url, ...database } = await createDatabase('SQLite', { blank: true });
  await using _ = database;
  await (await openToolMemory(url, openTestKey)).close();
  {
    using file = new DatabaseSync(url.slice('sqlite:'.length));
    file.exec("insert into migration values ('9999-tool-later', '2030-01-01T00:00:00.000Z')");
  }
  const newer = await readRefusal(url);
  writeFileSync(url.slice('sqlite:'.length), Buffer.alloc(20_000, 'not a database '));
  const noise = await readRefusal(url);

  expect(newer).toMatch(
    /^STORE_UNAVAILABLE: The database \S+ belongs to a newer version of Waybill \(it has the migration 9999-tool-later\), so nothing was changed; start that version, or restore/,
  );
  expect(noise).toMatch(/^STORE_UNAVAILABLE: The database \S+ is damaged or is not a Waybill database, so nothing/);
});
