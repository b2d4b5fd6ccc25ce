import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openService } from '../../../src/cli/opening/stores/brokerage.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { getSandboxDatabase } from '../../../src/cli/opening/stores/store-address.ts';
import type { Log } from '../../../src/log.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { listMissingMigrations } from '../../../src/store/migrate.ts';
import { brokerageMigrations } from '../../../src/store/migrations/brokerage/index.ts';
import { createDatabase, onBothDatabases } from '../../support/stores/databases.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

interface PreparationLock {
  readonly release: () => void;
}

/** Takes the lock of another process that is preparing this database. */
async function holdPreparation(url: string, lockName: string): Promise<PreparationLock> {
  if (url.startsWith('sqlite:')) {
    const other = new DatabaseSync(url.slice('sqlite:'.length));
    other.exec('pragma journal_mode = wal; begin immediate');
    return { release: () => other.close() };
  }
  const other = new Client(url);
  await other.connect();
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('${lockName}', 0))`);
  return { release: () => void other.end() };
}

onBothDatabases('a database that another process prepares', (kind) => {
  test('is waited for while its tables are made, longer than a request would wait', async () => {
    await using target = await createDatabase(kind, { blank: true });
    const other = await holdPreparation(target.url, 'waybill:migrations');
    const waits = Promise.withResolvers<string>();

    const opening = openBrokerage(target.url, { onWait: () => waits.resolve('waits') });
    const first = await Promise.race([waits.promise, opening]).finally(other.release);
    await using store = makeDisposable(await opening);

    expect(first).toBe('waits');
    expect(await listMissingMigrations(store, brokerageMigrations)).toEqual([]);
  });
});

test('a sandbox that another process fills is waited for, and the log says for what', async () => {
  using folder = createTemporaryFolder();
  const url = getSandboxDatabase(folder.path);
  await (await openBrokerage(url)).close();
  const other = await holdPreparation(url, 'waybill:sandbox');
  const waits = Promise.withResolvers<string>();
  const log: Log = (level, message) => waits.resolve(`${level}: ${message}`);

  const opening = openSandbox(folder.path, log);
  const first = await Promise.race([waits.promise, opening.then(() => 'opened')]).finally(other.release);
  await (await opening).close();

  expect(first).toBe(
    `warn: Another process is preparing the database ${path.join(folder.path, 'sandbox.db')}; this one starts when it is done.`,
  );
});

const openSandbox = (home: string, log: Log) => {
  const config = loadConfig({ WAYBILL_HOME: home });
  return openService({
    databaseUrl: getSandboxDatabase(home),
    documents: { folder: path.join(home, 'documents'), bucket: undefined },
    encryption: config,
    mail: config.mail,
    seed: 'small',
    publicUrl: () => 'http://127.0.0.1',
    isBoundToLoopback: true,
    now: () => '2026-11-20T15:00:00.000Z',
    log,
  });
};

const makeDisposable = <Store extends { close(): Promise<void> }>(store: Store) =>
  Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
