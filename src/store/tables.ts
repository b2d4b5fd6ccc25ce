import { organizationTables } from './migrations/brokerage/0001-organization.ts';
import { partyTables } from './migrations/brokerage/0002-parties.ts';
import { freightTables } from './migrations/brokerage/0003-freight.ts';
import { documentTables } from './migrations/brokerage/0004-documents.ts';
import { moneyTables } from './migrations/brokerage/0005-money.ts';
import { mailTables } from './migrations/brokerage/0006-mail.ts';
import { eventTables } from './migrations/brokerage/0007-events.ts';
import { type Column, columnOf } from './migrations/table.ts';

/** Every table of the brokerage database, whichever migration made it. */
export const tables = {
  ...organizationTables,
  ...partyTables,
  ...freightTables,
  ...documentTables,
  ...moneyTables,
  ...mailTables,
  ...eventTables,
} as const;

export interface NamedColumn extends Column {
  readonly name: string;
}

/** The columns of a table, in their order. */
export const listColumns = (table: keyof typeof tables): NamedColumn[] =>
  Object.entries(tables[table].columns).map(([name, declared]) => ({ name, ...columnOf(declared) }));
