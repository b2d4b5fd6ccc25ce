import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { fileOf, type HostName, hosts } from '../../src/cli/commands/install/hosts.ts';
import { callTool } from '../support/desk/clients.ts';
import { waybill } from './support/in-process.ts';
import { environmentOf, temporaryFolder, waybillProcess } from './support/waybill.ts';

const names = Object.keys(hosts) as readonly HostName[];
const onLinux = (home: string) => ({ platform: 'linux', environment: {}, home }) as const;
const fileIn = (home: string, name: HostName) => fileOf(hosts[name], onLinux(home));
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function givenFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test.each([
  ['darwin', {}, 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['linux', {}, '.config/Claude/claude_desktop_config.json'],
  ['linux', { XDG_CONFIG_HOME: '/etc/mine' }, '/etc/mine/Claude/claude_desktop_config.json'],
  ['linux', { XDG_CONFIG_HOME: 'mine' }, '.config/Claude/claude_desktop_config.json'],
  ['win32', { APPDATA: '/users/dana/roaming' }, '/users/dana/roaming/Claude/claude_desktop_config.json'],
  ['win32', {}, 'AppData/Roaming/Claude/claude_desktop_config.json'],
] as const)('on %s with %j Claude Desktop reads %s', (platform, environment, file) => {
  expect(fileOf(hosts['claude-desktop'], { platform, environment, home: '/home/dana' })).toBe(
    path.resolve('/home/dana', file),
  );
});

test.each(names)('%s is given the command that starts Waybill, and is as before without it', async (name) => {
  using folder = temporaryFolder();
  const settings = { home: folder.path };
  const file = fileIn(folder.path, name);

  const installed = await waybill(['install', name], settings);
  const entry = readJson(file)[hosts[name].list].waybill;
  const removed = await waybill(['uninstall', name], settings);

  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(entry).toMatchObject({
    command: process.execPath,
    args: [path.join(import.meta.dirname, '../../bin/waybill.mjs'), '--home', folder.path, 'stdio'],
  });
  expect(removed.stdout).toContain(`Waybill is out of ${hosts[name].title}`);
  expect(readJson(file)[hosts[name].list]).toEqual({});
});

test('as a new user: a client is given Waybill, asks, has a plan approved, and is as before', async () => {
  using folder = temporaryFolder();
  const name = 'claude-desktop';
  const settings = { home: folder.path };
  const file = fileIn(folder.path, name);

  const installed = await waybillProcess(['install', name], settings);
  const { command, args } = readJson(file)[hosts[name].list].waybill;
  const client = new Client({ name, version: '1' });
  await client.connect(
    new StdioClientTransport({ command, args, env: environmentOf(folder.path), cwd: '/', stderr: 'ignore' }),
  );
  const call = (tool: string, input: Record<string, unknown>) => callTool(client, tool, input);
  const [quote] = (await call('list_quotes', { status: 'QUOTED', limit: 1 })).data.rows;
  const { approval } = (await call('convert_quote', { quote: quote.friendlyId })).data;
  const made = await waybill(['approvals', 'secret'], settings, () => '');
  const secret = /secret of this desk is ([0-9A-Z-]{23})/.exec(made.stdout)?.[1] ?? '';
  await waybill(['approvals', 'approve', approval.id], settings, () => secret);
  const done = await call('run_approved', { approvalId: approval.id });
  await client.close();
  const removed = await waybill(['uninstall', name], settings);

  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(path.isAbsolute(command) && path.isAbsolute(args[0])).toBe(true);
  expect(done.data.status).toBe('done');
  expect(removed.stdout).toContain(`Waybill is out of ${hosts[name].title}`);
  expect(readJson(file)[hosts[name].list]).toEqual({});
});

test('everything else in the file stays, comments too, and the file as it was is kept', async () => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path, 'vscode');
  const before =
    '{\n  // of the team\n  "servers": { "other": { "type": "http", "url": "https://x.example" } },\n  "inputs": [],\n}\n';
  givenFile(file, before);
  chmodSync(file, 0o640);

  await waybill(['install', 'vscode'], { home: folder.path });
  const after = readFileSync(file, 'utf8');
  const [backup = ''] = readdirSync(path.dirname(file)).filter((entry) => entry.endsWith('.bak'));

  expect(after).toContain('// of the team');
  expect(after).toContain('"url": "https://x.example"');
  expect(after).toContain('"waybill": {');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readFileSync(path.join(path.dirname(file), backup), 'utf8')).toBe(before);

  await waybill(['uninstall', 'vscode'], { home: folder.path });
  expect(readFileSync(file, 'utf8')).not.toContain('waybill');
  expect(readFileSync(file, 'utf8')).toContain('// of the team');
});

