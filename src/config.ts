import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { WaybillError } from './errors.ts';
import { type LogLevel, logLevels } from './log.ts';

const settingNames = [
  'WAYBILL_API_URL',
  'WAYBILL_AUTH_URL',
  'WAYBILL_CLIENT_ID',
  'WAYBILL_CLIENT_ID_FILE',
  'WAYBILL_CLIENT_SECRET',
  'WAYBILL_CLIENT_SECRET_FILE',
  'WAYBILL_HOME',
  'WAYBILL_DATABASE_URL',
  'WAYBILL_ENCRYPTION_KEY',
  'WAYBILL_ENCRYPTION_KEY_FILE',
  'WAYBILL_TOOLSETS',
  'WAYBILL_READ_ONLY',
  'WAYBILL_POLICY',
  'WAYBILL_FILE_ROOTS',
  'WAYBILL_SMTP_URL',
  'WAYBILL_SMTP_URL_FILE',
  'WAYBILL_MAIL_FROM',
  'WAYBILL_S3_BUCKET',
  'WAYBILL_S3_ENDPOINT',
  'WAYBILL_S3_REGION',
  'WAYBILL_S3_ACCESS_KEY_ID',
  'WAYBILL_S3_SECRET_ACCESS_KEY',
  'WAYBILL_S3_SECRET_ACCESS_KEY_FILE',
  'WAYBILL_LOG',
] as const;

type SettingName = (typeof settingNames)[number];
/** Settings that may stand in a file. */
type SecretName = 'WAYBILL_CLIENT_ID' | 'WAYBILL_CLIENT_SECRET' | 'WAYBILL_ENCRYPTION_KEY' | 'WAYBILL_SMTP_URL';
type Settings = Partial<Record<SettingName, string>>;

export const toolsetNames = ['desk', 'billing', 'payables', 'catalogue', 'insight', 'control'] as const;
export type ToolsetName = (typeof toolsetNames)[number];
/** `control` is always on: without it nothing that waits for a person could be run. */
const defaultToolsets: readonly ToolsetName[] = ['desk', 'billing', 'payables', 'catalogue', 'control'];

