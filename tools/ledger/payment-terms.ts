import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';

/** Reads every payment term; deleted ones too, because their customers and invoices keep them. */
async function readTerms(ctx: ToolContext) {
  const { rows } = await scan(ctx, ctx.api.paymentTerms.filter, {
    filter: { or: [{ deletedAt: { isNull: true } }, { deletedAt: { isNull: false } }] },
  });
  return new Map(rows.map((term) => [term.id, term]));
}

/** Reads the current days of every payment term. A change of a term does not change its customers' records. */
export async function readTermDays(ctx: ToolContext): Promise<(termId: string | null | undefined) => number | null> {
  const terms = await readTerms(ctx);
  return (termId) => terms.get(termId ?? '')?.days ?? null;
}

/** Reads the names of every payment term. */
export async function readTermNames(ctx: ToolContext): Promise<(termId: string | null) => string | null> {
  const terms = await readTerms(ctx);
  return (termId) => terms.get(termId ?? '')?.name ?? null;
}