test('a second time changes nothing, and what a person added to the entry stays when its command changes', async () => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path, 'cursor');
  await waybill(['install', 'cursor'], { home: folder.path });
  const once = readFileSync(file, 'utf8');

  const again = await waybill(['install', 'cursor'], { home: folder.path });

  expect(again.stdout).toContain('Waybill is in Cursor already');
  expect(readFileSync(file, 'utf8')).toBe(once);

  writeFileSync(file, once.replace(/"command": "[^"]+"/, '"command": "old", "env": { "WAYBILL_TOOLSETS": "all" }'));
  await waybill(['install', 'cursor'], { home: folder.path });
  expect(readJson(file).mcpServers.waybill).toMatchObject({
    command: process.execPath,
    env: { WAYBILL_TOOLSETS: 'all' },
  });
});

test.each([
  ['{ "mcpServers": {', /is not JSON from line 1 on/],
  ['[]', /holds no object/],
  ['{ "mcpServers": [] }', /has a "mcpServers" that is no object/],
])('a file with %s is refused and stays as it is', async (text, problem) => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path, 'cursor');
  givenFile(file, text);

  const refused = await waybill(['install', 'cursor'], { home: folder.path });

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(problem)]);
  expect(refused.stderr).toContain(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a file that is a link stays one, and what it leads to is changed', async () => {
  using folder = temporaryFolder();
  const file = fileIn(folder.path, 'cursor');
  const real = path.join(folder.path, 'dotfiles', 'cursor.json');
  givenFile(real, '{}');
  mkdirSync(path.dirname(file), { recursive: true });
  symlinkSync(real, file);

  await waybill(['install', 'cursor'], { home: folder.path });

  expect(readJson(real).mcpServers.waybill).toBeDefined();
  expect(readdirSync(path.dirname(file), { withFileTypes: true }).map((entry) => entry.isSymbolicLink())).toEqual([
    true,
  ]);
});

test('--print writes nothing, and settings of the shell that the host will not know are named', async () => {
  using folder = temporaryFolder();
  const environment = { WAYBILL_TOOLSETS: 'all' };

  const printed = await waybill(['install', 'claude-code', '--print'], { home: folder.path });
  const wasWritten = existsSync(fileIn(folder.path, 'claude-code'));
  const installed = await waybill(['install', 'claude-code'], { home: folder.path, environment });
  const again = await waybill(['install', 'claude-code'], { home: folder.path, environment });

  expect(JSON.parse(printed.stdout).mcpServers.waybill).toMatchObject({ type: 'stdio', command: process.execPath });
  expect(wasWritten).toBe(false);
  expect(installed.stdout).toMatch(/does not know these settings of this shell: .*WAYBILL_TOOLSETS/);
  expect(installed.stdout).toContain(path.join(folder.path, '.env'));
  expect(again.stdout).toMatch(/already: .*\n.*does not know these settings of this shell: .*WAYBILL_TOOLSETS/);
});

test('an unknown client is refused with the names of those that are known', async () => {
  using folder = temporaryFolder();

  const refused = await waybill(['install', 'notepad'], { home: folder.path });

  expect(refused.code).toBe(2);
  for (const name of names) expect(refused.stderr).toContain(name);
});
