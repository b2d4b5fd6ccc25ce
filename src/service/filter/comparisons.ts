import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from '../../contract/kit/filter.ts';
import type { FilterField } from '../../contract/kit/filter-fields.ts';
import { escapeWildcards, foldColumn, matchFolded, places } from '../../store/search/folded.ts';
import { Day } from './values.ts';

type Comparison = (value: RawBuilder<unknown>, operand: unknown) => RawBuilder<SqlBool>;

/** `notIn` of nothing and the like. */
export const passesEveryRow = (operator: FilterOperator, operand: unknown): boolean =>
  isEmpty(operand) && (operator === 'notIn' || operator === 'containsAll');

/** Whether a row without a value passes. */
export const acceptsNothing = (operator: FilterOperator, operand: unknown): boolean =>
  operator === 'isNull' ? operand === true : operator.startsWith('not');

/** Whether it looks for a part of a text. */
export const looksForPart = (operator: FilterOperator): boolean => /(?:includes|startsWith|endsWith)$/i.test(operator);

/** One operator of a filter field as SQL; not for those that pass every row. */
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

/** An instant is compared with a whole day: on it, before it began, after it was over. */
function compareDay(value: RawBuilder<unknown>, operator: FilterOperator, { start, end }: Day): RawBuilder<SqlBool> {
  if (operator === 'equalTo') return sql`${value} between ${start} and ${end}`;
  if (operator === 'notEqualTo') return orNull(value, sql`${value} not between ${start} and ${end}`);
  return comparisons[operator](value, countsWholeDay.has(operator) ? end : start);
}

const countsWholeDay: ReadonlySet<FilterOperator> = new Set(['lessThanOrEqualTo', 'lte', 'greaterThan']);

const list = (values: unknown) => sql.join(Array.isArray(values) ? values : [values]);
const holds = (value: unknown) => places.anywhere(escapeWildcards(JSON.stringify(value)));

const matches =
  (placed: (typeof places)[keyof typeof places]): Comparison =>
  (value, operand) =>
    matchFolded(foldColumn(value), String(operand), placed);

const [isInside, isAtStart, isAtEnd] = [matches(places.anywhere), matches(places.atStart), matches(places.atEnd)];
const orNull = (value: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`(${condition} or ${value} is null)`;

/** Booleans are stored as 0 and 1. */
const bind = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** A negative operator also matches rows without a value: "not X" is what a person means by it. */
const comparisons: Record<FilterOperator, Comparison> = {
  equalTo: (value, operand) => sql`${value} = ${bind(operand)}`,
  notEqualTo: (value, operand) => orNull(value, sql`${value} <> ${bind(operand)}`),
  in: (value, operand) => (isEmpty(operand) ? sql`1 = 0` : sql`${value} in (${list(operand)})`),
  notIn: (value, operand) => orNull(value, sql`${value} not in (${list(operand)})`),
  lessThan: (value, operand) => sql`${value} < ${operand}`,
  lessThanOrEqualTo: (value, operand) => sql`${value} <= ${operand}`,
  greaterThan: (value, operand) => sql`${value} > ${operand}`,
  greaterThanOrEqualTo: (value, operand) => sql`${value} >= ${operand}`,
  lte: (value, operand) => sql`${value} <= ${operand}`,
  gte: (value, operand) => sql`${value} >= ${operand}`,
  includes: isInside,
  notIncludes: (value, operand) => orNull(value, sql`not ${isInside(value, operand)}`),
  startsWith: isAtStart,
  notStartsWith: (value, operand) => orNull(value, sql`not ${isAtStart(value, operand)}`),
  endsWith: isAtEnd,
  notEndsWith: (value, operand) => orNull(value, sql`not ${isAtEnd(value, operand)}`),
  contains: (value, operand) => sql`${value} like ${holds(operand)} escape '\\'`,
  containsAll: (value, operand) => joinHolds(value, operand, sql` and `),
  containsAny: (value, operand) => (isEmpty(operand) ? sql`1 = 0` : joinHolds(value, operand, sql` or `)),
  isNull: (value, operand) => (operand === true ? sql`${value} is null` : sql`${value} is not null`),
};

/** On an array field `includes` means one whole member. */
const arrayComparisons: Partial<typeof comparisons> = {
  includes: comparisons.contains,
  notIncludes: (value, operand) => orNull(value, sql`${value} not like ${holds(operand)} escape '\\'`),
};

function joinHolds(value: RawBuilder<unknown>, operand: unknown, word: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const members: readonly unknown[] = Array.isArray(operand) ? [...new Set<unknown>(operand)] : [operand];
  return sql`(${sql.join(
    members.map((member) => comparisons.contains(value, member)),
    word,
  )})`;
}

const isEmpty = (operand: unknown) => Array.isArray(operand) && operand.length === 0;
