import { type TableName, tables } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';
import { formatInstant } from './clock.ts';
import type { NewId } from './ids.ts';

/** Filled in for every row: its organization, its creation, and its id unless there is one already. */
type Filled = 'id' | 'organization_id' | 'created_at';

/** What a new row needs. The row queue sets the friendly id unless there is one already. */
export type Given<Name extends TableName> = Omit<NewRow<Name>, Filled | 'friendly_id'> & {
  readonly id?: string;
  readonly friendly_id?: string;
};

export interface Rows {
  of<Name extends TableName>(table: Name, at: number, given: Given<Name>): NewRow<Name>;
  /** The same where it no longer matters which table the row is of. */
  anyOf<Name extends TableName>(table: Name, at: number, given: Given<Name>): NewRow<TableName>;
}

export function rowsFor(organizationId: string, newId: NewId): Rows {
  const whose = { organization_id: organizationId };
  const fillIn = (table: TableName, at: number, given: { readonly id?: string }): object => {
    const { columns } = tables[table];
    if (!('id' in columns)) return { ...whose, ...given };
    const id = given.id ?? newId(at);
    return 'created_at' in columns
      ? { ...whose, created_at: formatInstant(at), ...given, id }
      : { ...whose, ...given, id };
  };
  return {
    of: <Name extends TableName>(table: Name, at: number, given: Given<Name>) =>
      complete<Name>(fillIn(table, at, given)),
    anyOf: (table, at, given) => complete<TableName>(fillIn(table, at, given)),
  };
}

/** `Given` requires every column that is not filled in here. */
function complete<Name extends TableName>(row: object): NewRow<Name> {
  return row as NewRow<Name>;
}
