import * as z from 'zod';
import type { Paging, PageAsked } from '../../src/mcp/results/page.ts';
import { localPage } from '../../src/mcp/results/page.ts';
import type { ListColumn, ListFacts, ListRow } from '../../src/mcp/results/list-result.ts';
import { withCurrency } from '../records/columns.ts';
import { groupColumns, type GroupedList, groupingNamed, groupOrders, groupRows } from '../records/row-groups.ts';
import { type ChosenOrder, chosenOrder, orderText, type RowOrders, sortRows } from '../records/row-order.ts';
import { chosenFields } from './list-arguments.ts';

/** What a list can show, and by what it can be ordered and counted. */
export interface ListOptions<Record, Shown = Record> extends GroupedList<Record> {
  readonly columns: readonly ListColumn[];
  /** Columns that `fields` or an order brings in. */
  readonly further?: readonly ListColumn[];
  /** Members that only `structuredContent` carries. */
  readonly hidden?: readonly string[];
  /** Members without a heading that `fields` may name, such as the uuid. */
  readonly onRequest?: readonly string[];
  readonly orders: RowOrders<Record>;
  readonly rowOf: (shown: Shown) => ListRow;
}

/** How a list is asked to be shown. */
export interface ListAsked extends PageAsked {
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

interface ViewOf<Record, Shown> {
  readonly options: ListOptions<Record, Shown>;
  readonly asked: ListAsked;
  readonly columns: readonly ListColumn[];
  readonly fields: readonly string[] | undefined;
  /** How it is ordered or grouped, as a sentence; empty where nobody asked. */
  readonly words: string;
}

interface RowView<Record, Shown> extends ViewOf<Record, Shown> {
  readonly groupBy: undefined;
  readonly order: ChosenOrder<Record> | undefined;
}

interface GroupView<Record, Shown> extends ViewOf<Record, Shown> {
  readonly groupBy: string;
  readonly order: ChosenOrder<ListRow> | undefined;
}

/** A list that shows rows, or groups with counts and sums. */
export type ListView<Record, Shown = Record> = RowView<Record, Shown> | GroupView<Record, Shown>;

/** Refuses orders and columns that do not exist, before anything is read. */
export function listView<Record, Shown = Record>(
  options: ListOptions<Record, Shown>,
  asked: ListAsked,
): ListView<Record, Shown> {
  const { columns, further = [], hidden = [], onRequest = [] } = options;
  if (asked.groupBy !== undefined) return groupView(options, asked, asked.groupBy);
  const fields = chosenFields(asked.fields, { columns: [...columns, ...further], hidden, onRequest });
  const order = chosenOrder(asked.sort, options.orders);
  const shown = fields === undefined ? further.filter(({ key }) => order?.shows?.includes(key)) : further;
  const words = order === undefined ? '' : `Sorted ${orderText(order)}.`;
  return { options, asked, groupBy: undefined, order, columns: [...columns, ...shown], fields, words };
}

function groupView<Record, Shown>(
  options: ListOptions<Record, Shown>,
  asked: ListAsked,
  groupBy: string,
): GroupView<Record, Shown> {
  const { column } = groupingNamed(options, groupBy);
  const columns = groupColumns(options, groupBy);
  const fields = chosenFields(asked.fields, { columns, hidden: ['currency'] });
  const order = chosenOrder(asked.sort, groupOrders(options));
  const words = `Counted by ${column.title.toLowerCase()}${order === undefined ? '' : `, ${orderText(order)}`}.`;
  return { options, asked, groupBy, order, columns, fields, words };
}

export type ViewFacts = Omit<ListFacts, 'summary' | 'asOf' | 'totals' | 'coverage' | 'nextActions' | 'isText'>;

/** One page of the complete set; `records` come in the order that is used where none was asked for. */
export function viewPage<Record>(
  ctx: { readonly paging: Paging },
  view: ListView<Record>,
  records: readonly Record[],
): ViewFacts {
  if (view.groupBy !== undefined) return groupPage(ctx, view, records);
  const page = recordPage(ctx, view, records);
  return { ...page, rows: page.rows.map(view.options.rowOf) };
}

/** The same where only the records of the page are read as they are shown; what is gone meanwhile is left out. */
export async function shownPage<Record, Shown>(
  ctx: { readonly paging: Paging },
  view: ListView<Record, Shown>,
  records: readonly Record[],
  show: (page: readonly Record[]) => Promise<readonly Shown[]>,
): Promise<ViewFacts> {
  if (view.groupBy !== undefined) return groupPage(ctx, view, records);
  const page = recordPage(ctx, view, records);
  return { ...page, rows: (await show(page.rows)).map(view.options.rowOf) };
}

function recordPage<Record, Shown>(
  ctx: { readonly paging: Paging },
  { options: { hidden = [], onRequest = [] }, asked, order, ...view }: RowView<Record, Shown>,
  records: readonly Record[],
) {
  const page = localPage(ctx, order === undefined ? records : sortRows(records, order), asked);
  return { ...page, ...columnsOf(view, asked), hidden, onRequest, total: records.length };
}

function groupPage<Record, Shown>(
  ctx: { readonly paging: Paging },
  { options, asked, order, groupBy, ...view }: GroupView<Record, Shown>,
  records: readonly Record[],
): ViewFacts {
  const groups = groupRows(options, groupBy, records);
  const page = localPage(ctx, order === undefined ? groups : sortRows(groups, order), asked);
  return { ...page, ...columnsOf(view, asked), hidden: ['currency'], total: groups.length };
}

const columnsOf = ({ columns, fields }: Pick<ViewOf<never, never>, 'columns' | 'fields'>, { format }: ListAsked) =>
  withCurrency({ columns, fields, format: format ?? 'table' });
