import * as z from 'zod';
import type { ListPageSource, RequestedPage } from '../../src/mcp/results/page.ts';
import { buildLocalPage, buildSpanPage, getSpan } from '../../src/mcp/results/page.ts';
import type { ListColumn, ListResultInput, ListRow } from '../../src/mcp/results/list-result.ts';
import { withCurrency } from '../records/columns.ts';
import {
  listGroupColumns,
  parseGrouping,
  type GroupedList,
  requireGrouping,
  groupOrders,
  groupRows,
} from '../records/row-groups.ts';
import {
  type Chosen,
  parseOrder,
  type NamedOrder,
  formatOrder,
  type RowOrder,
  sortRows,
} from '../records/row-order.ts';
import { resolveFields } from './list-arguments.ts';

/** Columns of a list, and its orders and groupings. */
export interface ListOptions<
  Record,
  Shown = Record,
  Order extends NamedOrder = RowOrder<Record>,
> extends GroupedList<Record> {
  readonly columns: readonly ListColumn[];
  /** Columns that `fields` or an order brings in. */
  readonly further?: readonly ListColumn[];
  /** Members that only `structuredContent` carries. */
  readonly hidden?: readonly string[];
  /** Members without a heading that `fields` may name, such as the uuid. */
  readonly onRequest?: readonly string[];
  readonly orders: Readonly<{ [name: string]: Order }>;
  /**
   * Builds a row with at least the members of these keys; those that take long may be left out where they aren't shown.
   */
  readonly buildRow: (shown: Shown, keys: ReadonlySet<string>) => ListRow;
}

/** Requested view of a list. */
export interface RequestedView extends RequestedPage {
  readonly sort?: string | undefined;
  readonly groupBy?: string | undefined;
}

/**
 * Declares the arguments `sort` and `groupBy` of a list tool; only some orders as examples, since a model pays for each
 * word.
 */
export const declareViewArguments = (orders: readonly string[], groupings: readonly string[]) => ({
  sort: z
    .string()
    .max(40)
    .optional()
    .describe(`${orders.join(', ')} ...`),
  groupBy: z.string().max(40).optional().describe(groupings.join(', ')),
});

interface ViewOf<Options> {
  readonly options: Options;
  readonly requested: RequestedView;
  readonly columns: readonly ListColumn[];
  readonly fields: readonly string[] | undefined;
  /** Order or grouping as a sentence; empty where none was requested. */
  readonly words: string;
}

interface RowView<Options, Order extends NamedOrder> extends ViewOf<Options> {
  readonly groupBy: undefined;
  readonly order: Chosen<Order> | undefined;
}

interface GroupView<Options> extends ViewOf<Options> {
  readonly groupBy: string;
  readonly order: Chosen<RowOrder<ListRow>> | undefined;
}

/** A list that shows rows, or groups with counts and sums. */
export type ListView<Record, Shown = Record, Order extends NamedOrder = RowOrder<Record>> =
  | RowView<ListOptions<Record, Shown, Order>, Order>
  | GroupView<ListOptions<Record, Shown, Order>>;

/** Builds the view of a list. Orders and columns that do not exist are refused before anything is read. */
export function buildListView<Record, Shown = Record, Order extends NamedOrder = RowOrder<Record>>(
  options: ListOptions<Record, Shown, Order>,
  requested: RequestedView,
): ListView<Record, Shown, Order> {
  const { columns, further = [], hidden = [], onRequest = [] } = options;
  if (requested.groupBy !== undefined) return buildGroupView(options, requested, requested.groupBy);
  const fields = resolveFields(requested.fields, { columns: [...columns, ...further], hidden, onRequest });
  const order = parseOrder(requested.sort, options.orders, { columns: [...columns, ...further] });
  const extraColumns = fields === undefined ? further.filter(({ key }) => order?.shows?.includes(key)) : further;
  const words = order === undefined ? '' : `Sorted ${formatOrder(order)}.`;
  return {
    options,
    requested,
    groupBy: undefined,
    order,
    columns: [...columns, ...extraColumns],
    fields,
    words,
  };
}

