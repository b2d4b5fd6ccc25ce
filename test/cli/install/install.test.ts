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
import { describe, expect, test } from 'vitest';
import { checkClients } from '../../../src/cli/commands/doctor/clients.ts';
import { findHostFile } from '../../../src/cli/commands/install/host-paths.ts';
import { readHostSettings } from '../../../src/cli/commands/install/host-settings.ts';
import { type McpHost, type HostName, hosts } from '../../../src/cli/commands/install/hosts.ts';
import { loadConfig } from '../../../src/cli/config.ts';
import { isDeep } from '../../support/depth.ts';
import { callTool } from '../../support/desk/clients.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { buildEnvironment, createTemporaryFolder, runWaybillProcess } from '../support/waybill.ts';

const names = Object.keys(hosts) as readonly HostName[];
const program = path.join(import.meta.dirname, '../../../bin/waybill.mjs');

/** Finds the settings file of a host on this machine; hosts without one get a file that the command line names. */
function findSettingsFile(home: string, name: HostName): string {
  const host: McpHost = hosts[name];
  const places = { platform: 'linux', environment: {}, home } as const;
  return findHostFile(host, places) ?? path.join(home, `settings.${host.format}`);
}

const hasFile = (name: HostName) => findHostFile(hosts[name], { platform: 'linux', environment: {}, home: '/' });
const listFileArguments = (home: string, name: HostName) =>
  hasFile(name) ? [] : ['--file', findSettingsFile(home, name)];
const readEntry = async (home: string, name: HostName) =>
  (await readHostSettings(hosts[name], findSettingsFile(home, name))).entry;
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function writeSettingsFile(file: string, text: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('where hosts keep their settings', () => {
  test.each([
    ['claude-desktop', 'darwin', {}, 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'linux', {}, '.config/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'linux', { XDG_CONFIG_HOME: '/etc/mine' }, '/etc/mine/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'linux', { XDG_CONFIG_HOME: 'mine' }, '.config/Claude/claude_desktop_config.json'],
    [
      'claude-desktop',
      'win32',
      { APPDATA: '/users/dana/roaming' },
      '/users/dana/roaming/Claude/claude_desktop_config.json',
    ],
    ['claude-desktop', 'win32', {}, 'AppData/Roaming/Claude/claude_desktop_config.json'],
    ['claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/srv/claude' }, '/srv/claude/.claude.json'],
    ['codex', 'darwin', {}, '.codex/config.toml'],
    ['codex', 'linux', { CODEX_HOME: '/srv/codex' }, '/srv/codex/config.toml'],
    ['goose', 'darwin', {}, '.config/goose/config.yaml'],
    ['goose', 'win32', {}, 'AppData/Roaming/Block/goose/config/config.yaml'],
    ['zed', 'darwin', {}, '.config/zed/settings.json'],
    ['zed', 'win32', {}, 'AppData/Roaming/Zed/settings.json'],
    ['windsurf', 'linux', {}, '.config/devin/mcp_config.json'],
    ['windsurf', 'win32', {}, 'AppData/Roaming/devin/mcp_config.json'],
    ['cline', 'linux', { CLINE_MCP_SETTINGS_PATH: '/srv/cline.json' }, '/srv/cline.json'],
  ] as const)('%s on %s with %j reads %s', (name, platform, environment, file) => {
    expect(findHostFile(hosts[name], { platform, environment, home: '/home/dana' })).toBe(
      path.resolve('/home/dana', file),
    );
  });

  test('a host that moved its file is found at the older place while it has only that one', () => {
    using folder = createTemporaryFolder();
    const places = { platform: 'linux', environment: {}, home: folder.path } as const;
    const older = path.join(folder.path, '.codeium/windsurf');
    const newer = path.join(folder.path, '.config/devin');

    mkdirSync(older, { recursive: true });
    expect(findHostFile(hosts.windsurf, places)).toBe(path.join(older, 'mcp_config.json'));
    mkdirSync(newer, { recursive: true });
    expect(findHostFile(hosts.windsurf, places)).toBe(path.join(newer, 'mcp_config.json'));
  });
});

