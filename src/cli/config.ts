import { userInfo } from 'node:os';
import path from 'node:path';
import type { LogLevel } from '../log.ts';
import type { MailSettings } from '../service/mail/mail-settings.ts';
import type { S3Settings } from '../service/documents/s3-storage.ts';
import { buildNpxCommand, createCommandText, isInNpxCache, buildServerCommand } from './command-text.ts';
import { configProblem, parseInput } from './config-problem.ts';
import { readDatabase } from './flags.ts';
import { getDefaultDataFolder, findHomeFolder } from './home-folder.ts';
import { readSignIn } from './sign-in-file.ts';
import { findSettings } from './setting-sources.ts';
import type { DatabaseThreads, StartServiceThread, Variables } from './program-context.ts';
import { Settings } from './settings.ts';

export type Config = ReturnType<typeof loadConfig> & {
  /** Organization of the data folder, if there are several. */
  readonly organization?: string;
  /** Set in a server, which runs long and serves several callers. */
  readonly databaseThreads?: DatabaseThreads | undefined;
  /** Thread of the services of this process. Set in a server. */
  readonly serviceThread?: StartServiceThread | undefined;
};

export interface ConfigOptions {
  /** File of settings that the command line names. */
  readonly envFile?: string | undefined;
  /** Database that the command line names. */
  readonly database?: string | undefined;
  /** Resolves a path that a person named; left out to resolve it from the working folder of the process. */
  readonly resolvePath?: (file: string) => string;
  /** Shows a sentence to the person; left out if no person waits. */
  readonly tell?: (sentence: string) => void;
  /** Level of the log where no setting names one; `info` if left out. */
  readonly usualLogLevel?: LogLevel;
}

/** Reads the settings; anything wrong ends the start with one sentence that names the variable. */
export function loadConfig(
  environment: Variables,
  {
    envFile,
    database,
    resolvePath = (file) => path.resolve(file),
    tell = () => {},
    usualLogLevel = 'info',
  }: ConfigOptions = {},
) {
  const defaultHome = getDefaultDataFolder(environment);
  const foundSettings = findSettings(environment, { envFile, defaultHome, resolvePath });
  const { home } = foundSettings;
  const isDefaultHome = home === path.resolve(defaultHome);
  const launch = {
    env: environment,
    home: isDefaultHome ? undefined : home,
    envFile: envFile === undefined ? undefined : resolvePath(envFile),
    database: database === undefined ? undefined : removePassword(database),
  };
  const settings = parseInput(Settings, foundSettings.settings);
  return {
    api: readApiSettings(settings),
    /** Folder that holds the sandbox, documents, approvals and audit. */
    home,
    isDefaultHome,
    /** Folder in which a server writes the address of its health check; undefined if nothing checks it. */
    runtimeFolder: settings.WAYBILL_RUNTIME_DIR,
    environment,
    /** A command as a person can type it to work with the same settings. */
    commandText: createCommandText(launch),
    /** Program and words that start a server with the same settings. */
    serverCommand: buildServerCommand(launch),
    /** The same where nothing is installed. */
    npxCommand: buildNpxCommand(launch),
    /** True if this program runs from the cache of npx, and is gone when npm empties it. */
    isFromNpx: isInNpxCache(),
    /** Shows a sentence to the person who waits for a command. */
    tell,
    /** Every file that a setting came from, for the person who looks after this. */
    settingFiles: foundSettings.files,
    /** Set only when the person named a database. */
    databaseUrl: settings.WAYBILL_DATABASE_URL ?? settings.WAYBILL_DATABASE_URL_FILE,
    /** Set only when the person named a key; otherwise this installation keeps one in its data folder. */
    encryptionKey: settings.WAYBILL_ENCRYPTION_KEY ?? settings.WAYBILL_ENCRYPTION_KEY_FILE,
    /**
     * Address at which callers reach `waybill service` or `waybill http`; set only if it differs from the address they
     * are bound to.
     */
    publicUrl: settings.WAYBILL_PUBLIC_URL,
    toolsets: settings.WAYBILL_TOOLSETS,
    areToolsetsNamed: foundSettings.settings.WAYBILL_TOOLSETS !== undefined,
    readOnly: settings.WAYBILL_READ_ONLY,
    policyText: settings.WAYBILL_POLICY,
    /** Sign-in of people over HTTP; undefined if only programs of this machine call. */
    signIn: settings.WAYBILL_SIGN_IN === undefined ? undefined : readSignIn(settings.WAYBILL_SIGN_IN),
    /** Origins of web pages that may call `waybill http`, beside its own. */
    allowedOrigins: settings.WAYBILL_ALLOWED_ORIGINS ?? [],
    /** Host names under which `waybill http` answers, beside its own address. */
    allowedHosts: settings.WAYBILL_ALLOWED_HOSTS ?? [],
    /** Time zone, if the person set one; otherwise that of the organization counts, as the API names it. */
    timeZone: settings.WAYBILL_TIME_ZONE,
    /** Currency of amounts for which the API names none; undefined if it is not set. */
    currency: settings.WAYBILL_CURRENCY,
    fileRoots: settings.WAYBILL_FILE_ROOTS ?? listDefaultFileRoots(environment, home),
    /** True if a new pending approval is shown on this machine's desktop. */
    desktopNotifications: settings.WAYBILL_DESKTOP_NOTICES,
    /** Receiver of the outcomes of approvals; undefined if there is none. */
    approvalWebhook: readApprovalWebhook(settings),
    approvalMail: settings.WAYBILL_APPROVAL_MAIL,
    /** Bucket of the documents; undefined to keep them in a folder of `home`. */
    documentBucket: readBucketSettings(settings),
    mail: readMailSettings(settings, home),
    telemetry: hasCollector(environment),
    logLevel: settings.WAYBILL_LOG ?? usualLogLevel,
    /** The operating system's user: requester and, by default, approver. */
    userName: findUserName(environment),
  };
}

