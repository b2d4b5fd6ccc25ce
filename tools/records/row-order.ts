import { fieldError } from '../../src/errors.ts';
import { formatTypedName } from '../../src/mcp/text/text.ts';

type Value = string | number | null | undefined;

/** A named order of a list, wherever its rows are put in order. */
export interface NamedOrder {
  /** Which end a person means who names no direction. */
  readonly first: 'low' | 'high';
  /** Columns that are shown along with it, because the question is about them. */
  readonly shows?: readonly string[];
}

/** One of rows that are all here. */
export interface RowOrder<Row> extends NamedOrder {
  readonly by: (row: Row) => Value;
  /** The currency of an amount: amounts of two currencies don't compare, so each currency has an order of its own. */
  readonly currencyOf?: (row: Row) => string;
}

export type RowOrders<Row> = Readonly<Record<string, RowOrder<Row>>>;

export type Chosen<Order extends NamedOrder> = Order & { readonly name: string };

/** `margin`, `margin desc`, `-margin`: an order by its name, turned round where that was asked for. */
export function chosenOrder<Order extends NamedOrder>(
  sort: string | undefined,
  orders: Readonly<Record<string, Order>>,
  field = 'sort',
): Chosen<Order> | undefined {
  if (sort === undefined) return undefined;
  const [, minus, word = '', direction] =
    /^\s*(-?)([a-z]+(?:_[a-z]+)*?)(?:[\s_:]+(asc|desc)\w*)?\s*$/i.exec(sort) ?? [];
  const name = Object.keys(orders).find((known) => known.toLowerCase() === word.toLowerCase());
  const order = name === undefined ? undefined : orders[name];
  if (name === undefined || order === undefined) {
    const names = Object.keys(orders).join(', ');
    throw fieldError(
      'BAD_REQUEST',
      field,
      `${formatTypedName(sort)}: no such order; there are ${names}, each with asc or desc`,
    );
  }
  const isDescending = minus === '-' || direction?.toLowerCase() === 'desc';
  return { name, ...order, first: isDescending ? 'high' : direction === undefined ? order.first : 'low' };
}

/** What is not known comes last whichever way round; ties stay as they are. */
export function sortRows<Row>(
  rows: readonly Row[],
  { by, first, currencyOf = () => '' }: RowOrder<Row>,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, value: by(row) ?? null, currency: currencyOf(row) }));
  return keyed
    .toSorted((one, other) => compare(one.currency, other.currency, 'low') || compare(one.value, other.value, first))
    .map(({ row }) => row);
}

function compare(one: string | number | null, other: string | number | null, first: 'low' | 'high'): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other === (first === 'low') ? -1 : 1;
}

/** `by margin, lowest first`. */
export const orderText = ({ name, first }: Chosen<NamedOrder>): string =>
  `by ${name}, ${first === 'high' ? 'highest' : 'lowest'} first`;
