import { organizationTables } from './migrations/brokerage/0001-organization.ts';
import { partyTables } from './migrations/brokerage/0002-parties.ts';
import { freightTables } from './migrations/brokerage/0003-freight.ts';
import { documentTables } from './migrations/brokerage/0004-documents.ts';
import { moneyTables } from './migrations/brokerage/0005-money.ts';
import { mailTables } from './migrations/brokerage/0006-mail.ts';
import { eventTables } from './migrations/brokerage/0007-events.ts';
import { timeZoneColumns } from './migrations/brokerage/0010-time-zone.ts';
import { windowAtArrivalColumns } from './migrations/brokerage/0013-window-at-arrival.ts';
import type { RowsOf } from './migrations/table.ts';

/** Every table of the brokerage database, whichever migration made it. */
const { secret: _, ...organization } = organizationTables;

export const tables = {
  ...organization,
  ...partyTables,
  ...freightTables,
  ...documentTables,
  ...moneyTables,
  ...mailTables,
  ...eventTables,
  organization: {
    ...organizationTables.organization,
    columns: { ...organizationTables.organization.columns, ...timeZoneColumns.organization.columns },
  },
  stop: {
    ...freightTables.stop,
    columns: { ...freightTables.stop.columns, ...windowAtArrivalColumns.stop.columns },
  },
} as const;

/** Row types of the brokerage database, inferred from its migrations. */
export type Tables = RowsOf<typeof tables>;
export type TableName = keyof Tables;
export type Row<Name extends TableName> = Tables[Name];

/** Tables whose rows are records of an organization: id, client key, timestamps, soft delete. */
export type RecordTable = {
  [Name in TableName]: Tables[Name] extends {
    id: string;
    organization_id: string;
    key: string | null;
    deleted_at: string | null;
  }
    ? Name
    : never;
}[TableName];
