import type { BrokerageDatabase } from '../../../store/connection.ts';
import { existsSync } from 'node:fs';
import type { DatabaseOptions } from '../../../store/database.ts';
import { openStore } from './open-store.ts';
import { configProblem } from '../../config-problem.ts';
import type { Config } from '../../config.ts';
import { readDatabase } from '../../flags.ts';
import { getSandboxDatabase, sayWaiting } from './store-address.ts';

export interface StoreFlags {
  readonly database?: string | undefined;
}

/** Returns the address of the database that a command is about: the named one, the configured one, or the sandbox. */
export function storeUrl(flags: StoreFlags, config: Pick<Config, 'databaseUrl' | 'home'>): string {
  return flags.database === undefined
    ? (config.databaseUrl ?? getSandboxDatabase(config.home))
    : readDatabase(flags.database);
}

/** Returns the SQLite file of an address if it does not exist; undefined if it does, and for other databases. */
export function findMissingFile(url: string): string | undefined {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
  return file === undefined || existsSync(file) ? undefined : file;
}

/** Requires an existing file: a mistyped path must not make an empty database. */
export function requireFile(url: string): void {
  const file = findMissingFile(url);
  if (file !== undefined)
    throw configProblem('--database', `${file} does not exist; name the database of the service.`);
}

/**
 * Opens the database for one piece of work; a running service may have it open too. A new file is made only if the
 * caller requests it.
 */
export async function withStore<Result>(
  flags: StoreFlags,
  config: Pick<Config, 'databaseUrl' | 'home' | 'tell'>,
  work: (database: BrokerageDatabase) => Promise<Result>,
  { mayBeNew = false, ...options }: { readonly mayBeNew?: boolean } & Pick<DatabaseOptions, 'onWait'> = {},
): Promise<Result> {
  const url = storeUrl(flags, config);
  if (!mayBeNew) requireFile(url);
  const database = await openStore(url, { onWait: sayWaiting(url, config), ...options });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
