import { agingBuckets } from '../../src/domain/money/aging.ts';
import { getDueDate, printDueDate } from '../../src/domain/money/due-date.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import type { StoredOrder } from '../copied/stored-order.ts';
import { daysOverdue } from '../customers/open-invoices.ts';
import { column, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { InvoiceRecord } from '../records/record-types.ts';
import type { InvoiceSending } from './invoice-sending.ts';

export const invoiceOrders = ['due', 'daysOverdue', 'open', 'amount', 'date', 'customer'];
export const invoiceGroupings = ['customer', 'status', 'age', 'month'] as const;

/** Invoices of one group, summed where they are stored. */
export interface CountedInvoices {
  /** Of the grouping: a name, a month, or days past due; null for none of any. */
  readonly key: string | number | null;
  readonly currency: string;
  readonly count: number;
  readonly openCents: number;
  readonly amountCents: number;
}

/** An invoice as the API shows it, with what is not in it where that was looked for. */
export interface ShownInvoice {
  readonly invoice: InvoiceRecord;
  readonly sending: InvoiceSending | undefined;
}

/** What a list of invoices can show on a day, and by what it can be ordered and counted: invoices `f` of customers `c`. */
export const invoiceListOptions = (onDay: OnDay): ListOptions<CountedInvoices, ShownInvoice, StoredOrder> => ({
  columns: [
    column('friendlyId', 'Invoice'),
    textColumn('customer', 'Customer'),
    column('shipment', 'Shipment'),
    column('status', 'Status'),
    moneyColumn('amount', 'Amount'),
    moneyColumn('open', 'Open'),
    column('dueDate', 'Due'),
    countColumn('daysOverdue', 'Days overdue'),
    column('pod', 'POD'),
    textColumn('sent', 'Sent'),
  ],
  further: [
    column('invoiceDate', 'Date'),
    textColumn('reference', 'Reference'),
    moneyColumn('paid', 'Paid'),
    moneyColumn('credits', 'Credits'),
    textColumn('terms', 'Terms'),
  ],
  hidden: ['currency'],
  onRequest: ['id'],
  orders: {
    due: { by: printDueDate('f'), first: 'low' },
    daysOverdue: { by: daysOverdueSql(onDay), first: 'high' },
    open: { by: 'f.owed_cents', first: 'high' },
    amount: { by: 'f.amount_cents', first: 'high' },
    date: { by: 'f.invoice_date', first: 'high', shows: ['invoiceDate'] },
    customer: { by: 'search_fold(c.name)', first: 'low' },
  },
  groupings: {
    customer: { column: textColumn('customer', 'Customer'), of: keyText },
    status: { column: column('status', 'Status'), of: keyText },
    age: { column: column('age', 'Days past due'), of: ({ key }) => ageOf(Number(key ?? 0)) },
    month: { column: column('month', 'Month invoiced'), of: keyText, isOrdered: true },
  },
  measures: [
    { key: 'open', title: 'Open', cents: ({ openCents }) => openCents },
    { key: 'amount', title: 'Amount', cents: ({ amountCents }) => amountCents },
  ],
  countOf: ({ count }) => count,
  currencyOf: ({ currency }) => currency,
  rowOf: (shown) => rowOf(shown, onDay.today),
});

const keyText = ({ key }: CountedInvoices): string | null => (key === null ? null : String(key));

/** SQL of what tells the groups of each grouping apart. */
export const groupKeySql = (onDay: OnDay): Readonly<Record<string, string>> => ({
  customer: 'f.customer_id',
  status: 'f.status',
  age: daysOverdueSql(onDay),
  month: 'substr(f.invoice_date, 1, 7)',
});

/** Null while nothing is overdue. */
function daysOverdueSql(onDay: OnDay): string {
  const { where } = measureSql('overdue_ar', onDay);
  const { day } = measureSql('cash_in', onDay);
  return `case when ${where} then julianday('${onDay.today}') - julianday(${day}) end`;
}

const ageOf = (days: number): string => agingBuckets.find(({ to }) => to === null || days <= to)?.label ?? 'Current';

function rowOf({ invoice, sending }: ShownInvoice, today: string): ListRow {
  const { customer, paymentTerm } = invoice;
  return {
    id: invoice.id,
    friendlyId: invoice.friendlyId,
    customer: customer?.name ?? null,
    shipment: invoice.shipmentKey,
    status: invoice.status,
    amount: invoice.amount,
    open: invoice.amountOwed,
    paid: invoice.amountPaid,
    credits: invoice.creditsApplied,
    currency: invoice.currency,
    invoiceDate: invoice.invoiceDate,
    dueDate: getDueDate(invoice),
    daysOverdue: daysOverdue(invoice, today),
    reference: invoice.reference,
    terms: paymentTerm?.name ?? null,
    ...sending,
  };
}
