import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { startServiceProcess } from '../cli/support/service.ts';
import { temporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk, type Refusals } from '../cli/support/write-load.ts';
import { cases } from '../support/depth.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { until } from '../support/until.ts';

const perFault = cases({ usual: 24, deep: 240 });
const clients = 8;
const guardMs = 3_600_000;

/** Longer than a writer waits for another program's lock. */
const lockedMs = 7_000;

/** Faults of the file of a brokerage's database, each of which ends again. */
const faults: Readonly<Record<string, (file: string, isRefused: () => boolean) => Promise<void>>> = {
  async 'is taken away and put back'(file, isRefused) {
    renameSync(file, `${file}.away`);
    await until(isRefused);
    renameSync(`${file}.away`, file);
  },
  async 'is locked by another program'(file) {
    const program = new DatabaseSync(file);
    program.exec('begin immediate');
    await pause(lockedMs);
    program.exec('rollback');
    program.close();
  },
};

describe.each(Object.entries(faults))(`a database whose file %s under ${clients} clients`, (_how, strike) => {
  test('is answered with 503 meanwhile, and nothing is lost or doubled', { timeout: guardMs }, async ({ annotate }) => {
    using folder = temporaryFolder();
    await using database = await createDatabase('SQLite');
    await using service = await startServiceProcess(['--database', database.url], { home: folder.path });
    const { authUrl } = service.ready;
    await using open = new AsyncDisposableStack();
    const store = await openBrokerage(database.url);
    open.defer(() => store.close());
    const refusals: Refusals = new Map();
    const load = createWriteLoad(await prepareDesk(store, service.ready), refusals, clients);
    const writing = load.writeThrough(authUrl, perFault);
    await until(() => load.acknowledged() >= perFault / 8);

    await strike(database.url.slice('sqlite:'.length), () => (refusals.get(503) ?? 0) >= clients);
    await writing;

    await annotate(JSON.stringify({ acknowledged: load.acknowledged(), refusals: Object.fromEntries(refusals) }));
    expect(await load.contradictions(authUrl)).toEqual([]);
    expect(load.acknowledged()).toBe(perFault);
    expect(refusals.get(503)).toBeGreaterThan(0);
    expect([...refusals.keys()]).toEqual([503]);
  });
});
