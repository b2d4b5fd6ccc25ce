import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type FilterOperator, getFieldSchema } from '../../contract/kit/filter.ts';
import type { FilterField, FilterFields } from '../../contract/kit/filter-fields.ts';
import type { FieldError } from '../../contract/types.ts';
import { foldText } from '../../domain/text/folding.ts';
import { compactReference } from '../../domain/identifiers/references.ts';
import { stripReferenceColumn } from '../../store/search/compact.ts';
import { getPartColumn, isPartTable, type TextPart } from '../../store/search/text-parts.ts';
import type { RecordTable } from '../../store/schema.ts';
import { createFieldError, type WaybillError } from '../../errors.ts';
import { isMissingAccepted, compare, isPartSearch, isAlwaysTrue } from './comparisons.ts';
import { live, hasDeletedAt, addLiveCondition } from './live-records.ts';
import { matchSeparately, isRecentChangeFilter } from './recent-changes.ts';
import { toStoredValue } from './values.ts';

/** Maximum depth of nested `and`, `or` and `not`. */
const depthMax = 5;
const conditionsMax = 100;
/** Members of all lists: SQLite binds at most 32,766 values to a statement. */
const membersMax = 10_000;

type FilterCondition = Expression<SqlBool>;
/** Applies the operators that the caller gave to any SQL expression. */
export type FieldTest = (value: RawBuilder<unknown>) => FilterCondition;

/** Location of a declared filter field in the store. */
export type FilterColumn =
  | string
  /** Money: the caller's number is compared as integer cents. */
  | { readonly cents: string }
  /** A reference number on a document. Searches for a part of it ignore case and separators. */
  | { readonly reference: string }
  /** A field of related rows: the callback wraps the test, usually in `exists (…)`. */
  | {
      readonly through: (test: FieldTest, scope: FilterScope) => FilterCondition;
      readonly textOf?: (text: string) => string;
    }
  /** A boolean shortcut without operators. */
  | { readonly flag: (value: boolean, scope: FilterScope) => FilterCondition };

/** A table that can be filtered, the fields that callers may name, and their columns. */
export interface FilterSource<Fields extends FilterFields> {
  readonly table: RecordTable;
  readonly fields: Fields;
  readonly columns: FilterColumns<Fields>;
}

/** Values that a condition may depend on besides the row. */
export interface FilterScope {
  readonly organizationId: string;
  /** Civil date. */
  readonly today: string;
  readonly organization: { readonly timeZone: string };
}

/** A column for every declared field: one that is forgotten does not compile. */
export type FilterColumns<Fields extends FilterFields> = { readonly [Name in keyof Fields]: FilterColumn };

export interface CompiledFilter {
  readonly where: FilterCondition | undefined;
  /** Fields this collection does not know: they were not applied. */
  readonly errors: readonly FieldError[];
  readonly namesDeletedAt: boolean;
}

/** Names the records whose text may hold a part of it; undefined where that isn't known. */
export type FindHolders = (part: TextPart) => readonly string[] | undefined;

interface Compilation {
  readonly table: RecordTable;
  readonly fields: FilterFields;
  readonly columns: Readonly<Record<string, FilterColumn>>;
  readonly scope: FilterScope;
  readonly errors: FieldError[];
  readonly namesDeletedAt: boolean;
  readonly findHolders: FindHolders;
  /** Conditions that only listed records meet. */
  readonly narrow: Set<FilterCondition | undefined>;
  conditions: number;
  members: number;
}

/** Turns a filter object into one SQL condition. Throws 400 for an operator or a value that does not fit its field. */
export function compileFilter<Fields extends FilterFields>(
  { table, fields, columns }: FilterSource<Fields>,
  filter: unknown,
  scope: FilterScope,
  findHolders: FindHolders = () => undefined,
): CompiledFilter {
  const compilation: Compilation = {
    table,
    fields,
    columns,
    scope,
    errors: [],
    namesDeletedAt: 'deletedAt' in fields && hasDeletedAt(filter, depthMax),
    findHolders,
    narrow: new Set(),
    conditions: 0,
    members: 0,
  };
  const where = filter === undefined ? undefined : compileObject(compilation, filter, 'filter', 0);
  return { where, errors: compilation.errors, namesDeletedAt: compilation.namesDeletedAt };
}

