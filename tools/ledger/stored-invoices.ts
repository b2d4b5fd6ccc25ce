import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { printDaysBetween } from '../../src/domain/kit/dates.ts';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import { toExpression } from '../../src/copy-tables/conditions.ts';
import { printDueDate } from '../../src/domain/money/due-date.ts';
import type { RecordsDatabase } from '../../src/mcp/tool/records-copy.ts';
import type { PageSpan } from '../arguments/list-view.ts';
import { findNames } from '../copied/group-names.ts';
import { measureExpressions, measureSql, type OnDay } from '../copied/measure-sql.ts';
import { listQueryOrders, type QueryOrder, sortDirection } from '../copied/sorted-query.ts';

/** Expressions on an invoice `f` and its customer `c`. */
export const invoiceExpressions = expressionBuilder<
  CopyRows & { f: CopyRows['invoice']; c: CopyRows['customer'] },
  'f' | 'c'
>();

/** The day on which an invoice `f` is due. */
export const dueDay = toExpression<string | null>({ text: printDueDate('f'), values: [] });

/** Builds the days past due; null while nothing is overdue. */
export function buildDaysOverdue(onDay: OnDay): AliasableExpression<number | null> {
  const { where } = measureSql('overdue_ar', onDay);
  const { day } = measureSql('cash_in', onDay);
  return toExpression<number | null>({
    text: `case when ${where} then ${printDaysBetween(day, `'${onDay.today}'`)} end`,
    values: [],
  });
}

/** The invoices that a question is about. */
interface InvoicesRequest {
  readonly condition: Expression<SqlBool>;
  readonly onDay: OnDay;
}

/** Totals of the invoices of a list in one currency. */
export type InvoiceSums = Awaited<ReturnType<ReturnType<typeof selectInvoiceSums>['execute']>>[number];

/** Selects the sums by currency, in alphabetical order. */
export function selectInvoiceSums(db: RecordsDatabase, { condition, onDay }: InvoicesRequest) {
  const { where: isOpen } = measureExpressions('open_ar', onDay);
  const { where: isOverdue } = measureExpressions('overdue_ar', onDay);
  return db
    .selectFrom('invoice as f')
    .select(({ fn }) => [
      'f.currency',
      fn.countAll<number>().as('count'),
      fn.sum<number>('f.amount_cents').as('amountCents'),
      sql<number>`sum(case when ${isOpen} then f.owed_cents else 0 end)`.as('openCents'),
      sql<number>`count(case when ${isOverdue} then 1 end)`.as('overdueCount'),
      sql<number>`sum(case when ${isOverdue} then f.owed_cents else 0 end)`.as('overdueCents'),
    ])
    .where(condition)
    .groupBy('f.currency')
    .orderBy('f.currency');
}

const selectInvoices = (db: RecordsDatabase, { condition }: Pick<InvoicesRequest, 'condition'>) =>
  db.selectFrom('invoice as f').leftJoin('customer as c', 'c.id', 'f.customer_id').where(condition);

/** An invoice as a list shows it. */
export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectInvoicePage>['execute']>>[number];

/** Selects the invoices of a page: as requested, then as usual, then the newest first. */
export function selectInvoicePage(
  db: RecordsDatabase,
  question: InvoicesRequest,
  { span, orders }: { readonly span: PageSpan; readonly orders: readonly QueryOrder[] },
) {
  const page = selectInvoices(db, question)
    .leftJoin('shipment as s', 's.id', 'f.shipment_id')
    .select([
      'f.id',
      'f.friendly_id as friendlyId',
      'f.status',
      'f.customer_id as customerId',
      'c.name as customer',
      'f.shipment_id as shipmentId',
      's.friendly_id as shipment',
      'f.currency',
      'f.invoice_date as invoiceDate',
      'f.due_date as dueDate',
      'f.amount_cents as amountCents',
      'f.paid_cents as paidCents',
      'f.credited_cents as creditedCents',
      'f.owed_cents as owedCents',
      'f.reference',
      'f.payment_term_id as paymentTermId',
    ]);
  const sorted = listQueryOrders(orders).reduce((query, order) => query.orderBy(order.by, sortDirection(order)), page);
  return sorted.orderBy('f.created_at', 'desc').orderBy('f.id', 'desc').limit(span.limit).offset(span.skip);
}

/** Invoices of one group, summed where they are stored. */
export interface CountedInvoices {
  /** Key of the group: a name, a month, or days past due; null if the invoices have none. */
  readonly key: string | number | null;
  readonly currency: string;
  readonly count: number;
  readonly openCents: number;
  readonly amountCents: number;
}

/** Tells the groups of each grouping apart. */
const groupKeys: Readonly<Record<string, (onDay: OnDay) => AliasableExpression<string | number | null>>> = {
  customer: () => invoiceExpressions.ref('f.customer_id'),
  status: () => invoiceExpressions.ref('f.status'),
  age: buildDaysOverdue,
  month: () => sql<string>`substr(${invoiceExpressions.ref('f.invoice_date')}, 1, 7)`,
};

/** Selects the sums of invoices with the same key in a grouping. */
export function selectInvoiceGroups(db: RecordsDatabase, question: InvoicesRequest, groupBy: string) {
  const key = groupKeys[groupBy];
  if (key === undefined) throw new Error(`no grouping ${groupBy}`);
  return db
    .selectFrom('invoice as f')
    .select(({ fn }) => [
      key(question.onDay).as('key'),
      'f.currency',
      fn.countAll<number>().as('count'),
      fn.sum<number>('f.owed_cents').as('openCents'),
      fn.sum<number>('f.amount_cents').as('amountCents'),
    ])
    .where(question.condition)
    .groupBy(['key', 'f.currency']);
}

/** Replaces the ids of customers with their names. */
export async function replaceCustomerIds(
  db: RecordsDatabase,
  groups: readonly CountedInvoices[],
  groupBy: string,
): Promise<readonly CountedInvoices[]> {
  if (groupBy !== 'customer') return groups;
  const toName = await findNames(
    db,
    'customer',
    groups.flatMap(({ key }) => (key === null ? [] : [String(key)])),
  );
  return groups.map((group) => ({ ...group, key: group.key === null ? null : toName(String(group.key)) }));
}

/** Selects the number of the customer who is longest overdue. */
export function selectLongestOverdue(db: RecordsDatabase, question: InvoicesRequest) {
  const { where: isOverdue } = measureExpressions('overdue_ar', question.onDay);
  return selectInvoices(db, question)
    .select('c.friendly_id as friendlyId')
    .where(isOverdue)
    .orderBy(dueDay)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(1);
}
