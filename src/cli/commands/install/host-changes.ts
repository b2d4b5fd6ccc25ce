import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolders, replaceFile } from './files.ts';
import type { HostEntry } from './host-entry.ts';
import { isBlankText, readHostSettings, removeEntry, setEntry } from './host-settings.ts';
import type { McpHost, HostName } from './hosts.ts';
import {
  forgetInstalledHost,
  type InstalledHost,
  listInstalledHosts,
  removeEmptyFolders,
  saveInstalledHost,
} from './installed-hosts.ts';

/** A settings file of a host, and the data folder that knows what `install` wrote. */
export interface HostTarget {
  readonly name: HostName;
  readonly host: McpHost;
  readonly file: string;
  /** The data folder. */
  readonly home: string;
}

export interface Installation {
  /** False where the settings started Waybill before. */
  readonly isChanged: boolean;
  /** A copy of the file as it was before. */
  readonly backup?: string;
}

/** Writes the entry into the settings of a host. */
export async function addToHost(target: HostTarget, entry: HostEntry, now: string): Promise<Installation> {
  const { name, host, home } = target;
  const file = followLink(target.file);
  const settings = await readHostSettings(host, file);
  const edited = setEntry(settings, entry);
  if (edited === undefined) return { isChanged: false };
  const noted = findInstalled(home, file);
  const previous = settings.entry && noted;
  const isNewFile = !existsSync(file);
  const isAsWritten = previous !== undefined && !isNewFile && digestFile(file) === previous.digest;
  const folders = makeFolders(path.dirname(file));
  const backup = isNewFile || isAsWritten ? undefined : backUp(file, now);
  const first = { isNewFile, isNewList: !settings.hasList, folders: [...folders, ...(noted?.folders ?? [])], backup };
  // A file that a person edited since can't be put back as it was, but it is still known what Waybill made.
  const { backup: original, ...made } = previous ?? first;
  try {
    saveInstalledHost(home, {
      ...made,
      host: name,
      file,
      digest: digest(Buffer.from(edited)),
      ...((previous === undefined || isAsWritten) && original !== undefined && { backup: original }),
    });
    replaceFile(file, edited);
  } catch (error) {
    if (backup !== undefined) rmSync(backup);
    removeEmptyFolders(folders);
    if (noted) saveInstalledHost(home, noted);
    else forgetInstalledHost(home, file);
    throw error;
  }
  return { isChanged: true, ...(backup !== undefined && { backup }) };
}

/** Takes Waybill out of the settings of a host, with everything that `install` made. Returns whether it was in them. */
export async function removeFromHost(target: HostTarget): Promise<boolean> {
  const { host, home } = target;
  const file = followLink(target.file);
  const installed = findInstalled(home, file);
  const wasThere = existsSync(file) && (await removeWaybill(host, file, installed));
  removeBackups(file);
  removeEmptyFolders(installed?.folders ?? []);
  forgetInstalledHost(home, file);
  return wasThere;
}

async function removeWaybill(host: McpHost, file: string, installed: InstalledHost | undefined): Promise<boolean> {
  if (installed && digestFile(file) === installed.digest) {
    if (installed.isNewFile) {
      rmSync(file);
      return true;
    }
    if (installed.backup !== undefined && existsSync(installed.backup)) {
      replaceFile(file, readFileSync(installed.backup));
      return true;
    }
  }
  const settings = await readHostSettings(host, file);
  if (settings.entry === undefined) return false;
  const edited = removeEntry(settings, installed?.isNewList ?? false);
  if (installed?.isNewFile && isBlankText(settings, edited)) rmSync(file);
  else replaceFile(file, edited);
  return true;
}

/** Lists the files that a host may have Waybill in: its own, and those that a person named. */
export function listHostFiles(name: HostName, file: string | undefined, home: string): readonly string[] {
  const noted = listInstalledHosts(home)
    .filter(({ host }) => host === name)
    .map((installed) => installed.file);
  return [...new Set([...(file === undefined ? [] : [followLink(file)]), ...noted])];
}

const findInstalled = (home: string, file: string) =>
  listInstalledHosts(home).find((installed) => installed.file === file);

/** Follows links, of folders too: they lead to where a person keeps their settings, and stay. */
function followLink(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = path.dirname(file);
  return folder === file ? file : path.join(followLink(folder), path.basename(file));
}

const digest = (contents: Buffer) => createHash('sha256').update(contents).digest('hex');

const digestFile = (file: string) => digest(readFileSync(file));

function backUp(file: string, now: string): string {
  const backup = `${file}.${now.replaceAll(/[:.]/g, '-')}.bak`;
  copyFileSync(file, backup);
  return backup;
}

/** The end of the name of a backup: an instant, as `backUp` writes it. */
const backupEnding = /^\.\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:-\d{1,9})?Z\.bak$/;

function removeBackups(file: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return;
  const name = path.basename(file);
  const backups = readdirSync(folder).filter(
    (entry) => entry.startsWith(name) && backupEnding.test(entry.slice(name.length)),
  );
  for (const backup of backups) rmSync(path.join(folder, backup));
}
