import { printDueDate } from '../../src/domain/money/due-date.ts';
import type { Condition } from '../copied/conditions.ts';
import { measureSql } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { orderSql, type StoredOrder } from '../copied/stored-order.ts';
import { copiedCustomers } from '../customers/copied-customers.ts';
import type { Span } from '../arguments/list-view.ts';
import type { Chosen } from '../records/row-order.ts';
import { type CountedInvoices, groupKeySql } from './invoice-list.ts';
import type { InvoiceQuestion } from './invoice-question.ts';

/** What the invoices that are meant come to in one currency. */
export interface InvoiceSums {
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
  readonly openCents: number;
  readonly overdueCount: number;
  readonly overdueCents: number;
}

type Asked = Pick<InvoiceQuestion, 'condition' | 'isByDue' | 'onDay'>;

/** By currency, in alphabetical order. */
export function invoiceSums(read: Reader, { condition, onDay }: Asked): Promise<readonly InvoiceSums[]> {
  const { where: isOpen } = measureSql('open_ar', onDay);
  const { where: isOverdue } = measureSql('overdue_ar', onDay);
  return rowsOf<InvoiceSums>(
    read,
    `select f.currency, count(*) as count, sum(f.amount_cents) as amountCents,
      sum(case when ${isOpen} then f.owed_cents else 0 end) as openCents,
      count(case when ${isOverdue} then 1 end) as overdueCount,
      sum(case when ${isOverdue} then f.owed_cents else 0 end) as overdueCents
    from invoice f where ${condition.text} group by f.currency order by f.currency`,
    condition.values,
  );
}

/** Ids of the invoices of a page. */
export async function invoiceIds(
  read: Reader,
  { condition, isByDue }: Asked,
  { skip, limit }: Span,
  order: Chosen<StoredOrder> | undefined,
): Promise<readonly string[]> {
  const asked = order ? `${orderSql(order)}, ` : '';
  const usual = isByDue ? `${orderSql({ by: printDueDate('f'), first: 'low' })}, ` : '';
  const rows = await rowsOf<{ readonly id: string }>(
    read,
    `${from('f.id', condition)} order by ${asked}${usual}f.created_at desc, f.id desc limit ? offset ?`,
    [...condition.values, limit, skip],
  );
  return rows.map(({ id }) => id);
}

const from = (columns: string, { text }: Condition): string =>
  `select ${columns} from invoice f left join customer c on c.id = f.customer_id where ${text}`;

/** Sums of what has the same key in a grouping. */
export async function countedInvoices(
  read: Reader,
  { condition, onDay }: Asked,
  grouping: string,
): Promise<readonly CountedInvoices[]> {
  const rows = await rowsOf<CountedInvoices>(
    read,
    `${from(
      `${groupKeySql(onDay)[grouping] ?? 'null'} as key, f.currency, count(*) as count,
      sum(f.owed_cents) as openCents, sum(f.amount_cents) as amountCents`,
      condition,
    )} group by 1, 2`,
    condition.values,
  );
  return grouping === 'customer' ? withNames(read, rows) : rows;
}

/** Names of customers in the place of their ids: joined to every invoice they would take longer than all else. */
async function withNames(read: Reader, rows: readonly CountedInvoices[]): Promise<readonly CountedInvoices[]> {
  const customers = await copiedCustomers(read);
  return rows.map((row) => {
    const customer = customers.get(String(row.key));
    return { ...row, key: customer ? `${customer.name} (${customer.friendlyId})` : null };
  });
}

/** The number of the customer who is longest overdue. */
export async function longestOverdue(read: Reader, { condition, onDay }: Asked): Promise<string | undefined> {
  const { where: isOverdue } = measureSql('overdue_ar', onDay);
  const { day } = measureSql('cash_in', onDay);
  const [row] = await rowsOf<{ readonly friendlyId: string | null }>(
    read,
    `${from('c.friendly_id as friendlyId', condition)} and ${isOverdue}
    order by ${day}, f.created_at desc, f.id desc limit 1`,
    condition.values,
  );
  return row?.friendlyId ?? undefined;
}
