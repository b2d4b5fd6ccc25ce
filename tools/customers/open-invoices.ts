import { awaitedInvoice, openInvoice, restingInvoiceStatuses } from '../../src/domain/money/invoice.ts';
import { daysPastDue } from '../../src/domain/money/aging.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan, type Scan } from '../../src/mcp/tool/scan.ts';
import { centsOf } from '../records/amounts.ts';
import type { InvoiceRecord } from '../records/record-types.ts';

/** Enough for a desk of some hundred shipments a day. */
const rowsMax = 20_000;

/** Invoices in which something is open, of one customer or of all; a draft is not owed yet. */
export async function openInvoices(ctx: ToolContext, customerId?: string): Promise<Scan<InvoiceRecord>> {
  const found = await scan(ctx, ctx.api.invoices.filter, {
    filter: {
      status: { notIn: restingInvoiceStatuses },
      ...(customerId !== undefined && { customerId: { equalTo: customerId } }),
    },
    local: {
      status: (invoice: InvoiceRecord) => isMet(awaitedInvoice, invoice),
      customerId: ({ customer }: InvoiceRecord) => customer?.id === customerId,
    },
    rowsMax,
  });
  return { ...found, rows: found.rows.filter(isOpen) };
}

export const isOpen = ({ status, amountOwed }: InvoiceRecord): boolean =>
  isMet(openInvoice, { status, owedCents: centsOf(amountOwed) });

/** Days past its due date; null while nothing is overdue. */
export const daysOverdue = (invoice: InvoiceRecord, today: string): number | null =>
  isOpen(invoice) ? daysPastDue({ ...invoice, openCents: centsOf(invoice.amountOwed) }, today) : null;
