import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { givenPendingDeletion } from '../support/record.ts';
import { builtCommand, type Ended, temporaryFolder, waybillProcess } from '../support/waybill.ts';

const checkout = path.join(import.meta.dirname, '../../../bin/waybill.mjs');

const launchers: readonly Launcher[] = [
  { name: 'a checkout', commandIn: async () => ({ command: checkout }) },
  { name: 'the published command by its path', commandIn: async () => ({ command: await builtCommand() }) },
  { name: 'the published command on the PATH', commandIn: installIn },
];

interface Launcher {
  readonly name: string;
  readonly commandIn: (folder: string) => Promise<{ readonly command: string; readonly installed?: string }>;
}

test.each(launchers)('what $name prints for approving works as it stands in any folder', async ({ commandIn }) => {
  using folder = temporaryFolder();
  const { command, installed } = await commandIn(folder.path);
  const PATH = [installed, process.env['PATH']].filter(Boolean).join(path.delimiter);
  // A name that a shell would take apart.
  const home = path.join(folder.path, "Vega's desk");
  const settings = { home, command, environment: { PATH } };
  const { approvalId } = await givenPendingDeletion(settings);
  const call = async (tool: string, input: object) =>
    JSON.parse((await waybillProcess(['call', tool, JSON.stringify(input), '--json'], settings)).stdout);

  const listed = await call('list_approvals', {});
  const early = await call('run_approved', { approvalId });
  const shown = await waybillProcess(['approvals', 'show', approvalId], settings);
  const printed = String(listed.structuredContent.rows[0].approveWith);
  const typed = await typeIn(folder.path, PATH, printed);

  expect(typed).toMatchObject({
    code: 1,
    // It comes after the approval was found.
    stderr: expect.stringContaining('waybill approvals approve is for a person at a terminal'),
  });
  expect(printed).toMatch(new RegExp(` approvals approve ${approvalId}$`));
  expect(early.content[0].text).toContain(printed);
  expect(shown.stdout).toContain(`\n${printed}\n`);
  expect(printed.includes(' waybill approvals')).toBe(installed !== undefined);
});

test('a command says the settings file that the process was started with', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'desk.env');

  const list = ['--env-file', 'desk.env', 'approvals', 'show', 'APR-00000000'];
  writeFileSync(file, 'WAYBILL_LOG=error\n');
  const { stderr } = await waybillProcess(list, { home: folder.path });

  expect(stderr).toContain(` --env-file ${file} approvals list\` shows what waits.`);
});

/** Where npm puts a command that is installed for the whole machine. */
async function installIn(folder: string) {
  const installed = path.join(folder, 'bin');
  mkdirSync(installed);
  symlinkSync(await builtCommand(), path.join(installed, 'waybill'));
  return { command: path.join(installed, 'waybill'), installed };
}

/** A person's shell in an empty folder: it knows nothing of the server's settings. */
function typeIn(folder: string, PATH: string, command: string): Promise<Ended> {
  const cwd = path.join(folder, 'empty');
  mkdirSync(cwd);
  return new Promise((resolve) => {
    const shell = execFile('sh', ['-c', command], { cwd, env: { PATH, HOME: cwd } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    shell.stdin?.end();
  });
}
