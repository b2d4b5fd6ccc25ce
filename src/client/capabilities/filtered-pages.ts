import * as z from 'zod';
import { getFieldSchema } from '../../contract/kit/filter.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import {
  type FilterTree,
  listFilterFields,
  matchFilter,
  parseFilter,
  type TestedRecord,
} from '../responses/filter-test.ts';
import { isObject } from '../responses/json-object.ts';
import { listFieldErrors } from '../responses/page-metadata.ts';
import { listRows } from '../responses/row-order.ts';
import { isCursorRefused } from '../responses/refused-cursor.ts';
import type { ApiCapabilities } from './api-capabilities.ts';
import { findIgnoredFields } from './ignored-filters.ts';

interface FilteredRead {
  readonly name: string;
  readonly operation: Operation;
  readonly input: JsonObject;
}

export interface FilterContext {
  readonly capabilities: ApiCapabilities;
  /** Reads one page. */
  readonly ask: (input: JsonObject) => Promise<unknown>;
  /** Returns a record of a page as the API sent it. */
  readonly findSent: (record: JsonObject) => JsonObject;
  /** Filter fields that the API ignores are named in `errors` of the page; nothing is filtered on this machine. */
  readonly isStrict: boolean;
}

/** Pages that are read for one page of records that match, before the reader has to ask for more. */
const pagesAtOnceMax = 40;

/**
 * Reads a page of a filtered list and checks its records against the filter. A field that the API names as not applied,
 * refuses or ignores in silence is remembered, and from then on the records are filtered on this machine.
 */
export async function readFilteredPage(read: FilteredRead, context: FilterContext): Promise<unknown> {
  const { operation, input } = read;
  const { filter } = input;
  if (!operation.filter || !isObject(filter) || context.capabilities.isComplete) return context.ask(input);
  const tree = parseFilter(operation, filter);
  const missing = context.isStrict ? [] : await listMissing(read, tree, context);
  if (missing.length > 0) return readLocally(read, { tree, filter, missing }, context);
  const page = await askOnce(read, filter, context);
  if ('refused' in page) return readLocally(read, { tree, filter, missing: page.refused }, context);
  const ignored = await learnIgnored(read, { tree, page: page.body }, context);
  if (context.isStrict) return addErrors(page.body, ignored);
  if (ignored.length > 0) return readLocally(read, { tree, filter, missing: ignored }, context);
  return keepMatching(page.body, tree, context);
}

const formatCapability = (name: string, field: string) => `filter ${name.split('.')[0] ?? ''}.${field}` as const;

async function listMissing(
  { name }: FilteredRead,
  tree: FilterTree,
  { capabilities }: FilterContext,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const field of listFilterFields(tree))
    if (await capabilities.isMissing(formatCapability(name, field))) missing.push(field);
  return missing;
}

async function learnMissing(
  { name }: FilteredRead,
  fields: readonly string[],
  evidence: string,
  { capabilities }: FilterContext,
): Promise<void> {
  for (const field of fields) await capabilities.learn(formatCapability(name, field), 'disproved', evidence);
}

type RequestedPage = { readonly body: unknown } | { readonly refused: readonly string[] };

async function askOnce(read: FilteredRead, filter: JsonObject, context: FilterContext): Promise<RequestedPage> {
  try {
    return { body: await context.ask(read.input) };
  } catch (error) {
    const refused = error instanceof WaybillError ? listRefused(read.operation, filter, error) : [];
    if (refused.length === 0) throw error;
    await learnMissing(read, refused, `${read.name} refused a filter by it`, context);
    if (context.isStrict) throw error;
    return { refused };
  }
}

/** Lists the fields that a refusal names although the contract allows their conditions. */
function listRefused(operation: Operation, filter: JsonObject, error: WaybillError): readonly string[] {
  if (error.code !== 'BAD_REQUEST' && error.code !== 'VALIDATION_ERROR') return [];
  const namedFields = new Set(error.details.flatMap(({ field }) => field.split(/[.[\]]+/)));
  return listLeaves(filter)
    .filter(([field, condition]) => {
      const declared = operation.filter?.[field];
      return namedFields.has(field) && declared !== undefined && getFieldSchema(declared).safeParse(condition).success;
    })
    .map(([field]) => field);
}

