import { type Expression, type SqlBool, sql } from 'kysely';
import { addDays } from '../../domain/kit/dates.ts';
import { changedTables } from '../../store/migrations/brokerage/0015-changes.ts';
import type { RecordTable } from '../../store/schema.ts';

/** The times of a change as filters name them: each has an index of its own. */
const changeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'deletedAt']);

const indexedTables: ReadonlySet<string> = new Set(changedTables);

/** Days in which few records change. For a longer time, finding the newest records by id is faster. */
const recentDays = 7;

/** Returns whether each alternative of an `or` is a time of change from a moment of the last days on, or a list of ids. */
export function isRecentChangeFilter(table: RecordTable, alternatives: readonly unknown[], today: string): boolean {
  const earliest = addDays(today, -recentDays);
  return (
    indexedTables.has(table) &&
    alternatives.some((alternative) => isRecentChange(alternative, earliest)) &&
    alternatives.every((alternative) => isRecentChange(alternative, earliest) || isIdList(alternative))
  );
}

/** Returns true for a list of ids, with any further conditions on these few records. */
function isIdList(alternative: unknown): boolean {
  const operators = listEntries(alternative).find(([name]) => name === 'id')?.[1];
  const [[operator] = [''], ...further] = listEntries(operators);
  return operator === 'in' && further.length === 0;
}

function isRecentChange(alternative: unknown, earliest: string): boolean {
  const [[name, operators] = ['', undefined], ...otherFields] = listEntries(alternative);
  const [[operator, moment] = ['', undefined], ...further] = listEntries(operators);
  return (
    changeFields.has(name) &&
    operator === 'greaterThanOrEqualTo' &&
    typeof moment === 'string' &&
    moment >= earliest &&
    otherFields.length + further.length === 0
  );
}

const listEntries = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/**
 * Matches records that fit one of some alternatives, each looked for by its own index: given all of them at once in order of
 * id, a database reads every record of the organization.
 */
export function matchSeparately(
  table: RecordTable,
  alternatives: readonly Expression<SqlBool>[],
  { organizationId }: { readonly organizationId: string },
): Expression<SqlBool> {
  const idQueries = alternatives.map(
    (alternative) =>
      sql`select id from ${sql.table(table)} where organization_id = ${organizationId} and ${alternative}`,
  );
  return sql<SqlBool>`id in (${sql.join(idQueries, sql` union all `)})`;
}
