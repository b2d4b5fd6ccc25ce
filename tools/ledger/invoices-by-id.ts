import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { InvoiceRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';

export const invoicesById = (ctx: ToolContext, ids: readonly string[]): Promise<ReadonlyMap<string, InvoiceRecord>> =>
  recordsById<InvoiceRecord>(ids, (question) => scan(ctx, ctx.api.invoices.filter, question));
