import * as z from 'zod';
import { codeWords } from '../../src/domain/kit/code-words.ts';
import type { CollectionName } from '../../src/copy-tables/index.ts';
import type { Span } from '../arguments/list-view.ts';
import type { Condition } from '../copied/conditions.ts';
import { groupNames, readNames } from '../copied/group-names.ts';
import { deskSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { orderSql, type StoredOrder } from '../copied/stored-order.ts';
import type { Chosen } from '../records/row-order.ts';

/** What quotes of one currency come to. */
export interface QuotedAmount {
  readonly currency: string;
  readonly count: number;
  /** How many have a price. */
  readonly priced: number;
  readonly cents: number | null;
}

/** Quotes of one group, summed where they are stored. */
export interface CountedQuotes {
  /** Of the grouping; null for none of any. */
  readonly key: string | null;
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number | null;
  readonly marginCents: number | null;
  /** Amounts of those whose margin is known. */
  readonly marginAmountCents: number | null;
}

export const marginSql = '(q.amount_cents - q.target_cents)';

const from = (columns: string, { text }: Condition): string =>
  `select ${columns} from quote q left join freight_order o on o.id = q.order_id where ${text}`;

/** By currency, in alphabetical order. */
export function quotedAmounts(read: Reader, condition: Condition): Promise<readonly QuotedAmount[]> {
  return rowsOf<QuotedAmount>(
    read,
    `select q.currency, count(*) as count, count(q.amount_cents) as priced, sum(q.amount_cents) as cents
    from quote q where ${condition.text} group by q.currency order by q.currency`,
    condition.values,
  );
}

/** Ids of the quotes of a page: as asked, as is usual, the newest first. */
export async function quoteIds(
  read: Reader,
  { condition, usual }: { readonly condition: Condition; readonly usual: StoredOrder | undefined },
  { skip, limit }: Span,
  order: Chosen<StoredOrder> | undefined,
): Promise<readonly string[]> {
  const orders = [order, usual].flatMap((one) => (one ? [orderSql(one)] : []));
  const by = [...orders, 'q.created_at desc', 'q.id desc'].join(', ');
  const rows = await rowsOf<{ readonly id: string }>(
    read,
    `${from('q.id', condition)} order by ${by} limit ? offset ?`,
    [...condition.values, limit, skip],
  );
  return rows.map(({ id }) => id);
}

const Names = z.array(z.string());

interface StoredGrouping {
  /** SQL of what tells its groups apart. */
  readonly key: string;
  /** What it reads beside the quotes. */
  readonly tables: readonly CollectionName[];
  /** Where names of its keys are. */
  readonly names?: string;
  /** A key in words. */
  readonly words?: (key: string) => string;
}

const place = (end: 'origin' | 'destination'): string => `coalesce(o.${end}_place, 'unknown place')`;

/** `+` keeps SQLite from reading every quote in the order of an index, one by one: sorting them is quicker. */
const groupings: Readonly<Record<string, StoredGrouping>> = {
  customer: {
    key: '+q.customer_id',
    tables: ['customer'],
    names: groupNames.customer,
  },
  status: { key: '+q.status', tables: [] },
  lane: { key: `${place('origin')} || ' to ' || ${place('destination')}`, tables: ['freight_order'] },
  equipment: {
    key: 'o.equipment_names',
    tables: ['freight_order'],
    words: (key) => Names.parse(JSON.parse(key)).join(' or '),
  },
  assignee: {
    key: '+q.assignee_id',
    tables: ['user_account'],
    names: groupNames.person,
  },
  lostReason: { key: '+q.lost_reason', tables: [], words: codeWords },
  month: { key: 'substr(day(q.created_at), 1, 7)', tables: [] },
};

function groupingNamed(name: string): StoredGrouping {
  const grouping = groupings[name];
  if (grouping === undefined) throw new Error(`no grouping ${name}`);
  return grouping;
}

/** What has to be up to date for it beside the quotes. */
export const groupingTables = (name: string): readonly CollectionName[] => groupingNamed(name).tables;

/** Sums of what has the same key in a grouping; the group with the newest first. */
export async function countedQuotes(
  read: Reader,
  { condition, onDay }: { readonly condition: Condition; readonly onDay: OnDay },
  name: string,
): Promise<readonly CountedQuotes[]> {
  const { key, names, words = (text: string) => text } = groupingNamed(name);
  const rows = await rowsOf<CountedQuotes>(
    read,
    `${from(
      `${deskSql(key, onDay)} as key, q.currency, count(*) as count, sum(q.amount_cents) as amountCents,
      sum(${marginSql}) as marginCents, sum(case when q.target_cents is not null then q.amount_cents end) as marginAmountCents`,
      condition,
    )} group by 1, 2 order by max(q.created_at) desc`,
    condition.values,
  );
  const known = names === undefined ? undefined : await readNames(read, names);
  const nameOf = (text: string) => (known === undefined ? words(text) : (known.get(text) ?? null));
  return rows.map((row) => ({ ...row, key: row.key === null ? null : nameOf(row.key) }));
}
