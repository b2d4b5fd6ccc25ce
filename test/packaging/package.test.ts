import { globSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleOptions } from '../../packaging/bundle.ts';
import { toolList } from '../../tools/list.ts';
import { listDeclaredCommands } from '../cli/support/in-process.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { createTemporaryFolder, runWaybillProcess } from '../cli/support/waybill.ts';
import { isDeep } from '../support/depth.ts';
import { version } from '../../src/version.ts';
import { askApproveRun, startAssistant } from './new-user.ts';
import { type Installed, installGlobally, buildPackage, runWithNpx } from './packed.ts';

const open = new DisposableStack();
/** The data folder of Waybill, and the home of a user who has nothing else. */
let home: string;
let tarball: string;
let installed: Installed;
let command: string;
beforeAll(async () => {
  home = open.use(createTemporaryFolder()).path;
  tarball = await buildPackage(open.use(createTemporaryFolder()).path);
  installed = await installGlobally(tarball, home);
  command = path.join(installed.folder, 'dist', 'waybill.mjs');
});
afterAll(() => open.dispose());

const readText = (file: string) => readFileSync(path.join(installed.folder, file), 'utf8');

test('the package is the bundle with its papers, and brings no other package with it', () => {
  const manifest = JSON.parse(readText('package.json'));

  expect(readdirSync(installed.modules).filter((name) => !name.startsWith('.'))).toEqual(['waybill']);
  expect(readdirSync(installed.folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(manifest).toMatchObject({ version, bin: { waybill: 'dist/waybill.mjs' }, license: 'MIT' });
  expect(Object.keys(manifest).filter((name) => /dependencies|scripts|private/i.test(name))).toEqual([]);
  expect(readdirSync(path.join(installed.folder, 'dist'))).toEqual(
    expect.arrayContaining(['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']),
  );
});

/** The files of the bundle that are loaded with one at once. */
function listLoadedFiles(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, target = ''] of readText(`dist/${file}`).matchAll(/\b(?:import|from)"\.\/([\w-]+\.mjs)"/g))
    listLoadedFiles(target, loaded);
  return loaded;
}

/** Every byte is read, compared with the compile cache and run before a client has its list of tools. */
const startBytesMax = 750_000;

test('a client is greeted with little of the bundle', () => {
  const files = readdirSync(path.join(installed.folder, 'dist'));
  const start = files.filter((file) => /^(?:main|config-\w+|stdio-\w+)\.mjs$/.test(file));
  const loaded = new Set(start.flatMap((file) => [...listLoadedFiles(file)]));

  expect(start).toHaveLength(3);
  expect(loaded.size).toBeGreaterThan(3);
  expect([...loaded].reduce((bytes, file) => bytes + readText(`dist/${file}`).length, 0)).toBeLessThan(startBytesMax);
});

test('publint finds nothing in it', async () => {
  const bytes = readFileSync(tarball);
  const { messages } = await publint({ pack: { tarball: bytes.buffer.slice(bytes.byteOffset) }, strict: true });

  expect(messages).toEqual([]);
});

