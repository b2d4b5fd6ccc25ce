import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../src/cli/brokerage.ts';
import { sandboxDatabase } from '../src/cli/store-address.ts';
import { seedBrokerage } from '../src/sandbox/seed.ts';

export const newHome = (): string => mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
export const removeHome = (home: string): void => rmSync(home, { recursive: true, force: true });

export interface Made {
  readonly ms: number;
  readonly rows: number;
}

/** Makes the sandbox brokerage in an empty database; no limit of requests slows what is measured on it. */
export async function makeSandbox(databaseUrl: string): Promise<Made> {
  const database = await openStore(databaseUrl);
  try {
    const startedAt = performance.now();
    const { rows } = await seedBrokerage(database, { seed: 1, now: new Date().toISOString(), size: 'small' });
    const ms = performance.now() - startedAt;
    await database.transaction((tx) =>
      tx.updateTable('organization').set({ rate_limit_per_minute: 100_000_000 }).execute(),
    );
    return { ms, rows };
  } finally {
    await database.close();
  }
}

/** A data folder with the sandbox of another one. */
export function copyHome(from: string): string {
  const home = newHome();
  const file = sandboxDatabase('').slice('sqlite:'.length);
  cpSync(path.join(from, file), path.join(home, file));
  return home;
}
