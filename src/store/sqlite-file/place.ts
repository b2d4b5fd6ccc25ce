import { statSync } from 'node:fs';
import path from 'node:path';

/** Watches that the files which are open are still the ones at their names. */
export interface FilePlace {
  /**
   * Says which file was deleted, renamed or replaced, and what to do: SQLite would go on writing into a file that nobody
   * finds again. Undefined while all are in place.
   */
  readonly describeFault: () => string | undefined;
  /** Takes the log and its index that are there from now on for the right ones: SQLite begins new ones after the last connection has ended. */
  readonly forgetLog: () => void;
}

/** An id that is null says that the file is there, and that the system does not tell it from another one. */
type FileState = { readonly id: string | null } | 'missing' | 'unknown';

/**
 * Notes which file has this name, right after it was opened, and its log and index as soon as they exist. SQLite keeps
 * all three as long as a connection is open.
 */
export function watchPlace(name: string): FilePlace {
  const file = path.resolve(name);
  const opened = new Map<string, string | null>();
  noteFile(file);

  function noteFile(each: string): void {
    const state = readState(each);
    if (typeof state === 'object') opened.set(each, state.id);
  }

  function findFault(): { readonly file: string; readonly isMissing: boolean } | undefined {
    for (const each of [file, `${file}-wal`, `${file}-shm`]) {
      const id = opened.get(each);
      if (id === undefined) {
        noteFile(each);
        continue;
      }
      const state = readState(each);
      if (state === 'missing') return { file: each, isMissing: true };
      if (typeof state === 'object' && id !== null && state.id !== null && state.id !== id)
        return { file: each, isMissing: false };
    }
    return undefined;
  }

  return {
    forgetLog() {
      for (const each of [`${file}-wal`, `${file}-shm`]) opened.delete(each);
    },
    describeFault() {
      const fault = findFault();
      return fault && formatFault(fault.file, fault.isMissing, fault.file === file);
    },
  };
}

function formatFault(where: string, isMissing: boolean, isDatabase: boolean): string {
  const subject = isDatabase ? `The database ${where}` : `${where}, which belongs to the database beside it,`;
  const happened = isMissing
    ? 'was deleted or renamed while this process had it open'
    : 'was replaced by another file while this process had it open';
  const back = isMissing ? 'Put the same file back' : 'Put the first file back';
  const restart = isDatabase
    ? 'or restore it from a backup and restart Waybill'
    : 'or stop Waybill, which saves what it holds into the database, and start it again';
  return `${subject} ${happened}, so nothing was saved. ${back}, ${restart}.`;
}

function readState(file: string): FileState {
  try {
    // As bigint: the numbers of files on Windows and on large disks do not fit into others.
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return 'missing';
    return { id: stats.ino === 0n ? null : `${stats.dev}:${stats.ino}` };
  } catch {
    // Who may not look at the folder cannot say that anything changed in it.
    return 'unknown';
  }
}
