import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/cli/config.ts';
import { settingsOfOnePlace } from '../../src/cli/setting-sources.ts';
import { Settings } from '../../src/cli/settings.ts';
import { createTemporaryFolder } from './support/waybill.ts';

type ConfigEnvironment = Readonly<Record<string, string>>;

const folder = createTemporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const home = folder.path;

function writeText(name: string, text: string): string {
  const file = path.join(home, name);
  writeFileSync(file, text);
  return file;
}

const load = (environment: ConfigEnvironment) => loadConfig({ HOME: homedir(), WAYBILL_HOME: home, ...environment });

const key = Buffer.alloc(32, 7);
const keyText = key.toString('base64');
const smtpUrl = 'smtps://desk:hunter2@mail.example:465';
const databaseUrl = 'postgres://desk:hunter2@db.example/desk';
const signingSecret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
const hook = { WAYBILL_APPROVAL_WEBHOOK: 'https://hooks.example/in', WAYBILL_APPROVAL_WEBHOOK_SECRET: signingSecret };
const files = {
  clientId: writeText('client-id', ' desk\n'),
  clientSecret: writeText('client-secret', 'hunter2\n'),
  key: writeText('key', `${keyText}\n`),
  databaseUrl: writeText('database-url', `${databaseUrl}\n`),
  relativeDatabase: writeText('relative-database', 'sqlite:desk.db\n'),
  smtpUrl: writeText('smtp-url', `${smtpUrl}\n`),
  bucketSecret: writeText('bucket-secret', 'hunter2\n'),
  signingSecret: writeText('signing-secret', `${signingSecret}\n`),
  policy: writeText('policy.json', '{"batchMax": 5}\n'),
  signIn: writeText('sign-in.json', '{"issuer": "https://login.example", "client": {"id": "page"}}'),
  empty: writeText('empty', ' \n'),
  junk: writeText('junk', 'hunter2'),
};

const api = { WAYBILL_API_URL: 'https://api.example/v1', WAYBILL_CLIENT_ID: 'desk', WAYBILL_CLIENT_SECRET: 'hunter2' };
const remote = {
  kind: 'remote',
  baseUrl: 'https://api.example/v1',
  authUrl: 'https://api.example',
  clientId: 'desk',
  clientSecret: 'hunter2',
};
const bucket = { bucket: 'papers', region: 'us-east-1', endpoint: undefined, credentials: undefined };
const bucketKeys = { accessKeyId: 'desk', secretAccessKey: 'hunter2' };
const outbox = path.join(home, 'outbox');

test('without settings there is a sandbox in the data folder', () => {
  expect(load({})).toEqual({
    api: { kind: 'embedded' },
    allowedHosts: [],
    allowedOrigins: [],
    home,
    isDefaultHome: false,
    environment: { HOME: homedir(), WAYBILL_HOME: home },
    commandText: expect.any(Function),
    serverCommand: { command: process.execPath, args: expect.arrayContaining(['--home', home, 'stdio']) },
    npxCommand: { command: 'npx', args: ['-y', 'waybill', '--home', home] },
    isFromNpx: false,
    tell: expect.any(Function),
    settingFiles: [],
    databaseUrl: undefined,
    runtimeFolder: undefined,
    encryptionKey: undefined,
    publicUrl: undefined,
    timeZone: undefined,
    toolsets: ['desk', 'catalogue', 'insight', 'control'],
    areToolsetsNamed: false,
    readOnly: false,
    policyText: undefined,
    fileRoots: [path.join(homedir(), 'Downloads'), path.join(home, 'files')],
    desktopNotifications: true,
    approvalWebhook: undefined,
    documentBucket: undefined,
    mail: { smtpUrl: undefined, from: 'waybill@localhost', outbox },
    telemetry: false,
    logLevel: 'info',
    userName: userInfo().username,
  });
});

