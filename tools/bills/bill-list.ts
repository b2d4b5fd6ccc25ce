import { formatCode } from '../../src/domain/text/code-words.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ListOptions } from '../arguments/list-view.ts';
import { toAmountCents } from '../records/amounts.ts';
import { codeColumn, column, dateColumn, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { Groupings } from '../records/row-groups.ts';
import type { RowOrders } from '../records/row-order.ts';
import type { BillRow } from './bill-row.ts';
import type { CheckedBill } from './bill-checks.ts';
import { countDaysOverdue } from './bill-question.ts';

/** Bill with its check, where it was checked. */
export interface CheckedBillEntry {
  readonly bill: BillRow;
  readonly checked: CheckedBill<BillRow> | undefined;
}

/** Those that a model is told of. */
export const billOrders = ['amount'];
export const billGroupings = ['payee', 'status', 'verdict', 'month'];

const plainColumns = [
  column('friendlyId', 'Bill'),
  textColumn('payee', 'Payee'),
  column('shipment', 'Shipment'),
  codeColumn('status', 'Status'),
  moneyColumn('amount', 'Amount'),
  moneyColumn('open', 'Open'),
  dateColumn('dueDate', 'Due'),
  countColumn('daysOverdue', 'Days overdue'),
];
/** Each sentence by itself, so that none is cut because of those before it. */
const reasonsColumn: ListColumn = {
  ...textColumn('reasons', 'Why'),
  text: ({ reasons }) => (Array.isArray(reasons) ? reasons.join(' ') : ''),
};
/** Verdicts are joined codes in the row. */
const verdictColumn: ListColumn = {
  ...column('verdict', 'Verdict'),
  words: (verdicts) => verdicts.split(', ').map(formatCode).join(', '),
};
const verdictColumns = [verdictColumn, reasonsColumn];
const furtherColumns = [
  textColumn('reference', 'Payee’s number'),
  textColumn('paidTo', 'Paid to'),
  column('load', 'Load'),
  dateColumn('invoiceDate', 'Invoice date'),
  moneyColumn('agreed', 'Agreed'),
];

/** Declares the columns, orders and groups of a list of bills. */
export const buildBillListOptions = (
  today: string,
  isChecked: boolean,
): ListOptions<CheckedBillEntry, CheckedBillEntry> => ({
  columns: [...plainColumns, ...(isChecked ? verdictColumns : [])],
  further: [...(isChecked ? [] : verdictColumns), ...furtherColumns],
  hidden: ['currency'],
  onRequest: ['id'],
  orders: buildOrders(today),
  groupings,
  measures: [
    { key: 'amount', title: 'Amount', cents: ({ bill }) => toAmountCents(bill.amount) },
    { key: 'open', title: 'Open', cents: ({ bill }) => toAmountCents(bill.amountOwed) },
  ],
  currencyOf: getCurrency,
  buildRow: (listed) => buildRow(listed, today),
});

const getCurrency = ({ bill }: CheckedBillEntry): string => bill.currency;

const buildOrders = (today: string): RowOrders<CheckedBillEntry> => ({
  due: { by: ({ bill }) => getDueDate(bill), first: 'low' },
  amount: { by: ({ bill }) => bill.amount, first: 'high', currencyOf: getCurrency },
  open: { by: ({ bill }) => bill.amountOwed, first: 'high', currencyOf: getCurrency },
  overdue: { by: ({ bill }) => countDaysOverdue(bill, today), first: 'high' },
  invoiced: { by: ({ bill }) => bill.invoiceDate, first: 'high', shows: ['invoiceDate'] },
  payee: { by: ({ bill }) => getPayee(bill)?.name, first: 'low' },
});

const groupings: Groupings<CheckedBillEntry> = {
  payee: {
    column: textColumn('payee', 'Payee'),
    of: ({ bill }) => {
      const payee = getPayee(bill);
      return payee && `${payee.name} (${payee.friendlyId})`;
    },
  },
  status: { column: codeColumn('status', 'Status'), of: ({ bill }) => bill.status },
  // Under each of its reasons, not under the gravest only.
  verdict: { column: codeColumn('verdict', 'Verdict'), of: ({ checked }) => checked?.check.verdicts ?? null },
  month: {
    column: dateColumn('month', 'Month due'),
    of: ({ bill }) => getDueDate(bill)?.slice(0, 7) ?? null,
    isOrdered: true,
  },
};

const getPayee = ({ carrier, vendor }: BillRow) => carrier ?? vendor;
const getPaidTo = (bill: BillRow): string | null => bill.carrierFactor?.companyName ?? getPayee(bill)?.name ?? null;

function buildRow({ bill, checked }: CheckedBillEntry, today: string): ListRow {
  return {
    id: bill.id,
    currency: bill.currency,
    friendlyId: bill.friendlyId,
    payee: getPayee(bill)?.name ?? null,
    shipment: bill.shipmentKey,
    status: bill.status,
    amount: bill.amount,
    open: bill.amountOwed,
    dueDate: getDueDate(bill),
    daysOverdue: countDaysOverdue(bill, today),
    verdict: checked?.check.verdicts.join(', ') ?? null,
    reasons: checked && checked.reasons.length > 0 ? checked.reasons : null,
    reference: bill.reference,
    paidTo: getPaidTo(bill),
    load: bill.loadKey,
    invoiceDate: bill.invoiceDate,
    agreed: toWireAmount(checked?.check.variance.agreedCents),
  };
}

const toWireAmount = (cents: number | null | undefined) => (typeof cents === 'number' ? fromCents(cents) : null);
