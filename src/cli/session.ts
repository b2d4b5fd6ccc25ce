import { createLog, type Log } from '../log.ts';
import { now } from './clock.ts';
import { useSurroundings } from './command-text.ts';
import type { Config } from './config.ts';

/** What every command begins with. */
export interface Session {
  readonly config: Config;
  readonly log: Log;
}

let envFile: string | undefined;

/** The file that the command's words name, beside the one in the data folder. */
export function useEnvFile(file: string | undefined): void {
  envFile = file;
}

/** Reads the configuration; what only prints help does not load it. */
export async function openSession(): Promise<Session> {
  const { loadConfig } = await import('./config.ts');
  const config = loadConfig(process.env, envFile);
  useSurroundings({ home: config.isDefaultHome ? undefined : config.home, envFile });
  return { config, log: createLog(config.logLevel, now) };
}

/** The first line of a server's log: where its settings stand. */
export function logStart({ settingFiles, home }: Config, log: Log): void {
  log('info', 'Settings come from the environment and these files.', { files: settingFiles, home });
}
