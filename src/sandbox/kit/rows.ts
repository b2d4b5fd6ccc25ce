import { type TableName, tables } from '../../store/schema.ts';
import type { NewRow } from '../fill/batch.ts';
import { formatInstant } from './clock.ts';
import type { CreateIdAt } from './ids.ts';

/** Filled in for every row: its organization, its creation, and its id unless there is one already. */
type Filled = 'id' | 'organization_id' | 'created_at';

/** Values that a new row needs. The row queue sets the friendly id unless there is one already. */
export type RowInput<Name extends TableName> = Omit<NewRow<Name>, Filled | 'friendly_id'> & {
  readonly id?: string;
  readonly friendly_id?: string;
};

export interface RowFactory {
  of<Name extends TableName>(table: Name, at: number, given: RowInput<Name>): NewRow<Name>;
  /** Builds a row like `of`, typed as a row of any table. */
  anyOf<Name extends TableName>(table: Name, at: number, given: RowInput<Name>): NewRow<TableName>;
}

export function createRowFactory(organizationId: string, newId: CreateIdAt): RowFactory {
  const organization = { organization_id: organizationId };
  const fillIn = (table: TableName, at: number, input: { readonly id?: string }): object => {
    const { columns } = tables[table];
    if (!('id' in columns)) return { ...organization, ...input };
    const id = input.id ?? newId(at);
    return 'created_at' in columns
      ? { ...organization, created_at: formatInstant(at), ...input, id }
      : { ...organization, ...input, id };
  };
  return {
    of: <Name extends TableName>(table: Name, at: number, input: RowInput<Name>) =>
      complete<Name>(fillIn(table, at, input)),
    anyOf: (table, at, input) => complete<TableName>(fillIn(table, at, input)),
  };
}

/** Types a row as complete. `RowInput` requires every column that isn't filled in here. */
function complete<Name extends TableName>(row: object): NewRow<Name> {
  return row as NewRow<Name>;
}