test('installed without a network, the command works in an empty home', async () => {
  const spawned = spawnSync(installed.bin, ['--version'], {
    encoding: 'utf8',
    env: { HOME: home, PATH: path.dirname(process.execPath) },
  });
  const run = (...words: readonly string[]) => runWaybillProcess(words, { home, command });
  const [tools, shipments, entry, doctor] = [
    await run('tools'),
    await run('call', 'find', '{"query":"SHP-1042"}'),
    await run('install', 'claude-desktop', '--print'),
    await run('doctor'),
  ];

  expect([spawned.stdout, spawned.stderr]).toEqual([`${version}\n`, '']);
  expect(doctor.stdout).toContain('Everything works.');
  expect([tools, shipments, entry, doctor].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(tools.stdout).toMatch(/^track_shipments +desk +none/m);
  expect(shipments.stdout).toContain('SHP-1042');
  expect(JSON.parse(entry.stdout).mcpServers.waybill.args).toContain(realpathSync(command));
});

test('npx runs it from an empty folder', async () => {
  expect(await runWithNpx(tarball, ['--version'], home)).toBe(`${version}\n`);
});

test('its README leads nowhere that it does not ship, and names commands and tools that exist', () => {
  const readme = readText('README.md');
  const commands = [...readme.matchAll(/npx -y waybill ([\w-]+) ?(\w*)/g)];
  const links = [...readme.matchAll(/\]\(([^)]*)\)|(?:src|href)="([^"]*)"/g)].map(
    ([, link, address]) => link ?? address,
  );
  const names = ['help', ...listDeclaredCommands().map((declared) => declared.name())];

  expect(links.filter((link) => !link?.startsWith('https://'))).toEqual([]);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.map(([, name]) => name).filter((name) => !names.includes(name ?? ''))).toEqual([]);
  expect(
    commands
      .filter(([, name]) => name === 'call')
      .map(([, , tool]) => tool)
      .filter((tool) => !toolList.some(({ name }) => name === tool)),
  ).toEqual([]);
});

test('a client that starts the installed command asks, plans, and runs what a person approved', async () => {
  using opened = await createOpenedHome();
  await using assistant = await startAssistant({ command: process.execPath, args: [command], home: opened.path });

  expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(20);
  expect(await askApproveRun(assistant, opened.path)).toBe('done');
});

test('an older Node is told which one is needed, in one sentence and with exit code 2', () => {
  const older = path.join(home, 'older.mjs');
  writeFileSync(
    older,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.18.0' } });",
  );

  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, command, '--version'], {
    encoding: 'utf8',
  });

  const { engines } = JSON.parse(readText('package.json'));
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    'Waybill needs Node 22.19 or newer, and this is Node 22.18.0. Install the current version from https://nodejs.org, and run the command again.\n',
  );
  expect(engines.node).toBe('>=22.19');
});

/** Finds the folders of the packages whose modules the bundle holds. */
async function findBundledFolders(): Promise<Set<string>> {
  // Unlike the published one this bundle says before each module where it comes from.
  const { outputFiles } = await build({
    ...bundleOptions,
    minifyWhitespace: false,
    minifySyntax: false,
    outdir: 'unused',
    write: false,
  });
  const comments = outputFiles.flatMap(({ text }) => text.match(/^(?: {2})*\/\/ \S*node_modules\/\S+$/gm) ?? []);
  return new Set(comments.flatMap((line) => /\S*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(line)?.[0] ?? []));
}

/** Finds the folders of the packages that the sources of the product import, without the packages that these import. */
function findImportedFolders(): Set<string> {
  const sources = globSync('{src,tools,prompts}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const imports = sources.flatMap((text) => [
    ...text.matchAll(/^(?:import(?! type)|\} from)\b.* '((?:@[\w-]+\/)?[\w-]+)(?:\/[\w./-]+)?';$/gm),
  ]);
  const names = imports.map(([, name = '']) => name).filter((name) => !isBuiltin(name) && name !== 'esbuild');
  return new Set(names.map((name) => `node_modules/${name}`));
}

// A second bundle takes as long as the first one: in every run the packages are those that our own sources import.
test('the notices name every package that the bundle holds, and hold its licence', async () => {
  const notices = readText('dist/THIRD-PARTY-NOTICES.txt');
  const folders = isDeep ? await findBundledFolders() : findImportedFolders();
  const packages = [
    ...folders,
    'node_modules/swagger-ui-dist',
    'node_modules/@simplewebauthn/browser',
    'node_modules/d3-array',
  ];
  const missing = packages.filter((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return !notices.includes(`${name} ${version}, `) && !notices.includes(`${name} ${version}\n`);
  });

  expect(folders.size).toBeGreaterThan(isDeep ? 100 : 30);
  expect(missing).toEqual([]);
  for (const text of ['Redistribution and use in source and binary forms', 'Apache License', 'Blue Oak Model License'])
    expect(notices).toContain(text);
});
