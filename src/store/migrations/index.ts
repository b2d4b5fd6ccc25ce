import type { Migration } from '../migrate.ts';
import { createTables } from '../table.ts';
import { brokerageTables } from './0001-brokerage.ts';

/** In order; a released migration never changes. */
export const brokerageMigrations: readonly Migration[] = [
  { name: '0001-brokerage', up: (db, kind) => createTables(db, kind, brokerageTables) },
];