const good: readonly (readonly [ConfigEnvironment, object])[] = [
  [api, { api: remote }],
  [{ ...api, WAYBILL_API_URL: ' https://api.example/v1/ ' }, { api: remote }],
  [
    { ...api, WAYBILL_API_URL: 'http://127.0.0.1:8080/tms/v1', WAYBILL_AUTH_URL: 'https://id.example/tenant/' },
    { api: { baseUrl: 'http://127.0.0.1:8080/tms/v1', authUrl: 'https://id.example/tenant' } },
  ],
  [
    {
      WAYBILL_API_URL: 'https://api.example/v1',
      WAYBILL_CLIENT_ID_FILE: files.clientId,
      WAYBILL_CLIENT_SECRET_FILE: files.clientSecret,
    },
    { api: remote },
  ],
  [{ ...api, WAYBILL_CLIENT_SECRET_FILE: '/nowhere/secret' }, { api: remote }],
  [{ WAYBILL_HOME: path.join(home, 'desk') }, { home: path.join(home, 'desk') }],
  [
    { WAYBILL_DATABASE_URL: `sqlite:${path.join(home, 'desk.db')}` },
    { databaseUrl: `sqlite:${path.join(home, 'desk.db')}` },
  ],
  [{ WAYBILL_DATABASE_URL: 'postgres://desk@db.example/desk' }, { databaseUrl: 'postgres://desk@db.example/desk' }],
  [{ WAYBILL_DATABASE_URL: 'postgresql://db.example/desk' }, { databaseUrl: 'postgresql://db.example/desk' }],
  [{ WAYBILL_DATABASE_URL_FILE: files.databaseUrl }, { databaseUrl }],
  [{ WAYBILL_RUNTIME_DIR: '/run/waybill' }, { runtimeFolder: '/run/waybill' }],
  [{ WAYBILL_ENCRYPTION_KEY: keyText }, { encryptionKey: key }],
  [{ WAYBILL_ENCRYPTION_KEY_FILE: files.key }, { encryptionKey: key }],
  [{ WAYBILL_PUBLIC_URL: 'https://tms.example/waybill/' }, { publicUrl: 'https://tms.example/waybill' }],
  [{ WAYBILL_TOOLSETS: 'desk' }, { toolsets: ['desk', 'control'] }],
  [{ WAYBILL_TOOLSETS: 'insight, desk' }, { toolsets: ['desk', 'insight', 'control'] }],
  [{ WAYBILL_TOOLSETS: 'default' }, { toolsets: ['desk', 'catalogue', 'insight', 'control'] }],
  [{ WAYBILL_TOOLSETS: 'all' }, { toolsets: ['desk', 'billing', 'payables', 'catalogue', 'insight', 'control'] }],
  [{ WAYBILL_READ_ONLY: 'true' }, { readOnly: true }],
  [{ WAYBILL_READ_ONLY: 'false' }, { readOnly: false }],
  [{ WAYBILL_READ_ONLY: ' ' }, { readOnly: false }],
  [{ WAYBILL_POLICY: files.policy }, { policyText: '{"batchMax": 5}' }],
  [
    { WAYBILL_SIGN_IN: files.signIn },
    {
      signIn: {
        issuer: 'https://login.example/',
        client: { id: 'page' },
        claims: { person: 'email', roles: 'roles', organization: 'organization' },
        scopes: { read: 'waybill:read', write: 'waybill:write' },
        introspection: false,
        assumeEmailVerified: false,
      },
    },
  ],
  [
    { WAYBILL_ALLOWED_ORIGINS: 'https://Chat.example.com, http://localhost:6274' },
    { allowedOrigins: ['https://chat.example.com', 'http://localhost:6274'] },
  ],
  [
    { WAYBILL_ALLOWED_HOSTS: 'Host.docker.internal,waybill.internal:3333,[fd00::1]' },
    { allowedHosts: ['host.docker.internal', 'waybill.internal:3333', '[fd00::1]'] },
  ],
  [{ WAYBILL_FILE_ROOTS: ['/papers', '/scans', ''].join(path.delimiter) }, { fileRoots: ['/papers', '/scans'] }],
  [
    { WAYBILL_SMTP_URL: smtpUrl, WAYBILL_MAIL_FROM: 'billing@vega.example' },
    { mail: { smtpUrl, from: 'billing@vega.example', outbox } },
  ],
  [
    { WAYBILL_SMTP_URL_FILE: files.smtpUrl, WAYBILL_MAIL_FROM: 'desk@localhost' },
    { mail: { smtpUrl, from: 'desk@localhost', outbox } },
  ],
  [{ WAYBILL_S3_BUCKET: 'papers' }, { documentBucket: bucket }],
  [
    { WAYBILL_S3_BUCKET: 'papers', WAYBILL_S3_ENDPOINT: 'http://127.0.0.1:9000', WAYBILL_S3_REGION: 'eu-central-1' },
    { documentBucket: { ...bucket, endpoint: 'http://127.0.0.1:9000/', region: 'eu-central-1' } },
  ],
  [
    { WAYBILL_S3_BUCKET: 'papers', WAYBILL_S3_ACCESS_KEY_ID: 'desk', WAYBILL_S3_SECRET_ACCESS_KEY: 'hunter2' },
    { documentBucket: { ...bucket, credentials: bucketKeys } },
  ],
  [
    {
      WAYBILL_S3_BUCKET: 'papers',
      WAYBILL_S3_ACCESS_KEY_ID: 'desk',
      WAYBILL_S3_SECRET_ACCESS_KEY_FILE: files.bucketSecret,
    },
    { documentBucket: { ...bucket, credentials: bucketKeys } },
  ],
  [{ WAYBILL_TIME_ZONE: 'America/Denver' }, { timeZone: 'America/Denver' }],
  [{ WAYBILL_CURRENCY: 'USD' }, { currency: 'USD' }],
  [{ WAYBILL_DESKTOP_NOTICES: 'false' }, { desktopNotifications: false }],
  [
    { WAYBILL_APPROVAL_MAIL: 'ann@vega.example, ap@vega.example' },
    { approvalMail: ['ann@vega.example', 'ap@vega.example'] },
  ],
  [hook, { approvalWebhook: { url: 'https://hooks.example/in', signingSecret } }],
  [
    {
      WAYBILL_APPROVAL_WEBHOOK: 'http://127.0.0.1:8080/in',
      WAYBILL_APPROVAL_WEBHOOK_SECRET_FILE: files.signingSecret,
    },
    { approvalWebhook: { url: 'http://127.0.0.1:8080/in', signingSecret } },
  ],
  [{ WAYBILL_LOG: 'debug' }, { logLevel: 'debug' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, { telemetry: true }],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318' }, { telemetry: true }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, { telemetry: false }],
];

test.each(good)('%o is understood', (environment, expected) => {
  expect(load(environment)).toMatchObject(expected);
});

test.each(Object.keys(Settings.shape))('%s is in the table above', (name) => {
  expect(good.some(([environment]) => name in environment)).toBe(true);
});

const smtp = 'WAYBILL_SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT.';
const describeEncryptionKey = (name: string) =>
  `${name} must be 32 random bytes in base64, such as \`openssl rand -base64 32\` prints.`;
const apiUrl = 'WAYBILL_API_URL must be an http or https address such as https://api.example.com/v1.';
const database = 'WAYBILL_DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.';

const bad: readonly (readonly [ConfigEnvironment, string])[] = [
  [{ WAYBILL_READONLY: 'true' }, 'WAYBILL_READONLY is not a setting (did you mean WAYBILL_READ_ONLY?).'],
  [{ ...api, WAYBILL_API_URL: 'desk:hunter2@api.example/v1' }, apiUrl],
  [{ ...api, WAYBILL_API_URL: 'ftp://api.example/v1' }, apiUrl],
  ...['https://desk:hunter2@api.example', 'https://api.example/v1/shipments', 'https://api.example/?base=/v1'].map(
    (url) =>
      [
        { ...api, WAYBILL_API_URL: url },
        'WAYBILL_API_URL must end in /v1, such as https://api.example.com/v1.',
      ] as const,
  ),
  [
    { ...api, WAYBILL_AUTH_URL: 'id.example' },
    'WAYBILL_AUTH_URL must be an http or https address such as https://auth.example.com.',
  ],
  ...['https://desk:hunter2@tms.example', 'https://tms.example/?desk=1'].map(
    (url) =>
      [
        { WAYBILL_PUBLIC_URL: url },
        'WAYBILL_PUBLIC_URL must have neither credentials nor a query, such as https://tms.example.com.',
      ] as const,
  ),
  [
    { ...api, WAYBILL_CLIENT_ID: '' },
    'WAYBILL_CLIENT_ID is missing: WAYBILL_API_URL is set, which needs it (or WAYBILL_CLIENT_ID_FILE).',
  ],
  [
    { ...api, WAYBILL_CLIENT_SECRET: '' },
    'WAYBILL_CLIENT_SECRET is missing: WAYBILL_API_URL is set, which needs it (or WAYBILL_CLIENT_SECRET_FILE).',
  ],
  ...[
    'CLIENT_ID_FILE',
    'CLIENT_SECRET_FILE',
    'ENCRYPTION_KEY_FILE',
    'DATABASE_URL_FILE',
    'POLICY',
    'SMTP_URL_FILE',
    'S3_SECRET_ACCESS_KEY_FILE',
    'APPROVAL_WEBHOOK_SECRET_FILE',
  ]
    .map((name) => `WAYBILL_${name}`)
    .flatMap((name): readonly (readonly [ConfigEnvironment, string])[] => [
      [{ [name]: '/nowhere/file' }, `${name} names the file /nowhere/file, which does not exist.`],
      [{ [name]: home }, `${name} names ${home}, which is a folder; name a file.`],
      [
        { [name]: path.join(files.empty, 'x') },
        `${name} names the file ${path.join(files.empty, 'x')}, which does not exist.`,
      ],
      [{ [name]: files.empty }, `${name} names an empty file.`],
    ]),
  [{ WAYBILL_HOME: files.empty }, `WAYBILL_HOME names ${files.empty}, which is a file; name a folder.`],
  [
    { WAYBILL_HOME: path.join(files.empty, 'desk') },
    `WAYBILL_HOME names the folder ${path.join(files.empty, 'desk')}, but ${files.empty} is a file; name a folder that can be made.`,
  ],
  [{ WAYBILL_RUNTIME_DIR: files.empty }, `WAYBILL_RUNTIME_DIR names ${files.empty}, which is a file; name a folder.`],
  [
    { WAYBILL_FILE_ROOTS: [home, files.empty].join(path.delimiter) },
    `WAYBILL_FILE_ROOTS names ${files.empty}, which is a file; name a folder.`,
  ],
  [
    { WAYBILL_DATABASE_URL: `sqlite:${home}` },
    `WAYBILL_DATABASE_URL names ${home}, which is a folder; name a database file.`,
  ],
  [
    { WAYBILL_DATABASE_URL: `sqlite:${path.join(files.empty, 'desk.db')}` },
    `WAYBILL_DATABASE_URL names the file ${path.join(files.empty, 'desk.db')}, but ${files.empty} is a file and no folder; name a file that can be made.`,
  ],
  [{ WAYBILL_DATABASE_URL: 'mysql://desk:hunter2@db.example' }, database],
  [{ WAYBILL_DATABASE_URL: 'sqlite:' }, database],
  [
    { WAYBILL_DATABASE_URL_FILE: files.junk },
    'WAYBILL_DATABASE_URL_FILE must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.',
  ],
  [
    { WAYBILL_DATABASE_URL_FILE: files.relativeDatabase },
    'WAYBILL_DATABASE_URL_FILE names a file with sqlite: and a relative path; write an absolute one.',
  ],
  [
    { WAYBILL_DATABASE_URL: 'postgres://desk:hunter2@db.example/desk?pooling=statement' },
    'WAYBILL_DATABASE_URL must have session or transaction as its pooling, not "statement".',
  ],
  [
    { WAYBILL_DATABASE_URL: 'postgres://db.example/desk?pooling=transaction&prepared_statements=on' },
    'WAYBILL_DATABASE_URL must have true or false as its prepared_statements, not "on".',
  ],
  ...['hunter2', `${keyText}hunter2`, key.toString('hex'), Buffer.alloc(31).toString('base64')].map(
    (text) => [{ WAYBILL_ENCRYPTION_KEY: text }, describeEncryptionKey('WAYBILL_ENCRYPTION_KEY')] as const,
  ),
  [{ WAYBILL_ENCRYPTION_KEY_FILE: files.junk }, describeEncryptionKey('WAYBILL_ENCRYPTION_KEY_FILE')],
  [
    { WAYBILL_TOOLSETS: 'desk,dsek' },
    'WAYBILL_TOOLSETS has "dsek" (did you mean desk?); use all, default, or a comma list of desk, billing, payables, catalogue, insight, control.',
  ],
  [{ WAYBILL_READ_ONLY: 'yes' }, 'WAYBILL_READ_ONLY must be true or false; it is "yes".'],
  ...['*', 'null', 'chat.example.com', 'https://chat.example.com/app', 'https://*.example.com', 'ftp://x.example'].map(
    (origin) =>
      [
        { WAYBILL_ALLOWED_ORIGINS: origin },
        `WAYBILL_ALLOWED_ORIGINS has "${origin}", which is no origin; use a comma list of addresses without a path, such as https://chat.example.com.`,
      ] as const,
  ),
  ...['*', '*.example.com', 'https://waybill.internal', 'waybill.internal/mcp', 'waybill.internal:port'].map(
    (host) =>
      [
        { WAYBILL_ALLOWED_HOSTS: host },
        `WAYBILL_ALLOWED_HOSTS has "${host}", which is no host name; use a comma list of names, such as host.docker.internal or waybill.internal:3333.`,
      ] as const,
  ),
  [
    { WAYBILL_FILE_ROOTS: ['/papers', 'scans'].join(path.delimiter) },
    `WAYBILL_FILE_ROOTS must list absolute folders separated by "${path.delimiter}"; "scans" is not one.`,
  ],
  ...[
    'http://desk:hunter2@mail.example',
    'desk:hunter2@mail.example',
    'smtp://',
    'smtp://mail.example?pool=hunter2',
  ].map((url) => [{ WAYBILL_SMTP_URL: url, WAYBILL_MAIL_FROM: 'billing@vega.example' }, smtp] as const),
  [{ WAYBILL_SMTP_URL_FILE: files.junk }, smtp.replace('SMTP_URL', 'SMTP_URL_FILE')],
  [{ WAYBILL_SMTP_URL: smtpUrl }, 'WAYBILL_MAIL_FROM is missing: WAYBILL_SMTP_URL is set, which needs it.'],
  [
    { WAYBILL_MAIL_FROM: 'Vega <billing@vega.example>' },
    'WAYBILL_MAIL_FROM must be an address such as billing@example.com; it is "Vega <billing@vega.example>".',
  ],
  [{ WAYBILL_S3_REGION: 'eu-central-1' }, 'WAYBILL_S3_BUCKET is missing: WAYBILL_S3_REGION is set, which needs it.'],
  [
    { WAYBILL_S3_SECRET_ACCESS_KEY_FILE: files.bucketSecret },
    'WAYBILL_S3_BUCKET is missing: WAYBILL_S3_SECRET_ACCESS_KEY_FILE is set, which needs it.',
  ],
  [
    { WAYBILL_S3_BUCKET: 'papers', WAYBILL_S3_ENDPOINT: 'desk:hunter2@papers' },
    'WAYBILL_S3_ENDPOINT must be an http or https address such as https://s3.example.com.',
  ],
  [
    { WAYBILL_S3_BUCKET: 'papers', WAYBILL_S3_ACCESS_KEY_ID: 'desk' },
    'WAYBILL_S3_SECRET_ACCESS_KEY is missing: WAYBILL_S3_ACCESS_KEY_ID is set, which needs it (or WAYBILL_S3_SECRET_ACCESS_KEY_FILE).',
  ],
  [
    { WAYBILL_S3_BUCKET: 'papers', WAYBILL_S3_SECRET_ACCESS_KEY: 'hunter2' },
    'WAYBILL_S3_ACCESS_KEY_ID is missing: WAYBILL_S3_SECRET_ACCESS_KEY is set, which needs it.',
  ],
  [
    { WAYBILL_CURRENCY: 'dollars' },
    'WAYBILL_CURRENCY must be one of ARS, AUD, BRL, CAD, CNY, EUR, GBP, IDR, INR, JPY, KRW, MXN, RUB, SAR, TRY, USD, ZAR; it is "dollars".',
  ],
  [
    { WAYBILL_TIME_ZONE: 'Chicago' },
    'WAYBILL_TIME_ZONE must be an IANA time zone such as America/Chicago; it is "Chicago".',
  ],
  [{ WAYBILL_DESKTOP_NOTICES: 'no' }, 'WAYBILL_DESKTOP_NOTICES must be true or false; it is "no".'],
  [
    { WAYBILL_APPROVAL_MAIL: 'ann@vega.example;ap@vega.example' },
    'WAYBILL_APPROVAL_MAIL must be an address such as billing@example.com; it is "ann@vega.example;ap@vega.example".',
  ],
  [
    { WAYBILL_APPROVAL_WEBHOOK: 'https://hooks.example/in' },
    'WAYBILL_APPROVAL_WEBHOOK_SECRET is missing: WAYBILL_APPROVAL_WEBHOOK is set, which needs it (or WAYBILL_APPROVAL_WEBHOOK_SECRET_FILE).',
  ],
  [
    { WAYBILL_APPROVAL_WEBHOOK_SECRET: signingSecret },
    'WAYBILL_APPROVAL_WEBHOOK is missing: WAYBILL_APPROVAL_WEBHOOK_SECRET is set, which needs it.',
  ],
  ...['hunter2', 'whsec_hunter2', Buffer.alloc(32).toString('base64')].map(
    (text) =>
      [
        { ...hook, WAYBILL_APPROVAL_WEBHOOK_SECRET: text },
        'WAYBILL_APPROVAL_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64, such as `openssl rand -base64 32` prints.',
      ] as const,
  ),
  [
    { ...hook, WAYBILL_APPROVAL_WEBHOOK: 'hooks.example/in' },
    'WAYBILL_APPROVAL_WEBHOOK must be an http or https address such as https://hooks.example.com/waybill.',
  ],
  [{ WAYBILL_LOG: 'loud' }, 'WAYBILL_LOG must be error, warn, info or debug; it is "loud".'],
];

test.each(bad)('%o is refused in one sentence', (environment, sentence) => {
  expect(() => load(environment)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION', message: sentence, details: [expect.anything()] }),
  );
});

test('no sentence repeats a secret', () => {
  expect(bad.filter(([, sentence]) => sentence.includes('hunter2'))).toEqual([]);
});

/** Creates a folder for each place that may hold a setting. */
function createPlaces() {
  const folder = createTemporaryFolder();
  const write = (place: string, lines: readonly string[]) => {
    mkdirSync(path.join(folder.path, place), { recursive: true });
    const file = path.join(folder.path, place, '.env');
    writeFileSync(file, lines.join('\n'));
    return file;
  };
  return {
    data: path.join(folder.path, 'data'),
    named: path.join(folder.path, 'named'),
    writeData: (...lines: readonly string[]) => write('data', lines),
    writeNamed: (...lines: readonly string[]) => write('named', lines),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test('a folder in the place of a file of settings is named', () => {
  expect(() => loadConfig({}, { envFile: home })).toThrow(`--env-file names ${home}, which is a folder; name a file.`);
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFWAYBILL_LOG=warn\n')],
  ['UTF-16 of Windows PowerShell', Buffer.from('\uFEFFWAYBILL_LOG=warn\r\n', 'utf16le')],
  ['UTF-16 with its bytes swapped', Buffer.from('\uFEFFWAYBILL_LOG=warn\r\n', 'utf16le').swap16()],
])('files of settings are read in %s', (_what, content) => {
  const file = path.join(home, 'marked');
  writeFileSync(file, content);
  const environment = { HOME: homedir(), WAYBILL_HOME: home, WAYBILL_POLICY: file };

  expect(loadConfig(environment, { envFile: file })).toMatchObject({
    logLevel: 'warn',
    policyText: 'WAYBILL_LOG=warn',
  });
});

test('the environment wins over the file that is named, and that over .env of the data folder', () => {
  using places = createPlaces();
  const dataFile = places.writeData('WAYBILL_READ_ONLY=true', 'WAYBILL_TOOLSETS=desk', 'WAYBILL_LOG=debug');
  const namedFile = places.writeNamed(`WAYBILL_HOME=${places.data}`, 'WAYBILL_TOOLSETS=payables', 'WAYBILL_LOG=warn');

  expect(loadConfig({ WAYBILL_LOG: 'error' }, { envFile: namedFile })).toMatchObject({
    home: places.data,
    settingFiles: [namedFile, dataFile],
    readOnly: true,
    toolsets: ['payables', 'control'],
    logLevel: 'error',
  });
});

test('a blank variable takes back what a file sets', () => {
  using places = createPlaces();
  places.writeData('WAYBILL_READ_ONLY=true');

  expect(loadConfig({ WAYBILL_HOME: places.data, WAYBILL_READ_ONLY: '' }).readOnly).toBe(false);
});

test('what a host leaves where its user filled in nothing is no setting, so that a file still counts', () => {
  using places = createPlaces();
  places.writeData('WAYBILL_READ_ONLY=true');
  const environment = {
    WAYBILL_HOME: places.data,
    WAYBILL_READ_ONLY: '${user_config.read_only}',
    WAYBILL_API_URL: '${user_config.api_url}',
    WAYBILL_POLICY: '${user_config.policy}',
  };

  expect(loadConfig(environment)).toMatchObject({ readOnly: true, api: { kind: 'embedded' }, policyText: undefined });
});

test('a setting and its file form are one: the environment wins with either', () => {
  using places = createPlaces();
  places.writeData('WAYBILL_ENCRYPTION_KEY=junk');

  const environment = { WAYBILL_HOME: places.data, WAYBILL_ENCRYPTION_KEY_FILE: files.key };

  expect(loadConfig(environment)).toMatchObject({ encryptionKey: key, settingFiles: [expect.anything(), files.key] });
});

test('paths in a file start at the file, wherever the command is started', () => {
  using places = createPlaces();
  const namedFile = places.writeNamed(
    'WAYBILL_HOME=desk',
    'WAYBILL_DATABASE_URL=sqlite:desk.db',
    'WAYBILL_POLICY=p.json',
  );
  writeFileSync(path.join(places.named, 'p.json'), '{"batchMax": 7}');

  expect(loadConfig({}, { envFile: namedFile })).toMatchObject({
    home: path.join(places.named, 'desk'),
    databaseUrl: `sqlite:${path.join(places.named, 'desk.db')}`,
    policyText: '{"batchMax": 7}',
    settingFiles: [namedFile, path.join(places.named, 'p.json')],
  });
});

test('an absolute path in a file stays what it is', () => {
  using places = createPlaces();
  const absolute = path.join(path.sep, 'var', 'desk.db');

  expect(
    loadConfig({}, { envFile: places.writeNamed('WAYBILL_HOME=desk', `WAYBILL_DATABASE_URL=sqlite:${absolute}`) }),
  ).toMatchObject({
    databaseUrl: `sqlite:${absolute}`,
  });
});

test('a file that is named and not there ends the start', () => {
  expect(() => loadConfig({}, { envFile: '/nowhere/.env' })).toThrow(
    '--env-file names the file /nowhere/.env, which does not exist.',
  );
});

const sentTo = Object.entries(settingsOfOnePlace);
const mixed = sentTo.flatMap(([address, otherNames]) =>
  otherNames.flatMap((name) =>
    [name, `${name}_FILE`].filter((form) => form in Settings.shape).map((form) => [address, form]),
  ),
);

test.each(mixed)('with %s in one place and %s in another nothing is sent to either', (address, name) => {
  using places = createPlaces();
  const dataFile = places.writeData(`${name}=${files.clientSecret}`);
  const environment = { WAYBILL_HOME: places.data };

  const formatMixed = (where: string, otherPlace: string) =>
    `${name} is set in ${where} and ${address} in ${otherPlace}; set an address and its credentials in one place.`;
  expect(() => loadConfig({ ...environment, [address]: 'https://api.example/v1' })).toThrow(
    formatMixed(dataFile, 'the environment'),
  );
  places.writeData(`${address}=https://api.example/v1`);
  expect(() => loadConfig({ ...environment, [name]: files.clientSecret })).toThrow(
    formatMixed('the environment', dataFile),
  );
});

test('an address that comes with all its credentials wins whole over another place', () => {
  using places = createPlaces();
  places.writeData('WAYBILL_API_URL=https://old.example/v1', 'WAYBILL_CLIENT_ID=old', 'WAYBILL_CLIENT_SECRET=old');

  expect(loadConfig({ WAYBILL_HOME: places.data, ...api }).api).toEqual(remote);
});

test('every setting that is sent to a configured address stands in one place with it', () => {
  const together = new Set(sentTo.flatMap(([address, otherNames]) => [address, ...otherNames]));
  // A mail server's address holds its own name and password; the rest is never sent anywhere.
  const alone = Object.keys(Settings.shape).filter((name) => !together.has(name.replace(/_FILE$/, '')));

  expect(alone).toEqual([
    'WAYBILL_HOME',
    'WAYBILL_RUNTIME_DIR',
    'WAYBILL_DATABASE_URL',
    'WAYBILL_DATABASE_URL_FILE',
    'WAYBILL_ENCRYPTION_KEY',
    'WAYBILL_ENCRYPTION_KEY_FILE',
    'WAYBILL_PUBLIC_URL',
    'WAYBILL_TOOLSETS',
    'WAYBILL_READ_ONLY',
    'WAYBILL_POLICY',
    'WAYBILL_SIGN_IN',
    'WAYBILL_ALLOWED_ORIGINS',
    'WAYBILL_ALLOWED_HOSTS',
    'WAYBILL_FILE_ROOTS',
    'WAYBILL_TIME_ZONE',
    'WAYBILL_CURRENCY',
    'WAYBILL_DESKTOP_NOTICES',
    'WAYBILL_APPROVAL_MAIL',
    'WAYBILL_SMTP_URL',
    'WAYBILL_SMTP_URL_FILE',
    'WAYBILL_MAIL_FROM',
    'WAYBILL_LOG',
  ]);
});

test.each([{}, { WAYBILL_HOME: '' }])('with %o the data folder is where the system keeps application data', (more) => {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: path.join(homedir(), 'Library', 'Application Support', 'Waybill'),
    win32: path.join(home, 'Waybill'),
  };

  const config = loadConfig({ HOME: homedir(), XDG_DATA_HOME: home, LOCALAPPDATA: home, ...more });

  expect(config.home).toBe(folders[process.platform] ?? path.join(home, 'waybill'));
});

const relative = [
  ['WAYBILL_HOME', 'home', path.resolve('home')],
  ['WAYBILL_HOME', '~/desk', path.join(homedir(), 'desk')],
  ['WAYBILL_RUNTIME_DIR', 'run', path.resolve('run')],
  ['WAYBILL_POLICY', './policy.json', path.resolve('policy.json')],
  ['WAYBILL_CLIENT_SECRET_FILE', '../secret', path.resolve('../secret')],
  ['WAYBILL_ENCRYPTION_KEY_FILE', 'key', path.resolve('key')],
  ['WAYBILL_DATABASE_URL', 'sqlite:desk.db', `sqlite:${path.resolve('desk.db')}`],
] as const;

test.each(relative)(
  'a relative path in the environment would be one of the working folder: %s=%s',
  (name, text, whole) => {
    expect(() => load({ [name]: text })).toThrow(
      `${name} must be an absolute path in the environment, such as ${whole}.`,
    );
  },
);

test.each(['', '.', 'home'])(
  'a home or data folder %j of the environment is never one in the working folder',
  (folder) => {
    const places = [loadConfig({ HOME: folder, XDG_DATA_HOME: folder }), loadConfig({ HOME: folder })];
    const account = userInfo().homedir;

    for (const { home: place, fileRoots } of places)
      for (const root of [place, ...fileRoots]) expect(root.startsWith(account)).toBe(true);
  },
);
