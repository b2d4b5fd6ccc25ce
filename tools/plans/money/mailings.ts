import { todayIn } from '../../../src/domain/kit/dates.ts';
import type { AuditEntry } from '../../../src/mcp/audit/audit.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { InvoiceRecord } from '../../records/record-types.ts';

/** When an invoice was mailed through this server and by whom, newest first; the API itself keeps no such list. */
export async function mailingsOf(
  ctx: ToolContext,
  { id, createdAt }: Pick<InvoiceRecord, 'id' | 'createdAt'>,
): Promise<readonly string[]> {
  const entries = await ctx.control.auditOf({ ids: [id], since: createdAt });
  return entries
    .filter(isMailing)
    .map(({ at, who }) => `on ${todayIn(ctx.timeZone, at)} by ${recordText(who, 'list')}`);
}

const isMailing = ({ calls, summary }: AuditEntry) =>
  calls.some(
    ({ operation, status }) =>
      status === 'done' &&
      (operation === 'invoices.send' || (operation === 'invoices.batchGenerate' && /\bsent to\b/i.test(summary))),
  );