function compileObject(
  compilation: Compilation,
  filter: unknown,
  at: string,
  depth: number,
): FilterCondition | undefined {
  if (!isObject(filter)) throw buildFilterError(at, 'must be an object');
  if (depth > depthMax) throw buildFilterError(at, `is nested more than ${depthMax} deep`);
  const conditions = Object.entries(filter).map(([name, value]) => {
    const path = `${at}.${name}`;
    if (name === 'and' || name === 'or') return compileList(compilation, name, value, path, depth);
    if (name === 'not') return compileNegation(compilation, value, path, depth);
    return compileField(compilation, name, value, path);
  });
  return joinConditions(conditions);
}

/** Refuses to negate nothing: no record would pass, and who sends it by mistake expects something else. */
function compileNegation(
  compilation: Compilation,
  filter: unknown,
  at: string,
  depth: number,
): FilterCondition | undefined {
  const { conditions: before } = compilation;
  const condition = compileObject(compilation, filter, at, depth + 1);
  if (compilation.conditions === before) throw buildFilterError(at, 'must hold a condition');
  return negate(condition);
}

function compileList(
  compilation: Compilation,
  word: 'and' | 'or',
  list: unknown,
  at: string,
  depth: number,
): FilterCondition | undefined {
  if (!Array.isArray(list)) throw buildFilterError(at, 'must be a list of filters');
  const conditions = list.map((item, index) => compileObject(compilation, item, `${at}.${index}`, depth + 1));
  if (word === 'and') return joinConditions(conditions);
  if (conditions.length === 0) throw buildFilterError(at, 'must hold at least one filter');
  // A member without any applied condition matches everything, so the whole alternative does.
  if (conditions.includes(undefined)) return undefined;
  const applied = filterDefined(conditions);
  const { table, scope } = compilation;
  if (isRecentChangeFilter(table, list, scope.today)) return matchSeparately(table, applied, scope);
  // An index of live records alone is used where the condition says that it looks for no others.
  if (list.every((item, place) => compilation.narrow.has(conditions[place]) || hasRecordNames(compilation, item)))
    return matchSeparately(
      table,
      applied.map((condition) => (compilation.namesDeletedAt ? condition : sql<SqlBool>`(${live} and ${condition})`)),
      scope,
    );
  return sql<SqlBool>`(${sql.join(applied, sql` or `)})`;
}

/** Tells if a filter names the records that it finds, or others that they belong to: an index finds those few. */
function hasRecordNames({ fields, columns }: Compilation, filter: unknown): boolean {
  return Object.entries(isObject(filter) ? filter : {}).some(([name, operators]) => {
    const [kind, column] = [fields[name]?.kind, columns[name]];
    const isReference = typeof column === 'object' && ('reference' in column || 'through' in column);
    const isName = kind === 'uuid' || kind === 'key' || name === 'friendlyId' || isReference;
    return isName && isObject(operators) && ('in' in operators || 'equalTo' in operators);
  });
}

function compileField(compilation: Compilation, name: string, value: unknown, at: string): FilterCondition | undefined {
  const field = Object.hasOwn(compilation.fields, name) ? compilation.fields[name] : undefined;
  const column = compilation.columns[name];
  if (field === undefined || column === undefined) {
    count(compilation, 1, 0);
    if (!compilation.errors.some((error) => error.field === name)) {
      compilation.errors.push({ field: name, message: 'is not a filter field of this collection; it was not applied' });
    }
    return undefined;
  }
  const parsed = getSchema(field).safeParse(value);
  if (!parsed.success)
    throw buildFilterError(at, parsed.error.issues.map(({ path, message }) => [...path, message].join(' ')).join('; '));
  const operands: unknown[] = isObject(value) ? Object.values(value) : [value];
  count(compilation, operands.length, operands.flat().length);
  if (typeof column === 'object' && 'flag' in column) return column.flag(parsed.data === true, compilation.scope);
  // Checked by the schema just above: an object whose keys are operators of this kind of field.
  const condition = applyColumn(compilation, { field, column, at }, parsed.data as Operators);
  return condition && name === 'key' && !compilation.namesDeletedAt ? addLiveCondition(condition) : condition;
}

function count(compilation: Compilation, conditions: number, members: number): void {
  compilation.conditions += conditions;
  compilation.members += members;
  if (compilation.conditions > conditionsMax)
    throw buildFilterError('filter', `has more than ${conditionsMax} conditions`);
  if (compilation.members > membersMax) throw buildFilterError('filter', `lists more than ${membersMax} values`);
}

type Operators = Readonly<Partial<Record<FilterOperator, unknown>>>;

interface FilteredColumn {
  readonly field: FilterField;
  readonly column: Exclude<FilterColumn, { flag: unknown }>;
  readonly at: string;
}