function listLeaves(filter: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(filter)) return filter.flatMap(listLeaves);
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, value]) => (isCombining(name) ? listLeaves(value) : [[name, value]]));
}

const isCombining = (name: string): boolean => name === 'and' || name === 'or' || name === 'not';

interface CheckedPage {
  readonly tree: FilterTree;
  readonly page: unknown;
}

async function learnIgnored(
  read: FilteredRead,
  { tree, page }: CheckedPage,
  context: FilterContext,
): Promise<readonly string[]> {
  const fields = new Set(listFilterFields(tree));
  const ignoredFields = listNamedFields(page).filter((field) => fields.has(field) && read.operation.filter?.[field]);
  if (ignoredFields.length > 0) {
    await learnMissing(read, ignoredFields, `${read.name} named it as not applied`, context);
    return ignoredFields;
  }
  const ignored = findIgnoredFields(tree, listRecords(page, context));
  await learnMissing(read, ignored, `${read.name} returned records that do not match a filter by it`, context);
  return ignored;
}

/** Lists the fields of the filter that the errors of a page name: `filter.updatedAt` -> `updatedAt` */
const listNamedFields = (page: unknown): readonly string[] =>
  isObject(page) ? listFieldErrors(page['errors']).map(({ field }) => field.split('.').at(-1) ?? field) : [];

const listRecords = (page: unknown, { findSent }: FilterContext): readonly TestedRecord[] => listRows(page, findSent);

function addErrors(page: unknown, fields: readonly string[]): unknown {
  if (!isObject(page) || fields.length === 0) return page;
  const namedFields = new Set(listNamedFields(page));
  const added = fields
    .filter((field) => !namedFields.has(field))
    .map((field) => ({ field, message: 'was not applied' }));
  return added.length === 0 ? page : { ...page, errors: [...listFieldErrors(page['errors']), ...added] };
}

function keepMatching(page: unknown, tree: FilterTree, context: FilterContext): unknown {
  const records = listRecords(page, context);
  const matching = records.filter((read) => matchFilter(tree, read) !== false);
  if (!isObject(page) || matching.length === records.length) return page;
  return { ...page, data: matching.map(({ record }) => record) };
}

interface LocalFilter {
  readonly tree: FilterTree;
  readonly filter: JsonObject;
  /** Fields that the API does not filter by. */
  readonly missing: readonly string[];
}

/**
 * Reads pages without the missing fields until enough of their records match the whole filter. Where a cursor runs out on
 * the way, it begins again once.
 */
async function readLocally(read: FilteredRead, local: LocalFilter, context: FilterContext): Promise<unknown> {
  const progress = { pages: 0 };
  try {
    return await readMatching(read, local, context, progress);
  } catch (error) {
    if (progress.pages === 0 || !isCursorRefused(error)) throw error;
    return readMatching(read, local, context, { pages: 0 });
  }
}

