import { copyFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { startServiceProcess } from '../cli/support/service.ts';
import { mountSmallDisk, explainNoSmallDisk } from '../cli/support/small-disk.ts';
import { type Folder, createTemporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk, type Refusals } from '../cli/support/write-load.ts';
import { countCases } from '../support/depth.ts';
import { waitUntil } from '../support/wait-until.ts';

const perFault = countCases({ usual: 24, deep: 240 });
const clients = 8;
const guardMs = 3_600_000;

/** Longer than a writer waits for another program's lock. */
const lockedMs = 7_000;

interface MachineFault {
  /** Why it cannot be tried on this machine. */
  readonly missing: string | null;
  /** Opens the folder that holds the database, the documents and everything else. */
  readonly openFolder: () => Folder;
  /** Strikes and ends again. */
  readonly strike: (file: string, isRefused: () => boolean) => Promise<void>;
}

/** Disk size that is enough for the database before the load, and for part of the load's writes. */
const diskSize = '64m';

/** Faults of the file of a brokerage's database, each of which ends again. */
const faults: Readonly<Record<string, MachineFault>> = {
  'is taken away and put back': {
    missing: null,
    openFolder: createTemporaryFolder,
    async strike(file, isRefused) {
      renameSync(file, `${file}.away`);
      await waitUntil(isRefused);
      renameSync(`${file}.away`, file);
    },
  },
  'is locked by another program': {
    missing: null,
    openFolder: createTemporaryFolder,
    async strike(file) {
      // The service may be writing at this moment.
      const program = new DatabaseSync(file, { timeout: 60_000 });
      program.exec('begin immediate');
      await pause(lockedMs);
      program.exec('rollback');
      program.close();
    },
  },
  'is on a disk that fills up': {
    missing: explainNoSmallDisk(),
    openFolder: () => mountSmallDisk(diskSize),
    async strike(file, isRefused) {
      const ballast = `${file}.ballast`;
      const { bavail, bsize } = statfsSync(path.dirname(file));
      // The load writes at the same time, so that there may be less room by now.
      expect(() => writeFileSync(ballast, Buffer.alloc((bavail + 1) * bsize))).toThrow('ENOSPC');
      await waitUntil(isRefused);
      rmSync(ballast);
    },
  },
};

const titles = Object.entries(faults).map(
  ([how, fault]) => [fault.missing === null ? how : `${how} (skipped: ${fault.missing})`, fault] as const,
);

describe.each(titles)(`a database whose file %s under ${clients} clients`, (_how, { missing, openFolder, strike }) => {
  test.skipIf(missing !== null)(
    'is answered with 503 meanwhile, and nothing is lost or doubled',
    { timeout: guardMs },
    async ({ annotate }) => {
      using folder = openFolder();
      const file = path.join(folder.path, 'desk.db');
      copyFileSync(inject('sqliteTemplate'), file);
      const url = `sqlite:${file}`;
      await using service = await startServiceProcess(['--database', url], { home: folder.path });
      const { authUrl } = service.ready;
      await using open = new AsyncDisposableStack();
      const store = await openBrokerage(url);
      open.defer(() => store.close());
      const refusals: Refusals = new Map();
      const load = createWriteLoad(await prepareDesk(store, service.ready), refusals, clients);
      const { promise: isStruck, resolve: noteStruck } = Promise.withResolvers<void>();
      const writing = load.writeThrough(authUrl, perFault / 2);
      // A fast machine may have done with the first half when the fault strikes.
      const writingOn = Promise.all([writing, isStruck]).then(() => load.writeThrough(authUrl, perFault / 2));
      await waitUntil(() => load.acknowledged() >= perFault / 8);

      const striking = strike(file, () => (refusals.get(503) ?? 0) >= clients);
      noteStruck();
      await Promise.all([striking, writingOn]);

      const contradictions = await load.contradictions(authUrl);
      await annotate(
        JSON.stringify({
          acknowledged: load.acknowledged(),
          contradictions: contradictions.length,
          refusals: Object.fromEntries(refusals),
        }),
      );
      expect(contradictions).toEqual([]);
      expect(load.acknowledged()).toBe(perFault);
      expect(refusals.get(503)).toBeGreaterThan(0);
      expect([...refusals.keys()]).toEqual([503]);
    },
  );
});
