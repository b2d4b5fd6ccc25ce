import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { Settings } from '../../src/cli/settings.ts';
import { connectOverHttp } from '../cli/support/http.ts';
import { staff } from '../cli/sign-in/signed-in-desk.ts';
import { startProcess, createTemporaryFolder, runWaybillProcess } from '../cli/support/waybill.ts';
import { pageClient, startIssuer } from '../support/sign-in/issuer.ts';
import { createDatabase, isPostgresMissing } from '../support/stores/databases.ts';
import { containerfile } from './containerfile.ts';

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const LintResult = z.object({
  messages: z.array(z.object({ rule: z.string(), category: z.string(), message: z.string() })),
});

const compose = Compose.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }));
const services = Object.entries(compose.services).map(([name, service]) => ({ name, ...service }));
const ownServices = services.filter(({ image }) => image === 'waybill');

test('a linter of compose files, which knows the schema, finds nothing but another order of keys', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  // The types that the package declares lead nowhere.
  const results = z.array(LintResult).parse(linter.lintFiles(['compose.yaml'], false));
  const messages = results.flatMap((result) => result.messages);

  expect(
    messages.filter(({ category }) => category !== 'style').map(({ rule, message }) => `${rule}: ${message}`),
  ).toEqual([]);
});

test('it holds the database, the API and the tool server, and an image from elsewhere is pinned', () => {
  expect(services.map(({ name }) => name)).toEqual(['postgres', 'service', 'http']);
  expect(services.map(({ image }) => image).filter((image) => image !== 'waybill')).toEqual([
    expect.stringMatching(/^docker\.io\/library\/postgres:\d+\.\d+-\w+@sha256:[0-9a-f]{64}$/),
  ]);
});

test.each(services)('$name is checked for its health before what needs it starts', ({ image, healthcheck }) => {
  const needed = new Set(services.flatMap(({ depends_on: requirements }) => Object.keys(requirements)));

  expect([...needed]).toEqual(['postgres', 'service']);
  // The image has its own check, which follows the command.
  expect(image === 'waybill' ? /^HEALTHCHECK /m.test(containerfile) : healthcheck !== undefined).toBe(true);
});

test.each(services)('$name reads secrets from files that are mounted, and has none in its environment', (service) => {
  const files = Object.values(service.environment).flatMap((text) => /^\/run\/secrets\/(.+)$/.exec(text)?.[1] ?? []);
  const secretNames = Object.keys(service.environment).filter((name) => /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name));

  expect(secretNames.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
  expect(service.secrets).toEqual(expect.arrayContaining(files));
  expect(service.secrets.filter((name) => compose.secrets[name]?.file !== `./secrets/${name}`)).toEqual([]);
});

test('each secret is used, and none gets into the repository', () => {
  const used = new Set(services.flatMap(({ secrets }) => secrets));

  expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort());
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('secrets/');
});

test.each(ownServices)(
  '$name has settings that exist, keeps its data in a volume, and can write nothing else',
  (service) => {
    const folder = /WAYBILL_HOME=(\S+)/.exec(containerfile)?.[1];

    expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining(Object.keys(service.environment)));
    expect(service.volumes).toEqual([`${service.name}:${folder}`]);
    expect(Object.keys(compose.volumes)).toContain(service.name);
    expect([service.read_only, service.cap_drop, service.tmpfs]).toEqual([true, ['ALL'], ['/tmp']]);
    expect(containerfile).toMatch(/WAYBILL_RUNTIME_DIR=\/tmp\//);
  },
);

test.each(ownServices)('$name is reached from this machine only, on the port that it listens on', ({ ports }) => {
  const exposed = /^EXPOSE (.+)$/m.exec(containerfile)?.[1]?.split(' ') ?? [];
  const published = ports.map((port) => /^127\.0\.0\.1:(\d+):(\d+)$/.exec(port)?.slice(1));

  expect(published).toEqual([[expect.toBeOneOf(exposed), expect.toBeOneOf(exposed)]]);
});

/** Starts a service of the file, with its secrets in a local folder and on a free port. */
async function startService(
  name: string,
  {
    home,
    secrets,
    port = 0,
    changes = {},
  }: { home: string; secrets: string; port?: number; changes?: Record<string, string> },
) {
  const { command = [], environment = {} } = compose.services[name] ?? {};
  const settings = {
    home,
    environment: {
      ...Object.fromEntries(
        Object.entries(environment).map(([setting, text]) => [setting, text.replace(/^\/run\/secrets/, secrets)]),
      ),
      WAYBILL_RUNTIME_DIR: path.join(home, 'run'),
      ...changes,
    },
  };
  const words = [...command.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)), '--port', `${port}`];
  const running = await startProcess(words, settings);
  return {
    settings,
    ready: JSON.parse(await running.firstLine),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe.skipIf(isPostgresMissing)(
  `its commands on PostgreSQL${isPostgresMissing ? ' (skipped: no PostgreSQL server installed)' : ''}`,
  () => {
    test('serve the API, and the tools to somebody who signs in, and are healthy', async () => {
      using folder = createTemporaryFolder();
      await using database = await createDatabase('PostgreSQL', { blank: true });
      const [secrets, serviceHome, httpHome] = ['secrets', 'service', 'http'].map((name) =>
        path.join(folder.path, name),
      );
      if (secrets === undefined || serviceHome === undefined || httpHome === undefined) throw new Error('no folders');
      for (const made of [secrets, serviceHome, httpHome]) mkdirSync(made);
      const keep = (name: string, text: string) => writeFileSync(path.join(secrets, name), `${text}\n`);
      keep('database-url', database.url);
      keep('encryption-key', Buffer.alloc(32, 7).toString('base64'));
      const port = await findFreePort();
      const origin = `http://localhost:${port}`;
      await using issuer = await startIssuer(`${origin}/mcp`, staff);
      keep('issuer-secret', pageClient.secret);
      const secretFile = path.join(secrets, 'issuer-secret');
      keep('sign-in.json', JSON.stringify({ issuer: issuer.url, client: { id: pageClient.id, secretFile } }));

      const changes = { WAYBILL_PUBLIC_URL: '' };
      await using service = await startService('service', { home: serviceHome, secrets, changes });
      const added = await runWaybillProcess(['clients', 'add', 'Tool server', '--json'], service.settings);
      const { clientId, clientSecret } = JSON.parse(added.stdout);
      keep('client-id', clientId);
      keep('client-secret', clientSecret);
      await using http = await startService('http', {
        home: httpHome,
        secrets,
        port,
        changes: { WAYBILL_API_URL: service.ready.url, WAYBILL_PUBLIC_URL: origin },
      });
      const checks = [
        await runWaybillProcess(['health'], service.settings),
        await runWaybillProcess(['health'], http.settings),
      ];
      await using agent = await connectOverHttp(http.ready.url, 'modern', undefined, await issuer.token('dan'));

      expect(checks.map(({ code, stdout }) => [code, stdout.split(':')[0]])).toEqual([
        [0, 'Healthy'],
        [0, 'Healthy'],
      ]);
      expect((await agent.call('list_quotes', {})).data).toMatchObject({ rows: [] });
      expect((await fetch(http.ready.url, { method: 'POST' })).status).toBe(401);
    });
  },
);
