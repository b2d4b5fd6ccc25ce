import * as z from 'zod';
import type { Operation } from '../../contract/kit/operation.ts';
import type { CriterionKind } from '../../contract/kit/search-fields.ts';
import { foldText } from '../../domain/text/folding.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import type { TestedRecord } from './filter-test.ts';
import { isObject } from './json-object.ts';

/** A field that a search is to be sorted by. */
export interface SortField {
  readonly field: string;
  readonly kind: CriterionKind;
  readonly isDescending: boolean;
  /** It holds one of a few codes, which an API may sort in an order of its own. */
  readonly isCode: boolean;
}

/** Returns the fields that a search is to be sorted by; none where it names a field that the contract does not have. */
export function parseSort(operation: Operation, sort: unknown): readonly SortField[] {
  const parts = Array.isArray(sort) ? sort.map((part: unknown) => parseSortField(operation, part)) : [];
  return parts.every((part) => part !== undefined) ? parts : [];
}

function parseSortField(operation: Operation, part: unknown): SortField | undefined {
  if (!isObject(part) || typeof part['field'] !== 'string') return undefined;
  const { field, order } = part;
  const fields = operation.search?.fields ?? {};
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (kind === undefined || (order !== 'asc' && order !== 'desc')) return undefined;
  return { field, kind, isDescending: order === 'desc', isCode: isCode(operation, field) };
}

function isCode({ response }: Operation, field: string): boolean {
  const list = response instanceof z.ZodObject ? response.shape['data'] : undefined;
  const item = list instanceof z.ZodArray ? list.element : undefined;
  const shapes = item instanceof z.ZodUnion ? item.options : [item];
  return shapes.some((shape) => shape instanceof z.ZodObject && isEnum(shape.shape[field]));
}

const isEnum = (schema: unknown): boolean =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? isEnum(schema.def.innerType)
    : schema instanceof z.ZodEnum;

/** Counts of the neighboring rows that show a list's order, and of those that contradict the requested one. */
export interface OrderEvidence {
  readonly comparable: number;
  readonly contradicting: number;
}

/** Compares each row with the next one. Rows without a value, and rows whose values are alike, show nothing. */
export function checkOrder(rows: readonly TestedRecord[], sort: readonly SortField[]): OrderEvidence {
  const orders = rows.slice(1).flatMap((row, place) => {
    const before = rows[place];
    const order = before === undefined ? undefined : findCertainOrder(before, row, sort);
    return order === undefined ? [] : [order];
  });
  return { comparable: orders.length, contradicting: orders.filter((order) => order > 0).length };
}

/** Returns whether the first row comes before (-1) or behind (1) the second, where every usual order of texts agrees. */
function findCertainOrder(first: TestedRecord, second: TestedRecord, sort: readonly SortField[]): number | undefined {
  for (const part of sort) {
    const [firstValue, secondValue] = [readSortValue(first, part), readSortValue(second, part)];
    if (firstValue === null || secondValue === null || firstValue === undefined || secondValue === undefined)
      return undefined;
    if (firstValue === secondValue) continue;
    const orders = new Set(part.isCode ? [] : listOrders(firstValue, secondValue));
    const [order] = orders;
    if (orders.size !== 1 || order === undefined || order === 0) return undefined;
    return part.isDescending ? -order : order;
  }
  return undefined;
}

const collators = [new Intl.Collator('en'), new Intl.Collator('en', { numeric: true, ignorePunctuation: true })];

/** Lists how two values follow each other in each order that an API may sort them in. */
function listOrders(firstValue: SortValue, secondValue: SortValue): readonly number[] {
  if (typeof firstValue === 'number' || typeof secondValue === 'number')
    return [compareValues(Number(firstValue), Number(secondValue))];
  return [
    compareValues(firstValue, secondValue),
    compareValues(foldText(firstValue), foldText(secondValue)),
    ...collators.map((collator) => Math.sign(collator.compare(firstValue, secondValue))),
  ];
}

const compareValues = <Value extends string | number>(first: Value, second: Value): number =>
  first < second ? -1 : first > second ? 1 : 0;

/**
 * Sorts rows on this machine, those without a value last; rows with equal values keep their order. Undefined where the
 * rows do not show what they are to be sorted by.
 */
export function sortRows(
  rows: readonly TestedRecord[],
  sort: readonly SortField[],
): readonly TestedRecord[] | undefined {
  if (!sort.every((part) => isShown(rows, part))) return undefined;
  return rows.toSorted((first, second) => {
    for (const part of sort) {
      const order = compareForSort(readSortValue(first, part) ?? null, readSortValue(second, part) ?? null, part);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Returns true if the API sends a field: one that leaves out empty fields still shows it on some row of each form. */
function isShown(rows: readonly TestedRecord[], part: SortField): boolean {
  const forms = Map.groupBy(rows, ({ record }) => record['object']);
  return [...forms.values()].every((form) => form.some((row) => readSortValue(row, part) !== undefined));
}

function compareForSort(
  firstValue: SortValue | null,
  secondValue: SortValue | null,
  { kind, isDescending }: SortField,
): number {
  if (firstValue === null || secondValue === null) return Number(firstValue === null) - Number(secondValue === null);
  const [first, second] =
    kind === 'text' ? [foldText(String(firstValue)), foldText(String(secondValue))] : [firstValue, secondValue];
  const order = compareValues(first, second);
  return isDescending ? -order : order;
}

type SortValue = string | number;

/** Returns the value that a row is sorted by; undefined where the API did not send it, or where it has no order. */
function readSortValue({ record, sent }: TestedRecord, { field, kind }: SortField): SortValue | null | undefined {
  const value = sent[field] === undefined ? undefined : record[field];
  if (value === null || value === undefined) return value;
  if (kind === 'datetime') return readInstant(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function readInstant(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Pairs each row of a page with the row as the API sent it. */
export const listRows = (page: unknown, findSent: (record: JsonObject) => JsonObject): readonly TestedRecord[] => {
  const data: readonly unknown[] = isObject(page) && Array.isArray(page['data']) ? page['data'] : [];
  return data.filter(isObject).map((record) => ({ record, sent: findSent(record) }));
};