/** Removes the password: a printed command ends up in logs. The person who runs the command sets PGPASSWORD. */
function removePassword(database: string): string {
  const url = readDatabase(database);
  if (!url.startsWith('postgres') || !URL.canParse(url)) return url;
  const address = new URL(url);
  address.password = '';
  return address.href;
}

/** Returns the settings of the brokerage API at an address, or the service inside this process. */
function readApiSettings(settings: Settings) {
  const baseUrl = settings.WAYBILL_API_URL;
  if (baseUrl === undefined) return { kind: 'embedded' } as const;
  const clientId = settings.WAYBILL_CLIENT_ID ?? settings.WAYBILL_CLIENT_ID_FILE;
  const clientSecret = settings.WAYBILL_CLIENT_SECRET ?? settings.WAYBILL_CLIENT_SECRET_FILE;
  return {
    kind: 'remote',
    baseUrl,
    authUrl: settings.WAYBILL_AUTH_URL ?? new URL(baseUrl).origin,
    clientId: requireSetting(clientId, 'WAYBILL_CLIENT_ID', 'WAYBILL_API_URL'),
    clientSecret: requireSetting(clientSecret, 'WAYBILL_CLIENT_SECRET', 'WAYBILL_API_URL'),
  } as const;
}

/** Requires a setting that another setting depends on. */
function requireSetting(value: string | undefined, name: keyof Settings, neededBy: string): string {
  if (value !== undefined) return value;
  const orFile = `${name}_FILE` in Settings.shape ? ` (or ${name}_FILE)` : '';
  throw configProblem(name, `is missing: ${neededBy} is set, which needs it${orFile}.`);
}

function readMailSettings(settings: Settings, home: string): MailSettings {
  const smtpUrl = settings.WAYBILL_SMTP_URL ?? settings.WAYBILL_SMTP_URL_FILE;
  const from = settings.WAYBILL_MAIL_FROM ?? (smtpUrl === undefined ? 'waybill@localhost' : undefined);
  return {
    smtpUrl,
    from: requireSetting(from, 'WAYBILL_MAIL_FROM', 'WAYBILL_SMTP_URL'),
    outbox: path.join(home, 'outbox'),
  };
}

function readApprovalWebhook(settings: Settings) {
  const url = settings.WAYBILL_APPROVAL_WEBHOOK;
  const secret = settings.WAYBILL_APPROVAL_WEBHOOK_SECRET ?? settings.WAYBILL_APPROVAL_WEBHOOK_SECRET_FILE;
  if (url === undefined && secret === undefined) return undefined;
  const neededBy = url === undefined ? 'WAYBILL_APPROVAL_WEBHOOK_SECRET' : 'WAYBILL_APPROVAL_WEBHOOK';
  return {
    url: requireSetting(url, 'WAYBILL_APPROVAL_WEBHOOK', neededBy),
    signingSecret: requireSetting(secret, 'WAYBILL_APPROVAL_WEBHOOK_SECRET', neededBy),
  } as const;
}

function readBucketSettings(settings: Settings): S3Settings | undefined {
  const bucketSetting = Object.entries(settings).find(
    ([name, value]) => name.startsWith('WAYBILL_S3_') && value !== undefined,
  );
  if (!bucketSetting) return undefined;
  return {
    bucket: requireSetting(settings.WAYBILL_S3_BUCKET, 'WAYBILL_S3_BUCKET', bucketSetting[0]),
    region: settings.WAYBILL_S3_REGION ?? 'us-east-1',
    endpoint: settings.WAYBILL_S3_ENDPOINT,
    credentials: readBucketKeys(settings),
  };
}

function readBucketKeys(settings: Settings): S3Settings['credentials'] {
  const id = settings.WAYBILL_S3_ACCESS_KEY_ID;
  const secret = settings.WAYBILL_S3_SECRET_ACCESS_KEY ?? settings.WAYBILL_S3_SECRET_ACCESS_KEY_FILE;
  if (id === undefined && secret === undefined) return undefined;
  return {
    accessKeyId: requireSetting(id, 'WAYBILL_S3_ACCESS_KEY_ID', 'WAYBILL_S3_SECRET_ACCESS_KEY'),
    secretAccessKey: requireSetting(secret, 'WAYBILL_S3_SECRET_ACCESS_KEY', 'WAYBILL_S3_ACCESS_KEY_ID'),
  };
}

/**
 * Returns true if the standard variables name a collector of traces or metrics; its exporters read the rest of them by
 * themselves.
 */
function hasCollector(environment: Variables): boolean {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  return ['', '_TRACES', '_METRICS'].some((signal) => environment[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`]?.trim());
}

function listDefaultFileRoots(environment: Variables, home: string): readonly string[] {
  return [path.join(findHomeFolder(environment), 'Downloads'), path.join(home, 'files')];
}

function findUserName(environment: Variables): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without an entry; the environment is the next best name.
    return environment['USER'] ?? environment['USERNAME'] ?? 'unknown user';
  }
}
