import { createLog, type Log } from '../log.ts';
import { now } from './clock.ts';
import type { Config } from './config.ts';

/** What every command begins with. */
export interface Session {
  readonly config: Config;
  readonly log: Log;
}

/** Reads the configuration; what only prints help does not load it. */
export async function openSession(): Promise<Session> {
  const { loadConfig } = await import('./config.ts');
  const config = loadConfig(process.env, process.cwd());
  return { config, log: createLog(config.logLevel, now) };
}
