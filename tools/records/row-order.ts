import { createFieldError } from '../../src/errors.ts';
import { lowerFirst } from '../../src/domain/text/code-words.ts';
import type { ListColumn } from '../../src/mcp/results/list-result.ts';
import { formatTypedName } from '../../src/mcp/text/text.ts';
import { isSameName } from './columns.ts';

type OrderedValue = string | number | null | undefined;

/** A named order of a list, wherever its rows are put in order. */
export interface NamedOrder {
  /** The end that comes first if no direction is named. */
  readonly first: 'low' | 'high';
  /** Columns that are shown along with it, because the question is about them. */
  readonly shows?: readonly string[];
}

/** One of rows that are all here. */
export interface RowOrder<Row> extends NamedOrder {
  readonly by: (row: Row) => OrderedValue;
  /** The currency of an amount: amounts of two currencies don't compare, so each currency has an order of its own. */
  readonly currencyOf?: (row: Row) => string;
}

export type RowOrders<Row> = Readonly<Record<string, RowOrder<Row>>>;

export type Chosen<Order extends NamedOrder> = Order & {
  readonly name: string;
  /** The heading of its column, or its name in words. */
  readonly title: string;
};

interface OrderNames {
  /** The argument that names the order. */
  readonly field?: string;
  /** Columns whose headings name an order, too. */
  readonly columns?: readonly Pick<ListColumn, 'key' | 'title'>[];
}

/** Parses an order: `margin`, `margin desc`, `-margin`, or as answers print it: "Margin %, highest first". */
export function parseOrder<Order extends NamedOrder>(
  sort: string | undefined,
  orders: Readonly<Record<string, Order>>,
  { field = 'sort', columns = [] }: OrderNames = {},
): Chosen<Order> | undefined {
  if (sort === undefined) return undefined;
  const [, minus, word = '', direction = ''] =
    /^(-?)(.{1,200}?)(?:[\s_:,]{1,9}((?:asc|desc)[a-z]{0,9}|(?:low|high)est first))?$/i.exec(sort.trim()) ?? [];
  const names = Object.keys(orders);
  const getTitle = (orderName: string) => columns.find(({ key }) => key === orderName)?.title;
  const name =
    names.find((orderName) => isSameName(word, orderName)) ??
    names.find((orderName) => isSameName(word, getTitle(orderName) ?? ''));
  const order = name === undefined ? undefined : orders[name];
  if (name === undefined || order === undefined) {
    throw createFieldError(
      'BAD_REQUEST',
      field,
      `${formatTypedName(sort)}: no such order; there are ${names.join(', ')}, each with asc or desc`,
    );
  }
  const isDescending = minus === '-' || /^(?:desc|high)/i.test(direction);
  const title = getTitle(name) ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { name, title, ...order, first: isDescending ? 'high' : direction === '' ? order.first : 'low' };
}

/** Sorts rows. Unknown values come last in either direction; ties keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  { by, first, currencyOf = () => '' }: RowOrder<Row>,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, value: by(row) ?? null, currency: currencyOf(row) }));
  return keyed
    .toSorted(
      (firstRow, secondRow) =>
        compare(firstRow.currency, secondRow.currency, 'low') || compare(firstRow.value, secondRow.value, first),
    )
    .map(({ row }) => row);
}

function compare(value: string | number | null, otherValue: string | number | null, first: 'low' | 'high'): number {
  if (value === otherValue) return 0;
  if (value === null) return 1;
  if (otherValue === null) return -1;
  return value < otherValue === (first === 'low') ? -1 : 1;
}

/** Returns text such as `by margin, lowest first`. */
export const formatOrder = ({ title, first }: Pick<Chosen<NamedOrder>, 'title' | 'first'>): string =>
  `by ${lowerFirst(title)}, ${first === 'high' ? 'highest' : 'lowest'} first`;
