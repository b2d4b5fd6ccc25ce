import type { Migration } from '../migrate.ts';
import { createIndexes, createTables } from '../table.ts';
import { brokerageTables } from './0001-brokerage.ts';
import { organizationRecordIndexes, organizationRecordTables } from './0002-organization-records.ts';
import { createSearch } from './0003-search.ts';
import { mailTables } from './0004-mail.ts';
import { eventTables } from './0005-events.ts';
import { documentDeadlineTables, removeFilesOfDeleted } from './0007-document-deadlines.ts';
import { moneyIndexes } from './0009-money-indexes.ts';
import { openBalanceIndexes } from './0012-open-balances.ts';
import { indexSearchTerms } from './0013-search-terms.ts';
import { orderSearchEntries } from './0014-search-order.ts';

/** In order; a released migration never changes. */
export const brokerageMigrations: readonly Migration[] = [
  { name: '0001-brokerage', up: (db, kind) => createTables(db, kind, brokerageTables) },
  {
    name: '0002-organization-records',
    async up(db, kind) {
      await createTables(db, kind, organizationRecordTables);
      await createIndexes(db, kind, organizationRecordIndexes);
    },
  },
  { name: '0003-search', up: createSearch },
  { name: '0004-mail', up: (db, kind) => createTables(db, kind, mailTables) },
  { name: '0005-events', up: (db, kind) => createTables(db, kind, eventTables) },
  {
    name: '0007-document-deadlines',
    async up(db, kind) {
      await createTables(db, kind, documentDeadlineTables);
      await removeFilesOfDeleted(db);
    },
  },
  { name: '0009-money-indexes', up: (db, kind) => createIndexes(db, kind, moneyIndexes) },
  { name: '0012-open-balances', up: (db, kind) => createIndexes(db, kind, openBalanceIndexes) },
  { name: '0013-search-terms', up: indexSearchTerms },
  { name: '0014-search-order', up: orderSearchEntries },
];
