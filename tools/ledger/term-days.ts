import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';

/**
 * The days of every payment term as they stand now: a term that changes does not change its customers. Deleted ones too,
 * because their customers keep them.
 */
export async function termDaysNow(ctx: ToolContext): Promise<(termId: string | null | undefined) => number | null> {
  const { rows } = await scan(ctx, ctx.api.paymentTerms.filter, {
    filter: { or: [{ deletedAt: { isNull: true } }, { deletedAt: { isNull: false } }] },
  });
  const days = new Map(rows.map((term) => [term.id, term.days]));
  return (termId) => days.get(termId ?? '') ?? null;
}
