import { agingBuckets } from '../../src/domain/money/aging.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { daysOverdue } from '../customers/open-invoices.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { InvoiceRecord } from '../records/record-types.ts';

export const invoiceOrders = ['due', 'daysOverdue', 'open', 'amount', 'date', 'customer'];
export const invoiceGroupings = ['customer', 'status', 'age', 'month'] as const;

/** What a list of invoices can show on a day, and by what it can be ordered and counted. */
export const invoiceListOptions = (today: string): ListOptions<InvoiceRecord> => ({
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
    due: { by: ({ dueDate }) => dueDate, first: 'low' },
    daysOverdue: { by: (invoice) => daysOverdue(invoice, today), first: 'high' },
    open: { by: ({ amountOwed }) => amountOwed, first: 'high' },
    amount: { by: ({ amount }) => amount, first: 'high' },
    date: { by: ({ invoiceDate }) => invoiceDate, first: 'high', shows: ['invoiceDate'] },
    customer: { by: ({ customer }) => customer.name.toLowerCase(), first: 'low' },
  },
  groupings: {
    customer: {
      column: textColumn('customer', 'Customer'),
      of: ({ customer }) => `${customer.name} (${customer.friendlyId})`,
    },
    status: { column: column('status', 'Status'), of: ({ status }) => status },
    age: { column: column('age', 'Days past due'), of: (invoice) => ageOf(invoice, today) },
    month: {
      column: column('month', 'Month invoiced'),
      of: ({ invoiceDate }) => invoiceDate.slice(0, 7),
      isOrdered: true,
    },
  },
  measures: [
    { key: 'open', title: 'Open', cents: ({ amountOwed }) => centsOf(amountOwed) },
    { key: 'amount', title: 'Amount', cents: ({ amount }) => centsOf(amount) },
  ],
  currencyOf: ({ currency }) => currency,
  rowOf: (invoice) => rowOf(invoice, today),
});

const ageOf = (invoice: InvoiceRecord, today: string): string => {
  const days = daysOverdue(invoice, today) ?? 0;
  return agingBuckets.find(({ to }) => to === null || days <= to)?.label ?? 'Current';
};

function rowOf(invoice: InvoiceRecord, today: string): ListRow {
  const { customer, paymentTerm } = invoice;
  return {
    id: invoice.id,
    friendlyId: invoice.friendlyId,
    customer: customer.name,
    shipment: invoice.shipmentKey,
    status: invoice.status,
    amount: invoice.amount,
    open: invoice.amountOwed,
    paid: invoice.amountPaid,
    credits: invoice.creditsApplied,
    currency: invoice.currency,
    invoiceDate: invoice.invoiceDate,
    dueDate: invoice.dueDate,
    daysOverdue: daysOverdue(invoice, today),
    reference: invoice.reference,
    terms: paymentTerm?.name ?? null,
  };
}
