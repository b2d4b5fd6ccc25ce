import { addColumns, createIndexes, createTables } from '../ddl.ts';
import type { Migration } from '../migration.ts';
import type { TableDefinitions } from '../table.ts';
import { organizationTables } from './0001-organization.ts';
import { partyTables } from './0002-parties.ts';
import { freightTables } from './0003-freight.ts';
import { documentTables } from './0004-documents.ts';
import { moneyTables } from './0005-money.ts';
import { mailTables } from './0006-mail.ts';
import { eventTables } from './0007-events.ts';
import { createSearch } from './0008-search/index.ts';
import { endPlainSecrets } from './0009-sealed.ts';
import { timeZoneColumns } from './0010-time-zone.ts';
import { windowAtArrivalColumns } from './0013-window-at-arrival.ts';
import { widenSearch } from './0014-search-text/index.ts';
import { changeIndexes } from './0015-changes.ts';
import { holdTypedTexts } from './0016-typed-text.ts';
import { lookupIndexes } from './0017-lookups.ts';
import { dateIndexes } from './0018-dates.ts';
import { createPartIndexes } from './0019-text-parts.ts';

const buildCreation =
  (tables: TableDefinitions): Migration['up'] =>
  (db, kind) =>
    createTables(db, kind, tables);

/** In order; a released migration never changes. */
export const brokerageMigrations: readonly Migration[] = [
  { name: '0001-organization', up: buildCreation(organizationTables) },
  { name: '0002-parties', up: buildCreation(partyTables) },
  { name: '0003-freight', up: buildCreation(freightTables) },
  { name: '0004-documents', up: buildCreation(documentTables) },
  { name: '0005-money', up: buildCreation(moneyTables) },
  { name: '0006-mail', up: buildCreation(mailTables) },
  { name: '0007-events', up: buildCreation(eventTables) },
  { name: '0008-search', up: createSearch },
  { name: '0009-sealed', up: endPlainSecrets },
  { name: '0010-time-zone', up: (db, kind) => addColumns(db, kind, timeZoneColumns) },
  { name: '0013-window-at-arrival', up: (db, kind) => addColumns(db, kind, windowAtArrivalColumns) },
  { name: '0014-search-text', up: widenSearch },
  { name: '0015-changes', up: (db, kind) => createIndexes(db, kind, changeIndexes) },
  { name: '0016-typed-text', up: holdTypedTexts },
  { name: '0017-lookups', up: (db, kind) => createIndexes(db, kind, lookupIndexes) },
  { name: '0018-dates', up: (db, kind) => createIndexes(db, kind, dateIndexes) },
  { name: '0019-text-parts', up: createPartIndexes },
];
