import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { catalogue } from '../../src/contract/catalogue.ts';
import { toJsonSchema } from '../../src/contract/kit/json-schema.ts';
import { createFieldError } from '../../src/errors.ts';
import { createOrderCheck, type OrderCheck } from '../../src/mcp/text/instruction-like.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';

/** Conversions for the catalogue tools, which show data whose shape only the contract knows. */

const plainText =
  /^(?:[A-Z]{1,4}|\d{1,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|\d{2}:\d{2}|[A-Z]{1,4}-?\d{4,12})$/;
const codeLike = /^[A-Za-z0-9_]{1,64}$/;

/** Returns true if a text may have been typed by a person. Ids, dates, numbers and the contract's own words are not. */
export function isFreeText(value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || plainText.test(value)) return false;
  return !isContractWord(value);
}

const isContractWord = (text: string): boolean => codeLike.test(text) && listContractWords().has(text);

/** Returns true for a code of the contract, such as READY_TO_INVOICE, which people read in words. */
export const isContractCode = (text: string): boolean => /^[A-Z]/.test(text) && isContractWord(text);

let words: ReadonlySet<string> | undefined;

/**
 * Lists every word that the contract itself may answer with, such as READY_TO_INVOICE. They are collected on the first
 * call.
 */
function listContractWords(): ReadonlySet<string> {
  words ??= new Set(
    catalogue().flatMap(({ operation, inputSchema }) => [
      ...listWords(inputSchema()),
      ...(operation.response ? listWords(toJsonSchema(operation.response, 'output')) : []),
    ]),
  );
  return words;
}

function* listWords(schema: unknown): Generator<string, void, undefined> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, member] of Object.entries(schema)) {
    const values = name === 'enum' ? member : name === 'const' ? [member] : [];
    if (Array.isArray(values)) yield* values.filter((value) => typeof value === 'string');
    yield* listWords(member);
  }
}

const ordinaryName = /^[A-Za-z][\w.-]{0,39}$/;
const isOrdinary = (name: string, check: OrderCheck) =>
  ordinaryName.test(name) && check.judge(name.replaceAll(/[_.-]/g, ' ')) === null;

/**
 * Turns names that a person could make up, such as those of tags, into values. Only a value can be marked as record
 * text.
 */
export function replaceOddNames(value: unknown, check: OrderCheck = createOrderCheck()): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => replaceOddNames(item, check));
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, replaceOddNames(member, check)] as const);
  const odd = members.filter(([name]) => !isOrdinary(name, check));
  return {
    ...Object.fromEntries(members.filter(([name]) => isOrdinary(name, check))),
    ...(odd.length > 0 && { otherMembers: odd.map(([name, member]) => ({ name, value: member })) }),
  };
}

/** Returns exactly the named fields, dotted for inner ones: `customer.name`. A missing field is null. */
export function project(record: JsonObject, fields: readonly string[]): ListRow {
  return Object.fromEntries(fields.map((field) => [field, getAt(record, field.split('.')) ?? null]));
}

/** Refuses fields that no record has; below a member that is empty everywhere nothing is known, and nothing is refused. */
export function refuseUnknownFields(records: readonly JsonObject[], fields: readonly string[] = []): void {
  const unknown = fields.filter(
    (field) => records.length > 0 && !records.some((record) => canHaveField(record, field.split('.'))),
  );
  if (unknown.length === 0) return;
  const availableNames = [...new Set(records.flatMap((record) => Object.keys(record)))];
  throw createFieldError(
    'BAD_REQUEST',
    'fields',
    `${unknown.join(', ')}: no such member; there are ${availableNames.join(', ')}`,
  );
}

function canHaveField(value: unknown, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => canHaveField(item, [head, ...rest]));
  return isPlainRecord(value) && Object.hasOwn(value, head) && canHaveField(value[head], rest);
}

function getAt(value: unknown, path: readonly string[]): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => getAt(item, path));
  return isPlainRecord(value) ? getAt(value[head], rest) : undefined;
}

/** Lists the fields that fit a line: plain values, and the names of inner records. */
export function listDefaultFields(records: readonly JsonObject[]): {
  readonly fields: readonly string[];
  readonly leftOut: readonly string[];
} {
  const fields = new Set<string>();
  const leftOut = new Set<string>();
  for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
    if (value === null || bookkeeping.has(name)) continue;
    if (Array.isArray(value)) leftOut.add(name);
    else if (isPlainRecord(value)) for (const inner of callNames(value)) fields.add(`${name}.${inner}`);
    else fields.add(name);
  }
  return { fields: [...fields], leftOut: [...leftOut].filter((name) => !fields.has(name)) };
}

const bookkeeping = new Set([
  'object',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'deletedBy',
  'uploadUrl',
  'downloadUrl',
  'documentUrl',
]);
const callNames = (record: JsonObject) =>
  ['friendlyId', 'name', 'companyName', 'city'].filter((name) => typeof record[name] === 'string').slice(0, 2);

/** Lists a column for each field. Free text in any row makes the whole column untrusted. */
export function listColumns(rows: readonly ListRow[], fields: readonly string[]): ListColumn[] {
  return fields.map((key) => ({
    key,
    title: key,
    ...(rows.every((row) => typeof row[key] === 'number' || row[key] === null) && { align: 'right' as const }),
    ...(rows.some((row) => hasFreeText(row[key])) && { untrusted: true }),
  }));
}

function hasFreeText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasFreeText);
  if (isPlainRecord(value)) return Object.values(value).some(hasFreeText);
  return isFreeText(value);
}

/** Lists the JSON pointers of every free text below a value. */
export function listFreeTextPointers(value: unknown, pointer: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listFreeTextPointers(item, `${pointer}/${index}`));
  if (isPlainRecord(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      listFreeTextPointers(inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  }
  return isFreeText(value) ? [pointer] : [];
}
