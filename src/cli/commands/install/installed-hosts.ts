import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { makeFolders, replaceFile } from './files.ts';

/** A settings file that `install` wrote to, and what it has to know to leave nothing behind. */
const InstalledHost = z.object({
  host: z.string(),
  file: z.string(),
  /** Digest of the file as it was written. As long as it is the same, the file as it was before can be put back. */
  digest: z.string(),
  /** Copy of the file as it was before; absent where there was no file, or where a person has edited it since. */
  backup: z.string().optional(),
  isNewFile: z.boolean(),
  isNewList: z.boolean(),
  /** Folders that were made for the file, the innermost first. */
  folders: z.array(z.string()),
});

export type InstalledHost = Readonly<z.output<typeof InstalledHost>>;

const Installations = z.object({
  hosts: z.array(InstalledHost),
  /** Folders that were made for this list itself, the innermost first. */
  folders: z.array(z.string()),
});

/** Lists what `install` wrote, from the data folder. A list that can't be read counts as empty: it only makes removal thorough. */
export function listInstalledHosts(home: string): readonly InstalledHost[] {
  return readInstallations(home).hosts;
}

/** Notes what `install` wrote to a file, in place of what was noted of it before. */
export function saveInstalledHost(home: string, installed: InstalledHost): void {
  const { hosts, folders } = readInstallations(home);
  const madeFolders = makeFolders(home);
  write(home, {
    hosts: [...hosts.filter(({ file }) => file !== installed.file), installed],
    folders: [...madeFolders, ...folders],
  });
}

/** Forgets a file; with the last one the list itself and the folders made for it go too. */
export function forgetInstalledHost(home: string, file: string): void {
  const { hosts, folders } = readInstallations(home);
  const remaining = hosts.filter((installed) => installed.file !== file);
  if (remaining.length === hosts.length) return;
  if (remaining.length > 0) return write(home, { hosts: remaining, folders });
  rmSync(listFile(home), { force: true });
  removeEmptyFolders(folders);
}

/** Removes folders as far as they hold nothing. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something, or is gone: both are in order.
      return;
    }
  }
}

const listFile = (home: string) => path.join(home, 'installed-hosts.json');

function readInstallations(home: string): z.output<typeof Installations> {
  const none = { hosts: [], folders: [] };
  if (!existsSync(listFile(home))) return none;
  try {
    return Installations.parse(JSON.parse(readFileSync(listFile(home), 'utf8')));
  } catch {
    return none;
  }
}

function write(home: string, installations: z.output<typeof Installations>): void {
  replaceFile(listFile(home), `${JSON.stringify(installations, null, 2)}\n`);
}
