import { type OperationNode, RawNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldTest, FilterScope } from './filter.ts';

interface Related {
  readonly table: string;
  /** What the table is joined with to reach the link. */
  readonly join?: RawBuilder<unknown>;
  /** The column that the caller's operators are applied to. */
  readonly column: string | RawBuilder<unknown>;
  /** The column that names the filtered record, or what that record belongs to. */
  readonly link: string;
  /** The column of the filtered record that the link names. */
  readonly own?: string;
}

/**
 * A filter field of related live rows. Positive operators find records with some fitting row, by way of the related
 * table's own index; negative ones (`notEqualTo`, `notIn`, `isNull`) find records without any row that contradicts.
 */
export function related({ table, join = sql``, column, link, own = 'id' }: Related): {
  readonly through: (test: FieldTest, scope: FilterScope) => RawBuilder<SqlBool>;
} {
  const rows = (condition: RawBuilder<unknown>, { organizationId }: FilterScope) =>
    sql`select ${sql.ref(link)} from ${sql.table(table)} ${join}
      where ${sql.ref(`${table}.organization_id`)} = ${organizationId} and ${condition}
        and ${sql.ref(link)} is not null and deleted_at is null`;
  return {
    through(test, scope) {
      const condition = sql<SqlBool>`${test(typeof column === 'string' ? sql.ref(column) : column)}`;
      if (!acceptsMissing(condition.toOperationNode()))
        return sql<SqlBool>`${sql.ref(own)} in (${rows(condition, scope)})`;
      const hasNone = sql<SqlBool>`${sql.ref(own)} not in (${rows(sql`not ${condition}`, scope)})`;
      // A record without a link has no related rows either.
      return own === 'id' ? hasNone : sql<SqlBool>`(${sql.ref(own)} is null or ${hasNone})`;
    },
  };
}

/** Whether the condition also holds for a record without the value: only such operators compare with null. */
function acceptsMissing(node: OperationNode): boolean {
  if (!RawNode.is(node)) return false;
  return node.sqlFragments.some((text) => / is null\b/.test(text)) || node.parameters.some(acceptsMissing);
}
