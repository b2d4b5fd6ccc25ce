import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Names of the folders of runs: each holds the id of its run's process, and of the space of ids that it is counted in. */
const runName = /^waybill-(\d+)(?:\.(\d+))?-\w{6}$/;

/**
 * Creates the folder for all temporary files of a run, so that nothing of a run lies elsewhere. The id of this process is
 * in its name: a run that is killed can't remove it, and the next run can tell.
 */
export function createRunFolder(parent: string): string {
  const space = readIdSpace();
  const owner = `${process.pid}${space === undefined ? '' : `.${space}`}`;
  const folder = mkdtempSync(path.join(parent, `waybill-${owner}-`));
  // PostgreSQL refuses root and runs as another user, who has to get to its data.
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Removes the folders of runs whose processes are gone, and ends what those have left running. Returns the names of those
 * that are removed: what belongs to another user of the system stays.
 */
export function removeLeftFolders(parent: string): readonly string[] {
  return readdirSync(parent)
    .filter(isLeft)
    .filter((name) => isDone(() => clearFolder(path.join(parent, name))));
}

function clearFolder(folder: string): void {
  for (const pid of listProcesses()) {
    // It may end by itself meanwhile.
    if (isInside(readWorkingFolder(pid), folder)) isDone(() => process.kill(pid, 'SIGQUIT'));
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Does the work, and tells if the system let it. */
function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function isLeft(name: string): boolean {
  const [, pid, space] = runName.exec(name) ?? [];
  // Another container that shares the folder counts its processes from one again.
  return pid !== undefined && space === readIdSpace() && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is running, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Reads which space of process ids this process is in; undefined where the system has one only. */
function readIdSpace(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    return undefined;
  }
}

/** Lists the processes; none where the system doesn't tell. PostgreSQL ends by itself within a minute after its data is gone. */
function listProcesses(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

const isInside = (place: string | undefined, folder: string): boolean =>
  place === folder || place?.startsWith(`${folder}${path.sep}`) === true;

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended, or belongs to somebody else.
    return undefined;
  }
}
