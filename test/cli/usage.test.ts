import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { simplifyCommands } from './support/plain-commands.ts';
import { runWaybill } from './support/in-process.ts';
import { createOpenedHome } from './support/opened-home.ts';
import { buildEnvironment, createTemporaryFolder, runWaybillProcess } from './support/waybill.ts';

interface Wrong {
  readonly title: string;
  readonly args?: readonly string[];
  readonly environment?: Record<string, string>;
  /** Pattern of the one sentence. */
  readonly says: RegExp;
}

const wrongUsage: readonly Wrong[] = [
  { title: 'an unknown command', args: ['tolos'], says: /^error: unknown command 'tolos' \(did you mean tools\?\)/ },
  { title: 'an unknown option', args: ['audit', 'tail', '--all'], says: /^error: unknown option '--all'/ },
  { title: 'a missing argument', args: ['call'], says: /^error: missing required argument 'tool'/ },
  {
    title: 'a port that is no number',
    args: ['service', '--port', 'http'],
    says: /^--port must be .* it is "http"\.$/,
  },
  { title: 'a port out of range', args: ['service', '--port', '70000'], says: /^--port must be .*65535/ },
  {
    title: 'a foreign address to listen on',
    args: ['service', '--port', '0', '--host', '192.0.2.1', '--database', 'sqlite:desk.db'],
    says: /^--host 192\.0\.2\.1 is not an address of this machine/,
  },
  {
    title: 'a database of another kind',
    args: ['service', '--database', 'mysql://desk'],
    says: /^--database must be sqlite:PATH or postgres:\/\//,
  },
  {
    title: 'a database without a path',
    args: ['service', '--database', 'sqlite:'],
    says: /^--database must be sqlite:/,
  },
  {
    title: 'an unknown world',
    args: ['service', '--seed', 'huge'],
    says: /^--seed must be small or none; it is "huge"\.$/,
  },
  { title: 'a count that is no number', args: ['audit', 'tail', '--count', 'many'], says: /^--count must be/ },
  {
    title: 'a setting that does not exist',
    environment: { WAYBILL_READONLY: 'true' },
    says: /^WAYBILL_READONLY is not a setting \(did you mean WAYBILL_READ_ONLY\?\)\.$/,
  },
  {
    title: 'yes where true is meant',
    environment: { WAYBILL_READ_ONLY: 'yes' },
    says: /^WAYBILL_READ_ONLY must be true or false; it is "yes"\.$/,
  },
  {
    title: 'an API address without a client secret',
    environment: { WAYBILL_API_URL: 'https://api.example.test/v1', WAYBILL_CLIENT_ID: 'desk' },
    says: /^WAYBILL_CLIENT_SECRET is missing: WAYBILL_API_URL is set/,
  },
];

test.each(wrongUsage)('$title ends the start with 2 and one sentence', async ({ args, environment, says }) => {
  using folder = createTemporaryFolder();

  const { code, stdout, stderr } = await runWaybill(args ?? ['tools'], {
    home: folder.path,
    ...(environment && { environment }),
  });

  const sentence = simplifyCommands(stderr).replace('\n(waybill help COMMAND shows examples)', '').trimEnd();
  expect([code, stdout]).toEqual([2, '']);
  expect(sentence).toMatch(says);
  expect(sentence.split('\n')).toHaveLength(1);
});

test('every server and command checks its settings before it does anything', async () => {
  using folder = createTemporaryFolder();
  const environment = { WAYBILL_READ_ONLY: 'yes' };

  for (const args of [['stdio'], ['service', '--port', '0'], ['call', 'find'], ['approvals', 'list'], ['doctor']]) {
    const { code, stdout } = await runWaybill(args, { home: folder.path, environment });
    expect([code, stdout]).toEqual([2, '']);
  }
});

test('settings are read from .env of the data folder and from a file that is named, never from the working folder', async () => {
  using project = createTemporaryFolder();
  using home = await createOpenedHome();
  const hostile = path.join(project.path, '.env');
  writeFileSync(hostile, 'WAYBILL_TOOLSETS=dsek\n');

  const stdio = await runWaybill(['stdio'], {
    home: home.path,
    cwd: project.path,
    environment: { WAYBILL_LOG: 'info' },
  });
  const working = await runWaybill(['doctor'], { home: home.path, cwd: project.path });
  const withHostileFile = await runWaybill(['tools', '--env-file', hostile], { home: home.path });
  writeFileSync(path.join(home.path, '.env'), 'WAYBILL_LOG=info\n');
  const withOwnFile = await runWaybill(['doctor'], { home: home.path, cwd: project.path });

  expect(stdio.stderr).toMatch(/^\{[^\n]*"files":\[\]/);
  expect([working.code, working.stdout]).toEqual([0, expect.stringContaining('settings: the environment\n')]);
  expect([withHostileFile.code, withHostileFile.stderr]).toEqual([
    2,
    expect.stringMatching(/^WAYBILL_TOOLSETS has "dsek"/),
  ]);
  expect(withOwnFile.stdout).toContain(`settings: the environment, ${path.join(home.path, '.env')}\n`);
});

test.each(['checkout', 'published command'])(
  'what install prints starts the tool server of the %s on a machine without a Node of its own',
  async (which) => {
    using folder = createTemporaryFolder();
    // A test's own process runs the source.
    const run = which === 'checkout' ? runWaybill : runWaybillProcess;
    const { stdout } = await run(['install', 'cursor', '--print'], { home: folder.path });
    const { waybill: entry } = JSON.parse(stdout).mcpServers;

    const { NODE_COMPILE_CACHE } = buildEnvironment(folder.path);
    const host = spawn(entry.command, entry.args, {
      cwd: folder.path,
      env: { PATH: '/nowhere', WAYBILL_HOME: folder.path, NODE_COMPILE_CACHE },
    });
    host.stdin.end();

    expect(entry.args[0]).toMatch(which === 'checkout' ? /\/bin\/waybill\.mjs$/ : /\/command\/waybill\.mjs$/);
    expect(await once(host, 'exit')).toEqual([0, null]);
  },
);

test('an older Node in a checkout is told that npm ci brings the right one', () => {
  using folder = createTemporaryFolder();
  const older = path.join(folder.path, 'older.mjs');
  writeFileSync(
    older,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } });",
  );
  const checkout = path.join(import.meta.dirname, '../..');
  const command = path.join(checkout, 'bin/waybill.mjs');

  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, command, '--version'], {
    encoding: 'utf8',
  });

  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `Waybill needs Node 22.19 or newer, and this is Node 20.19.2. Run \`npm ci\` in ${checkout}/: it installs Node 24, and \`npm run\` uses that.\n`,
  );
});

test('help and version are no errors', async () => {
  using folder = createTemporaryFolder();

  for (const args of [['--help'], ['help', 'service'], ['approvals', '--help'], ['--version']]) {
    const { code, stdout, stderr } = await runWaybill(args, { home: folder.path });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  }
});

test('a process ends with the exit code of its command, and writes to its own streams', async () => {
  using folder = createTemporaryFolder();

  const [wrong, right] = await Promise.all([
    runWaybillProcess(['tolos'], { home: folder.path }),
    runWaybillProcess(['--version'], { home: folder.path }),
  ]);

  expect(wrong).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'tolos'") });
  expect(right).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), stderr: '' });
});
