import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Returns whether a file holds a complete sandbox, without waiting for a process that is making one. */
export function hasSandbox(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    return database.prepare("select 1 from setting where name = 'sandbox'").get() !== undefined;
  } catch {
    // It is new, or somebody else writes to it.
    return false;
  }
}
