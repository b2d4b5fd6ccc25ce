import type { Operation } from '../../contract/kit/operation.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { isObject } from '../responses/json-object.ts';
import { isCursorRefused } from '../responses/refused-cursor.ts';
import type { ApiCapabilities } from './api-capabilities.ts';

/** The largest page of version 1.0.0; version 1.1.0 has 250. */
const smallPage = 100;

type AskPage = (input: JsonObject) => Promise<unknown>;

interface PageRead {
  readonly name: string;
  readonly operation: Operation;
  readonly input: JsonObject;
}

/** Reads a page of the size that a caller wants, in several requests where the API refuses pages of that size. */
export async function readSizedPage(
  { name, operation, input }: PageRead,
  capabilities: ApiCapabilities,
  ask: AskPage,
): Promise<unknown> {
  const { pageSize } = input;
  if (!operation.page || typeof pageSize !== 'number' || pageSize <= smallPage) return ask(input);
  if (await capabilities.isMissing('page size')) return readInParts(input, pageSize, ask);
  try {
    const page = await ask(input);
    const count = isObject(page) && Array.isArray(page['data']) ? page['data'].length : 0;
    if (count > smallPage) await capabilities.learn('page size', 'proven', `${name} returned a page of ${count}`);
    return page;
  } catch (error) {
    if (!isSizeRefused(error)) throw error;
    const page = await readInParts(input, pageSize, ask);
    await capabilities.learn('page size', 'disproved', `${name} refused a page of ${pageSize}`);
    return page;
  }
}

const isSizeRefused = (error: unknown): boolean =>
  error instanceof WaybillError && (error.code === 'BAD_REQUEST' || error.code === 'VALIDATION_ERROR');

/**
 * Reads pages of one size, at most 100, until together they have as many records as the caller wants, or a few more. Where
 * a cursor runs out on the way, it begins again once.
 */
async function readInParts(input: JsonObject, requestedPageSize: number, ask: AskPage): Promise<unknown> {
  const read = { pages: 0 };
  try {
    return await readParts(input, requestedPageSize, ask, read);
  } catch (error) {
    if (read.pages === 0 || !isCursorRefused(error)) throw error;
    return readParts(input, requestedPageSize, ask, { pages: 0 });
  }
}

async function readParts(
  input: JsonObject,
  requestedPageSize: number,
  ask: AskPage,
  read: { pages: number },
): Promise<unknown> {
  const pageSize = Math.ceil(requestedPageSize / Math.ceil(requestedPageSize / smallPage));
  const data: unknown[] = [];
  const errors: unknown[] = [];
  let cursor = input['cursor'];
  for (;;) {
    const page = await ask({ ...input, pageSize, ...(cursor ? { cursor } : {}) });
    if (!isObject(page) || !Array.isArray(page['data'])) return page;
    read.pages += 1;
    data.push(...page['data']);
    if (Array.isArray(page['errors'])) errors.push(...page['errors']);
    const { endCursor, hasNextPage } = readMetadata(page);
    const isEnd = hasNextPage !== true || typeof endCursor !== 'string' || endCursor === cursor;
    if (isEnd || data.length >= requestedPageSize) return { ...page, data, ...(errors.length > 0 && { errors }) };
    cursor = endCursor;
  }
}

function readMetadata({ pagination, pageInfo }: JsonObject): JsonObject {
  const metadata = pagination ?? pageInfo;
  return isObject(metadata) ? metadata : {};
}
