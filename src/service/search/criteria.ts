import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Criterion, ParsedSearch } from './parsed-search.ts';
import type { CriterionKind, SearchFields } from '../../contract/kit/search-fields.ts';
import { foldText } from '../../domain/text/folding.ts';
import { escapeWildcards, foldValue, matchFolded, places } from '../../store/search/folded.ts';
import { computePeriod, type PeriodClock } from './period.ts';

type CriterionCondition = RawBuilder<SqlBool>;
type ValueTest = (value: RawBuilder<unknown>) => CriterionCondition;

/** Location of a searchable field in the store. */
export type SearchColumn<Value = unknown> =
  | RawBuilder<Value>
  /** JSON text of a list of strings. */
  | { readonly list: RawBuilder<string> }
  /** Values of related rows: wraps the test in `exists (…)`. */
  | { readonly related: (test: ValueTest) => CriterionCondition };

interface CriterionField extends PeriodClock {
  readonly kind: CriterionKind;
  readonly column: SearchColumn;
}

interface Criteria<Fields extends SearchFields> extends PeriodClock {
  readonly fields: Fields;
  readonly columns: { readonly [Name in keyof Fields]: SearchColumn };
}

/** Builds the SQL conditions of a request's criteria. */
export function buildConditions<Fields extends SearchFields>(
  { fields, columns, now, timeZone }: Criteria<Fields>,
  criteria: ParsedSearch<Fields>['criteria'],
): CriterionCondition[] {
  // The criteria's schema is made from `fields`: each name has its kind and its column.
  const namedCriteria = Object.entries(criteria ?? {}) as [keyof Fields & string, Criterion | undefined][];
  return namedCriteria.flatMap(([name, criterion]) => {
    const [kind, column] = [fields[name], columns[name]];
    return criterion && kind && column ? [buildCondition({ kind, column, now, timeZone }, criterion)] : [];
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

/** Builds the SQL condition of one criterion. */
function buildCondition(field: CriterionField, criterion: Criterion): CriterionCondition {
  const denied = denials[criterion.operator];
  const condition = applyToColumn(field.column, (value) =>
    buildTest(field, { ...criterion, operator: denied ?? criterion.operator }, value),
  );
  return denied === undefined ? condition : sql<SqlBool>`case when ${condition} then 0 else 1 end = 1`;
}

/** Operands that the kinds of criteria can have. Which of them are present was checked against the schema. */
interface CriterionOperands {
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
  readonly value?: string | number | undefined;
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
}

function applyToColumn(column: SearchColumn, test: ValueTest): CriterionCondition {
  if ('related' in column) return column.related(test);
  if ('list' in column) return test(column.list);
  return test(column);
}

function buildTest(
  { kind, column, now, timeZone }: CriterionField,
  criterion: CriterionOperands,
  value: RawBuilder<unknown>,
): CriterionCondition {
  if (criterion.operator === 'TRUE') return sql`${value} = 1`;
  const isList = 'list' in column;
  if (criterion.operator === 'EXISTS') return isList ? sql`${value} <> '[]'` : sql`${value} is not null`;
  if (kind === 'int' || kind === 'float') return compareNumber(criterion, value);
  if (kind === 'date' || kind === 'datetime') return compareTime({ kind, now, timeZone }, criterion, value);
  const values = (criterion.values ?? []).map((text) => (kind === 'uuid' ? text.toLowerCase() : text));
  if (isList)
    return joinAlternatives(
      values.map(
        (text) => sql<SqlBool>`${value} like ${places.anywhere(escapeWildcards(JSON.stringify(text)))} escape '\\'`,
      ),
    );
  return kind === 'text' ? compareText(criterion.operator, values, value) : sql`${value} in (${sql.join(values)})`;
}

function compareNumber(
  { operator, value, min, max }: CriterionOperands,
  field: RawBuilder<unknown>,
): CriterionCondition {
  if (operator === 'GREATER_THAN') return sql`${field} > ${value}`;
  if (operator === 'LESS_THAN') return sql`${field} < ${value}`;
  if (operator === 'BETWEEN') return sql`${field} between ${min} and ${max}`;
  return sql`${field} = ${value}`;
}

function compareTime(
  time: PeriodClock & { readonly kind: 'date' | 'datetime' },
  criterion: CriterionOperands,
  field: RawBuilder<unknown>,
): CriterionCondition {
  const getPeriod = (operand: 'value' | 'min' | 'max') => computePeriod(criterion, operand, time);
  if (criterion.operator === 'BEFORE') return sql`${field} < ${getPeriod('value').from}`;
  if (criterion.operator === 'AFTER') return sql`${field} >= ${getPeriod('value').to}`;
  const [first, last] = criterion.operator === 'BETWEEN' ? (['min', 'max'] as const) : (['value', 'value'] as const);
  return sql`(${field} >= ${getPeriod(first).from} and ${field} < ${getPeriod(last).to})`;
}

const placed: Readonly<Record<string, (typeof places)[keyof typeof places]>> = {
  STARTS_WITH: places.atStart,
  ENDS_WITH: places.atEnd,
  INCLUDES: places.anywhere,
};

/** Compares texts without case and accents. */
function compareText(operator: string, values: readonly string[], value: RawBuilder<unknown>): CriterionCondition {
  const place = placed[operator];
  return joinAlternatives(
    values.map((text) =>
      place ? matchFolded(foldValue(value), text, place) : sql<SqlBool>`${foldValue(value)} = ${foldText(text)}`,
    ),
  );
}

const joinAlternatives = (conditions: readonly CriterionCondition[]): CriterionCondition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
