import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { createDatabase, isPostgresMissing } from '../../support/stores/databases.ts';
import { formatDatabaseUrl, givenPendingDeletion } from '../support/record.ts';
import { startAgentProcess } from '../support/agent.ts';
import { runWaybill } from '../support/in-process.ts';
import {
  buildCommandOnce,
  type EndedCommand,
  buildEnvironment,
  type Folder,
  createTemporaryFolder,
  runWaybillProcess,
} from '../support/waybill.ts';

const checkout = path.join(import.meta.dirname, '../../../bin/waybill.mjs');

interface Launcher {
  readonly command: string;
  /** Folder on the PATH in which npm has put the command. */
  readonly installed?: string;
}

/** Creates a desk with a waiting plan, in a folder whose name a shell would split. */
async function createDesk({ path: folder }: Folder, { command, installed }: Launcher) {
  const PATH = [installed, process.env['PATH']].filter(Boolean).join(path.delimiter);
  const home = path.join(folder, "Vega's desk");
  mkdirSync(home);
  // Of the data folder, as a typed command has no setting of the shell that it was printed in.
  writeFileSync(path.join(home, '.env'), `WAYBILL_DATABASE_URL=${formatDatabaseUrl({ home })}\n`, { mode: 0o600 });
  const settings = { home, command, environment: { PATH } };
  const { approvalId } = await givenPendingDeletion(settings);
  return {
    settings,
    approvalId,
    /** Reads the command that a person is shown. */
    async readPrinted() {
      // The test's own process is one of the checkout.
      const run = command === checkout ? runWaybill : runWaybillProcess;
      const { stdout } = await run(['approvals', 'show', approvalId], settings);
      return stdout.split('\n').find((line) => line.endsWith(` approvals approve ${approvalId}`)) ?? '';
    },
    typeIn: (printed: string) => runInShell(folder, PATH, printed),
  };
}

/** Failure that comes after the approval was found. */
const failureAfterLookup = {
  code: 1,
  stderr: expect.stringContaining('waybill approvals approve is for a person at a terminal'),
};

test('an assistant and a person are given the same command for approving, and it works as it stands in any folder', async () => {
  using folder = createTemporaryFolder();
  const { settings, approvalId, ...desk } = await createDesk(folder, { command: await buildCommandOnce() });
  await using agent = await startAgentProcess(settings);

  const listed = await agent.call('list_approvals');
  const early = await agent.call('run_approved', { approvalId });
  const printed = await desk.readPrinted();

  expect(printed).toContain(`${await buildCommandOnce()} --home `);
  expect(listed.data.rows[0].approveWith).toBe(printed);
  // Where a page is served, its address is enough.
  expect(early.text).toMatch(/ A person decides on http:\/\/localhost:\d+\/approvals\/APR-\w{8}\. /);
  expect(await desk.typeIn(printed)).toMatchObject(failureAfterLookup);
  // A setting before the command would be one shell's only.
  expect(printed).not.toContain('WAYBILL_HOME');
});

test('what a checkout prints for approving works as it stands in any folder', async () => {
  using folder = createTemporaryFolder();
  const desk = await createDesk(folder, { command: checkout });

  const printed = await desk.readPrinted();

  expect(printed.startsWith('npm run -s waybill --prefix ')).toBe(true);
  expect(await desk.typeIn(printed)).toMatchObject(failureAfterLookup);
});

test('what a command on the PATH prints for approving begins with its name and works in any folder', async () => {
  using folder = createTemporaryFolder();
  const desk = await createDesk(folder, await installIn(folder.path));

  const printed = await desk.readPrinted();

  expect(printed.startsWith('waybill --home ')).toBe(true);
  expect(await desk.typeIn(printed)).toMatchObject(failureAfterLookup);
});

test('inside a host that is built with Electron a command starts with the Node of the person', async () => {
  using folder = createTemporaryFolder();
  const host = path.join(folder.path, 'host.mjs');
  writeFileSync(host, "Object.defineProperty(process.versions, 'electron', { value: '40.0.0' });");
  const environment = { NODE_OPTIONS: `--import ${host}` };

  const { stdout } = await runWaybillProcess(['--help'], { home: folder.path, environment });

  expect(stdout).toContain(`\nHere, type this in place of \`waybill\`:\n  node ${await buildCommandOnce()}\n`);
});

test('a command says the settings file that the process was started with', async () => {
  using folder = createTemporaryFolder();
  const file = path.join(folder.path, 'desk.env');

  const list = ['--env-file', 'desk.env', 'approvals', 'show', 'APR-00000000'];
  writeFileSync(file, 'WAYBILL_LOG=error\n');
  const { stderr } = await runWaybill(list, { home: folder.path });

  expect(stderr).toContain(` --env-file ${file} approvals list\` shows what waits.`);
});

test('a command says the database that the process was started with, and works on it as it stands', async () => {
  using folder = createTemporaryFolder();
  const settings = { home: folder.path };
  const file = path.join(folder.path, 'named.db');
  await (await openBrokerage(`sqlite:${file}`)).close();

  const empty = await runWaybillProcess(['org', 'list', '--database', 'sqlite:named.db'], settings);
  const [, printed = ''] = /`(.*)` makes one/.exec(empty.stdout) ?? [];
  const typed = await runInShell(folder.path, process.env['PATH'] ?? '', printed.replace('NAME', '"Vega Freight"'));
  const after = await runWaybill(['org', 'list', '--database', `sqlite:${file}`], settings);

  expect(printed).toMatch(new RegExp(` org add NAME --database sqlite:${file}$`));
  expect(typed.code).toBe(0);
  expect(after.stdout).toContain('Vega Freight');
});

test.skipIf(isPostgresMissing)('a printed command never holds the password of a database', async () => {
  using folder = createTemporaryFolder();
  await using target = await createDatabase('PostgreSQL');
  const address = new URL(target.url);
  address.password = 'very-secret';

  const empty = await runWaybill(['org', 'list', '--database', address.href], { home: folder.path });

  expect(empty.stdout).toMatch(/ org add NAME --database '?postgres:/);
  expect(empty.stdout).not.toContain('very-secret');
});

test('--home names the data folder of one command, whatever the environment says', async () => {
  using folder = createTemporaryFolder();
  const other = path.join(folder.path, 'other');

  const { stdout } = await runWaybill(['--home', other, 'approvals', 'list'], { home: folder.path });

  expect(stdout).toContain(`This looked in ${path.join(other, 'waybill.db')}`);
});

/** Installs the command as npm does for the whole machine. */
async function installIn(folder: string): Promise<Launcher> {
  const installed = path.join(folder, 'bin');
  mkdirSync(installed);
  symlinkSync(await buildCommandOnce(), path.join(installed, 'waybill'));
  return { command: path.join(installed, 'waybill'), installed };
}

/**
 * Runs a command in a person's shell in an empty folder: it has none of the server's settings, and shares compiled code
 * with the run.
 */
function runInShell(folder: string, PATH: string, command: string): Promise<EndedCommand> {
  const cwd = path.join(folder, 'empty');
  mkdirSync(cwd);
  const { NODE_COMPILE_CACHE } = buildEnvironment(cwd);
  return new Promise((resolve) => {
    const shell = execFile(
      'sh',
      ['-c', command],
      { cwd, env: { PATH, HOME: cwd, NODE_COMPILE_CACHE } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    shell.stdin?.end();
  });
}
