import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { isStart, type Page, type PageAsked, tokensFor } from '../../src/mcp/results/page.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

interface Asked extends PageAsked {
  readonly input?: JsonObject | undefined;
}

const pageSizeMax = 250;

/** The input that reads the page of a call: by the API's cursor, or by number where the operation numbers its pages. */
export function pageInput(
  { paging }: ToolContext,
  { operation }: CatalogueEntry,
  { input = {}, limit }: Asked,
): JsonObject {
  const { from, skip } = paging.position;
  // Rows of this page that were shown already are read again, and passed over.
  const size = limit === undefined ? {} : { pageSize: Math.min(pageSizeMax, skip + Math.floor(limit)) };
  if (operation.page !== undefined) return { ...input, ...size, ...(from !== undefined && { cursor: from }) };
  if (!isNumbered(operation.body)) return input;
  const numbered = isPlainRecord(input['pagination']) ? input['pagination'] : {};
  // Another size would begin page 2 elsewhere.
  const sized = from === undefined ? size : {};
  return { ...input, pagination: { ...numbered, ...sized, ...(from !== undefined && numberedPage(from)) } };
}

const isNumbered = (body: CatalogueEntry['operation']['body']) =>
  body !== undefined && 'shape' in body && isPlainRecord(body.shape) && 'pagination' in body.shape;

const numberedPage = (from: string) => {
  const [pageNumber, pageSize] = from.split('/').map(Number);
  return { pageNumber, pageSize };
};

export interface ReadPage extends Page<JsonObject> {
  /** Of all pages; null when unknown. */
  readonly total: number | null;
}

/** The rows of a list answer and where it goes on; undefined for an answer that is no list. */
export function readPage(
  { paging, completeness }: ToolContext,
  answer: unknown,
  asked: Asked,
  sent: JsonObject,
): ReadPage | undefined {
  if (!isPlainRecord(answer) || !Array.isArray(answer['data'])) return undefined;
  const { position, cursorAt } = paging;
  const fetched = answer['data'].filter(isPlainRecord);
  const next = nextOf(answer, sent);
  const rest = fetched.slice(position.skip);
  const rows = asked.limit === undefined ? rest : rest.slice(0, Math.floor(asked.limit));
  const isWhole = next === undefined && position.from === undefined;
  return {
    rows,
    total: typeof answer['totalResults'] === 'number' ? answer['totalResults'] : isWhole ? fetched.length : null,
    isFirst: isStart(position),
    cursorAfter(shown) {
      const skip = position.skip + shown;
      if (skip < fetched.length) return cursorAt({ ...position, skip });
      return next === undefined ? null : cursorAt({ from: next, skip: 0 });
    },
    tokensMax: tokensFor(asked),
    completeness: completeness(),
  };
}

/** What the page after this one is asked for with. */
function nextOf(answer: JsonObject, sent: JsonObject): string | undefined {
  const page = [answer['pagination'], answer['pageInfo']].find(isPlainRecord);
  if (page === undefined) return undefined;
  const { pageNumber, totalPages, endCursor, hasNextPage } = page;
  if (typeof pageNumber === 'number' && typeof totalPages === 'number') {
    const asked = isPlainRecord(sent['pagination']) ? sent['pagination']['pageSize'] : undefined;
    // The answer says how many rows this page has, which on a full page is the size that was asked for.
    return pageNumber < totalPages ? `${pageNumber + 1}/${String(asked ?? page['pageSize'])}` : undefined;
  }
  return hasNextPage === true && typeof endCursor === 'string' ? endCursor : undefined;
}
