import type { Operation } from '../../contract/kit/operation.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import type { TestedRecord } from '../responses/filter-test.ts';
import { isObject } from '../responses/json-object.ts';
import { checkOrder, listRows, parseSort, type SortField, sortRows } from '../responses/row-order.ts';
import type { ApiCapabilities, CapabilityVerdict } from './api-capabilities.ts';

interface SortedRead {
  readonly name: string;
  readonly operation: Operation;
  readonly input: JsonObject;
}

export interface SortContext {
  readonly capabilities: ApiCapabilities;
  /** Reads one page. */
  readonly ask: (input: JsonObject) => Promise<unknown>;
  /** Returns a row of a page as the API sent it. */
  readonly findSent: (record: JsonObject) => JsonObject;
}

/** Every API has pages of this size. */
const localPageSize = 100;
/** A longer list is not read to its end to be sorted. */
const localPagesMax = 10;
/** A page in the requested order proves that the API sorts, if so many neighbors show it. */
const shownForProof = 8;

/**
 * Reads a page of a sorted search and checks the order of its rows. An API that refuses or ignores the order is
 * remembered, and from then on a list that can be read to its end is sorted on this machine. Of a longer one, `errors` of
 * the page names `sort`.
 */
export async function readSortedPage(read: SortedRead, context: SortContext): Promise<unknown> {
  const { operation, input, name } = read;
  const sort = parseSort(operation, input['sort']);
  if (sort.length === 0 || context.capabilities.isComplete) return context.ask(input);
  if (await context.capabilities.isMissing(formatCapability(name))) return readLocally(read, sort, context);
  const page = await askOnce(read, context);
  if (page === undefined) return readLocally(read, sort, context);
  const { comparable, contradicting } = checkOrder(listRows(page.body, context.findSent), sort);
  const learn = (verdict: CapabilityVerdict, evidence: string) =>
    context.capabilities.learn(formatCapability(name), verdict, evidence);
  if (contradicting === 0) {
    if (comparable >= shownForProof) await learn('proven', `${name} returned rows in the requested order`);
    return page.body;
  }
  // A single row out of order may just have changed.
  if (contradicting * 3 >= comparable)
    await learn('disproved', `${name} returned rows in another order than requested`);
  return readLocally(read, sort, context);
}

const formatCapability = (name: string) => {
  const [resource = '', verb = ''] = name.split('.');
  return `sort ${resource}.${verb}` as const;
};

/** Returns undefined where the API refuses the order. */
async function askOnce(
  { name, input }: SortedRead,
  { ask, capabilities }: SortContext,
): Promise<{ readonly body: unknown } | undefined> {
  try {
    return { body: await ask(input) };
  } catch (error) {
    if (!isSortRefused(error)) throw error;
    await capabilities.learn(formatCapability(name), 'disproved', `${name} refused an order that the contract has`);
    return undefined;
  }
}

const isSortRefused = (error: unknown): boolean =>
  error instanceof WaybillError &&
  (error.code === 'BAD_REQUEST' || error.code === 'VALIDATION_ERROR') &&
  error.details.some(({ field }) => /(?:^|\.)sort\b/.test(field));

/** Reads the list without an order and sorts it, or returns the page as the API orders it where that is not possible. */
async function readLocally(
  { input: { sort: _order, ...input } }: SortedRead,
  sort: readonly SortField[],
  context: SortContext,
): Promise<unknown> {
  const { pageNumber, pageSize } = readPosition(input);
  const list = await readList(input, context);
  const sorted = list && sortRows(list.rows, sort);
  if (!list || !sorted) return addSortError(await context.ask(input));
  const data = sorted.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(({ record }) => record);
  const totalPages = Math.ceil(sorted.length / pageSize);
  return { ...list.page, data, pagination: { pageNumber, pageSize: data.length, totalPages } };
}

function readPosition({ pagination }: JsonObject): { readonly pageNumber: number; readonly pageSize: number } {
  const { pageNumber, pageSize } = isObject(pagination) ? pagination : {};
  return {
    pageNumber: typeof pageNumber === 'number' ? pageNumber : 1,
    pageSize: typeof pageSize === 'number' ? pageSize : 50,
  };
}

interface WholeList {
  readonly rows: readonly TestedRecord[];
  /** The last page that was read. */
  readonly page: JsonObject;
}

/** Returns undefined where the list is too long or does not say how long it is. */
async function readList(input: JsonObject, { ask, findSent }: SortContext): Promise<WholeList | undefined> {
  const rows: TestedRecord[] = [];
  for (let pageNumber = 1; pageNumber <= localPagesMax; pageNumber += 1) {
    const page = await ask({ ...input, pagination: { pageNumber, pageSize: localPageSize } });
    if (!isObject(page)) return undefined;
    rows.push(...listRows(page, findSent));
    const pages = isObject(page['pagination']) ? page['pagination']['totalPages'] : undefined;
    if (typeof pages !== 'number' || pages > localPagesMax) return undefined;
    if (pageNumber >= pages) return { rows, page };
  }
  return undefined;
}

function addSortError(page: unknown): unknown {
  if (!isObject(page)) return page;
  const errors: readonly unknown[] = Array.isArray(page['errors']) ? page['errors'] : [];
  return { ...page, errors: [...errors, { field: 'sort', message: 'was not applied' }] };
}