function applyColumn(
  compilation: Compilation,
  { field, column, at }: FilteredColumn,
  operators: Operators,
): FilterCondition | undefined {
  const { scope } = compilation;
  // The keys were checked by the field's schema.
  const operatorEntries = Object.entries(operators) as [FilterOperator, unknown][];
  if (operatorEntries.length === 0) return undefined;
  const effectiveEntries = operatorEntries.filter(([operator, value]) => !isAlwaysTrue(operator, value));
  if (effectiveEntries.length === 0) return everyRow;
  const { timeZone } = scope.organization;
  const refuse = (message: string) => buildFilterError(at, message);
  const buildTest =
    (entries: typeof effectiveEntries, { isCents = false, textOf = keepText } = {}) =>
    (expression: RawBuilder<unknown>) =>
      joinConditions(
        entries.map(([operator, value]) => {
          const stored = toStoredValue(field, value, { isCents, textOf, timeZone, refuse });
          return matchHolders(compilation, { column, operator, stored }, compare(field, expression, operator, stored));
        }),
      ) ?? everyRow;
  if (typeof column === 'string') return buildTest(effectiveEntries)(sql.ref(column));
  if ('cents' in column) return buildTest(effectiveEntries, { isCents: true })(sql.ref(column.cents));
  if ('reference' in column) {
    const parts = effectiveEntries.filter(([operator]) => isPartSearch(operator));
    const whole = effectiveEntries.filter(([operator]) => !isPartSearch(operator));
    return joinConditions([
      whole.length === 0 ? undefined : buildTest(whole)(sql.ref(column.reference)),
      parts.length === 0
        ? undefined
        : buildTest(parts, { textOf: compactReference })(stripReferenceColumn(column.reference)),
    ]);
  }
  // A record without related rows passes the negative operators and never the others: each kind is a condition of its own.
  const positive = effectiveEntries.filter(([operator, value]) => !isMissingAccepted(operator, value));
  const negative = effectiveEntries.filter(([operator, value]) => isMissingAccepted(operator, value));
  const groups = [positive, negative].filter(({ length }) => length > 0);
  return joinConditions(
    groups.map((group) => column.through(buildTest(group, { textOf: column.textOf ?? keepText }), scope)),
  );
}

interface ComparedText {
  readonly column: FilterColumn;
  readonly operator: FilterOperator;
  readonly stored: unknown;
}

/** Limits a comparison with a part of a text to the records that may hold it, where an index has found them. */
function matchHolders(
  { table, findHolders, narrow }: Compilation,
  { column, operator, stored }: ComparedText,
  condition: FilterCondition,
): FilterCondition {
  if (!isPartTable(table) || typeof stored !== 'string') return condition;
  const isWhole = operator === 'equalTo' && column === getPartColumn(table);
  const isPart =
    isPartSearch(operator) && !isMissingAccepted(operator, stored) && isColumn(column, getPartColumn(table));
  const ids = isWhole || isPart ? findHolders({ table, text: foldText(stored) }) : undefined;
  if (ids === undefined) return condition;
  const narrowed =
    ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(id in (${sql.join([...ids])}) and ${condition})`;
  narrow.add(narrowed);
  return narrowed;
}

const isColumn = (column: FilterColumn, name: string): boolean =>
  column === name || (typeof column === 'object' && 'reference' in column && column.reference === name);

const keepText = (text: string) => text;

const everyRow = sql<SqlBool>`1 = 1`;

function joinConditions(conditions: readonly (FilterCondition | undefined)[]): FilterCondition | undefined {
  const applied = filterDefined(conditions);
  if (applied.length <= 1) return applied[0];
  return sql<SqlBool>`(${sql.join(applied, sql` and `)})`;
}

/** Negates a condition. SQL's `not` keeps unknown unknown, but a filter's `not` means every row that doesn't match. */
const negate = (condition: FilterCondition | undefined): FilterCondition | undefined =>
  condition && sql<SqlBool>`case when ${condition} then 0 else 1 end = 1`;

const filterDefined = (conditions: readonly (FilterCondition | undefined)[]) =>
  conditions.filter((condition) => condition !== undefined);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemas = new WeakMap<FilterField, ReturnType<typeof getFieldSchema>>();

function getSchema(field: FilterField): ReturnType<typeof getFieldSchema> {
  let schema = schemas.get(field);
  if (!schema) {
    schema = getFieldSchema(field);
    schemas.set(field, schema);
  }
  return schema;
}

const buildFilterError = (field: string, message: string): WaybillError =>
  createFieldError('BAD_REQUEST', field, message);
