import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type Folder, createTemporaryFolder } from './waybill.ts';

/** Mounts a folder on a disk of its own, of a size such as `24m`. */
export function mountSmallDisk(size: string): Folder {
  const folder = createTemporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder.path]);
  return {
    path: folder.path,
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

/** Explains why this user may not mount a small file system; null if it may. */
export function explainNoSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk';
  try {
    using disk = mountSmallDisk('1m');
    readdirSync(disk.path);
    return null;
  } catch {
    return 'this machine does not let root mount a disk';
  }
}
