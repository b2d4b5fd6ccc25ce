import { formatDate } from '../../src/domain/places/local-time.ts';
import { sql } from 'kysely';
import { agingBuckets, countDaysPastDue } from '../../src/domain/money/aging.ts';
import { openInvoice } from '../../src/domain/money/invoice.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import type { OnDay } from '../copied/measure-sql.ts';
import type { QueryOrder } from '../copied/sorted-query.ts';
import { codeColumn, column, dateColumn, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { InvoiceSending } from './invoice-sending.ts';
import {
  buildDaysOverdue,
  type CountedInvoices,
  dueDay,
  invoiceExpressions,
  type InvoiceRow,
} from './stored-invoices.ts';

export const invoiceOrders = ['due', 'daysOverdue', 'open', 'amount', 'date', 'customer'];
export const invoiceGroupings = ['customer', 'status', 'age', 'month'] as const;

/** An invoice with its data from other records, if that was read. */
export interface ListedInvoice extends InvoiceRow {
  readonly sending: InvoiceSending | undefined;
  /** Name of its payment term. */
  readonly terms: string | null;
}

/** The last mail, such as `2026-11-20 to «ap@acme.example» by «dana»`, or why there is none. */
const sentColumn: ListColumn = {
  ...textColumn('sent', 'Sent'),
  text: ({ sent }) => String(sent).replace(/^\d{4}-\d\d-\d\d/, formatDate),
};

/**
 * Builds the options of a list of invoices on a day: its columns, orders and groupings, over invoices `f` of customers
 * `c`.
 */
export const buildInvoiceListOptions = (onDay: OnDay): ListOptions<CountedInvoices, ListedInvoice, QueryOrder> => ({
  columns: [
    column('friendlyId', 'Invoice'),
    textColumn('customer', 'Customer'),
    column('shipment', 'Shipment'),
    codeColumn('status', 'Status'),
    moneyColumn('amount', 'Amount'),
    moneyColumn('open', 'Open'),
    dateColumn('dueDate', 'Due'),
    countColumn('daysOverdue', 'Days overdue'),
    column('pod', 'POD'),
    sentColumn,
  ],
  further: [
    dateColumn('invoiceDate', 'Date'),
    textColumn('reference', 'Reference'),
    moneyColumn('paid', 'Paid'),
    moneyColumn('credits', 'Credits'),
    textColumn('terms', 'Terms'),
  ],
  hidden: ['currency'],
  onRequest: ['id'],
  orders: {
    due: { by: dueDay, first: 'low' },
    daysOverdue: { by: buildDaysOverdue(onDay), first: 'high' },
    open: { by: invoiceExpressions.ref('f.owed_cents'), currency: invoiceExpressions.ref('f.currency'), first: 'high' },
    amount: {
      by: invoiceExpressions.ref('f.amount_cents'),
      currency: invoiceExpressions.ref('f.currency'),
      first: 'high',
    },
    date: { by: invoiceExpressions.ref('f.invoice_date'), first: 'high', shows: ['invoiceDate'] },
    customer: { by: sql`search_fold(c.name)`, first: 'low' },
  },
  groupings: {
    customer: { column: textColumn('customer', 'Customer'), of: formatKey },
    status: { column: codeColumn('status', 'Status'), of: formatKey },
    age: { column: column('age', 'Days past due'), of: ({ key }) => getAgeLabel(Number(key ?? 0)) },
    month: { column: dateColumn('month', 'Month invoiced'), of: formatKey, isOrdered: true },
  },
  measures: [
    { key: 'open', title: 'Open', cents: ({ openCents }) => openCents },
    { key: 'amount', title: 'Amount', cents: ({ amountCents }) => amountCents },
  ],
  countOf: ({ count }) => count,
  currencyOf: ({ currency }) => currency,
  buildRow: (invoice) => toRow(invoice, onDay.today),
});

const formatKey = ({ key }: CountedInvoices): string | null => (key === null ? null : String(key));

const getAgeLabel = (days: number): string =>
  agingBuckets.find(({ to }) => to === null || days <= to)?.label ?? 'Current';

const toRow = ({ sending, ...invoice }: ListedInvoice, today: string): ListRow => ({
  id: invoice.id,
  friendlyId: invoice.friendlyId,
  customer: invoice.customer,
  shipment: invoice.shipment,
  status: invoice.status,
  amount: fromCents(invoice.amountCents),
  open: fromCents(invoice.owedCents),
  paid: fromCents(invoice.paidCents),
  credits: fromCents(invoice.creditedCents),
  currency: invoice.currency,
  invoiceDate: invoice.invoiceDate,
  dueDate: getDueDate(invoice),
  daysOverdue: isMet(openInvoice, invoice)
    ? countDaysPastDue({ ...invoice, openCents: invoice.owedCents }, today)
    : null,
  reference: invoice.reference,
  terms: invoice.terms,
  ...sending,
});
