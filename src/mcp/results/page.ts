import type { Completeness } from '../../domain/kit/completeness.ts';
import { tokensMax, requestedTokensMax } from './tokens.ts';

/** Position at which a list continues. */
export interface ListPosition {
  /** Position in the tool's own source, such as the cursor of the API. */
  readonly from?: string | undefined;
  /** Rows that were already shown, counted from there. */
  readonly skip: number;
}

/**
 * Position of this call in its list, and the cursor of the next page. A cursor includes the arguments, so that it works
 * alone.
 */
export interface Paging {
  readonly position: ListPosition;
  readonly cursorAt: (position: ListPosition) => string;
}

/** One page of a list as far as it was read; `listResult` may show fewer rows and continues after those. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  /** Returns the cursor after this many rows of the page, or null if no rows follow. */
  readonly getCursorAfter: (shown: number) => string | null;
  readonly tokensMax: number;
  /** Completeness of the data when the page was made. */
  readonly completeness: Completeness;
}

/** The parts of a tool's context that make a page. */
export interface ListPageSource {
  readonly paging: Paging;
  readonly completeness: () => Completeness;
}

/** Size of the part of a list that was requested. */
export interface RequestedPage {
  readonly limit?: number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly format?: 'table' | 'csv' | 'json' | undefined;
}

/** Arguments that say how a list is shown and not what is in it: a later page may change them. */
export const pageArguments: readonly string[] = ['limit', 'fields', 'format'] satisfies (keyof RequestedPage)[];

/** More rows than fit: the tokens of an answer end a page, not a count. */
export const limitDefault = 100;

export const startOfList: ListPosition = { skip: 0 };

export const isStart = ({ from, skip }: ListPosition) => from === undefined && skip === 0;

/**
 * Returns the most tokens of a page. A caller who names the number of rows, the columns or CSV wants them in one page.
 */
export const getTokensMax = ({ limit, fields, format }: RequestedPage): number =>
  limit !== undefined || fields !== undefined || format === 'csv' ? requestedTokensMax : tokensMax;

/** Returns the rows of a list that are requested. */
export const getSpan = ({ paging }: { readonly paging: Paging }, requestedPage: RequestedPage) => ({
  skip: paging.position.skip,
  limit: Math.floor(requestedPage.limit ?? limitDefault),
});

/** Builds a page of rows that are all loaded, in their order. `from` is passed on to the next page. */
export function buildLocalPage<Row>(
  ctx: ListPageSource,
  all: readonly Row[],
  requestedPage: RequestedPage,
  from: string | undefined = ctx.paging.position.from,
): RowPage<Row> {
  const { skip, limit } = getSpan(ctx, requestedPage);
  return buildSpanPage(ctx, { rows: all.slice(skip, skip + limit), total: all.length }, requestedPage, from);
}

/** Builds a page from the rows of the requested span and their total. */
export function buildSpanPage<Row>(
  { paging, completeness }: ListPageSource,
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
  requestedPage: RequestedPage,
  from: string | undefined = paging.position.from,
): RowPage<Row> {
  const {
    position: { skip },
    cursorAt,
  } = paging;
  return {
    rows,
    isFirst: skip === 0,
    getCursorAfter: (shownCount) => (skip + shownCount < total ? cursorAt({ from, skip: skip + shownCount }) : null),
    tokensMax: getTokensMax(requestedPage),
    completeness: completeness(),
  };
}
