import { completeCapabilities } from '../../src/client/capabilities/api-capabilities.ts';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type CopyOptions, openCopy, type LocalCopy } from '../../src/copy/copy.ts';
import { prepareSandboxCredentials } from '../support/filled-copy.ts';
import { type SecondService, startSecondService } from '../support/service/second-service.ts';
import { startOfTest } from '../support/service/service.ts';
import { copyDatabase, type DatabaseName, type TestDatabase } from '../support/stores/databases.ts';
import { createSeededDatabase } from '../support/stores/seeded-databases.ts';
import { readSandboxId } from './copied.ts';

const origin = 'http://service.test';
const world = { seed: 3, now: startOfTest, size: { shipments: 60 } };

/** Starts a generated brokerage whose database can be put back to an earlier state, as an operator does: under a stopped service. */
export async function startRestorable(name: DatabaseName, clock = { now: startOfTest }) {
  const databases: TestDatabase[] = [];
  let database = await keep(createSeededDatabase(name, world));
  let service = await start();
  const organizationId = await readSandboxId({ service });
  const credentials = await prepareSandboxCredentials(service);
  const folder = mkdtempSync(path.join(inject('runFolder'), 'copy-'));
  const api = createClient({
    capabilities: completeCapabilities,
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    fetch: (request) => service.service.fetch(request),
  });
  const copies: LocalCopy[] = [];

  async function keep(making: Promise<TestDatabase>): Promise<TestDatabase> {
    const made = await making;
    databases.push(made);
    return made;
  }

  // The generated brokerage's callers bring tokens of their own.
  function start(): Promise<SecondService> {
    return startSecondService({ url: database.url, clock, token: '' });
  }

  /** Copies the database while it has no connections. */
  async function copyStopped(source: TestDatabase): Promise<TestDatabase> {
    const { pathname } = new URL(source.url);
    return keep(copyDatabase(name, name === 'SQLite' ? source.url.slice('sqlite:'.length) : pathname.slice(1)));
  }

  return {
    api,
    organizationId,
    credentials,
    clock,
    service: () => service,
    minutesLater: (minutes: number) => {
      clock.now = new Date(Date.parse(clock.now) + minutes * 60_000).toISOString();
    },
    /** Backs the database up. Returns what puts it back, under a service that is stopped meanwhile. */
    async backUp(): Promise<() => Promise<void>> {
      await service[Symbol.asyncDispose]();
      const backup = await copyStopped(database);
      service = await start();
      return async () => {
        await service[Symbol.asyncDispose]();
        database = await copyStopped(backup);
        service = await start();
      };
    },
    /** Opens the one copy as another process does. */
    async open(options: CopyOptions = {}): Promise<LocalCopy> {
      const copy = await openCopy(`sqlite:${path.join(folder, 'copy.db')}`, { api, isEmbedded: true }, options);
      copies.push(copy);
      return copy;
    },
    async [Symbol.asyncDispose]() {
      for (const copy of copies) await copy.close();
      await api.close();
      await service[Symbol.asyncDispose]();
      for (const made of databases) await made[Symbol.asyncDispose]();
    },
  };
}

export type Restorable = Awaited<ReturnType<typeof startRestorable>>;