test.each(names)('%s gets the command that starts Waybill', async (name) => {
  using folder = createTemporaryFolder();
  const home = folder.path;

  const installed = await runWaybill(['install', name, ...listFileArguments(home, name)], { home });
  const entry = await readEntry(home, name);

  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(installed.stdout).toContain(`Added Waybill to ${hosts[name].title}: ${findSettingsFile(home, name)}\n`);
  expect([entry?.['command'] ?? entry?.['cmd'], entry?.['args']]).toEqual([
    process.execPath,
    [program, '--home', home, 'stdio'],
  ]);
});

test.each(names)('%s is in order for doctor, which also notices when its program is gone', async (name) => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const file = findSettingsFile(home, name);
  await runWaybill(['install', name, ...listFileArguments(home, name)], { home });
  const config = loadConfig(buildEnvironment(home));

  expect(await checkClients(config)).toEqual({ state: 'ok', text: hosts[name].title });

  writeFileSync(file, readFileSync(file, 'utf8').replace('waybill.mjs', 'gone.mjs'));
  await expect(checkClients(config)).rejects.toThrow(/ starts \S+gone\.mjs, which does not exist/);
});

test('as a new user: a client gets Waybill, asks, has a plan approved, and is as before', async () => {
  // Packages are tried in an empty home in every run.
  using folder = isDeep ? createTemporaryFolder() : await createOpenedHome();
  const name = 'claude-desktop';
  const settings = { home: folder.path };
  const file = findSettingsFile(folder.path, name);

  const installed = await runWaybillProcess(['install', name], settings);
  const { command, args } = readJson(file)[hosts[name].list].waybill;
  const client = new Client({ name, version: '1' });
  await client.connect(
    new StdioClientTransport({ command, args, env: buildEnvironment(folder.path), cwd: '/', stderr: 'ignore' }),
  );
  const call = (tool: string, input: Record<string, unknown>) => callTool(client, tool, input);
  // On a busy machine the first answer may be that the sandbox is still being made.
  let quotes: readonly { friendlyId: string }[] = [];
  await waitUntil(async () => {
    quotes = (await call('list_quotes', { status: 'QUOTED', limit: 1 })).data.rows ?? [];
    return quotes.length > 0;
  });
  const { approval } = (await call('convert_quote', { quote: quotes[0]?.friendlyId })).data;
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = /secret of this desk is ([0-9A-Z-]{23})/.exec(made.stdout)?.[1] ?? '';
  await runWaybill(['approvals', 'approve', approval.id], settings, () => secret);
  const done = await call('run_approved', { approvalId: approval.id });
  await client.close();
  const removed = await runWaybill(['uninstall', name], settings);

  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(path.isAbsolute(command) && path.isAbsolute(args[0])).toBe(true);
  expect(done.data.status).toBe('done');
  expect(removed.stdout).toContain(`Removed Waybill from ${hosts[name].title}`);
  expect(existsSync(file)).toBe(false);
});

test('everything else in the file stays, comments too, and a backup is kept beside it', async () => {
  using folder = createTemporaryFolder();
  const file = findSettingsFile(folder.path, 'vscode');
  const before =
    '{\n  // of the team\n  "servers": { "other": { "type": "http", "url": "https://x.example" } },\n  "inputs": [],\n}\n';
  writeSettingsFile(file, before);
  chmodSync(file, 0o640);

  await runWaybill(['install', 'vscode'], { home: folder.path });
  const after = readFileSync(file, 'utf8');
  const [backup = ''] = readdirSync(path.dirname(file)).filter((entry) => entry.endsWith('.bak'));

  expect(after).toContain('// of the team');
  expect(after).toContain('"url": "https://x.example"');
  expect(after).toContain('"waybill": {');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readFileSync(path.join(path.dirname(file), backup), 'utf8')).toBe(before);
});

