import * as z from 'zod';
import type { FilterField, FilterFields } from '../../contract/kit/filter-fields.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import { foldText } from '../../domain/text/folding.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { isObject } from './json-object.ts';

/** Answer to "does this record match?"; undefined where the record does not show it. */
export type Match = boolean | undefined;

/** A record as the client hands it out, and as the API sent it. */
export interface TestedRecord {
  readonly record: JsonObject;
  readonly sent: JsonObject;
}

/** A condition of a filter on one field. */
export interface FieldCondition {
  readonly field: string;
  readonly test: (read: TestedRecord) => Match;
}

/** A filter as a tree of conditions, which a client can check records against. */
export type FilterTree =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly FilterTree[] }
  | { readonly kind: 'not'; readonly part: FilterTree }
  | ({ readonly kind: 'field' } & FieldCondition);

/** Returns the filter of a request as a tree of conditions. */
export function parseFilter(operation: Operation, filter: JsonObject): FilterTree {
  const parts = Object.entries(filter).map(([name, value]): FilterTree => {
    if (name === 'and' || name === 'or') {
      const members = Array.isArray(value) ? value.filter(isObject) : [];
      return { kind: name === 'and' ? 'all' : 'any', parts: members.map((member) => parseFilter(operation, member)) };
    }
    if (name === 'not') return { kind: 'not', part: parseFilter(operation, isObject(value) ? value : {}) };
    return { kind: 'field', field: name, test: buildFieldTest(operation, name, value) };
  });
  return { kind: 'all', parts };
}

/** Compares a record with a filter; undefined if the record does not show enough. */
export function matchFilter(tree: FilterTree, read: TestedRecord): Match {
  switch (tree.kind) {
    case 'field':
      return tree.test(read);
    case 'not':
      return negate(matchFilter(tree.part, read));
    default:
      return joinMatches(tree.parts, read, tree.kind === 'any');
  }
}

const negate = (match: Match): Match => (match === undefined ? undefined : !match);

/**
 * Joins the matches of the parts. `decisive` is the answer of one part that settles the whole: false for "all of them",
 * true for "any of them".
 */
function joinMatches(parts: readonly FilterTree[], read: TestedRecord, decisive: boolean): Match {
  const matches = parts.map((part) => matchFilter(part, read));
  if (matches.includes(decisive)) return decisive;
  return matches.includes(undefined) ? undefined : !decisive;
}

/** Lists the fields that a filter names. */
export function listFilterFields(tree: FilterTree): readonly string[] {
  switch (tree.kind) {
    case 'field':
      return [tree.field];
    case 'not':
      return listFilterFields(tree.part);
    default:
      return [...new Set(tree.parts.flatMap(listFilterFields))];
  }
}

function buildFieldTest(operation: Operation, name: string, value: unknown): FieldCondition['test'] {
  const field = findField(operation.filter, name);
  const path = field && findPath(operation, name, field);
  if (!field || !path || field.kind === 'flag' || !isObject(value)) return () => undefined;
  const operators = Object.entries(value);
  return (read) => {
    const values = readValues(read, path);
    if (values === undefined) return undefined;
    const matches = operators.map(([operator, operand]) => matchValues(field, values, operator, operand));
    if (matches.includes(false)) return false;
    return matches.includes(undefined) ? undefined : true;
  };
}

const findField = (fields: FilterFields | undefined, name: string): FilterField | undefined =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Returns the path of the record's field that a filter field stands for: declared, of the same name, or `carrier.id` for `carrierId`. */
function findPath(operation: Operation, name: string, { path }: FilterField): readonly string[] | undefined {
  if (path !== undefined) return path.split('.');
  const shape = readItemShape(operation);
  if (shape === undefined) return undefined;
  if (name in shape) return [name];
  const owner = name.endsWith('Id') ? name.slice(0, -'Id'.length) : '';
  return owner in shape ? [owner, 'id'] : undefined;
}

function readItemShape({ response }: Operation): Readonly<Record<string, unknown>> | undefined {
  const list = response instanceof z.ZodObject ? response.shape['data'] : undefined;
  const item = list instanceof z.ZodArray ? list.element : undefined;
  return item instanceof z.ZodObject ? item.shape : undefined;
}

type Value = string | number | boolean | null;

