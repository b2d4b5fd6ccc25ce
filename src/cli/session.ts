import { createLog, type Log } from '../log.ts';
import { now } from './clock.ts';
import { useSurroundings } from './command-text.ts';
import type { Config } from './config.ts';

/** What every command begins with. */
export interface Session {
  readonly config: Config;
  readonly log: Log;
}

/** What the command's words say about where everything is. */
interface Places {
  readonly home?: string | undefined;
  /** Settings beside those in the data folder. */
  readonly envFile?: string | undefined;
  readonly database?: string | undefined;
}

let places: Places = {};

export function usePlaces(named: Places): void {
  places = named;
}

/** Reads the configuration; what only prints help does not load it. */
export async function openSession(): Promise<Session> {
  const { loadConfig } = await import('./config.ts');
  const { home, envFile, database } = places;
  const loaded = loadConfig({ ...process.env, ...(home !== undefined && { WAYBILL_HOME: home }) }, envFile);
  const config = loaded.signIn?.organizations === undefined ? loaded : await ofOneOrganization(loaded);
  useSurroundings({
    home: config.isDefaultHome ? undefined : config.home,
    envFile,
    database: database === undefined ? undefined : await withoutPassword(database),
  });
  return { config, log: createLog(config.logLevel, now) };
}

/** Only such a desk loads what knows of organizations. */
async function ofOneOrganization(config: Config): Promise<Config> {
  const { ofOrganization } = await import('./organizations.ts');
  return ofOrganization(config);
}

/** A printed command ends up in logs, where a password has no place: whoever types it sets PGPASSWORD. */
async function withoutPassword(database: string): Promise<string> {
  const { readDatabase } = await import('./flags.ts');
  const url = readDatabase(database);
  if (!url.startsWith('postgres') || !URL.canParse(url)) return url;
  const address = new URL(url);
  address.password = '';
  return address.href;
}

/** The first line of a server's log: where its settings stand. */
export function logStart({ settingFiles, home }: Config, log: Log): void {
  log('info', 'Settings come from the environment and these files.', { files: settingFiles, home });
}
