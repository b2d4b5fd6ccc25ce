import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { countDaysPastDue } from '../../src/domain/money/aging.ts';
import { getDueDate } from '../../src/domain/money/due-date.ts';
import { openInvoice } from '../../src/domain/money/invoice.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { InvoiceRecord } from '../records/record-types.ts';

/** An invoice on which money is owed, as far as money or credit is put on it. */
export type CustomerOpenInvoice = Pick<
  InvoiceRecord,
  'id' | 'friendlyId' | 'currency' | 'invoiceDate' | 'dueDate' | 'amountOwed'
>;

/** Reads the invoices on which a customer owes money, those due first on top; what a write rests on is read again before. */
export async function readOpenInvoices(ctx: ToolContext, customerId: string): Promise<readonly CustomerOpenInvoice[]> {
  const records = await ctx.records();
  const ids = await listOpenIds(ctx, records, customerId);
  if (ids.length === 0) return [];
  await records.fresh({ invoice: ids });
  const rows = await records.db
    .selectFrom('invoice as i')
    .select([
      'i.id',
      'i.friendly_id as friendlyId',
      'i.currency',
      'i.invoice_date as invoiceDate',
      'i.due_date as dueDate',
      'i.owed_cents as owedCents',
    ])
    .where(matchRule(openInvoice, 'i'))
    .where(isAmongValues('i.id', ids))
    .execute();
  return rows
    .map(({ owedCents, ...invoice }) => ({ ...invoice, amountOwed: fromCents(owedCents) }))
    .toSorted((first, second) => toAge(first).localeCompare(toAge(second)));
}

/** Lists the ids of a customer's open invoices: of those in the copy, and of all where it may still lack some. */
async function listOpenIds(ctx: ToolContext, records: CopiedRecords, customerId: string): Promise<readonly string[]> {
  const rows = await records.db
    .selectFrom('invoice as i')
    .select('i.id')
    .where(matchRule(openInvoice, 'i'))
    .where('i.customer_id', '=', customerId)
    .execute();
  if (!records.lacks('invoice')) return rows.map(({ id }) => id);
  const listed = await scan(ctx, ctx.api.invoices.filter, {
    filter: { customerId: { equalTo: customerId } },
    local: { customerId: ({ customer }) => customer?.id === customerId },
  });
  noteUnread(ctx, listed);
  return listed.rows
    .filter(({ customer, ...invoice }) => customer?.id === customerId && isOpen(invoice))
    .map(({ id }) => id);
}

const toAge = (invoice: CustomerOpenInvoice): string =>
  `${getDueDate(invoice)} ${invoice.invoiceDate} ${invoice.friendlyId}`;

/** Reads what a customer owes on invoices in one currency. */
export async function readOwedCents(ctx: ToolContext, customerId: string, currency: string): Promise<number> {
  const { db } = await ctx.records();
  const { cents } = await db
    .selectFrom('invoice as i')
    .select(({ fn }) => fn.sum<number | null>('i.owed_cents').as('cents'))
    .where(matchRule(openInvoice, 'i'))
    .where('i.customer_id', '=', customerId)
    .where('i.currency', '=', currency)
    .executeTakeFirstOrThrow();
  return cents ?? 0;
}

const isOpen = ({ status, amountOwed }: Pick<InvoiceRecord, 'status' | 'amountOwed'>): boolean =>
  isMet(openInvoice, { status, owedCents: toAmountCents(amountOwed) });

/** Returns the days past its due date; null while nothing is overdue. */
export const countDaysOverdue = (
  invoice: Pick<InvoiceRecord, 'status' | 'amountOwed' | 'dueDate' | 'invoiceDate'>,
  today: string,
): number | null =>
  isOpen(invoice) ? countDaysPastDue({ ...invoice, openCents: toAmountCents(invoice.amountOwed) }, today) : null;
