import type { Completeness } from '../../domain/kit/completeness.ts';
import { tokensMax, tokensMaxAsked } from './tokens.ts';

/** Where a list continues. */
export interface ListPosition {
  /** What the tool itself goes on from, such as the cursor of the API. */
  readonly from?: string | undefined;
  /** Rows that were already shown, counted from there. */
  readonly skip: number;
}

/** Where this call began, and the way to the next: a cursor stands for the question, too, so that it works alone. */
export interface Paging {
  readonly position: ListPosition;
  readonly cursorAt: (position: ListPosition) => string;
}

/** One page of a list as far as it was read; `listResult` may show fewer rows and continues after those. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  /** The cursor after so many rows of this page; null where nothing follows. */
  readonly cursorAfter: (shown: number) => string | null;
  readonly tokensMax: number;
  /** How much of the data was there when the page was made. */
  readonly completeness: Completeness;
}

/** The parts of a tool's context that make a page. */
export interface PageSource {
  readonly paging: Paging;
  readonly completeness: () => Completeness;
}

/** How much of a list was asked for. */
export interface PageAsked {
  readonly limit?: number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly format?: 'table' | 'csv' | 'json' | undefined;
}

/** Arguments that say how a list is shown and not what is in it: a later page may change them. */
export const pageArguments: readonly string[] = ['limit', 'fields', 'format'] satisfies (keyof PageAsked)[];

/** More rows than fit: the tokens of an answer end a page, not a count. */
export const limitDefault = 100;

export const startOfList: ListPosition = { skip: 0 };

export const isStart = ({ from, skip }: ListPosition) => from === undefined && skip === 0;

/** Somebody who says how many rows, which columns or CSV wants them together. */
export const tokensFor = ({ limit, fields, format }: PageAsked): number =>
  limit !== undefined || fields !== undefined || format === 'csv' ? tokensMaxAsked : tokensMax;

/** Which rows of a list are asked for. */
export const spanOf = ({ paging }: { readonly paging: Paging }, asked: PageAsked) => ({
  skip: paging.position.skip,
  limit: Math.floor(asked.limit ?? limitDefault),
});

/** One page of rows that are all here, in the order in which they are shown; `from` is handed to the next page. */
export function localPage<Row>(
  ctx: PageSource,
  all: readonly Row[],
  asked: PageAsked,
  from: string | undefined = ctx.paging.position.from,
): Page<Row> {
  const { skip, limit } = spanOf(ctx, asked);
  return pageOfSpan(ctx, { rows: all.slice(skip, skip + limit), total: all.length }, asked, from);
}

/** The rows of the span that was asked for, out of so many. */
export function pageOfSpan<Row>(
  { paging, completeness }: PageSource,
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
  asked: PageAsked,
  from: string | undefined = paging.position.from,
): Page<Row> {
  const {
    position: { skip },
    cursorAt,
  } = paging;
  return {
    rows,
    isFirst: skip === 0,
    cursorAfter: (shown) => (skip + shown < total ? cursorAt({ from, skip: skip + shown }) : null),
    tokensMax: tokensFor(asked),
    completeness: completeness(),
  };
}
