import { formatDate } from '../../src/domain/places/local-time.ts';
import { getToday } from '../../src/domain/kit/dates.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { RecordEntry, ToolContext } from '../../src/mcp/tool/context.ts';
import type { InvoiceRecord } from '../records/record-types.ts';

/**
 * Lists when and by whom an invoice was mailed with Waybill, newest first. The API itself keeps no such list.
 */
export async function readMailings(
  ctx: ToolContext,
  { id, createdAt }: Pick<InvoiceRecord, 'id' | 'createdAt'>,
): Promise<readonly string[]> {
  const entries = await ctx.control.readHistory({ ids: [id], since: createdAt });
  return entries
    .filter((entry) => isMailing(entry, id))
    .map(({ at, who: sender }) => `on ${formatDate(getToday(ctx.timeZone, at))} by ${recordText(sender, 'list')}`);
}

/** Returns true if the entry mailed the invoice, by itself or with the batch that created it. */
export const isMailing = ({ calls, summary }: RecordEntry, id: string): boolean =>
  calls.some(
    ({ operation, status, records, mailed = [] }) =>
      status === 'done' &&
      (mailed.includes(id) ||
        // An entry of an earlier version names its records in its texts only.
        (operation === 'invoices.send' && (records?.includes(id) ?? summary.includes(id)))),
  );
