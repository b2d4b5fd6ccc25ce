import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from '../../contract/kit/filter.ts';
import type { FilterField } from '../../contract/kit/filter-fields.ts';
import { escapeWildcards, foldColumn, matchFolded, places } from '../../store/search/folded.ts';
import { Day } from './values.ts';

type OperatorComparison = (value: RawBuilder<unknown>, operand: unknown) => RawBuilder<SqlBool>;

/** Returns true if every row passes an operator, such as `notIn` of nothing. */
export const isAlwaysTrue = (operator: FilterOperator, operand: unknown): boolean =>
  isEmpty(operand) && (operator === 'notIn' || operator === 'containsAll');

/** Returns true if a row without a value passes. */
export const isMissingAccepted = (operator: FilterOperator, operand: unknown): boolean =>
  operator === 'isNull' ? operand === true : operator.startsWith('not');

/** Returns true if an operator looks for a part of a text. */
export const isPartSearch = (operator: FilterOperator): boolean => /(?:includes|startsWith|endsWith)$/i.test(operator);

/** Builds the SQL of one operator of a filter field. Operators that pass every row are not allowed. */
export function compare(
  field: FilterField,
  value: RawBuilder<unknown>,
  operator: FilterOperator,
  operand: unknown,
): RawBuilder<SqlBool> {
  if (operand instanceof Day) return compareDay(value, operator, operand);
  const special = field.kind === 'enumArray' ? arrayComparisons[operator] : undefined;
  return (special ?? comparisons[operator])(value, operand);
}

/** Compares an instant with a whole day: on it, before it began, or after it ended. */
function compareDay(value: RawBuilder<unknown>, operator: FilterOperator, { start, end }: Day): RawBuilder<SqlBool> {
  if (operator === 'equalTo') return sql`${value} between ${start} and ${end}`;
  if (operator === 'notEqualTo') return allowNull(value, sql`${value} not between ${start} and ${end}`);
  return comparisons[operator](value, countsWholeDay.has(operator) ? end : start);
}

const countsWholeDay: ReadonlySet<FilterOperator> = new Set(['lessThanOrEqualTo', 'lte', 'greaterThan']);

const list = (values: unknown) => sql.join(Array.isArray(values) ? values : [values]);
const buildMemberPattern = (value: unknown) => places.anywhere(escapeWildcards(JSON.stringify(value)));

const buildTextComparison =
  (placed: (typeof places)[keyof typeof places]): OperatorComparison =>
  (value, operand) =>
    matchFolded(foldColumn(value), String(operand), placed);

const [isInside, isAtStart, isAtEnd] = [
  buildTextComparison(places.anywhere),
  buildTextComparison(places.atStart),
  buildTextComparison(places.atEnd),
];
const allowNull = (value: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(${condition} or ${value} is null)`;

/** Converts a value to the form that is bound: booleans are stored as 0 and 1. */
const bind = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** A negative operator also matches rows without a value: "not X" is what a person means by it. */
const comparisons: Record<FilterOperator, OperatorComparison> = {
  equalTo: (value, operand) => sql`${value} = ${bind(operand)}`,
  notEqualTo: (value, operand) => allowNull(value, sql`${value} <> ${bind(operand)}`),
  in: (value, operand) => (isEmpty(operand) ? sql`1 = 0` : sql`${value} in (${list(operand)})`),
  notIn: (value, operand) => allowNull(value, sql`${value} not in (${list(operand)})`),
  lessThan: (value, operand) => sql`${value} < ${operand}`,
  lessThanOrEqualTo: (value, operand) => sql`${value} <= ${operand}`,
  greaterThan: (value, operand) => sql`${value} > ${operand}`,
  greaterThanOrEqualTo: (value, operand) => sql`${value} >= ${operand}`,
  lte: (value, operand) => sql`${value} <= ${operand}`,
  gte: (value, operand) => sql`${value} >= ${operand}`,
  includes: isInside,
  notIncludes: (value, operand) => allowNull(value, sql`not ${isInside(value, operand)}`),
  startsWith: isAtStart,
  notStartsWith: (value, operand) => allowNull(value, sql`not ${isAtStart(value, operand)}`),
  endsWith: isAtEnd,
  notEndsWith: (value, operand) => allowNull(value, sql`not ${isAtEnd(value, operand)}`),
  contains: (value, operand) => sql`${value} like ${buildMemberPattern(operand)} escape '\\'`,
  containsAll: (value, operand) => joinHolds(value, operand, sql` and `),
  containsAny: (value, operand) => (isEmpty(operand) ? sql`1 = 0` : joinHolds(value, operand, sql` or `)),
  isNull: (value, operand) => (operand === true ? sql`${value} is null` : sql`${value} is not null`),
};

/** On an array field `includes` means one whole member. */
const arrayComparisons: Partial<typeof comparisons> = {
  includes: comparisons.contains,
  notIncludes: (value, operand) => allowNull(value, sql`${value} not like ${buildMemberPattern(operand)} escape '\\'`),
};

function joinHolds(value: RawBuilder<unknown>, operand: unknown, word: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const members: readonly unknown[] = Array.isArray(operand) ? [...new Set<unknown>(operand)] : [operand];
  return sql`(${sql.join(
    members.map((member) => comparisons.contains(value, member)),
    word,
  )})`;
}

const isEmpty = (operand: unknown) => Array.isArray(operand) && operand.length === 0;
