import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { configProblem } from '../../config-problem.ts';
import { getNextKeyFile, getOwnKeyFile } from '../../opening/stores/encryption-key.ts';

/** Below it a copy of the records, a backup or a new sandbox soon finds no place. */
const freeMinBytes = 100 * 1024 ** 2;

const othersWrite = 0o002;
const othersRead = 0o004;
const othersEnter = 0o001;

/** Checks that the folder can be written by its user, and not by others. */
export function checkFolder(home: string): string {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.R_OK | constants.W_OK);
  } catch {
    throw configProblem(home, 'cannot be written. Set WAYBILL_HOME to a folder that you own.');
  }
  if (hasMode(home, othersWrite))
    throw configProblem(home, 'can be changed by every user of this machine. Take that right away: chmod o-w');
  return home;
}

/** Checks that only their user can read the files with secrets, unless other users cannot enter the folder anyway. */
export function checkSecretFiles(home: string): string {
  const files = [path.join(home, '.env'), getOwnKeyFile(home), getNextKeyFile(home)];
  const open = hasMode(home, othersEnter) ? files.filter((file) => hasMode(file, othersRead)) : [];
  if (open.length > 0)
    throw configProblem(
      open.join(', '),
      'can be read by every user of this machine. Take that right away (chmod 600), then change the secrets in it.',
    );
  return 'only you can read them';
}

export function checkDiskSpace(home: string): string {
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const text = `${Math.floor(free / 1024 ** 2)} MB free`;
  if (free < freeMinBytes)
    throw configProblem(
      home,
      `is on a disk with ${text}. Make room before it is full: a full disk stops every change.`,
    );
  return text;
}

/** Returns false for a file that is not there, and on Windows, which keeps a user's files apart by itself. */
function hasMode(file: string, bits: number): boolean {
  const stats = process.platform === 'win32' ? undefined : statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & bits) !== 0;
}
