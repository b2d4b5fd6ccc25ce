import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import { describeCode } from '../../src/domain/text/code-words.ts';
import { toExpression } from '../../src/copy-tables/conditions.ts';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import type { RecordsDatabase } from '../../src/mcp/tool/records-copy.ts';
import type { PageSpan } from '../arguments/list-view.ts';
import { findNames, type NamedKind } from '../copied/group-names.ts';
import { expandDeskSql, type OnDay } from '../copied/measure-sql.ts';
import { listQueryOrders, type QueryOrder, sortDirection } from '../copied/sorted-query.ts';

/** Expressions on a quote `q` and its order `o`. */
export const quoteExpressions = expressionBuilder<
  CopyRows & { q: CopyRows['quote']; o: CopyRows['freight_order'] },
  'q' | 'o'
>();

/** Amount less target cost; null while either is unknown. */
export const quoteMargin = quoteExpressions('q.amount_cents', '-', quoteExpressions.ref('q.target_cents'));

const selectQuotes = (db: RecordsDatabase, condition: Expression<SqlBool>) =>
  db.selectFrom('quote as q').leftJoin('freight_order as o', 'o.id', 'q.order_id').where(condition);

/** Totals of quotes in one currency. */
export interface QuotedAmount {
  readonly currency: string;
  readonly count: number;
  /** Number of quotes with a price. */
  readonly priced: number;
  readonly cents: number | null;
}

/** Sums quotes by currency, in alphabetical order. */
export const selectAmounts = (db: RecordsDatabase, condition: Expression<SqlBool>) =>
  db
    .selectFrom('quote as q')
    .select(({ fn }) => [
      'q.currency',
      fn.countAll<number>().as('count'),
      fn.count<number>('q.amount_cents').as('priced'),
      fn.sum<number | null>('q.amount_cents').as('cents'),
    ])
    .where(condition)
    .groupBy('q.currency')
    .orderBy('q.currency');

/** A quote as a list shows it. */
export type QuoteRow = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number];

/** Selects the quotes of a page: as requested, then as usual, then the newest first. */
export function selectPage(
  db: RecordsDatabase,
  condition: Expression<SqlBool>,
  { span, orders }: { readonly span: PageSpan; readonly orders: readonly QueryOrder[] },
) {
  const page = selectQuotes(db, condition)
    .leftJoin('customer as c', 'c.id', 'q.customer_id')
    .leftJoin('user_account as u', 'u.id', 'q.assignee_id')
    .leftJoin('shipment as s', 's.id', 'q.shipment_id')
    .select([
      'q.id',
      'q.friendly_id',
      'q.status',
      'q.amount_cents',
      'q.target_cents',
      'q.currency',
      'q.expires_at',
      'q.created_at',
      'q.lost_reason',
      'q.lost_reason_text',
      'o.origin_place',
      'o.destination_place',
      'o.pick_up_date',
      'o.delivery_date',
      'o.equipment_names',
      'o.weight',
      'o.mileage',
      'c.name as customer',
      'c.phone as phone',
      's.friendly_id as shipment',
      'u.name as assignee_name',
      'u.email as assignee_email',
    ]);
  const sorted = listQueryOrders(orders).reduce((query, order) => query.orderBy(order.by, sortDirection(order)), page);
  return sorted.orderBy('q.created_at', 'desc').orderBy('q.id', 'desc').limit(span.limit).offset(span.skip);
}

const Names = z.array(z.string());

/** Lists the names of equipment that the copy stores as JSON. */
export const listEquipment = (storedNames: string | null): readonly string[] =>
  storedNames === null ? [] : Names.parse(JSON.parse(storedNames));

/** Quotes of one group, summed where they are stored. */
export interface CountedQuotes {
  /** Key of the group; null for quotes without one. */
  readonly key: string | null;
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number | null;
  readonly marginCents: number | null;
  /** Amounts of those whose margin is known. */
  readonly marginAmountCents: number | null;
}

interface StoredGrouping {
  /** Tells its groups apart. */
  readonly key: (onDay: OnDay) => AliasableExpression<string | null>;
  /** Kind of record that the keys are ids of. */
  readonly names?: NamedKind;
  /** A key in words. */
  readonly words?: (key: string) => string;
}

const place = (end: 'origin' | 'destination'): Expression<string> =>
  quoteExpressions.fn.coalesce(`o.${end}_place`, sql<string>`'unknown place'`);

/** Builds SQL of the column that no index is used for. Sorting all quotes is faster than reading each by an index. */
const avoidIndex = (column: 'q.customer_id' | 'q.status' | 'q.assignee_id' | 'q.lost_reason') =>
  sql<string | null>`${sql.ref(column)} || ''`;

const groupings: Readonly<Record<string, StoredGrouping>> = {
  customer: { key: () => avoidIndex('q.customer_id'), names: 'customer' },
  status: { key: () => avoidIndex('q.status') },
  lane: { key: () => sql<string>`${place('origin')} || ' to ' || ${place('destination')}` },
  equipment: {
    key: () => quoteExpressions.ref('o.equipment_names'),
    words: (key) => listEquipment(key).join(' or '),
  },
  assignee: { key: () => avoidIndex('q.assignee_id'), names: 'person' },
  lostReason: { key: () => avoidIndex('q.lost_reason'), words: describeCode },
  month: {
    key: (onDay) => toExpression<string>({ text: expandDeskSql('substr(day(q.created_at), 1, 7)', onDay), values: [] }),
  },
};

function findGrouping(name: string): StoredGrouping {
  const grouping = groupings[name];
  if (grouping === undefined) throw new Error(`no grouping ${name}`);
  return grouping;
}

/** Sums quotes with the same key in a grouping; the group with the newest first. */
export const selectGroups = (
  db: RecordsDatabase,
  condition: Expression<SqlBool>,
  { onDay, groupBy }: { readonly onDay: OnDay; readonly groupBy: string },
) =>
  selectQuotes(db, condition)
    .select(({ fn }) => [
      findGrouping(groupBy).key(onDay).as('key'),
      'q.currency',
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('q.amount_cents').as('amountCents'),
      fn.sum<number | null>(quoteMargin).as('marginCents'),
      fn.sum<number | null>(pricedWithTarget).as('marginAmountCents'),
    ])
    .groupBy(['key', 'q.currency'])
    .orderBy(({ fn }) => fn.max('q.created_at'), 'desc');

const pricedWithTarget = quoteExpressions
  .case()
  .when('q.target_cents', 'is not', null)
  .then(quoteExpressions.ref('q.amount_cents'))
  .end();

/** Replaces the keys of a grouping with words, and ids of customers and people with their names. */
export async function replaceKeys(
  db: RecordsDatabase,
  groups: readonly CountedQuotes[],
  groupBy: string,
): Promise<readonly CountedQuotes[]> {
  const { names, words = (text: string) => text } = findGrouping(groupBy);
  const keys = groups.flatMap(({ key }) => key ?? []);
  const toName = names === undefined ? words : await findNames(db, names, keys);
  return groups.map((group) => ({ ...group, key: group.key === null ? null : toName(group.key) }));
}
