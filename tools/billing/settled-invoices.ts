import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { type CustomerOpenInvoice, readOpenInvoices } from '../customers/open-invoices.ts';
import type { InvoiceRecord } from '../records/record-types.ts';
import type { Share } from './invoice-shares.ts';

/**
 * Settles which open invoices of a customer take an amount, those due first on top, and reads these from the API: an invoice
 * that comes or is paid beside them changes nothing.
 */
export async function settleOpenInvoices(
  ctx: ToolContext,
  customerId: string,
  share: (open: readonly CustomerOpenInvoice[]) => readonly Share[],
): Promise<readonly InvoiceRecord[]> {
  const ids = await ctx.settle('open invoices', async (context) =>
    share(await readOpenInvoices(context, customerId)).map(({ invoice }) => invoice.id),
  );
  const invoices = await readByIds(ctx, ctx.api.invoices.filter, ids);
  return ids.flatMap((id) => invoices.get(id) ?? []);
}
