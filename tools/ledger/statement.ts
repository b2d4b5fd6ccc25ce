import { getDueDate, printDueDate } from '../../src/domain/money/due-date.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { daysOverdue, isOpen } from '../customers/open-invoices.ts';
import { column, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { invoicesById } from './invoices-by-id.ts';
import type { OpenCredit } from './open-credits.ts';
import { isShortPaid, shortPayText } from './short-pay.ts';

export const statementColumns: readonly ListColumn[] = [
  column('date', 'Date'),
  column('friendlyId', 'Number'),
  column('kind', 'Kind'),
  column('shipment', 'Shipment'),
  column('dueDate', 'Due'),
  countColumn('daysOverdue', 'Days overdue'),
  moneyColumn('amount', 'Amount'),
  moneyColumn('paid', 'Paid'),
  moneyColumn('credits', 'Credits'),
  moneyColumn('open', 'Open'),
  textColumn('note', 'Note'),
];

/** An open invoice of the copy. */
interface OpenLine {
  readonly id: string;
  readonly currency: string;
}

type Line = OpenLine | OpenCredit;

/** Every open invoice of a customer, the first to fall due first. */
export const openLines = (read: Reader, onDay: OnDay, customerId: string): Promise<readonly OpenLine[]> =>
  rowsOf<OpenLine>(
    read,
    `select f.id, f.currency from invoice f where ${measureSql('open_ar', onDay).where} and f.customer_id = ?
    order by ${printDueDate('f')} nulls last, f.created_at desc, f.id desc`,
    [customerId],
  );

/** The lines of a page: invoices as the API shows them now, and credit that was not applied as what it takes off. */
export async function shownLines(ctx: ToolContext, lines: readonly Line[], today: string): Promise<readonly ListRow[]> {
  const invoices = await invoicesById(
    ctx,
    lines.filter((line) => !isCredit(line)).map(({ id }) => id),
  );
  const shipments = await recordsById<ShipmentRecord>(
    [...invoices.values()].filter(isShortPaid).map(({ shipmentId }) => shipmentId),
    (question) => scan(ctx, ctx.api.shipments.filter, question),
  );
  return lines.flatMap((line) => {
    if (isCredit(line)) return [creditRow(line)];
    const invoice = invoices.get(line.id);
    return invoice && isOpen(invoice) ? [invoiceRow(invoice, shipments.get(invoice.shipmentId), today)] : [];
  });
}

const isCredit = (line: Line): line is OpenCredit => 'remainingCents' in line;

function invoiceRow(invoice: InvoiceRecord, shipment: ShipmentRecord | undefined, today: string): ListRow {
  return {
    id: invoice.id,
    currency: invoice.currency,
    date: invoice.invoiceDate,
    friendlyId: invoice.friendlyId,
    kind: 'invoice',
    shipment: invoice.shipmentKey,
    dueDate: getDueDate(invoice),
    daysOverdue: daysOverdue(invoice, today),
    amount: invoice.amount,
    paid: invoice.amountPaid,
    credits: invoice.creditsApplied,
    open: invoice.amountOwed,
    note: isShortPaid(invoice) ? shortPayText(invoice, shipment) : null,
  };
}

const creditRow = (credit: OpenCredit): ListRow => ({
  id: credit.id,
  currency: credit.currency,
  date: credit.memoDate,
  friendlyId: credit.friendlyId,
  kind: 'credit, not applied',
  shipment: null,
  dueDate: null,
  daysOverdue: null,
  amount: fromCents(-credit.amountCents),
  paid: null,
  credits: null,
  open: fromCents(-credit.remainingCents),
  note: credit.notes,
});
