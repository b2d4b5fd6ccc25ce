import type { Gap } from '../../domain/kit/completeness.ts';
import { collect } from '../../client/paginate.ts';
import type { ToolContext } from './context.ts';

const pageSizeDefault = 250;
/** Ids in one condition of a filter. */
const idsMax = 250;
const rowsMaxDefault = 5000;

interface ScanRequest<Filter> {
  readonly filter?: Filter | undefined;
  readonly pageSize?: number | undefined;
  readonly cursor?: string | null | undefined;
}

export interface ScanQuestion<Filter, Row> {
  readonly filter: Filter;
  /** The same conditions on a row, by filter field: applied here where the API says that it did not apply one. */
  readonly local?: Readonly<Record<string, (row: Row) => boolean>>;
  readonly rowsMax?: number;
  /** Number of records per page, if the API returns fewer at once. */
  readonly pageSize?: number;
}

export interface Scan<Row> {
  readonly rows: readonly Row[];
  /** False when more match than were read: totals then cover only what was read. */
  readonly isComplete: boolean;
  /** Gap of the records that were not read, for an answer that needs all of them (`noteUnread`). */
  readonly gap: Gap | undefined;
}

/** Notes what these scans did not read: the answer rests on all of it. */
export function noteUnread(
  { noteGap }: Pick<ToolContext, 'noteGap'>,
  ...scans: readonly (Pick<Scan<unknown>, 'gap'> | null | undefined)[]
): void {
  for (const read of scans) if (read?.gap) noteGap(read.gap);
}

/** Reads every record that matches, so that counts and sums are those of the complete set. */
export async function scan<Filter, Row>(
  ctx: Pick<ToolContext, 'signal'>,
  list: (request: ScanRequest<Filter>) => Promise<{ readonly data: readonly Row[] }>,
  { filter, local = {}, rowsMax = rowsMaxDefault, pageSize = pageSizeDefault }: ScanQuestion<NoInfer<Filter>, Row>,
): Promise<Scan<Row>> {
  const collected = await collect(
    (request: ScanRequest<Filter>) => list(request),
    { filter, pageSize },
    { itemsMax: rowsMax, signal: ctx.signal },
  );
  const ignored = [...new Set(collected.errors.map(({ field }) => field))];
  const tests = ignored.flatMap((field) => local[field] ?? []);
  const rows = collected.items.filter((row) => tests.every((test) => test(row)));
  const unfiltered = ignored.filter((field) => !Object.hasOwn(local, field));
  const notes = [
    collected.isComplete
      ? ''
      : `Only the newest ${collected.items.length} records were read; counts and totals cover those.`,
    unfiltered.length > 0
      ? `The API did not apply the filter on ${unfiltered.join(', ')}; rows are not limited by it.`
      : '',
  ].filter((note) => note !== '');
  return {
    rows,
    isComplete: collected.isComplete && unfiltered.length === 0,
    gap: notes.length > 0 ? { key: `scan ${notes.join(' ')}`, text: notes.join(' ') } : undefined,
  };
}

type IdsRequest = ScanRequest<{ readonly id: { readonly in: string[] } }>;

/**
 * Reads records from the API by their ids, each once, few calls for many; those that are gone are left out. This is for
 * records that a plan is about, whose versions are compared, and for what the copy doesn't hold: payment methods, contacts
 * and terms. Questions read everything else from the copy.
 */
export async function readByIds<Row extends { readonly id: string }>(
  ctx: Pick<ToolContext, 'signal'>,
  list: (request: IdsRequest) => Promise<{ readonly data: readonly Row[] }>,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, Row>> {
  const requested = new Set(ids.filter((id) => typeof id === 'string'));
  const allIds = [...requested];
  const groups = Array.from({ length: Math.ceil(allIds.length / idsMax) }, (_, place) =>
    allIds.slice(place * idsMax, (place + 1) * idsMax),
  );
  const pages = await Promise.all(
    groups.map((group) =>
      scan(ctx, list, { filter: { id: { in: group } }, local: { id: ({ id }) => requested.has(id) } }),
    ),
  );
  const rows = pages.flatMap((page) => page.rows).filter(({ id }) => requested.has(id));
  return new Map(rows.map((row) => [row.id, row]));
}
