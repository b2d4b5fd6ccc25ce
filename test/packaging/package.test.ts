import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleOptions } from '../../packaging/bundle.ts';
import { temporaryFolder, waybillProcess } from '../cli/support/waybill.ts';
import { version } from '../../src/version.ts';
import { askApproveRun, startAssistant } from './new-user.ts';
import { installPackage, packPackage } from './packed.ts';

const open = new DisposableStack();
/** The data folder of Waybill, and the home of a user who has nothing else. */
let home: string;
/** What npm installed. */
let modules: string;
let command: string;
beforeAll(async () => {
  home = open.use(temporaryFolder()).path;
  modules = await installPackage(await packPackage(open.use(temporaryFolder()).path), home);
  command = path.join(modules, 'waybill', 'dist', 'waybill.mjs');
});
afterAll(() => open.dispose());

const textOf = (file: string) => readFileSync(path.join(modules, 'waybill', file), 'utf8');

test('the package is the bundle with its papers, and brings no other package with it', () => {
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['waybill']);
  expect(readdirSync(path.join(modules, 'waybill')).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(JSON.parse(textOf('package.json'))).toMatchObject({ version, bin: { waybill: 'dist/waybill.mjs' } });
  expect(JSON.parse(textOf('package.json'))).not.toHaveProperty('dependencies');
});

test('installed without a network it says its version, finds itself in order and answers', async () => {
  const said = spawnSync(path.join(modules, '.bin', 'waybill'), ['--version'], {
    encoding: 'utf8',
    env: { HOME: home, PATH: path.dirname(process.execPath) },
  });
  const doctor = await waybillProcess(['doctor'], { home, command });
  const late = await waybillProcess(['call', 'list_shipments', '{"exception":"late"}'], { home, command });

  expect([said.stdout, said.stderr]).toEqual([`${version}\n`, '']);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('Everything works.')]);
  expect([late.code, late.stdout]).toEqual([0, expect.stringMatching(/late/)]);
});

test('a client that starts the installed command asks, plans, and runs what a person approved', async () => {
  await using assistant = await startAssistant({ command: process.execPath, args: [command], home });

  expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(20);
  expect(await askApproveRun(assistant, home)).toBe('done');
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

  const { engines } = JSON.parse(textOf('package.json'));
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    'Waybill needs Node 22.19 or newer, and this is Node 22.18.0. Install the current version from https://nodejs.org, and run the command again.\n',
  );
  expect(engines.node).toBe('>=22.19');
});

test('the notices name every package that the bundle holds, and hold its licence', async () => {
  const notices = textOf('dist/THIRD-PARTY-NOTICES.txt');
  // Unlike the published one this bundle says before each module where it comes from.
  const { outputFiles } = await build({
    ...bundleOptions,
    minifyWhitespace: false,
    minifySyntax: false,
    outdir: 'unused',
    write: false,
  });
  const comments = outputFiles.flatMap(({ text }) => text.match(/^(?: {2})*\/\/ \S*node_modules\/\S+$/gm) ?? []);
  const folders = new Set(comments.flatMap((line) => /\S*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(line)?.[0] ?? []));

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

  expect(folders.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
  for (const text of ['Redistribution and use in source and binary forms', 'Apache License', 'Blue Oak Model License'])
    expect(notices).toContain(text);
});