export interface RemoteApi {
  readonly kind: 'remote';
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** No address was configured: the service runs inside the process. */
export interface EmbeddedApi {
  readonly kind: 'embedded';
}

export interface Config {
  readonly api: RemoteApi | EmbeddedApi;
  /** Folder that holds the sandbox, documents, approvals and audit. */
  readonly home: string;
  /** Set only when the person named a database. */
  readonly databaseUrl: string | undefined;
  /** Set only when the person named a key; otherwise this installation keeps one in its data folder. */
  readonly encryptionKey: Buffer | undefined;
  readonly toolsets: readonly ToolsetName[];
  readonly readOnly: boolean;
  /** Text of the policy file. */
  readonly policyText: string | undefined;
  readonly fileRoots: readonly string[];
  /** Where documents are kept; a folder of `home` when no bucket is named. */
  readonly documentBucket: DocumentBucket | undefined;
  readonly mail: MailSettings;
  /** A collector for traces and metrics is named in the environment. */
  readonly telemetry: boolean;
  readonly logLevel: LogLevel;
  /** The operating system's user: requester and, by default, approver. */
  readonly userName: string;
}

export interface MailSettings {
  /** Left out: mail is written to the outbox. */
  readonly smtpUrl: string | undefined;
  /** Address that mail comes from. */
  readonly from: string;
  /** Folder of `.eml` files. */
  readonly outbox: string;
}

export interface DocumentBucket {
  readonly bucket: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Left out: found as Amazon's tools find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export interface ConfigSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}

/** Reads the environment and `.env`; anything wrong ends the start with one sentence that names the variable. */
export function loadConfig({ environment, workingFolder }: ConfigSource): Config {
  const fromFolder = readEnvFile(path.join(workingFolder, '.env'));
  const home = path.resolve(
    workingFolder,
    environment['WAYBILL_HOME'] ?? fromFolder['WAYBILL_HOME'] ?? defaultHome(environment),
  );
  const merged = { ...readEnvFile(path.join(home, '.env')), ...fromFolder, ...environment };
  const settings = pickSettings(merged);
  return {
    api: readApi(settings),
    home,
    databaseUrl: readDatabaseUrl(settings, workingFolder),
    encryptionKey: readEncryptionKey(settings),
    toolsets: readToolsets(settings),
    readOnly: readBoolean(settings, 'WAYBILL_READ_ONLY'),
    policyText:
      settings.WAYBILL_POLICY === undefined ? undefined : readTextFile('WAYBILL_POLICY', settings.WAYBILL_POLICY),
    fileRoots: readFileRoots(settings, home),
    documentBucket: readDocumentBucket(settings),
    mail: readMail(settings, home),
    telemetry: isTelemetryWanted(environment),
    logLevel: readChoice(settings, 'WAYBILL_LOG', logLevels, 'info'),
    userName: userName(environment),
  };
}

export function configProblem(name: string, message: string): WaybillError {
  return new WaybillError('CONFIGURATION', `${name} ${message}`, { details: [{ field: name, message }] });
}

function readEnvFile(file: string): Record<string, string | undefined> {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

function pickSettings(merged: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Settings = {};
  for (const [name, value] of Object.entries(merged)) {
    if (!name.startsWith('WAYBILL_') || value === undefined) continue;
    const known = settingNames.find((setting) => setting === name);
    if (!known) throw configProblem(name, `is not a setting; the settings are ${settingNames.join(', ')}.`);
    if (value.trim() !== '') settings[known] = value.trim();
  }
  return settings;
}

function readApi(settings: Settings): RemoteApi | EmbeddedApi {
  const baseUrl = settings.WAYBILL_API_URL;
  if (baseUrl === undefined) return { kind: 'embedded' };
  const url = readUrl('WAYBILL_API_URL', baseUrl);
  if (!/\/v1\/?$/.test(url.pathname))
    throw configProblem('WAYBILL_API_URL', `must end in /v1, such as ${url.origin}/v1; it is ${baseUrl}.`);
  return {
    kind: 'remote',
    baseUrl: baseUrl.replace(/\/$/, ''),
    authUrl:
      settings.WAYBILL_AUTH_URL === undefined
        ? url.origin
        : readUrl('WAYBILL_AUTH_URL', settings.WAYBILL_AUTH_URL).href.replace(/\/$/, ''),
    clientId: readSecret(settings, 'WAYBILL_CLIENT_ID'),
    clientSecret: readSecret(settings, 'WAYBILL_CLIENT_SECRET'),
  };
}

function readUrl(name: SettingName, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw configProblem(
    name,
    `must be an http or https address such as https://api.example.com/v1; it is ${JSON.stringify(text)}.`,
  );
}

function readSecret(settings: Settings, name: 'WAYBILL_CLIENT_ID' | 'WAYBILL_CLIENT_SECRET'): string {
  const value = readOptionalSecret(settings, name);
  if (value !== undefined) return value;
  throw configProblem(
    name,
    `is missing: WAYBILL_API_URL is set, so the API's client credentials are needed (or ${name}_FILE).`,
  );
}

/** A setting that may stand in a file instead: `NAME` or `NAME_FILE`. */
function readOptionalSecret(settings: Settings, name: SecretName): string | undefined {
  const file = settings[`${name}_FILE`];
  return settings[name] ?? (file === undefined ? undefined : readTextFile(`${name}_FILE`, file).trim());
}

function readTextFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw configProblem(name, `names the file ${file}, which ${reason}.`);
  }
}

function readDatabaseUrl(settings: Settings, workingFolder: string): string | undefined {
  return settings.WAYBILL_DATABASE_URL === undefined
    ? undefined
    : databaseUrl('WAYBILL_DATABASE_URL', settings.WAYBILL_DATABASE_URL, workingFolder);
}

/** Checks a database address; SQLite paths become absolute. */
export function databaseUrl(name: string, text: string, workingFolder: string): string {
  if (/^postgres(ql)?:\/\//.test(text)) return text;
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length)
    return `sqlite:${path.resolve(workingFolder, text.slice('sqlite:'.length))}`;
  throw configProblem(name, 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.');
}

function readEncryptionKey(settings: Settings): Buffer | undefined {
  const name = 'WAYBILL_ENCRYPTION_KEY';
  const text = readOptionalSecret(settings, name);
  if (text === undefined) return undefined;
  const key = keyFromText(text);
  if (key) return key;
  throw configProblem(name, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.');
}

/** A key in base64; undefined when the text is anything else. */
export function keyFromText(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text.trim() ? key : undefined;
}

function readMail(settings: Settings, home: string): MailSettings {
  const smtpUrl = readOptionalSecret(settings, 'WAYBILL_SMTP_URL');
  const from = settings.WAYBILL_MAIL_FROM;
  if (from !== undefined && !/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(from))
    throw configProblem('WAYBILL_MAIL_FROM', `must be an address such as billing@example.com; it is ${from}.`);
  if (smtpUrl !== undefined) requireMailServer(smtpUrl, from);
  return { smtpUrl, from: from ?? 'waybill@localhost', outbox: path.join(home, 'outbox') };
}

/** The address may hold a password: it is never repeated. */
function requireMailServer(url: string, from: string | undefined): void {
  const { protocol, hostname, search } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', search: '' };
  if (!/^smtps?:$/.test(protocol) || hostname === '' || search !== '')
    throw configProblem(
      'WAYBILL_SMTP_URL',
      'must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT.',
    );
  if (from === undefined)
    throw configProblem(
      'WAYBILL_MAIL_FROM',
      'is missing: WAYBILL_SMTP_URL is set, so the sender of the mail is needed.',
    );
}

function readDocumentBucket(settings: Settings): DocumentBucket | undefined {
  const bucket = settings.WAYBILL_S3_BUCKET;
  if (bucket === undefined) {
    const [stray] = Object.keys(settings).filter((name) => name.startsWith('WAYBILL_S3_'));
    if (stray !== undefined) throw configProblem(stray, 'is set, but WAYBILL_S3_BUCKET, which it belongs to, is not.');
    return undefined;
  }
  const endpoint = settings.WAYBILL_S3_ENDPOINT;
  return {
    bucket,
    region: settings.WAYBILL_S3_REGION ?? 'us-east-1',
    endpoint: endpoint && readUrl('WAYBILL_S3_ENDPOINT', endpoint).href,
    credentials: readBucketCredentials(settings),
  };
}

function readBucketCredentials(settings: Settings): DocumentBucket['credentials'] {
  const accessKeyId = settings.WAYBILL_S3_ACCESS_KEY_ID;
  const file = settings.WAYBILL_S3_SECRET_ACCESS_KEY_FILE;
  const secretAccessKey =
    settings.WAYBILL_S3_SECRET_ACCESS_KEY ?? (file && readTextFile('WAYBILL_S3_SECRET_ACCESS_KEY_FILE', file).trim());
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  const missing = accessKeyId === undefined ? 'WAYBILL_S3_ACCESS_KEY_ID' : 'WAYBILL_S3_SECRET_ACCESS_KEY';
  throw configProblem(missing, 'is missing: the access key id and its secret are set together, or neither is.');
}

/** The standard variables of OpenTelemetry; its exporters read the rest of them by themselves. */
function isTelemetryWanted(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return false;
  const addresses = ['', '_TRACES', '_METRICS'].map((signal) => environment[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`]);
  return addresses.some((address) => (address ?? '').trim() !== '');
}

function readToolsets(settings: Settings): readonly ToolsetName[] {
  const text = settings.WAYBILL_TOOLSETS ?? 'default';
  const names = text.split(',').map((name) => name.trim());
  const chosen = names.flatMap((name): readonly ToolsetName[] => {
    if (name === 'all') return toolsetNames;
    if (name === 'default') return defaultToolsets;
    const known = toolsetNames.find((toolset) => toolset === name);
    if (!known)
      throw configProblem(
        'WAYBILL_TOOLSETS',
        `has ${JSON.stringify(name)}; use all, default, or a comma list of ${toolsetNames.join(', ')}.`,
      );
    return [known];
  });
  return toolsetNames.filter((name) => name === 'control' || chosen.includes(name));
}

function readBoolean(settings: Settings, name: SettingName): boolean {
  return readChoice(settings, name, ['true', 'false'], 'false') === 'true';
}

function readChoice<const Choice extends string>(
  settings: Settings,
  name: SettingName,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): Choice {
  const text = settings[name];
  if (text === undefined) return fallback;
  const choice = choices.find((known) => known === text);
  if (choice === undefined)
    throw configProblem(
      name,
      `must be ${choices.join(', ').replace(/, ([^,]*)$/, ' or $1')}; it is ${JSON.stringify(text)}.`,
    );
  return choice;
}

function readFileRoots(settings: Settings, home: string): readonly string[] {
  const text = settings.WAYBILL_FILE_ROOTS;
  if (text === undefined) {
    const folders = ['Documents', 'Downloads', 'Desktop'].map((name) => path.join(homedir(), name));
    return [...folders, path.join(home, 'files')];
  }
  const folders = text.split(path.delimiter).filter((folder) => folder !== '');
  const relative = folders.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw configProblem(
      'WAYBILL_FILE_ROOTS',
      `must list absolute folders separated by "${path.delimiter}"; ${JSON.stringify(relative)} is not one.`,
    );
  return folders;
}

/** Where the operating system keeps a user's application data. */
function defaultHome(environment: ConfigSource['environment']): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Waybill');
  if (process.platform === 'win32')
    return path.join(environment['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Waybill');
  return path.join(environment['XDG_DATA_HOME'] ?? path.join(homedir(), '.local', 'share'), 'waybill');
}

function userName(environment: ConfigSource['environment']): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without an entry; the environment is the next best name.
    return environment['USER'] ?? environment['USERNAME'] ?? 'unknown user';
  }
}
