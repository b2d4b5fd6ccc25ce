import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const pageBytes = 4096;

/** Overwrites with noise everything of a SQLite file after its first page, as a failing disk does. */
export function writeNoise(file: string): void {
  const other = new DatabaseSync(file);
  other.exec('pragma wal_checkpoint(truncate)');
  other.close();
  const handle = openSync(file, 'r+');
  const noise = Buffer.alloc(statSync(file).size - pageBytes, 'spoilt');
  writeSync(handle, noise, 0, noise.length, pageBytes);
  closeSync(handle);
}
