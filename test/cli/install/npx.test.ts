import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEntry } from '../../../src/cli/commands/install/host-entry.ts';
import { buildLinks } from '../../../src/cli/commands/install/host-links.ts';
import { type HostLink, type HostName, hosts } from '../../../src/cli/commands/install/hosts.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildCommandOnce, createTemporaryFolder, runWaybillProcess } from '../support/waybill.ts';

const names = Object.keys(hosts) as readonly HostName[];
const npx = { command: 'npx', args: ['-y', 'waybill'], isNpx: true };
const local = { command: '/opt/node', args: ['/opt/waybill.mjs', 'stdio'], isNpx: false };
const getStart = (entry: Readonly<Record<string, unknown>>) => [entry['command'] ?? entry['cmd'], entry['args']];

test.each(names)('with --npx %s starts the published package', async (name) => {
  using folder = createTemporaryFolder();

  const { code, stdout } = await runWaybill(['install', name, '--npx', '--print'], { home: folder.path });

  expect(code).toBe(0);
  for (const word of ['npx', '-y', 'waybill', '--home', folder.path]) expect(stdout).toContain(word);
  expect(stdout).not.toContain(process.execPath);
});

test.each(names)('on Windows %s starts npx through its shell', (name) => {
  expect(getStart(buildEntry(hosts[name], npx, 'win32'))).toEqual(['cmd', ['/c', 'npx', '-y', 'waybill']]);
  expect(getStart(buildEntry(hosts[name], npx, 'linux'))).toEqual(['npx', ['-y', 'waybill']]);
  expect(getStart(buildEntry(hosts[name], local, 'win32'))).toEqual(['/opt/node', ['/opt/waybill.mjs', 'stdio']]);
});

test('run by npx, install writes the npx entry by itself, and every command that it names is one of npx', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const dist = path.join(home, '.npm/_npx/0a1b2c/node_modules/waybill/dist');
  mkdirSync(path.dirname(dist), { recursive: true });
  cpSync(path.dirname(await buildCommandOnce()), dist, { recursive: true });

  const installed = await runWaybillProcess(['install', 'cursor'], { home, command: path.join(dist, 'waybill.mjs') });

  const { mcpServers } = JSON.parse(readFileSync(path.join(home, '.cursor/mcp.json'), 'utf8'));
  expect([installed.code, mcpServers.waybill]).toEqual([
    0,
    { command: 'npx', args: ['-y', 'waybill', '--home', home] },
  ]);
  expect(installed.stdout).toMatch(/`npx -y waybill --home \S+ approvals secret`/);
  expect(installed.stdout).not.toContain('_npx');
});

const decodeBase64 = (text: string | null) => JSON.parse(Buffer.from(text ?? '', 'base64').toString());

/** Reads what a link says, as its host does. */
const linkReaders: Readonly<Record<HostLink['kind'], (address: URL) => unknown>> = {
  base64: ({ searchParams }) => [searchParams.get('name'), decodeBase64(searchParams.get('config'))],
  json: ({ search }) => JSON.parse(decodeURIComponent(search.slice(1))),
  words: ({ searchParams }) => [searchParams.get('cmd'), ...searchParams.getAll('arg'), searchParams.get('name')],
};

test.each([
  ['cursor', ['waybill', { command: 'npx', args: ['-y', 'waybill'] }]],
  ['vscode', { name: 'waybill', type: 'stdio', command: 'npx', args: ['-y', 'waybill'] }],
  ['lm-studio', ['waybill', { command: 'npx', args: ['-y', 'waybill'] }]],
  ['goose', ['npx', '-y', 'waybill', 'Waybill']],
] as const)('the link of %s says how Waybill is started', (name, meaning) => {
  const { link } = hosts[name];

  const links = buildLinks(link, buildEntry(hosts[name], npx, 'linux'), npx);

  expect(linkReaders[link.kind](new URL(links?.address ?? ''))).toEqual(meaning);
});

test.each([
  ['cursor', decodeBase64],
  ['lm-studio', decodeBase64],
  ['vscode', (text: string | null) => JSON.parse(text ?? '')],
] as const)('the web page of %s gets the same entry', (name, decode) => {
  const entry = buildEntry(hosts[name], npx, 'linux');
  const { searchParams } = new URL(buildLinks(hosts[name].link, entry, npx)?.webAddress ?? '');

  expect([searchParams.get('name'), decode(searchParams.get('config'))]).toEqual(['waybill', entry]);
});

test('every link has such a test', () => {
  expect(names.filter((name) => 'link' in hosts[name]).sort()).toEqual(['cursor', 'goose', 'lm-studio', 'vscode']);
});

test('goose starts only npx from a link, so it gets none for an installed command', () => {
  expect(buildLinks(hosts.goose.link, buildEntry(hosts.goose, local, 'linux'), local)).toBeUndefined();
});

test('--print shows the link beside the entry, and only the entry goes to a file', async () => {
  using folder = createTemporaryFolder();

  const printed = await runWaybill(['install', 'cursor', '--npx', '--print'], { home: folder.path });

  expect(JSON.parse(printed.stdout).mcpServers.waybill.command).toBe('npx');
  expect(printed.stderr).toContain(`This belongs in ${path.join(folder.path, '.cursor/mcp.json')}:`);
  expect(printed.stderr).toMatch(/cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=waybill&config=/);
  expect(existsSync(path.join(folder.path, '.cursor'))).toBe(false);
});
