import type { Expression, OrderByItemBuilder } from 'kysely';
import type { NamedOrder } from '../records/row-order.ts';

/** An order of rows that are sorted where they are stored. */
export interface QueryOrder extends NamedOrder {
  /** Expression on the rows of the list. */
  readonly by: Expression<unknown>;
  /** The currency of an amount: amounts of two currencies don't compare, so each currency has an order of its own. */
  readonly currency?: Expression<unknown>;
  /** True if a low value of `by` is a high one of the order, as an age counts from a moment. */
  readonly isReversed?: boolean;
}

/** Sorts in this direction; what isn't known comes last in either. */
export const sortDirection =
  ({ first, isReversed = false }: Pick<QueryOrder, 'first' | 'isReversed'>) =>
  (item: OrderByItemBuilder): OrderByItemBuilder =>
    (first === 'low') === isReversed ? item.desc().nullsLast() : item.asc().nullsLast();

/** Lists the orders that a query is sorted by, the currency of an amount before it. */
export const listQueryOrders = (orders: readonly QueryOrder[]): readonly QueryOrder[] =>
  orders.flatMap(({ currency, ...order }) => (currency ? [{ by: currency, first: 'low' }, order] : [order]));