function buildGroupView<Record, Shown, Order extends NamedOrder>(
  options: ListOptions<Record, Shown, Order>,
  requested: RequestedView,
  requestedGrouping: string,
): GroupView<ListOptions<Record, Shown, Order>> {
  const groupBy = parseGrouping(options, requestedGrouping);
  const { column } = requireGrouping(options, groupBy);
  const columns = listGroupColumns(options, groupBy);
  const fields = resolveFields(requested.fields, { columns, hidden: ['currency'] });
  const order = parseOrder(requested.sort, groupOrders(options), { columns });
  const words = `Counted by ${column.title.toLowerCase()}${order === undefined ? '' : `, ${formatOrder(order)}`}.`;
  return { options, requested, groupBy, order, columns, fields, words };
}

export type ListViewParts = Omit<ListResultInput, 'summary' | 'asOf' | 'totals' | 'notes' | 'nextActions' | 'isText'>;

/**
 * Builds one page of the complete set; `records` come in the order that is used where none was requested. Only those of
 * the page are read as they are shown; what is gone meanwhile is left out.
 */
export async function buildPage<Record, Shown>(
  ctx: ListPageSource,
  view: ListView<Record, Shown>,
  records: readonly Record[],
  show: (page: readonly Record[]) => Promise<readonly Shown[]>,
): Promise<ListViewParts> {
  if (view.groupBy !== undefined) return buildGroupPage(ctx, view, records);
  const page = buildRecordPage(ctx, view, records);
  return { ...page, rows: toRows(view, await show(page.rows)) };
}

/** Source of rows that are not here: the rows of a page in the requested order, or their groups. */
export interface ListSource<Record, Shown, Order extends NamedOrder> {
  /** Number of all rows. */
  readonly total: number;
  readonly rows: (span: PageSpan, order: Chosen<Order> | undefined) => Promise<readonly Shown[]>;
  /** Rows that stand for several records each, fine enough for the grouping of that name. */
  readonly counted: (grouping: string) => Promise<readonly Record[]>;
}

export type PageSpan = ReturnType<typeof getSpan>;

/** Builds one page of a list that is ordered, counted and cut where it is stored. */
export async function buildStoredPage<Record, Shown, Order extends NamedOrder>(
  ctx: ListPageSource,
  view: ListView<Record, Shown, Order>,
  { total, rows, counted }: ListSource<Record, Shown, Order>,
): Promise<ListViewParts> {
  if (view.groupBy !== undefined) return buildGroupPage(ctx, view, await counted(view.groupBy));
  const { requested, order } = view;
  const listRows = toRows(view, await rows(getSpan(ctx, requested), order));
  return { ...buildSpanPage(ctx, { rows: listRows, total }, requested), ...listShownMembers(view), total };
}

function toRows<Record, Shown, Order extends NamedOrder>(
  { options, columns, fields }: RowView<ListOptions<Record, Shown, Order>, Order>,
  records: readonly Shown[],
): readonly ListRow[] {
  const keys = new Set(fields ?? columns.map(({ key }) => key));
  return records.map((record) => options.buildRow(record, keys));
}

function buildRecordPage<Record, Shown>(
  ctx: ListPageSource,
  view: RowView<ListOptions<Record, Shown>, RowOrder<Record>>,
  records: readonly Record[],
) {
  const { requested, order } = view;
  const page = buildLocalPage(ctx, order === undefined ? records : sortRows(records, order), requested);
  return { ...page, ...listShownMembers(view), total: records.length };
}

function listShownMembers<Record, Shown, Order extends NamedOrder>(
  view: RowView<ListOptions<Record, Shown, Order>, Order>,
) {
  const { hidden = [], onRequest = [] } = view.options;
  return { ...listColumns(view, view.requested), hidden, onRequest };
}

function buildGroupPage<Record, Shown, Order extends NamedOrder>(
  ctx: ListPageSource,
  { options, requested, order, groupBy, ...view }: GroupView<ListOptions<Record, Shown, Order>>,
  records: readonly Record[],
): ListViewParts {
  const groups = groupRows(options, groupBy, records);
  const page = buildLocalPage(ctx, order === undefined ? groups : sortRows(groups, order), requested);
  return { ...page, ...listColumns(view, requested), hidden: ['currency'], total: groups.length };
}

const listColumns = ({ columns, fields }: Pick<ViewOf<never>, 'columns' | 'fields'>, { format }: RequestedView) =>
  withCurrency({ columns, fields, format: format ?? 'table' });
