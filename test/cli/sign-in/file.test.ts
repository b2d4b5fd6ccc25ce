import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config.ts';
import { listDeskSettings } from '../../../src/cli/organizations.ts';
import { runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const smallestFile = { issuer: 'https://login.example', client: { id: 'page' } };

function load(file: object | string, environment: Record<string, string> = {}) {
  using folder = createTemporaryFolder();
  const [signIn, secret] = ['sign-in.json', 'secret'].map((name) => path.join(folder.path, name)) as [string, string];
  writeFileSync(secret, 'hunter2\n');
  writeFileSync(signIn, (typeof file === 'string' ? file : JSON.stringify(file)).replaceAll('SECRET', secret));
  const config = loadConfig({ WAYBILL_HOME: folder.path, WAYBILL_SIGN_IN: signIn, ...environment });
  if (config.signIn === undefined) throw new Error('the file was not read');
  return { config, settings: listDeskSettings(config, config.signIn), home: folder.path };
}

const acme = { apiUrl: 'https://tms.acme.example/v1', clientId: 'waybill', clientSecretFile: 'SECRET' };

test.each<[string, object | string, Record<string, string>, RegExp]>([
  ['no JSON', '{', {}, /WAYBILL_SIGN_IN names a file that is not valid JSON/],
  ['no issuer', { client: { id: 'page' } }, {}, /"issuer" is missing/],
  ['no client', { issuer: smallestFile.issuer }, {}, /"client" is missing/],
  ['an issuer in the clear', { ...smallestFile, issuer: 'http://login.example' }, {}, /"issuer" must begin with https/],
  ['a member that does not exist', { ...smallestFile, issuers: [] }, {}, /has "issuers", which is no member there/],
  ['a secret in the file', { ...smallestFile, client: { id: 'page', secret: 'x' } }, {}, /"client" has "secret"/],
  ['no name of an organization', { ...smallestFile, organizations: {} }, {}, /"organizations" names none/],
  [
    'a file that is not there',
    { ...smallestFile, client: { id: 'page', secretFile: '/no/such/file' } },
    {},
    /does not exist/,
  ],
  ['a relative file', { ...smallestFile, client: { id: 'page', secretFile: 'secret' } }, {}, /absolute path/],
  [
    'a question to the issuer without a secret',
    { ...smallestFile, introspection: true },
    {},
    /needs "client.secretFile"/,
  ],
  [
    'a scope with a space',
    { ...smallestFile, scopes: { read: 'waybill read' } },
    {},
    /"scopes.read" must be the name of a scope/,
  ],
  [
    'two scopes with one last segment',
    { ...smallestFile, scopes: { read: 'api://read/waybill', write: 'api://write/waybill' } },
    {},
    /"scopes" has the same last segment in read and write/,
  ],
  ['a word for yes', { ...smallestFile, assumeEmailVerified: 'yes' }, {}, /"assumeEmailVerified" /],
  [
    'half an API',
    { ...smallestFile, organizations: { acme: { apiUrl: acme.apiUrl } } },
    {},
    /organizations\.acme.*together/,
  ],
  ['a name that leads out of its folder', { ...smallestFile, organizations: { '../x': {} } }, {}, /no name/],
  ['two names that are one folder', { ...smallestFile, organizations: { acme: {}, Acme: {} } }, {}, /capital letters/],
  [
    'two organizations in one database',
    { ...smallestFile, organizations: { a: { databaseUrl: 'sqlite:/x.db' }, b: { databaseUrl: 'sqlite:/x.db' } } },
    {},
    /needs its own/,
  ],
  [
    'two organizations in one database, once through a pooler',
    {
      ...smallestFile,
      organizations: {
        a: { databaseUrl: 'postgres://db.example/desk' },
        b: { databaseUrl: 'postgres://db.example/desk?pooling=transaction' },
      },
    },
    {},
    /needs its own/,
  ],
  [
    'a database for all of them',
    { ...smallestFile, organizations: { acme: {} } },
    { WAYBILL_DATABASE_URL: 'sqlite:/x.db' },
    /organizations\.acme\.databaseUrl/,
  ],
  [
    'an API for all of them',
    { ...smallestFile, organizations: { acme } },
    { WAYBILL_API_URL: 'https://api.example/v1', WAYBILL_CLIENT_ID: 'x', WAYBILL_CLIENT_SECRET: 'y' },
    /WAYBILL_API_URL is set/,
  ],
])('%s ends the start with one sentence', (_what, file, environment, sentence) => {
  expect(() => load(file, environment)).toThrow(sentence);
});

test('each organization has its own API, folder and database', () => {
  const { settings, home } = load({
    ...smallestFile,
    organizations: { acme, globex: { databaseUrl: 'sqlite:/globex.db' } },
  });

  expect(settings.get('acme')).toMatchObject({
    api: { kind: 'remote', baseUrl: acme.apiUrl, authUrl: 'https://tms.acme.example', clientSecret: 'hunter2' },
    home: path.join(home, 'organizations', 'acme'),
    mail: { outbox: path.join(home, 'organizations', 'acme', 'outbox') },
    databaseUrl: undefined,
  });
  expect(settings.get('globex')).toMatchObject({
    api: { kind: 'embedded' },
    home: path.join(home, 'organizations', 'globex'),
    databaseUrl: 'sqlite:/globex.db',
  });
});

const issuerHere = JSON.stringify({ issuer: 'http://127.0.0.1:9', client: { id: 'page' } });

test('in the folder of one organization a command has its API and database, and no server of all is started there', async () => {
  using folder = createTemporaryFolder();
  const organizationHome = path.join(folder.path, 'organizations', 'acme');
  const file = path.join(folder.path, 'sign-in.json');
  const secret = path.join(folder.path, 'secret');
  writeFileSync(secret, 'hunter2');
  const acme = { apiUrl: 'http://127.0.0.1:9/v1', clientId: 'w', clientSecretFile: secret };
  const organizations = { acme, globex: {} };
  writeFileSync(file, JSON.stringify({ issuer: 'https://login.example.com', client: { id: 'w' }, organizations }));
  const environment = { WAYBILL_SIGN_IN: file, WAYBILL_PUBLIC_URL: 'https://desk.example.com' };
  const runAt = (args: readonly string[]) =>
    runWaybill(['--home', organizationHome, ...args], { home: folder.path, environment });

  const called = await runAt(['call', 'api_read', '{"operation":"paymentTerms.filter","input":{}}']);
  const served = await runAt(['http', '--port', '0']);

  expect(called.stdout + called.stderr).toContain('127.0.0.1:9');
  expect([served.code, served.stderr]).toEqual([
    2,
    expect.stringContaining('--home is the folder of the organization acme'),
  ]);
});

test.each<[string, readonly string[], Record<string, string>, number, RegExp]>([
  ['without a public address', [], {}, 2, /WAYBILL_PUBLIC_URL is missing/],
  ['with a path in it', [], { WAYBILL_PUBLIC_URL: 'https://desk.example/waybill' }, 2, /root of a host/],
  ['with one in the clear', [], { WAYBILL_PUBLIC_URL: 'http://desk.example' }, 2, /must begin with https/],
  [
    'beside an issuer that is not there',
    [],
    { WAYBILL_PUBLIC_URL: 'https://desk.example' },
    1,
    /does not describe itself/,
  ],
])('%s waybill http does not start, and says why', async (_what, args, environment, code, sentence) => {
  using folder = createTemporaryFolder();
  const file = path.join(folder.path, 'sign-in.json');
  writeFileSync(file, issuerHere);
  const ended = await runWaybill(['http', '--port', '0', ...args], {
    home: folder.path,
    environment: { WAYBILL_SIGN_IN: file, ...environment },
  });

  expect(ended.stderr).toMatch(sentence);
  expect(ended).toMatchObject({ code, stdout: '' });
});
