import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Criterion, ParsedSearch } from './parsed-search.ts';
import type { CriterionKind, SearchFields } from '../../contract/kit/search-fields.ts';
import { foldText } from '../../domain/kit/folding.ts';
import { escapeWildcards, foldValue, matchFolded, places } from '../../store/search/folded.ts';
import { periodOf, type PeriodClock } from './period.ts';

type Condition = RawBuilder<SqlBool>;
type ValueTest = (value: RawBuilder<unknown>) => Condition;

/** Where a searchable field lives. */
export type SearchColumn<Value = unknown> =
  | RawBuilder<Value>
  /** JSON text of a list of strings. */
  | { readonly list: RawBuilder<string> }
  /** Values of related rows: wraps the test in `exists (…)`. */
  | { readonly related: (test: ValueTest) => Condition };

interface CriterionField extends PeriodClock {
  readonly kind: CriterionKind;
  readonly column: SearchColumn;
}

interface Criteria<Fields extends SearchFields> extends PeriodClock {
  readonly fields: Fields;
  readonly columns: { readonly [Name in keyof Fields]: SearchColumn };
}

/** Every criterion of a request as an SQL condition. */
export function criteriaConditions<Fields extends SearchFields>(
  { fields, columns, now, timeZone }: Criteria<Fields>,
  criteria: ParsedSearch<Fields>['criteria'],
): Condition[] {
  // The criteria's schema is made from `fields`: each name has its kind and its column.
  const given = Object.entries(criteria ?? {}) as [keyof Fields & string, Criterion | undefined][];
  return given.flatMap(([name, criterion]) => {
    const [kind, column] = [fields[name], columns[name]];
    return criterion && kind && column ? [criterionCondition({ kind, column, now, timeZone }, criterion)] : [];
  });
}

/** Operators that mean "not", with what they deny; rows without a value match them. */
const denials: Readonly<Record<string, string>> = {
  NOT_EQUALS: 'EQUALS',
  NOT_ONE_OF: 'EQUALS',
  DOES_NOT_EXIST: 'EXISTS',
  NOT_BETWEEN: 'BETWEEN',
  FALSE: 'TRUE',
};

/** One criterion as an SQL condition. */
function criterionCondition(field: CriterionField, criterion: Criterion): Condition {
  const denied = denials[criterion.operator];
  const condition = conditionOn(field.column, (value) =>
    test(field, { ...criterion, operator: denied ?? criterion.operator }, value),
  );
  return denied === undefined ? condition : sql<SqlBool>`case when ${condition} then 0 else 1 end = 1`;
}

/** What every kind of criterion may carry; which operands are there was checked against its schema. */
interface Operands {
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
  readonly value?: string | number | undefined;
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
}

function conditionOn(column: SearchColumn, test: ValueTest): Condition {
  if ('related' in column) return column.related(test);
  if ('list' in column) return test(column.list);
  return test(column);
}

function test(
  { kind, column, now, timeZone }: CriterionField,
  criterion: Operands,
  value: RawBuilder<unknown>,
): Condition {
  if (criterion.operator === 'TRUE') return sql`${value} = 1`;
  const isList = 'list' in column;
  if (criterion.operator === 'EXISTS') return isList ? sql`${value} <> '[]'` : sql`${value} is not null`;
  if (kind === 'int' || kind === 'float') return testNumber(criterion, value);
  if (kind === 'date' || kind === 'datetime') return testTime({ kind, now, timeZone }, criterion, value);
  const values = (criterion.values ?? []).map((text) => (kind === 'uuid' ? text.toLowerCase() : text));
  if (isList)
    return any(
      values.map(
        (text) => sql<SqlBool>`${value} like ${places.anywhere(escapeWildcards(JSON.stringify(text)))} escape '\\'`,
      ),
    );
  return kind === 'text' ? testText(criterion.operator, values, value) : sql`${value} in (${sql.join(values)})`;
}

function testNumber({ operator, value, min, max }: Operands, field: RawBuilder<unknown>): Condition {
  if (operator === 'GREATER_THAN') return sql`${field} > ${value}`;
  if (operator === 'LESS_THAN') return sql`${field} < ${value}`;
  if (operator === 'BETWEEN') return sql`${field} between ${min} and ${max}`;
  return sql`${field} = ${value}`;
}

function testTime(
  time: PeriodClock & { readonly kind: 'date' | 'datetime' },
  criterion: Operands,
  field: RawBuilder<unknown>,
): Condition {
  const period = (operand: 'value' | 'min' | 'max') => periodOf(criterion, operand, time);
  if (criterion.operator === 'BEFORE') return sql`${field} < ${period('value').from}`;
  if (criterion.operator === 'AFTER') return sql`${field} >= ${period('value').to}`;
  const [first, last] = criterion.operator === 'BETWEEN' ? (['min', 'max'] as const) : (['value', 'value'] as const);
  return sql`(${field} >= ${period(first).from} and ${field} < ${period(last).to})`;
}

const placed: Readonly<Record<string, (typeof places)[keyof typeof places]>> = {
  STARTS_WITH: places.atStart,
  ENDS_WITH: places.atEnd,
  INCLUDES: places.anywhere,
};

/** Texts are compared without case and accents, keys exactly. */
function testText(operator: string, values: readonly string[], value: RawBuilder<unknown>): Condition {
  const place = placed[operator];
  return any(
    values.map((text) =>
      place ? matchFolded(foldValue(value), text, place) : sql<SqlBool>`${foldValue(value)} = ${foldText(text)}`,
    ),
  );
}

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
