import type { InferResult } from 'kysely';
import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { countDaysPastDue } from '../../src/domain/money/aging.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { notCanceled } from '../../src/domain/freight/shipment.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { measureExpressions, type OnDay } from '../copied/measure-sql.ts';
import { column, dateColumn, countColumn, moneyColumn, textColumn } from '../records/columns.ts';
import type { OpenCredit } from './open-credits.ts';
import { describeShortPay } from './short-pay.ts';

export const statementColumns: readonly ListColumn[] = [
  dateColumn('date', 'Date'),
  column('friendlyId', 'Number'),
  column('kind', 'Kind'),
  column('shipment', 'Shipment'),
  dateColumn('dueDate', 'Due'),
  countColumn('daysOverdue', 'Days overdue'),
  moneyColumn('amount', 'Amount'),
  moneyColumn('paid', 'Paid'),
  moneyColumn('credits', 'Credits'),
  moneyColumn('open', 'Open'),
  textColumn('note', 'Note'),
];

/** An open invoice of the copy. */
type OpenLine = InferResult<ReturnType<typeof selectOpenLines>>[number];
type StatementLine = OpenLine | OpenCredit;

/** Selects every open invoice of a customer, the first to fall due first. */
export function selectOpenLines({ db }: Pick<CopiedRecords, 'db'>, onDay: OnDay, customerId: string) {
  const { where: isOpen } = measureExpressions('open_ar', onDay);
  const { day: dueDay } = measureExpressions('cash_in', onDay);
  return db
    .selectFrom('invoice as f')
    .leftJoin('shipment as s', 's.id', 'f.shipment_id')
    .select([
      'f.id',
      'f.friendly_id as friendlyId',
      'f.shipment_id as shipmentId',
      's.friendly_id as shipment',
      'f.currency',
      'f.invoice_date as invoiceDate',
      'f.due_date as dueDate',
      'f.amount_cents as amountCents',
      'f.paid_cents as paidCents',
      'f.credited_cents as creditedCents',
      'f.owed_cents as owedCents',
    ])
    .where(isOpen)
    .where('f.customer_id', '=', customerId)
    .orderBy(dueDay, (item) => item.asc().nullsLast())
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc');
}

/** Builds the lines of a page: open invoices, and credit that was not applied as what it takes off. */
export async function buildStatementRows(
  records: Pick<CopiedRecords, 'db'>,
  lines: readonly StatementLine[],
  today: string,
): Promise<readonly ListRow[]> {
  const invoices = lines.flatMap((line) => (isCredit(line) ? [] : [line]));
  const charges = await readCharges(
    records,
    invoices.filter(({ paidCents }) => paidCents > 0).map(({ shipmentId }) => shipmentId),
  );
  return lines.map((line) =>
    isCredit(line) ? buildCreditRow(line) : buildInvoiceRow(line, charges.get(line.shipmentId) ?? [], today),
  );
}

const isCredit = (line: StatementLine): line is OpenCredit => 'remainingCents' in line;

interface OrderedCharge {
  readonly name: string;
  readonly totalCents: number;
}

/** Reads the charges of shipments; orders that were canceled count where all of the shipment was. */
async function readCharges(
  { db }: Pick<CopiedRecords, 'db'>,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string | null, readonly OrderedCharge[]>> {
  if (shipmentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('freight_order as o')
    .innerJoin('shipment as s', 's.id', 'o.shipment_id')
    .innerJoin('order_charge as c', 'c.order_id', 'o.id')
    .select(['o.shipment_id as shipmentId', 'c.name', 'c.total_cents as totalCents'])
    .where(isAmongValues('o.shipment_id', shipmentIds))
    .where((eb) => eb.or([matchRule(notCanceled, 'o'), eb.not(matchRule(notCanceled, 's'))]))
    .execute();
  return Map.groupBy(rows, ({ shipmentId }) => shipmentId);
}

const buildInvoiceRow = (invoice: OpenLine, charges: readonly OrderedCharge[], today: string): ListRow => ({
  id: invoice.id,
  currency: invoice.currency,
  date: invoice.invoiceDate,
  friendlyId: invoice.friendlyId,
  kind: 'invoice',
  shipment: invoice.shipment,
  dueDate: getDueDate(invoice),
  daysOverdue: countDaysPastDue({ ...invoice, openCents: invoice.owedCents }, today),
  amount: fromCents(invoice.amountCents),
  paid: fromCents(invoice.paidCents),
  credits: fromCents(invoice.creditedCents),
  open: fromCents(invoice.owedCents),
  note: invoice.paidCents > 0 ? describeShortPay(invoice.owedCents, invoice.currency, charges) : null,
});

const buildCreditRow = (credit: OpenCredit): ListRow => ({
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