async function readMatching(
  read: FilteredRead,
  { tree, filter, missing }: LocalFilter,
  context: FilterContext,
  progress: { pages: number },
): Promise<unknown> {
  const { input, operation } = read;
  const requestedPageSize = typeof input['pageSize'] === 'number' ? input['pageSize'] : 50;
  const sentFilter = dropFields(filter, new Set(missing));
  const request = { ...input, filter: sentFilter, pageSize: Math.max(requestedPageSize, readPageSizeMax(operation)) };
  const enough = Math.min(requestedPageSize, countRequested(filter) ?? requestedPageSize);
  const data: JsonObject[] = [];
  const uncertain = new Set<string>();
  const errors = new Map<string, unknown>();
  let cursor = input['cursor'];
  for (;;) {
    const page = await context.ask({ ...request, ...(cursor ? { cursor } : {}) });
    if (!isObject(page)) return page;
    progress.pages += 1;
    for (const error of listFieldErrors(page['errors'])) errors.set(error.field, error);
    for (const record of listRecords(page, context)) {
      const match = matchFilter(tree, record);
      if (match === undefined) for (const field of listUncertain(tree, record, missing)) uncertain.add(field);
      if (match !== false) data.push(record.record);
    }
    const { hasNextPage, endCursor } = readMetadata(page);
    const isEnd = hasNextPage !== true || typeof endCursor !== 'string' || endCursor === cursor;
    if (isEnd || data.length >= enough) return finishPage({ page, data, uncertain, errors });
    if (progress.pages >= pagesAtOnceMax && data.length === 0) throw createTooManyError(read, missing);
    if (progress.pages >= pagesAtOnceMax) return finishPage({ page, data, uncertain, errors });
    cursor = endCursor;
  }
}

interface LocalPage {
  /** The last page that was read: its metadata says where the list goes on. */
  readonly page: JsonObject;
  readonly data: readonly JsonObject[];
  readonly uncertain: ReadonlySet<string>;
  readonly errors: ReadonlyMap<string, unknown>;
}

function finishPage({ page, data, uncertain, errors }: LocalPage): JsonObject {
  const { errors: _replaced, ...rest } = page;
  const unapplied = [
    ...errors.values(),
    ...[...uncertain]
      .filter((field) => !errors.has(field))
      .map((field) => ({ field, message: 'is not applied by this API, and its records do not show it' })),
  ];
  return { ...rest, data, ...(unapplied.length > 0 && { errors: unapplied }) };
}

/** Lists the missing fields of a filter that a record does not show. */
function listUncertain(tree: FilterTree, read: TestedRecord, missing: readonly string[]): readonly string[] {
  if (tree.kind === 'field') return missing.includes(tree.field) && tree.test(read) === undefined ? [tree.field] : [];
  if (tree.kind === 'not') return listUncertain(tree.part, read, missing);
  return tree.parts.flatMap((part) => listUncertain(part, read, missing));
}

/**
 * Removes the fields from a filter, so that it finds the same records and more: an alternative without its condition
 * finds everything.
 */
function dropFields(filter: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'and' && Array.isArray(value))
        return [[name, value.map((part: unknown) => (isObject(part) ? dropFields(part, fields) : part))]];
      const isDropped =
        fields.has(name) || (isCombining(name) && listLeaves(value).some(([field]) => fields.has(field)));
      return isDropped ? [] : [[name, value]];
    }),
  );
}

const uniqueFields = ['id', 'friendlyId', 'key'];

/** Counts the records that a filter can match, where it requests them by their numbers. */
function countRequested(filter: JsonObject): number | undefined {
  const counts = uniqueFields.flatMap((field) => {
    const condition = filter[field];
    if (!isObject(condition)) return [];
    if (Array.isArray(condition['in'])) return [condition['in'].length];
    return 'equalTo' in condition ? [1] : [];
  });
  return counts.length > 0 ? Math.min(...counts) : undefined;
}

/** Returns the largest page that the contract allows for a list. */
function readPageSizeMax({ body }: Operation): number {
  const declared: unknown = body instanceof z.ZodObject ? body.shape['pageSize'] : undefined;
  const size = declared instanceof z.ZodDefault ? declared.def.innerType : declared;
  return size instanceof z.ZodNumber ? (size.maxValue ?? 100) : 100;
}

function readMetadata({ pagination, pageInfo }: JsonObject): JsonObject {
  const metadata = pagination ?? pageInfo;
  return isObject(metadata) ? metadata : {};
}

function createTooManyError({ name }: FilteredRead, missing: readonly string[]): WaybillError {
  return new WaybillError(
    'NOT_IMPLEMENTED',
    `This API can't filter ${name.split('.')[0] ?? ''} by ${missing.join(', ')}, and none of the newest records matches. Look for it by another field, or with find.`,
  );
}
