import type { CollectionName } from '../../src/copy-tables/index.ts';
import type { NamedOrder } from '../records/row-order.ts';

/** An order of rows that are put in order where they are stored. */
export interface StoredOrder extends NamedOrder {
  /** SQL on the rows of the list. */
  readonly by: string;
  /** What it reads beside the records of the list. */
  readonly tables?: readonly CollectionName[];
}

/** What is not known comes last whichever way round. */
export const orderSql = ({ by, first }: Pick<StoredOrder, 'by' | 'first'>): string =>
  `${by} ${first === 'low' ? 'asc' : 'desc'} nulls last`;
