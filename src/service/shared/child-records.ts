import type { Scope } from '../../store/connection.ts';
import type { Kysely } from 'kysely';
import type { RecordTable, Row } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';

type Parents = 'carrier_id' | 'customer_id' | 'location_id' | 'vendor_id';

/** Tables of records that belong to a parent under the named column. */
type ChildTable<Parent extends Parents> = {
  [Table in RecordTable]: Row<Table> extends { [Column in Parent]: string } ? Table : never;
}[RecordTable];

interface Generic {
  child: { [Column in Parents]: string } & {
    id: string;
    organization_id: string;
    deleted_at: string | null;
  };
}

interface ChildQuery<Table, Parent> {
  readonly table: Table;
  readonly parent: Parent;
  readonly ids: readonly string[];
}

/**
 * Reads the live children of several records in one query, oldest first. Records without children have an empty list.
 */
export async function readChildren<Parent extends Parents, Table extends ChildTable<Parent>>(
  scope: Scope,
  { table, parent, ids }: ChildQuery<Table, Parent>,
): Promise<ReadonlyMap<string, Row<Table>[]>> {
  const children = new Map<string, Row<Table>[]>(ids.map((id) => [id, []]));
  const column: Parents = parent;
  // The rows come from the named table.
  for (const row of await getChildQuery(table, parent)(scope, ids))
    children.get(row[column])?.push(row as unknown as Row<Table>);
  return children;
}

type ChildRows = ReturnType<typeof selectChildren>;

const queries = new Map<string, ChildRows>();

function getChildQuery(table: RecordTable, parent: Parents): ChildRows {
  const name = `${table} ${parent}`;
  const query = queries.get(name) ?? selectChildren(table, parent);
  queries.set(name, query);
  return query;
}

const selectChildren = (table: RecordTable, parent: Parents) =>
  selectIn((db, { organizationId, ids }) =>
    // Every ChildTable has these columns, so a query on the stand-in is valid on each of them.
    (db as unknown as Kysely<Generic>)
      .selectFrom(table as 'child')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(parent, 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  );
