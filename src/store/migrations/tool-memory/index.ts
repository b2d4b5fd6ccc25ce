import { createTables } from '../ddl.ts';
import type { Migration } from '../migration.ts';
import { toolMemoryTables } from './0001-tool-memory.ts';

/** In order; a released migration never changes. */
export const toolMemoryMigrations: readonly Migration[] = [
  { name: '0001-tool-memory', up: (db, kind) => createTables(db, kind, toolMemoryTables) },
];