/** Returns the values at a path, several where a list lies on it; undefined where the API did not send all of them. */
function readValues(
  { record, sent }: TestedRecord,
  path: readonly string[],
  isInner = false,
): readonly Value[] | undefined {
  const [name = '', ...rest] = path;
  const value = record[name];
  // A map such as the tags of a document has only the entries that it has; declared fields are never undefined.
  if (value === undefined && sent[name] === undefined && isInner) return [null];
  // A value that the reader made up for a missing field says nothing; one that it took from another field does.
  if (sent[name] === undefined && !isTakenFromElsewhere(value)) return undefined;
  if (rest.length === 0) return toValues(value);
  if (value === null) return [null];
  const [owners, sentOwners] = [value, sent[name]].map((part) => (Array.isArray(part) ? part : [part]));
  const values: Value[] = [];
  for (const [place, owner] of (owners ?? []).entries()) {
    const sentOwner: unknown = sentOwners?.[place];
    if (!isObject(owner) || !isObject(sentOwner)) return undefined;
    const inner = readValues({ record: owner, sent: sentOwner }, rest, true);
    if (inner === undefined) return undefined;
    values.push(...inner);
  }
  return values;
}

const isTakenFromElsewhere = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value !== 'UNKNOWN') || typeof value === 'number';

function toValues(value: unknown): readonly Value[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.every(isValue) ? values : undefined;
}

const isValue = (value: unknown): value is Value =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function matchValues(field: FilterField, values: readonly Value[], operator: string, operand: unknown): Match {
  if (operator === 'isNull') return values.every((value) => value === null) === (operand === true);
  const negative = negatives[operator];
  if (negative !== undefined) return negate(matchValues(field, values, negative, operand));
  if (operator === 'containsAll')
    return toList(operand).every((part) => matchValues(field, values, 'contains', part) === true);
  if (operator === 'containsAny' || operator === 'in') {
    const matches = toList(operand).map((part) => matchValues(field, values, 'equalTo', part));
    return matches.includes(true) ? true : matches.includes(undefined) ? undefined : false;
  }
  const matches = values.map((value) => (value === null ? false : matchValue(field, value, operator, operand)));
  if (matches.includes(true)) return true;
  return matches.includes(undefined) ? undefined : false;
}

/** Negative operators match what their opposites do not, records without a value too. */
const negatives: Readonly<Record<string, string>> = {
  notEqualTo: 'equalTo',
  notIn: 'in',
  notIncludes: 'includes',
  notStartsWith: 'startsWith',
  notEndsWith: 'endsWith',
};

const toList = (operand: unknown): readonly unknown[] => (Array.isArray(operand) ? operand : [operand]);

type NonNullValue = Exclude<Value, null>;

function matchValue({ kind }: FilterField, value: NonNullValue, operator: string, operand: unknown): Match {
  switch (kind) {
    case 'datetime':
      return compareInstants(String(value), operator, String(operand));
    case 'date':
      return compareOrder(String(value).slice(0, 10), operator, String(operand).slice(0, 10));
    case 'int':
    case 'float':
      return compareOrder(Math.round(Number(value) * 100), operator, Math.round(Number(operand) * 100));
    case 'bool':
      return operator === 'equalTo' ? value === operand : undefined;
    case 'enumArray':
      return fold(value) === fold(operand);
    default:
      return compareTexts(fold(value), operator, fold(operand));
  }
}

/** Compares instants. A plain date is a day in a zone that only the API knows, so a result near it is uncertain. */
function compareInstants(value: string, operator: string, operand: string): Match {
  const [at, bound] = [Date.parse(value), Date.parse(operand)];
  if (Number.isNaN(at) || Number.isNaN(bound)) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(operand) && Math.abs(at - bound) <= twoDaysMs) return undefined;
  return compareOrder(at, operator, bound);
}

const twoDaysMs = 2 * 24 * 60 * 60_000;

function compareOrder<Ordered extends string | number>(value: Ordered, operator: string, operand: Ordered): Match {
  switch (operator) {
    case 'equalTo':
      return value === operand;
    case 'lessThan':
      return value < operand;
    case 'lessThanOrEqualTo':
    case 'lte':
      return value <= operand;
    case 'greaterThan':
      return value > operand;
    case 'greaterThanOrEqualTo':
    case 'gte':
      return value >= operand;
    default:
      return undefined;
  }
}

function compareTexts(value: string, operator: string, operand: string): Match {
  switch (operator) {
    case 'equalTo':
      return value === operand;
    case 'includes':
      return value.includes(operand);
    case 'startsWith':
      return value.startsWith(operand);
    case 'endsWith':
      return value.endsWith(operand);
    default:
      return undefined;
  }
}

/** Letters and digits alone: an API that takes texts for the same may look at case, accents and separators in its own way. */
const fold = (value: unknown): string => {
  const text = foldText(String(value));
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? text : letters;
};
