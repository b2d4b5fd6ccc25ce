import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeNoise } from '../../support/stores/spoil.ts';
import { createDatabase, isPostgresMissing } from '../../support/stores/databases.ts';
import { startAgent } from '../support/agent.ts';
import { runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { formatDatabaseUrl } from '../support/record.ts';

const read = { operation: 'paymentTerms.filter' };
const noise = Buffer.alloc(20_000, 'not a database ');

test('a sandbox file that is no database is left as it is, and named with what to do', async () => {
  using folder = createTemporaryFolder();
  const file = path.join(folder.path, 'sandbox.db');
  writeFileSync(file, noise);

  const tool = await runWaybill(['call', 'api_read', JSON.stringify(read)], { home: folder.path });
  const service = await runWaybill(['service', '--port', '0'], { home: folder.path });
  const doctor = await runWaybill(['doctor'], { home: folder.path });

  const sentence = `The database ${file} is damaged or is not a Waybill database, so nothing was saved; restore it from a backup, or move the file away to start anew.`;
  expect([tool.code, tool.stderr]).toEqual([1, `${sentence}\n`]);
  expect(service).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(`problem  API: ${sentence}`)]);
  expect(readFileSync(file).equals(noise)).toBe(true);
});

test('damaged approvals and audit stop every command that would need them', async () => {
  using folder = createTemporaryFolder();
  writeFileSync(path.join(folder.path, 'waybill.db'), noise);

  for (const args of [
    ['call', 'api_read'],
    ['approvals', 'list'],
    ['audit', 'verify'],
  ]) {
    const { code, stdout, stderr } = await runWaybill(args, { home: folder.path });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The database \S+waybill\.db is damaged .*\.\n$/);
  }
});

test('a tool server with damaged approvals and audit says so at each call, and works once they are put right', async () => {
  using folder = createTemporaryFolder();
  const file = path.join(folder.path, 'waybill.db');
  writeFileSync(file, noise);
  await using agent = await startAgent({
    home: folder.path,
    environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(folder.path, 'desk.db')}` },
  });

  const listed = await agent.client.listTools();
  const refused = await agent.call('api_read', read);
  rmSync(file);
  const answered = await agent.call('api_read', read);

  expect(listed.tools.length).toBeGreaterThan(0);
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringMatching(/The database \S+waybill\.db is damaged/),
    data: { error: { code: 'STORE_UNAVAILABLE' } },
  });
  expect(answered.isError).toBeUndefined();
});

test.each(['a-file', 'a-file/home'])('with the data folder %s every command ends with one sentence', async (name) => {
  using folder = createTemporaryFolder();
  const home = path.join(folder.path, name);
  writeFileSync(path.join(folder.path, 'a-file'), '');
  const settings = { home: folder.path, environment: { WAYBILL_HOME: home } };

  for (const args of [
    ['stdio'],
    ['http'],
    ['call', 'api_read'],
    ['approvals', 'list'],
    ['doctor'],
    ['tools'],
    ['health'],
  ]) {
    const { code, stdout, stderr } = await runWaybill(args, settings);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(/^WAYBILL_HOME names \S.* is a file; name a folder.*\.\n$/);
    expect(stderr).toContain(home);
  }
});

test('a database that does not answer is named without its password', async () => {
  using folder = createTemporaryFolder();
  const database = 'postgres://desk:very-secret@127.0.0.1:1/brokerage';

  const { code, stdout, stderr } = await runWaybill(['service', '--port', '0', '--database', database], {
    home: folder.path,
  });

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The database postgres:\/\/127\.0\.0\.1:1\/brokerage cannot be reached \(.*\), so nothing was saved; check that its server runs/,
  );
  expect(stderr).not.toContain('very-secret');
});

test.concurrent('a store that another program locks is waited for, then named, and works again afterwards', async () => {
  using folder = createTemporaryFolder();
  const settings = {
    home: folder.path,
    environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(folder.path, 'desk.db')}` },
  };
  await using agent = await startAgent(settings);
  await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 15' } });
  expect((await agent.call('api_read', read)).data.rows).toHaveLength(1);

  const unlock = await lockFile(path.join(folder.path, 'desk.db'), 'writers');
  const locked = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 30' } });
  await unlock();
  const later = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 30' } });

  expect(locked).toMatchObject({ isError: true, data: { error: { code: 'SERVICE_UNAVAILABLE', retryable: true } } });
  expect(later.data).toMatchObject({ status: 'done' });
  expect((await agent.call('api_read', read)).data.rows).toHaveLength(2);
});

test.concurrent('a start on a locked store ends within the wait with one sentence', async () => {
  using folder = createTemporaryFolder();
  const settings = {
    home: folder.path,
    environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(folder.path, 'desk.db')}` },
  };
  await (await openBrokerage(formatDatabaseUrl(settings))).close();
  const unlock = await lockFile(path.join(folder.path, 'desk.db'), 'everybody');

  const service = await runWaybill(['service', '--port', '0'], settings);
  await unlock();

  const sentence = `The database ${path.join(folder.path, 'desk.db')} is locked by another program, so nothing was saved; close that program, or wait and try again.\n`;
  expect(service).toEqual({ code: 1, stdout: '', stderr: sentence });
});

/** Another program that keeps writers, or everybody, from the file until it is told to let go. */
async function lockFile(file: string, kind: 'writers' | 'everybody'): Promise<() => Promise<void>> {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const store = new DatabaseSync(${JSON.stringify(file)});
    store.exec('pragma busy_timeout = 5000');
    store.exec(${JSON.stringify(kind === 'writers' ? 'begin exclusive' : 'pragma locking_mode = exclusive; begin exclusive')});
    process.stdout.write('locked');
    process.stdin.resume().on('end', () => process.exit());
  `;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
}

test.skipIf(isPostgresMissing)(
  'a change whose keeping was cut off is UNKNOWN to the assistant, and asking for it again makes it once',
  async () => {
    using folder = createTemporaryFolder();
    await using database = await createDatabase('PostgreSQL');
    const store = await openBrokerage(database.url);
    await sql`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(store.reader);
    await sql`create constraint trigger cut after insert on payment_term deferrable initially deferred
      for each row execute function cut()`.execute(store.reader);
    await using agent = await startAgent({
      home: folder.path,
      environment: { WAYBILL_DATABASE_URL: database.url },
    });
    const term = { operation: 'paymentTerms.create', input: { name: 'Net 30' } };

    const cut = await agent.call('api_write', term);
    await sql`drop trigger cut on payment_term`.execute(store.reader);
    await store.close();
    const again = await agent.call('api_write', term);

    expect(cut.text).toMatch(/^UNKNOWN whether it was done\. The connection to the database was lost/);
    expect(cut.text).toContain('To find out, read the record as it is now');
    expect(again.data).toMatchObject({ status: 'done' });
    expect((await agent.call('api_read', read)).data.rows).toHaveLength(1);
  },
);

test('approvals and audit that turn out to be damaged are named to the assistant, and nothing is done', async () => {
  using folder = createTemporaryFolder();
  await using agent = await startAgent({
    home: folder.path,
    environment: { WAYBILL_DATABASE_URL: `sqlite:${path.join(folder.path, 'desk.db')}` },
  });
  await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 15' } });

  writeNoise(path.join(folder.path, 'waybill.db'));
  const refused = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name: 'Net 30' } });

  expect(refused.text).toMatch(/^NOT DONE\. The database \S+waybill\.db is damaged \(.*malformed\)/);
  expect(refused.text).toContain('restore it from a backup');
  expect((await agent.call('api_read', read)).data.rows).toHaveLength(1);
});
