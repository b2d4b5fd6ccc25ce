import type { BrokerageDatabase } from '../src/store/connection.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../src/cli/opening/open-store.ts';
import { cipherOf } from '../src/cli/opening/encryption-key.ts';
import { sandboxDatabase } from '../src/cli/opening/store-address.ts';
import { seedBrokerage } from '../src/sandbox/seed.ts';
import { endOf, firstLine, startNode } from './children.ts';
import { bundledCommand } from './startup.ts';

export const newHome = (): string => mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

export interface Made {
  readonly ms: number;
  readonly rows: number;
}

/** Makes the sandbox brokerage of a data folder in an empty database; no limit of requests slows what is measured on it. */
export async function makeSandbox(databaseUrl: string, home: string): Promise<Made> {
  const database = await openStore(databaseUrl);
  try {
    const cipher = await cipherOf(database, databaseUrl, { home, encryptionKey: undefined });
    const startedAt = performance.now();
    const { rows } = await seedBrokerage(database, { seed: 1, now: new Date().toISOString(), size: 'small', cipher });
    const ms = performance.now() - startedAt;
    await liftLimit(database);
    return { ms, rows };
  } finally {
    await database.close();
  }
}

/** As makeSandbox, of any size and by the published command, as an operator would make it. */
export async function seedSandbox(databaseUrl: string, home: string, shipments: number): Promise<Made> {
  const args = ['seed', '--shipments', String(shipments), '--seed', '1', '--database', databaseUrl];
  const child = startNode([bundledCommand, ...args], { environment: { WAYBILL_HOME: home }, cwd: home });
  // The summary that the command prints.
  const { seconds, rows } = JSON.parse(await firstLine(child)) as { seconds: number; rows: number };
  await endOf(child);
  const database = await openStore(databaseUrl);
  await liftLimit(database);
  await database.close();
  return { ms: seconds * 1000, rows };
}

const liftLimit = (database: BrokerageDatabase) =>
  database.transaction((tx) => tx.updateTable('organization').set({ rate_limit_per_minute: 100_000_000 }).execute());

/** A data folder with the sandbox of another one. */
export function copyHome(from: string): string {
  const home = newHome();
  const database = sandboxDatabase('').slice('sqlite:'.length);
  for (const file of [database, 'encryption.key']) cpSync(path.join(from, file), path.join(home, file));
  return home;
}
