import { blockerWords, invoiceBlockers } from '../../domain/freight/invoice-blocker.ts';
import { watchKinds } from '../../domain/shipments/watched-freight.ts';
import { toNumber, toRows, toText, toTexts, type ViewRow } from '../cards/views/kit/reading.ts';
import type { ViewName } from '../cards/views.ts';
import { type DataState, qualifyFigure } from './answer-state.ts';
import type { CellColumn } from './cells.ts';
import { formatCount, formatVerdict, startUpperCase } from './desk-words.ts';

/** A part of a list that has an address of its own. */
export interface ListChoice {
  /** Value of `show` in the address; empty for the whole list. */
  readonly name: string;
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A page that lists records: the tool that lists them, and the columns that people read. */
export interface DeskList {
  readonly path: string;
  readonly title: string;
  /** Order of the rows, for the sentence at the top: `worst first`. */
  readonly order: string;
  readonly tool: string;
  readonly columns: readonly CellColumn[];
  /** The whole list first. */
  readonly choices: readonly ListChoice[];
  /** Words of one row and of several: `bill`, `bills`. */
  readonly noun: readonly [singular: string, plural: string];
  /** Sentence of a list without rows. */
  readonly none: string;
  /** Sums of the complete list as a row of its columns, one for each currency. */
  readonly listTotals: (data: ViewRow) => readonly ViewRow[];
  /** Counts of the choices, by their names, where the answer to the whole list has them. */
  readonly countChoices?: (data: ViewRow) => ReadonlyMap<string, number>;
  readonly view?: ViewName;
}

const createColumn = (
  key: string,
  title: string,
  kind: CellColumn['kind'],
  toValue?: CellColumn['toValue'],
): CellColumn => ({
  key,
  title,
  kind,
  ...(toValue && { toValue }),
});

const toTotalRow =
  (key: string) =>
  (row: ViewRow): ViewRow => ({
    currency: row['currency'],
    [key]: row['amount'],
  });

const splitAtSemicolons = (key: string) => (row: ViewRow) => toText(row[key])?.split('; ');

const exceptionTitles: Partial<Readonly<Record<(typeof watchKinds)[number], string>>> = {
  low_margin: 'Low margin',
  missing_pod: 'POD missing',
  no_appointment: 'No appointment',
  unbilled: 'Not invoiced',
};

const toTitle = (name: string): string => startUpperCase(name.replaceAll('_', ' '));

export const getExceptionTitle = (kind: (typeof watchKinds)[number]): string => exceptionTitles[kind] ?? toTitle(kind);

const exceptions: DeskList = {
  path: 'exceptions',
  title: 'Exceptions',
  order: 'worst first',
  tool: 'list_shipments',
  view: 'exceptions',
  noun: ['shipment with an exception', 'shipments with an exception'],
  none: 'No shipment needs attention.',
  choices: [
    { name: '', title: 'All', input: { exception: 'any' } },
    ...watchKinds.map((kind) => ({ name: kind, title: getExceptionTitle(kind), input: { exception: kind } })),
  ],
  columns: [
    createColumn('friendlyId', 'Shipment', 'record'),
    createColumn('exceptions', 'What is wrong', 'words', splitAtSemicolons('exceptions')),
    createColumn('customer', 'Customer', 'customer'),
    createColumn('lane', 'Lane', 'text'),
    createColumn('carrier', 'Carrier', 'carrier'),
    createColumn('nextStop', 'Next stop', 'stop'),
    createColumn('window', 'Window', 'text'),
    createColumn('pickup', 'Pickup', 'text'),
    createColumn('status', 'Status', 'code'),
    createColumn('contact', 'Carrier contact', 'text'),
    createColumn('revenue', 'Revenue', 'money'),
  ],
  listTotals: ({ totals }) => toRows(totals).map(toTotalRow('revenue')),
  countChoices: ({ byKind }) =>
    new Map(toRows(byKind).map(({ kind, count }) => [toText(kind) ?? '', toNumber(count) ?? 0])),
};

const billing: DeskList = {
  path: 'billing',
  title: 'To invoice',
  order: 'oldest first',
  tool: 'billing_queue',
  view: 'billing',
  noun: ['shipment delivered and not invoiced', 'shipments delivered and not invoiced'],
  none: 'Everything delivered is invoiced.',
  choices: [
    { name: '', title: 'All', input: {} },
    ...invoiceBlockers.map((blocker) => ({
      name: blocker,
      title: startUpperCase(blockerWords[blocker]),
      input: { blocker },
    })),
  ],
  columns: [
    createColumn('friendlyId', 'Shipment', 'record'),
    createColumn('customer', 'Customer', 'customer'),
    createColumn('lane', 'Lane', 'text'),
    createColumn('blockers', 'Invoicing', 'words'),
    createColumn('delivered', 'Delivered', 'date'),
    createColumn('days', 'Days', 'count'),
    createColumn('revenue', 'Revenue', 'money'),
  ],
  listTotals: ({ totals }) => toRows(totals).map(toTotalRow('revenue')),
  countChoices: ({ byBlocker }) => sumCounts(toRows(byBlocker), 'blocker'),
};

/** Adds up the counts of rows by a name that several currencies share. */
function sumCounts(rows: readonly ViewRow[], key: string): ReadonlyMap<string, number> {
  const groups = Map.groupBy(rows, (row) => toText(row[key]) ?? '');
  return new Map(
    [...groups].map(([name, members]) => [name, members.reduce((sum, { count }) => sum + (toNumber(count) ?? 0), 0)]),
  );
}

const invoices: DeskList = {
  path: 'invoices',
  title: 'Invoices',
  order: 'first due first',
  tool: 'list_invoices',
  noun: ['open invoice', 'open invoices'],
  none: 'No invoice is open.',
  choices: [
    { name: '', title: 'Open', input: { sort: 'due' } },
    { name: 'overdue', title: 'Overdue', input: { overdue: true, sort: 'due' } },
  ],
  columns: [
    createColumn('friendlyId', 'Invoice', 'record'),
    createColumn('customer', 'Customer', 'customer'),
    createColumn('shipment', 'Shipment', 'record'),
    createColumn('status', 'Status', 'code'),
    createColumn('dueDate', 'Due', 'date'),
    createColumn('daysOverdue', 'Days overdue', 'count'),
    createColumn('pod', 'POD', 'words'),
    { ...createColumn('amount', 'Amount', 'money'), unlessSame: 'open' },
    createColumn('open', 'Open', 'money'),
  ],
  listTotals: (data) => joinTotals(data, 'amount'),
};

/** Joins the totals billed and open of each currency to one row. */
function joinTotals({ totals, openTotals }: ViewRow, key: string): readonly ViewRow[] {
  const billed = new Map(toRows(totals).map(({ currency, amount }) => [currency, amount]));
  return toRows(openTotals).map(({ currency, amount }) => ({
    currency,
    [key]: billed.get(currency),
    open: amount,
  }));
}

const bills: DeskList = {
  path: 'bills',
  title: 'Bills',
  order: 'first due first',
  tool: 'list_bills',
  view: 'bills',
  noun: ['open bill', 'open bills'],
  none: 'No bill is open.',
  choices: [
    { name: '', title: 'Open', input: { check: true, sort: 'due' } },
    { name: 'overdue', title: 'Overdue', input: { overdue: true, check: true, sort: 'due' } },
    { name: 'due', title: 'Due within 7 days, with overdue', input: { to: 'in 7 days', check: true, sort: 'due' } },
    { name: 'review', title: 'In review', input: { status: 'IN_REVIEW', check: true, sort: 'due' } },
    { name: 'approved', title: 'Approved, not paid', input: { status: 'APPROVED_TO_PAY', check: true, sort: 'due' } },
    ...(['clean', 'duplicate', 'pay_to', 'variance', 'missing_papers'] as const).map((verdict) => ({
      name: verdict,
      title: startUpperCase(formatVerdict(verdict)),
      input: { verdict, sort: 'due' },
    })),
  ],
  columns: [
    createColumn('friendlyId', 'Bill', 'record'),
    createColumn('payee', 'Payee', 'payee'),
    createColumn('shipment', 'Shipment', 'record'),
    createColumn('status', 'Status', 'code'),
    createColumn('reasons', 'Check', 'words', ({ verdict, reasons }) =>
      [formatVerdicts(verdict), toTexts(reasons).join(' ')].filter(Boolean).join(': '),
    ),
    createColumn('dueDate', 'Due', 'date'),
    createColumn('daysOverdue', 'Days overdue', 'count'),
    { ...createColumn('amount', 'Amount', 'money'), unlessSame: 'open' },
    createColumn('open', 'Open', 'money'),
  ],
  listTotals: (data) => joinTotals(data, 'amount'),
};

const formatVerdicts = (verdicts: unknown): string | undefined =>
  toText(verdicts)?.split(', ').map(formatVerdict).join(', ');

/** Creates a column of balances of one age. Nothing of that age is an empty cell. */
const createBucketColumn = (key: string, title: string): CellColumn =>
  createColumn(key, title, 'money', (row) => (row[key] === 0 ? undefined : row[key]));

const agingColumns: readonly CellColumn[] = [
  createBucketColumn('current', 'Not due'),
  createBucketColumn('days1to30', '1-30 days'),
  createBucketColumn('days31to60', '31-60 days'),
  createBucketColumn('days61to90', '61-90 days'),
  createBucketColumn('over90', 'Over 90 days'),
  createColumn('total', 'Total', 'money'),
];

const buildAging = (
  ledger: 'receivables' | 'payables',
  words: Pick<DeskList, 'title' | 'order' | 'noun' | 'none'>,
): DeskList => ({
  ...words,
  path: ledger,
  tool: 'aging_report',
  view: 'aging',
  choices: [{ name: '', title: 'All', input: { ledger } }],
  columns: [
    createColumn('friendlyId', ledger === 'receivables' ? 'Customer' : 'Payee', 'payee', ({ name, friendlyId }) =>
      name === undefined ? friendlyId : { name, friendlyId },
    ),
    ...agingColumns,
  ],
  listTotals: ({ bucketTotals }) => toRows(bucketTotals),
});

const receivables = buildAging('receivables', {
  title: 'Receivables',
  order: 'by days past due, largest first',
  noun: ['customer with an open balance', 'customers with an open balance'],
  none: 'No customer owes anything.',
});

const payables = buildAging('payables', {
  title: 'Payables',
  order: 'by days past due, largest first',
  noun: ['payee with an open balance', 'payees with an open balance'],
  none: 'Nothing is owed to carriers and vendors.',
});

const quotes: DeskList = {
  path: 'quotes',
  title: 'Quotes',
  order: 'first to expire first',
  tool: 'list_quotes',
  noun: ['open quote', 'open quotes'],
  none: 'No quote is open.',
  choices: [
    { name: '', title: 'Open', input: { status: 'open', sort: 'expires' } },
    { name: 'expiring', title: 'Expiring within 24 hours', input: { expiringWithinHours: 24 } },
  ],
  columns: [
    createColumn('friendlyId', 'Quote', 'record'),
    createColumn('customer', 'Customer', 'customer'),
    createColumn('lane', 'Lane', 'text'),
    createColumn('status', 'Status', 'code'),
    createColumn('pickUpDate', 'Pick up', 'date'),
    createColumn('expires', 'Expires', 'text'),
    createColumn('amount', 'Amount', 'money'),
  ],
  listTotals: ({ totals }) => toRows(totals).map(toTotalRow('amount')),
};

export const deskLists: readonly DeskList[] = [exceptions, billing, invoices, receivables, bills, payables, quotes];

/** Formats how many rows a list has: `12 bills`, or `12 bills so far` while records are still being read. */
export function formatListCount({ noun }: DeskList, data: ViewRow, state: DataState): string {
  const total = toNumber(data['total']);
  const count = total ?? toRows(data['rows']).length;
  const rowCount = formatCount(count, ...noun);
  return total === undefined && state === 'complete' ? `More than ${rowCount}` : qualifyFigure(rowCount, state);
}