test('a second time changes nothing, and what a person added to the entry stays when its command changes', async () => {
  using folder = createTemporaryFolder();
  const file = findSettingsFile(folder.path, 'cursor');
  await runWaybill(['install', 'cursor'], { home: folder.path });
  const once = readFileSync(file, 'utf8');

  const again = await runWaybill(['install', 'cursor'], { home: folder.path });

  expect(again.stdout).toContain(`Waybill is already in Cursor: ${file}`);
  expect(readFileSync(file, 'utf8')).toBe(once);

  writeFileSync(file, once.replace(/"command": "[^"]+"/, '"command": "old", "env": { "WAYBILL_TOOLSETS": "all" }'));
  await runWaybill(['install', 'cursor'], { home: folder.path });
  expect(readJson(file).mcpServers.waybill).toMatchObject({
    command: process.execPath,
    env: { WAYBILL_TOOLSETS: 'all' },
  });
});

test.each([
  ['cursor', '{ "mcpServers": { "waybill": { "url": "http://127.0.0.1:3333/mcp", "headers": {} } } }'],
  ['codex', '[mcp_servers.waybill]\nurl = "http://127.0.0.1:3333/mcp"\n'],
  [
    'goose',
    'extensions:\n  waybill:\n    type: streamable_http\n    uri: http://127.0.0.1:3333/mcp\n    headers: {}\n',
  ],
  ['continue', 'mcpServers:\n- url: http://127.0.0.1:3333/mcp # mine\n  name: waybill\n  type: streamable-http\n'],
] as const)('%s that reached Waybill at an address starts it instead', async (name, text) => {
  using folder = createTemporaryFolder();
  writeSettingsFile(findSettingsFile(folder.path, name), text);

  await runWaybill(['install', name], { home: folder.path });
  const entry = await readEntry(folder.path, name);

  expect(Object.keys(entry ?? {}).filter((member) => /ur[il]$|headers/i.test(member))).toEqual([]);
  expect(entry?.['type'] ?? 'stdio').toBe('stdio');
  expect(entry?.['command'] ?? entry?.['cmd']).toBe(process.execPath);
});

test.each([
  ['cursor', '{ "mcpServers": {', /isn't valid JSON \(line 1\)/],
  ['cursor', '[]', /doesn't hold an object/],
  ['cursor', '{ "mcpServers": [] }', /has a "mcpServers" that isn't an object/],
  ['cursor', '{ "mcpServers": {}, "mcpServers": {} }', /can't edit safely/],
  ['codex', 'model = "x"\nmodel = "y"\n', /isn't valid TOML \(line 2\)/],
  ['codex', 'mcp_servers = 1\n', /has a "mcp_servers" that isn't an object/],
  ['goose', 'a: 1\nextensions: [\n', /isn't valid YAML \(line [23]\)/],
  ['goose', 'a: 1\n---\nb: 2\n', /isn't valid YAML/],
  ['goose', 'extensions: all\n', /has a "extensions" that isn't an object/],
  ['goose', 'a: &x { b: 1 }\nextensions: *x\n', /can't edit safely/],
  ['continue', 'mcpServers: {}\n', /has a "mcpServers" that isn't a list/],
] as const)('the file of %s with %j is refused and stays as it is', async (name, text, problem) => {
  using folder = createTemporaryFolder();
  const file = findSettingsFile(folder.path, name);
  writeSettingsFile(file, text);

  const refused = await runWaybill(['install', name], { home: folder.path });

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(problem)]);
  expect(refused.stderr).toContain(file);
  expect(refused.stderr).toContain('Nothing was changed.');
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  {
    title: 'bytes that are no text',
    prepare: (file: string): void => writeSettingsFile(file, Buffer.from([0x7b, 0xe9, 0x7d])),
    problem: /isn't UTF-8 text/,
  },
  {
    title: 'a folder in its place',
    prepare: (file: string): void => void mkdirSync(file, { recursive: true }),
    problem: /can't be read \(EISDIR\)/,
  },
  {
    title: 'a file in place of its folder',
    prepare: (file: string): void => writeFileSync(path.dirname(file), 'mine'),
    problem: /can't be written \(EEXIST\)/,
  },
])('a settings file with $title is refused and stays as it is', async ({ prepare, problem }) => {
  using folder = createTemporaryFolder();
  const file = findSettingsFile(folder.path, 'cursor');
  prepare(file);

  const refused = await runWaybill(['install', 'cursor'], { home: folder.path });

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(problem)]);
  expect(readdirSync(folder.path)).toEqual(['.cursor']);
});

test('a broken file of a client that has no Waybill is none of the business of doctor', async () => {
  using folder = createTemporaryFolder();
  writeSettingsFile(findSettingsFile(folder.path, 'goose'), 'a: [\n');

  expect(await checkClients(loadConfig(buildEnvironment(folder.path)))).toMatchObject({ state: 'to do' });
});

test('a file that is a link stays one, and what it leads to is changed', async () => {
  using folder = createTemporaryFolder();
  const file = findSettingsFile(folder.path, 'cursor');
  const real = path.join(folder.path, 'dotfiles', 'cursor.json');
  writeSettingsFile(real, '{}');
  mkdirSync(path.dirname(file), { recursive: true });
  symlinkSync(real, file);

  await runWaybill(['install', 'cursor'], { home: folder.path });

  expect(readJson(real).mcpServers.waybill).toBeDefined();
  expect(readdirSync(path.dirname(file), { withFileTypes: true }).map((entry) => entry.isSymbolicLink())).toEqual([
    true,
  ]);
});

test('--print writes nothing, and settings of the shell that the host will not know are named', async () => {
  using folder = createTemporaryFolder();
  const environment = { WAYBILL_TOOLSETS: 'all' };

  const printed = await runWaybill(['install', 'claude-code', '--print'], { home: folder.path });
  const wasWritten = existsSync(findSettingsFile(folder.path, 'claude-code'));
  const installed = await runWaybill(['install', 'claude-code'], { home: folder.path, environment });
  const again = await runWaybill(['install', 'claude-code'], { home: folder.path, environment });

  expect(JSON.parse(printed.stdout).mcpServers.waybill).toMatchObject({ type: 'stdio', command: process.execPath });
  expect(wasWritten).toBe(false);
  expect(installed.stdout).toMatch(/doesn't get these settings of this shell: .*WAYBILL_TOOLSETS/);
  expect(installed.stdout).toContain(path.join(folder.path, '.env'));
  expect(again.stdout).toMatch(/already in .*\n.*doesn't get these settings of this shell: .*WAYBILL_TOOLSETS/);
});

test.each(names.filter((name) => !hasFile(name)))(
  '%s has no file to write: the entry and its place are printed',
  async (name) => {
    using folder = createTemporaryFolder();
    const host: McpHost = hosts[name];

    const printed = await runWaybill(['install', name], { home: folder.path });
    const removed = await runWaybill(['uninstall', name], { home: folder.path });

    expect(printed.code).toBe(0);
    expect(printed.stdout).toContain('waybill');
    expect(printed.stderr).toContain(`This belongs in ${host.place}:`);
    expect(printed.stderr).toContain(host.restart);
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('Remove the entry "waybill" yourself') });
    expect(readdirSync(folder.path)).toEqual([]);
  },
);

test.each(names)('%s says how confirmations reach the person', async (name) => {
  using folder = createTemporaryFolder();

  const { stdout } = await runWaybill(['install', name, '--file', path.join(folder.path, 'file')], {
    home: folder.path,
  });

  expect(stdout).toMatch(hosts[name].hasForms ? /shows a form/ : /shows no forms, so you confirm on a page/);
});

test('an unknown client is refused with the names of those that are known', async () => {
  using folder = createTemporaryFolder();

  const refused = await runWaybill(['install', 'notepad'], { home: folder.path });

  expect(refused.code).toBe(2);
  for (const name of names) expect(refused.stderr).toContain(name);
});
