import { brokerageTables } from './migrations/0001-brokerage.ts';
import { organizationRecordTables } from './migrations/0002-organization-records.ts';
import { mailTables } from './migrations/0004-mail.ts';
import { eventTables } from './migrations/0005-events.ts';
import { documentDeadlineTables } from './migrations/0007-document-deadlines.ts';

/** Every table of the brokerage database, whichever migration made it. */
export const tables = {
  ...brokerageTables,
  ...organizationRecordTables,
  ...mailTables,
  ...eventTables,
  ...documentDeadlineTables,
} as const;
