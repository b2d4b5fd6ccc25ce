import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { isStart, type RowPage, type RequestedPage, getTokensMax } from '../../src/mcp/results/page.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

interface PagedInput extends RequestedPage {
  readonly input?: JsonObject | undefined;
}

const pageSizeMax = 250;

/**
 * Builds the input that reads the page of a call: by the API's cursor, or by number if the operation numbers its pages.
 */
export function buildPageInput(
  { paging }: ToolContext,
  { operation }: CatalogueEntry,
  { input = {}, limit }: PagedInput,
): JsonObject {
  const { from, skip } = paging.position;
  // Rows of this page that were shown already are read again, and passed over.
  const size = limit === undefined ? {} : { pageSize: Math.min(pageSizeMax, skip + Math.floor(limit)) };
  if (operation.page !== undefined) return { ...input, ...size, ...(from !== undefined && { cursor: from }) };
  if (!isNumbered(operation.body)) return input;
  const numbered = isPlainRecord(input['pagination']) ? input['pagination'] : {};
  // Another size would begin page 2 elsewhere.
  const sized = from === undefined ? size : {};
  return { ...input, pagination: { ...numbered, ...sized, ...(from !== undefined && parseNumberedPage(from)) } };
}

const isNumbered = (body: CatalogueEntry['operation']['body']) =>
  body !== undefined && 'shape' in body && isPlainRecord(body.shape) && 'pagination' in body.shape;

const parseNumberedPage = (from: string) => {
  const [pageNumber, pageSize] = from.split('/').map(Number);
  return { pageNumber, pageSize };
};

export interface ApiPage extends RowPage<JsonObject> {
  /** Number of rows of all pages; null if unknown. */
  readonly total: number | null;
}

/** Reads the rows of a list answer and its next position. Returns undefined for an answer that is no list. */
export function readPage(
  { paging, completeness }: ToolContext,
  answer: unknown,
  request: PagedInput,
  sent: JsonObject,
): ApiPage | undefined {
  if (!isPlainRecord(answer) || !Array.isArray(answer['data'])) return undefined;
  const { position, cursorAt } = paging;
  const fetched = answer['data'].filter(isPlainRecord);
  const next = getNextPosition(answer, sent);
  const rest = fetched.slice(position.skip);
  const rows = request.limit === undefined ? rest : rest.slice(0, Math.floor(request.limit));
  const isWhole = next === undefined && position.from === undefined;
  return {
    rows,
    total: typeof answer['totalResults'] === 'number' ? answer['totalResults'] : isWhole ? fetched.length : null,
    isFirst: isStart(position),
    getCursorAfter(shownCount) {
      const skip = position.skip + shownCount;
      if (skip < fetched.length) return cursorAt({ ...position, skip });
      return next === undefined ? null : cursorAt({ from: next, skip: 0 });
    },
    tokensMax: getTokensMax(request),
    completeness: completeness(),
  };
}

/** Returns the position of the page after this one. */
function getNextPosition(answer: JsonObject, sent: JsonObject): string | undefined {
  const page = [answer['pagination'], answer['pageInfo']].find(isPlainRecord);
  if (page === undefined) return undefined;
  const { pageNumber, totalPages, endCursor, hasNextPage } = page;
  if (typeof pageNumber === 'number' && typeof totalPages === 'number') {
    const requestedSize = isPlainRecord(sent['pagination']) ? sent['pagination']['pageSize'] : undefined;
    // The answer says how many rows this page has, which on a full page is the size that was asked for.
    return pageNumber < totalPages ? `${pageNumber + 1}/${String(requestedSize ?? page['pageSize'])}` : undefined;
  }
  return hasNextPage === true && typeof endCursor === 'string' ? endCursor : undefined;
}
