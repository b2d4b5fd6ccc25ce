import type { TableDefinition } from '../../store/migrations/table.ts';

/** A table of the copy, with the records of a collection or with the parts of its records. */
export interface CopiedTable extends TableDefinition {
  /** The column with the id of the record that a row came with. */
  readonly owner: string;
}

export type CopiedTables = Readonly<Record<string, CopiedTable>>;
