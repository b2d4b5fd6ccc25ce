import { fromCents } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { daysOverdue } from '../customers/open-invoices.ts';
import { centsOf } from '../records/amounts.ts';
import { column, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { CreditMemoRecord, InvoiceRecord, ShipmentRecord } from '../records/record-types.ts';
import type { CustomerAccount } from './customer-account.ts';
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

/** Every open invoice, the first to fall due first, then the credit that was not applied as what it takes off. */
export async function statementRows(
  ctx: ToolContext,
  { open, credits }: CustomerAccount,
  today: string,
): Promise<readonly ListRow[]> {
  const shipments = await recordsById<ShipmentRecord>(
    open.filter(isShortPaid).map(({ shipmentId }) => shipmentId),
    (question) => scan(ctx, ctx.api.shipments.filter, question),
  );
  return [
    ...open.map((invoice) => invoiceRow(invoice, shipments.get(invoice.shipmentId), today)),
    ...credits.map(creditRow),
  ];
}

function invoiceRow(invoice: InvoiceRecord, shipment: ShipmentRecord | undefined, today: string): ListRow {
  return {
    id: invoice.id,
    currency: invoice.currency,
    date: invoice.invoiceDate,
    friendlyId: invoice.friendlyId,
    kind: 'invoice',
    shipment: invoice.shipmentKey,
    dueDate: invoice.dueDate,
    daysOverdue: daysOverdue(invoice, today),
    amount: invoice.amount,
    paid: invoice.amountPaid,
    credits: invoice.creditsApplied,
    open: invoice.amountOwed,
    note: isShortPaid(invoice) ? shortPayText(invoice, shipment) : null,
  };
}

const creditRow = (credit: CreditMemoRecord): ListRow => ({
  id: credit.id,
  currency: credit.currency,
  date: credit.memoDate,
  friendlyId: credit.friendlyId,
  kind: 'credit, not applied',
  shipment: null,
  dueDate: null,
  daysOverdue: null,
  amount: fromCents(-centsOf(credit.amount)),
  paid: null,
  credits: null,
  open: fromCents(-centsOf(credit.remainingBalance)),
  note: credit.notes,
});
