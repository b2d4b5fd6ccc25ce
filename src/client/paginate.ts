import { WaybillError } from '../errors.ts';
import { isObject } from './responses/json-object.ts';
import { listFieldErrors } from './responses/page-metadata.ts';
import { isCursorRefused } from './responses/refused-cursor.ts';
import type { CallOptions } from './calls/call-options.ts';
import type { FieldError, PageInfo } from '../contract/types.ts';

const pagesMax = 1_000;

/** One page, whichever key its metadata came under. */
export interface PageView<Item> {
  readonly data: readonly Item[];
  readonly page: PageInfo;
  /** Filter fields that the API did not apply. */
  readonly errors: readonly FieldError[];
}

interface Listed<Item> {
  readonly data: readonly Item[];
}

type ItemOf<Result> = Result extends Listed<infer Item> ? Item : never;

type ListCall<Request, Result> = (input: Request, options?: CallOptions) => Promise<Result>;

/** A call whose input may be left out counts as well. */
type CursorRequest = { readonly cursor?: string | null | undefined } | undefined;

interface CollectLimits {
  readonly itemsMax: number;
  readonly signal?: AbortSignal | undefined;
}

/** Items collected within the limits; `endCursor` continues the list if it is not complete. */
export interface Collected<Item> {
  readonly items: readonly Item[];
  readonly isComplete: boolean;
  readonly endCursor: string | null;
  readonly errors: readonly FieldError[];
}

/** Returns a page of a list, cursor-paged or numbered; a response without metadata is refused, not taken for the end. */
export function toPageView<Item>(result: Listed<Item>): PageView<Item> {
  const { pagination, pageInfo, errors } = result as Listed<Item> & Readonly<Record<string, unknown>>;
  const meta = pagination ?? pageInfo;
  if (!isObject(meta)) throw new WaybillError('BAD_RESPONSE', 'a page was answered without pagination or pageInfo');
  const { pageSize, hasNextPage, hasPreviousPage, endCursor, pageNumber, totalPages } = meta;
  const isNumbered = typeof pageNumber === 'number' && typeof totalPages === 'number';
  return {
    data: result.data,
    page: {
      pageSize: typeof pageSize === 'number' ? pageSize : result.data.length,
      hasNextPage: isNumbered ? pageNumber < totalPages : hasNextPage === true,
      hasPreviousPage: isNumbered ? pageNumber > 1 : hasPreviousPage === true,
      endCursor: typeof endCursor === 'string' && endCursor !== '' ? endCursor : null,
    },
    errors: listFieldErrors(errors),
  };
}

/** Walks the pages of a cursor-paged call under one unchanging filter. */
async function* readPages<Request extends CursorRequest, Result extends Listed<unknown>>(
  list: ListCall<Request, Result>,
  input: NonNullable<NoInfer<Request>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<PageView<ItemOf<Result>>, void, undefined> {
  const request = structuredClone(input);
  let cursor = request.cursor;
  const seen = new Set([cursor]);
  for (let count = 0; count < pagesMax; count += 1) {
    const result = await list(cursor ? { ...request, cursor } : request, { signal });
    // ItemOf only names the element type of `data`, which toPageView passes on as it is.
    const view = toPageView(result) as PageView<ItemOf<Result>>;
    yield view;
    if (!view.page.hasNextPage) return;
    cursor = view.page.endCursor;
    if (cursor === null || seen.has(cursor)) {
      throw new WaybillError('BAD_RESPONSE', 'the list says that it continues, but its cursor leads nowhere new');
    }
    seen.add(cursor);
  }
}

/**
 * Gathers whole pages until the list ends or a limit is met, and says which of the two it was. Where a cursor ran out on
 * the way the list is read once more from where it began.
 */
export async function collect<Request extends CursorRequest, Result extends Listed<unknown>>(
  list: ListCall<Request, Result>,
  input: NonNullable<NoInfer<Request>>,
  limits: CollectLimits,
): Promise<Collected<ItemOf<Result>>> {
  const read = { pages: 0 };
  try {
    return await gather(list, input, limits, read);
  } catch (error) {
    if (read.pages === 0 || !isCursorRefused(error)) throw error;
    return gather(list, input, limits, { pages: 0 });
  }
}

async function gather<Request extends CursorRequest, Result extends Listed<unknown>>(
  list: ListCall<Request, Result>,
  input: NonNullable<NoInfer<Request>>,
  { itemsMax, signal }: CollectLimits,
  read: { pages: number },
): Promise<Collected<ItemOf<Result>>> {
  const items: ItemOf<Result>[] = [];
  const isNew = createNewRecordTest();
  const errors = new Map<string, FieldError>();
  let last: PageView<ItemOf<Result>> | undefined;
  for await (const view of readPages(list, input, signal)) {
    const fresh = view.data.filter(isNew);
    if (fresh.length === 0 && view.data.length > 0)
      throw new WaybillError('BAD_RESPONSE', 'a page of the list came twice, so that another one is missing');
    items.push(...fresh);
    for (const error of view.errors) errors.set(error.field, error);
    read.pages += 1;
    last = view;
    if (items.length >= itemsMax) break;
  }
  const isComplete = last?.page.hasNextPage === false;
  return {
    items,
    isComplete,
    endCursor: isComplete ? null : (last?.page.endCursor ?? null),
    errors: [...errors.values()],
  };
}

/**
 * Creates a test that returns true when a record comes for the first time: a list that grows while it is read may
 * repeat some records.
 */
function createNewRecordTest(): (item: unknown) => boolean {
  const seen = new Set<unknown>();
  return (item) => {
    if (!isObject(item) || typeof item['id'] !== 'string') return true;
    if (seen.has(item['id'])) return false;
    seen.add(item['id']);
    return true;
  };
}
