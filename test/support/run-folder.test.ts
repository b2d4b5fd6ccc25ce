import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { createRunFolder, removeLeftFolders } from './run-folder.ts';

/** A folder for folders of runs. */
function createParent() {
  const folder = mkdtempSync(path.join(tmpdir(), 'runs-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes a process that does nothing until it is ended. */
async function startProcess(cwd: string) {
  const child = spawn(process.execPath, ['-e', 'console.log("runs"); setInterval(() => {}, 1000)'], { cwd });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  return { pid: child.pid ?? 0, ended, end: () => child.kill('SIGKILL') };
}

test('the folder of a killed run goes with what is in it, and a folder that a run uses stays', async () => {
  using parent = createParent();
  const run = await startProcess(parent.folder);
  const used = createRunFolder(parent.folder);
  const leftover = used.replace(String(process.pid), String(run.pid));
  mkdirSync(leftover);
  writeFileSync(path.join(leftover, 'store.db'), 'records');
  mkdirSync(path.join(parent.folder, 'waybill-data'));

  expect(removeLeftFolders(parent.folder)).toEqual([]);
  run.end();
  await run.ended;

  expect(removeLeftFolders(parent.folder)).toEqual([path.basename(leftover)]);
  expect(readdirSync(parent.folder).toSorted()).toEqual([path.basename(used), 'waybill-data'].toSorted());
});

test.skipIf(!existsSync('/proc/self/cwd'))(
  'a server that a killed run has left working in its folder is ended',
  async () => {
    using parent = createParent();
    const run = await startProcess(parent.folder);
    run.end();
    await run.ended;
    const used = createRunFolder(parent.folder);
    const data = path.join(used, 'data');
    mkdirSync(data);
    const server = await startProcess(data);
    // The processes that have a folder open go with it when it is renamed.
    renameSync(used, used.replace(String(process.pid), String(run.pid)));

    removeLeftFolders(parent.folder);

    expect(await server.ended).toBe('SIGQUIT');
  },
);

test('all temporary files of this run are in its folder', () => {
  expect(path.relative(inject('runFolder'), tmpdir())).toBe('');
});
