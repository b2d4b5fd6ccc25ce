import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addToHost, type HostTarget, removeFromHost } from '../../../src/cli/commands/install/host-changes.ts';
import { buildEntry } from '../../../src/cli/commands/install/host-entry.ts';
import { findHostFile } from '../../../src/cli/commands/install/host-paths.ts';
import { readHostSettings } from '../../../src/cli/commands/install/host-settings.ts';
import { type McpHost, type HostName, hosts } from '../../../src/cli/commands/install/hosts.ts';
import { runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const names = Object.keys(hosts) as readonly HostName[];
const platforms = ['linux', 'darwin', 'win32'] as const;
const now = '2026-11-26T20:00:00.000Z';
const later = '2026-11-27T20:00:00.000Z';
const local = { command: '/opt/node', args: ['/opt/waybill.mjs', 'stdio'], isNpx: false };
const npx = { command: 'npx', args: ['-y', 'waybill'], isNpx: true };

/** Settings that a person has written, with a comment where the format has some, and none of them in the usual style. */
const written = {
  json: (host: McpHost) =>
    `{\n\t// of the team\n\t"theme":   "dark",\n\t"${host.list}": {\n\t\t"other": { "command": "x", "args": ["a"] }, // stays\n\t},\n}`,
  toml: () =>
    `# of the team\nmodel   =   'x'  # stays\n\n[mcp_servers.other]\ncommand = "x"\nargs = [ "a",\n  "b", # stays\n]\n\n[[notices]]\nat = 1979-05-27T07:32:00Z\n`,
  yaml: (host: McpHost) =>
    host.isArray
      ? `# of the team\nname:   mine\n${host.list}:\n- name: other # stays\n  command: x\n\nmodels: [ ]\n`
      : `# of the team\nname:   mine\n${host.list}:\n    other:\n        command: 'x'   # stays\n        args:\n        - a\n\n# below\nz: |\n  text\n`,
} as const;

/** The same settings with the list empty, as hosts begin it. */
const withEmptyList = {
  json: (host: McpHost) => `{"${host.list}":{}}`,
  toml: () => '[mcp_servers]\n',
  yaml: (host: McpHost) => `a: 1\n${host.list}: ${host.isArray ? '[]' : '{}'}\nb: 2\n`,
} as const;

interface InstalledDesk extends Disposable {
  readonly target: HostTarget;
  /** Every folder, and every file with its contents, of the user. */
  listFiles(): Readonly<Record<string, string>>;
}

function openDesk(name: HostName, platform: NodeJS.Platform, text?: string): InstalledDesk {
  const folder = createTemporaryFolder();
  const host: McpHost = hosts[name];
  const home = path.join(folder.path, 'dana');
  mkdirSync(home);
  const file = findHostFile(host, { platform, environment: {}, home }) ?? path.join(home, 'app', 'settings');
  if (text !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return {
    target: { name, host, file, home: path.join(home, 'data', 'waybill') },
    listFiles() {
      const entries = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
      return Object.fromEntries(
        entries.map((entry) => {
          const file = path.join(home, entry);
          return [entry, statSync(file).isDirectory() ? 'folder' : readFileSync(file, 'utf8')];
        }),
      );
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe.each(platforms)('on %s', (platform) => {
  describe.each(names)('%s', (name) => {
    const host: McpHost = hosts[name];
    const entry = buildEntry(host, local, platform);
    const npxEntry = buildEntry(host, npx, platform);

    test.each([
      ['nothing', undefined],
      ['an empty file', ''],
      ['settings of a person', written[host.format](host)],
      ['settings with other line endings', written[host.format](host).replaceAll('\n', '\r\n')],
      ['an empty list', withEmptyList[host.format](host)],
      ['a byte order mark', host.format === 'json' ? '\uFEFF{}\n' : undefined],
    ])('with %s is byte for byte as before, also when it was installed twice', async (_title, text) => {
      using desk = openDesk(name, platform, text);
      const before = desk.listFiles();

      await addToHost(desk.target, entry, now);
      const during = desk.listFiles();
      await addToHost(desk.target, npxEntry, later);
      const wasThere = await removeFromHost(desk.target);

      expect(during).not.toEqual(before);
      expect(wasThere).toBe(true);
      expect(desk.listFiles()).toEqual(before);
    });

    test('what a person wrote since stays, and nothing else does', async () => {
      using desk = openDesk(name, platform, written[host.format](host));
      const { file } = desk.target;
      await addToHost(desk.target, entry, now);
      const { format, text } = await readHostSettings(host, file);
      writeFileSync(file, format.set(text, ['theme'], 'light'));

      await removeFromHost(desk.target);

      const remaining = readFileSync(file, 'utf8');
      expect(remaining).toBe(format.set(written[host.format](host), ['theme'], 'light'));
      expect(Object.keys(desk.listFiles()).filter((name) => /bak|waybill|installed/.test(name))).toEqual([]);
    });

    test('a file that Waybill made and a person filled since loses only what Waybill put there', async () => {
      using desk = openDesk(name, platform);
      const { file } = desk.target;
      await addToHost(desk.target, entry, now);
      const { format, text } = await readHostSettings(host, file);
      writeFileSync(file, format.set(text, ['theme'], 'light'));

      await removeFromHost(desk.target);

      const members = format.parse(readFileSync(file, 'utf8'));
      expect(members).toEqual({ ...host.template, theme: 'light' });
    });
  });
});

test('a host that wrote its settings anew in the meantime loses the file only if it holds nothing else', async () => {
  using desk = openDesk('claude-code', 'linux');
  const { file } = desk.target;
  await addToHost(desk.target, { command: 'x' }, now);
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));

  await removeFromHost(desk.target);

  expect(desk.listFiles()).toEqual({});
});

test.each([
  ['nothing', undefined],
  ['settings of a person', '{ "theme": "dark" }\n'],
])('where the data folder can not be made, a user with %s has the same as before', async (_title, text) => {
  using desk = openDesk('cursor', 'linux', text);
  const { home } = desk.target;
  writeFileSync(path.dirname(home), 'a file where the folder should be');
  const before = desk.listFiles();

  await expect(addToHost(desk.target, { command: 'x' }, now)).rejects.toThrow(
    /can't be written \(E.*Nothing was changed/,
  );

  expect(desk.listFiles()).toEqual(before);
});

test('without the note of what was made, only the entry and the backups go', async () => {
  using desk = openDesk('cursor', 'linux', '{ "theme": "dark" }\n');
  await addToHost(desk.target, { command: 'x' }, now);
  rmSync(desk.target.home, { recursive: true });

  await removeFromHost(desk.target);

  expect(Object.keys(desk.listFiles()).filter((name) => name.endsWith('.bak'))).toEqual([]);
  expect(JSON.parse(readFileSync(desk.target.file, 'utf8'))).toEqual({ theme: 'dark', mcpServers: {} });
});

test('a member that a person began stays when the file was edited since, though Waybill is gone from it', async () => {
  using desk = openDesk('goose', 'linux', 'extensions: # mine\nmodel: x\n');
  const { file } = desk.target;
  await addToHost(desk.target, { cmd: 'x' }, now);
  writeFileSync(file, `${readFileSync(file, 'utf8')}theme: dark\n`);

  await removeFromHost(desk.target);

  expect(readFileSync(file, 'utf8')).toBe('extensions: {} # mine\nmodel: x\ntheme: dark\n');
});

test('files that only look like backups stay', async () => {
  using desk = openDesk('cursor', 'linux', '{}\n');
  const { file } = desk.target;
  const lookalikes = ['mcp.json.bak', 'mcp.json.2026.bak', 'other.json.2026-11-26T20-00-00-000Z.bak'];
  for (const name of lookalikes) writeFileSync(path.join(path.dirname(file), name), 'mine');

  await addToHost(desk.target, { command: 'x' }, now);
  await removeFromHost(desk.target);

  expect(readdirSync(path.dirname(file)).sort()).toEqual([...lookalikes, 'mcp.json'].sort());
});

test('uninstall finds the file that the command line named for install, and says so where there is none', async () => {
  using folder = createTemporaryFolder();
  const home = folder.path;
  const file = path.join(home, 'librechat.yaml');
  writeFileSync(file, 'version: 1.3.12\n');

  await runWaybill(['install', 'librechat', '--file', file], { home });
  const during = readFileSync(file, 'utf8');
  const removed = await runWaybill(['uninstall', 'librechat'], { home });
  const again = await runWaybill(['uninstall', 'cursor'], { home });

  expect(during).toContain('mcpServers:\n  waybill:\n    type: stdio\n');
  expect(removed.stdout).toBe(`Removed Waybill from LibreChat: ${file}\nYour records stay in ${home}.\n`);
  expect(readdirSync(home)).toEqual(['librechat.yaml']);
  expect(readFileSync(file, 'utf8')).toBe('version: 1.3.12\n');
  expect(again.stdout).toBe(`Waybill is not in Cursor: ${path.join(home, '.cursor/mcp.json')}\n`);
});
