import { openLog, type Log } from '../log.ts';
import { type LocalCommandText, createCommandText } from './command-text.ts';
import type { Config } from './config.ts';
import type { DatabaseThreads, ProgramContext, StartServiceThread } from './program-context.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { createLogOutput } from './terminal.ts';

/** Everything that a command works with. */
export interface Session extends ProgramContext {
  readonly config: Config;
  readonly log: Log;
  /** Writes a line to stdout. */
  readonly print: (text: string) => void;
}

/** What the words of a command say about its settings, records and log. */
interface Places {
  readonly home?: string | undefined;
  /** Settings beside those in the data folder. */
  readonly envFile?: string | undefined;
  readonly database?: string | undefined;
  /** True if the command serves programs, so that its log is for who looks after them. */
  readonly isServer?: boolean | undefined;
}

/** A command line under way. */
export interface Run {
  readonly context: ProgramContext;
  /** Has to come before the session is opened. */
  usePlaces(places: Places): void;
  /** Reads the settings at its first call; a command that only prints help loads none. */
  openSession(): Promise<Session>;
  /** Carries out a command, which may return its exit code. */
  perform(command: (session: Session) => Promise<number | void>): Promise<void>;
  exitCode(): number;
  /** A command as a person can type it; names the same settings once they are read. */
  readonly commandText: LocalCommandText;
  /** Writes the rest of the log. */
  end(): Promise<void>;
}

export function startRun(context: ProgramContext): Run {
  let places: Places = {};
  let opened: ReturnType<typeof openSession> | undefined;
  let exitCode = 0;
  let commandText = createCommandText({ env: context.env });
  const open = async () => {
    const { session } = await (opened ??= openSession(context, places));
    ({ commandText } = session.config);
    return session;
  };
  return {
    context,
    usePlaces(newPlaces) {
      places = newPlaces;
    },
    openSession: open,
    async perform(command) {
      exitCode = (await command(await open())) ?? 0;
    },
    exitCode: () => exitCode,
    commandText: (words, home) => commandText(words, home),
    end: async () => (await opened?.catch(() => undefined))?.flushLog(),
  };
}

async function openSession(context: ProgramContext, { home, envFile, database, isServer }: Places) {
  const { env, streams, now, resolvePath } = context;
  const { loadConfig } = await import('./config.ts');
  const loaded = loadConfig(
    { ...env, ...(home !== undefined && { WAYBILL_HOME: home }) },
    {
      envFile,
      database,
      resolvePath,
      tell: (sentence) => void streams.stderr.write(`${sentence}\n`),
      // A person reads what the command says; only what needs them stands between its lines.
      usualLogLevel: isServer ? 'info' : 'warn',
    },
  );
  const config = loaded.signIn?.organizations === undefined ? loaded : await toOneOrganization(loaded);
  const { log, flush: flushLog } = openLog(config.logLevel, now, createLogOutput(streams.stderr));
  const print = (text: string) => void streams.stdout.write(`${text}\n`);
  const session: Session = { ...context, streams, config, log, print };
  return { session, flushLog };
}

/** Narrows the configuration to one organization. The code for organizations is loaded only for such a desk. */
async function toOneOrganization(config: Config): Promise<Config> {
  const { toOrganizationConfig: ofOrganization } = await import('./organizations.ts');
  return ofOrganization(config);
}

/**
 * Writes the first line of a server's log, which names the sources of its settings. Returns the settings of a server,
 * whose databases and services work in threads: no caller waits for the work of another one.
 */
export function startServing({ config, log, hasThreads }: Session): Config {
  const { settingFiles: files, home } = config;
  log('info', 'Settings come from the environment and these files.', { files, home });
  if (hasThreads !== true) return config;
  limitHeapGrowth();
  let databases: ReturnType<DatabaseThreads> | undefined;
  let service: ReturnType<StartServiceThread> | undefined;
  return {
    ...config,
    databaseThreads: () =>
      (databases ??= import('../store/sqlite/threads.ts').then((module) => module.createSqliteThreads())),
    serviceThread: () =>
      (service ??= import('./threads/service-thread.ts').then((module) => module.createServiceThread(log))),
  };
}
