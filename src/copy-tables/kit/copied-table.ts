import type { TableDefinition } from '../../store/migrations/table.ts';

/** A table of the copy: a record's own one, or one of what the record holds. */
export interface CopiedTable extends TableDefinition {
  /** The column with the id of the record that a row came with. */
  readonly owner: string;
}

export type CopiedTables = Readonly<Record<string, CopiedTable>>;
