import * as z from 'zod';
import type { ListPageSource, RequestedPage } from '../../src/mcp/results/page.ts';
import { buildLocalPage, buildSpanPage, getSpan } from '../../src/mcp/results/page.ts';
import type { ListColumn, ListFacts, ListRow } from '../../src/mcp/results/list-result.ts';
import { withCurrency } from '../records/columns.ts';
import { groupColumns, type GroupedList, groupingNamed, groupOrders, groupRows } from '../records/row-groups.ts';
import { type Chosen, chosenOrder, type NamedOrder, orderText, type RowOrder, sortRows } from '../records/row-order.ts';
import { chosenFields } from './list-arguments.ts';

/** What a list can show, and by what it can be ordered and counted. */
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
  /** A row with at least the members of these keys; those that take long may be left out where nobody sees them. */
  readonly rowOf: (shown: Shown, keys: ReadonlySet<string>) => ListRow;
}

/** How a list is asked to be shown. */
export interface ListAsked extends RequestedPage {
  readonly sort?: string | undefined;
  readonly groupBy?: string | undefined;
}

/** The arguments `sort` and `groupBy` of a list tool; orders by way of example, since a model pays for each word. */
export const viewArguments = (orders: readonly string[], groupings: readonly string[]) => ({
  sort: z
    .string()
    .max(40)
    .optional()
    .describe(`${orders.join(', ')} ...`),
  groupBy: z
    .string()
    .refine((name) => groupings.includes(name), `must be one of ${groupings.join(', ')}`)
    .optional()
    .describe(groupings.join(', ')),
});

interface ViewOf<Options> {
  readonly options: Options;
  readonly asked: ListAsked;
  readonly columns: readonly ListColumn[];
  readonly fields: readonly string[] | undefined;
  /** How it is ordered or grouped, as a sentence; empty where nobody asked. */
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

/** Refuses orders and columns that do not exist, before anything is read. */
export function listView<Record, Shown = Record, Order extends NamedOrder = RowOrder<Record>>(
  options: ListOptions<Record, Shown, Order>,
  asked: ListAsked,
): ListView<Record, Shown, Order> {
  const { columns, further = [], hidden = [], onRequest = [] } = options;
  if (asked.groupBy !== undefined) return groupView(options, asked, asked.groupBy);
  const fields = chosenFields(asked.fields, { columns: [...columns, ...further], hidden, onRequest });
  const order = chosenOrder(asked.sort, options.orders);
  const shown = fields === undefined ? further.filter(({ key }) => order?.shows?.includes(key)) : further;
  const words = order === undefined ? '' : `Sorted ${orderText(order)}.`;
  return { options, asked, groupBy: undefined, order, columns: [...columns, ...shown], fields, words };
}

function groupView<Record, Shown, Order extends NamedOrder>(
  options: ListOptions<Record, Shown, Order>,
  asked: ListAsked,
  groupBy: string,
): GroupView<ListOptions<Record, Shown, Order>> {
  const { column } = groupingNamed(options, groupBy);
  const columns = groupColumns(options, groupBy);
  const fields = chosenFields(asked.fields, { columns, hidden: ['currency'] });
  const order = chosenOrder(asked.sort, groupOrders(options));
  const words = `Counted by ${column.title.toLowerCase()}${order === undefined ? '' : `, ${orderText(order)}`}.`;
  return { options, asked, groupBy, order, columns, fields, words };
}

export type ViewFacts = Omit<ListFacts, 'summary' | 'asOf' | 'totals' | 'notes' | 'nextActions' | 'isText'>;

/**
 * One page of the complete set; `records` come in the order that is used where none was asked for. Only those of the page
 * are read as they are shown; what is gone meanwhile is left out.
 */
export async function shownPage<Record, Shown>(
  ctx: ListPageSource,
  view: ListView<Record, Shown>,
  records: readonly Record[],
  show: (page: readonly Record[]) => Promise<readonly Shown[]>,
): Promise<ViewFacts> {
  if (view.groupBy !== undefined) return groupPage(ctx, view, records);
  const page = recordPage(ctx, view, records);
  return { ...page, rows: toRows(view, await show(page.rows)) };
}

/** Where rows that are not here are read from: the rows of a page in the order that was asked for, or their groups. */
export interface ListSource<Record, Shown, Order extends NamedOrder> {
  /** How many there are. */
  readonly total: number;
  readonly rows: (span: Span, order: Chosen<Order> | undefined) => Promise<readonly Shown[]>;
  /** Rows that stand for several records each, fine enough for the grouping of that name. */
  readonly counted: (grouping: string) => Promise<readonly Record[]>;
}

export type Span = ReturnType<typeof getSpan>;

/** The same of a list that is ordered, counted and cut where it is stored. */
export async function storedPage<Record, Shown, Order extends NamedOrder>(
  ctx: ListPageSource,
  view: ListView<Record, Shown, Order>,
  { total, rows, counted }: ListSource<Record, Shown, Order>,
): Promise<ViewFacts> {
  if (view.groupBy !== undefined) return groupPage(ctx, view, await counted(view.groupBy));
  const { asked, order } = view;
  const shown = toRows(view, await rows(getSpan(ctx, asked), order));
  return { ...buildSpanPage(ctx, { rows: shown, total }, asked), ...shownMembers(view), total };
}

function toRows<Record, Shown, Order extends NamedOrder>(
  { options, columns, fields }: RowView<ListOptions<Record, Shown, Order>, Order>,
  records: readonly Shown[],
): readonly ListRow[] {
  const keys = new Set(fields ?? columns.map(({ key }) => key));
  return records.map((record) => options.rowOf(record, keys));
}

function recordPage<Record, Shown>(
  ctx: ListPageSource,
  view: RowView<ListOptions<Record, Shown>, RowOrder<Record>>,
  records: readonly Record[],
) {
  const { asked, order } = view;
  const page = buildLocalPage(ctx, order === undefined ? records : sortRows(records, order), asked);
  return { ...page, ...shownMembers(view), total: records.length };
}

function shownMembers<Record, Shown, Order extends NamedOrder>(
  view: RowView<ListOptions<Record, Shown, Order>, Order>,
) {
  const { hidden = [], onRequest = [] } = view.options;
  return { ...columnsOf(view, view.asked), hidden, onRequest };
}

function groupPage<Record, Shown, Order extends NamedOrder>(
  ctx: ListPageSource,
  { options, asked, order, groupBy, ...view }: GroupView<ListOptions<Record, Shown, Order>>,
  records: readonly Record[],
): ViewFacts {
  const groups = groupRows(options, groupBy, records);
  const page = buildLocalPage(ctx, order === undefined ? groups : sortRows(groups, order), asked);
  return { ...page, ...columnsOf(view, asked), hidden: ['currency'], total: groups.length };
}

const columnsOf = ({ columns, fields }: Pick<ViewOf<never>, 'columns' | 'fields'>, { format }: ListAsked) =>
  withCurrency({ columns, fields, format: format ?? 'table' });
