import { createFieldError } from '../../src/errors.ts';
import { formatTypedName } from '../../src/mcp/text/text.ts';

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

export type Chosen<Order extends NamedOrder> = Order & { readonly name: string };

/** Parses an order: `margin`, `margin desc` or `-margin`. */
export function parseOrder<Order extends NamedOrder>(
  sort: string | undefined,
  orders: Readonly<Record<string, Order>>,
  field = 'sort',
): Chosen<Order> | undefined {
  if (sort === undefined) return undefined;
  const [, minus, word = '', direction] =
    /^\s*(-?)([a-z]+(?:_[a-z]+)*?)(?:[\s_:]+(asc|desc)\w*)?\s*$/i.exec(sort) ?? [];
  const name = Object.keys(orders).find((orderName) => orderName.toLowerCase() === word.toLowerCase());
  const order = name === undefined ? undefined : orders[name];
  if (name === undefined || order === undefined) {
    const names = Object.keys(orders).join(', ');
    throw createFieldError(
      'BAD_REQUEST',
      field,
      `${formatTypedName(sort)}: no such order; there are ${names}, each with asc or desc`,
    );
  }
  const isDescending = minus === '-' || direction?.toLowerCase() === 'desc';
  return { name, ...order, first: isDescending ? 'high' : direction === undefined ? order.first : 'low' };
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
export const formatOrder = ({ name, first }: Chosen<NamedOrder>): string =>
  `by ${name}, ${first === 'high' ? 'highest' : 'lowest'} first`;
