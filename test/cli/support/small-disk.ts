import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type Folder, temporaryFolder } from './waybill.ts';

/** A folder on a disk of its own, of a size such as `24m`. */
export function smallDisk(size: string): Folder {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder.path]);
  return {
    path: folder.path,
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

/** Null when this user may mount a small file system. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk';
  try {
    using disk = smallDisk('1m');
    readdirSync(disk.path);
    return null;
  } catch {
    return 'this machine does not let root mount a disk';
  }
}
