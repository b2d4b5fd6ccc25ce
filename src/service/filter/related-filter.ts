import { type OperationNode, RawNode, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldTest, FilterScope } from './filter.ts';

interface Related {
  readonly table: string;
  /** Join that reaches the link from the table. */
  readonly join?: RawBuilder<unknown>;
  /** The column that the caller's operators are applied to. */
  readonly column: string | RawBuilder<unknown>;
  /** The column that names the filtered record, or what that record belongs to. */
  readonly link: string;
  /** The column of the filtered record that the link names. */
  readonly ownColumn?: string;
}

/**
 * Builds a filter field of related live rows. Positive operators find records with some fitting row, by way of the
 * related table's own index; negative ones (`notEqualTo`, `notIn`, `isNull`) find records without any row that
 * contradicts.
 */
export function buildRelatedField({ table, join = sql``, column, link, ownColumn = 'id' }: Related): {
  readonly through: (test: FieldTest, scope: FilterScope) => RawBuilder<SqlBool>;
} {
  const selectLinks = (condition: RawBuilder<unknown>, { organizationId }: FilterScope) =>
    sql`select ${sql.ref(link)} from ${sql.table(table)} ${join}
      where ${sql.ref(`${table}.organization_id`)} = ${organizationId} and ${condition}
        and ${sql.ref(link)} is not null and deleted_at is null`;
  return {
    through(test, scope) {
      const condition = sql<SqlBool>`${test(typeof column === 'string' ? sql.ref(column) : column)}`;
      if (!isMissingAccepted(condition.toOperationNode()))
        return sql<SqlBool>`${sql.ref(ownColumn)} in (${selectLinks(condition, scope)})`;
      const hasNone = sql<SqlBool>`${sql.ref(ownColumn)} not in (${selectLinks(sql`not ${condition}`, scope)})`;
      // A record without a link has no related rows either.
      return ownColumn === 'id' ? hasNone : sql<SqlBool>`(${sql.ref(ownColumn)} is null or ${hasNone})`;
    },
  };
}

/** Returns true if a condition also holds for a record without the value. Only such operators compare with null. */
function isMissingAccepted(node: OperationNode): boolean {
  if (!RawNode.is(node)) return false;
  return node.sqlFragments.some((text) => / is null\b/.test(text)) || node.parameters.some(isMissingAccepted);
}
