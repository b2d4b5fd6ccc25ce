import * as z from 'zod';
import { parseLostReason } from '../../src/domain/quotes/lost-quote-words.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { PlanDraft, NothingToDo } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { quoteFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { quoteLines, listUntrustedFields, quoteView } from '../quotes/quote-view.ts';

const statuses = { lost: 'LOST', pass: 'PASS', canceled: 'CANCELED' } as const;

export const closeQuote = tool({
  name: 'close_quote',
  title: 'Close a quote',
  description: `Closes a quote that became nothing: lost with a reason, passed on by us, or canceled. A won one: convert_quote.`,
  toolset: 'desk',
  gate: 'audit',
  hints: { destructive: false, idempotent: true, openWorld: false },
  operations: listPlannedOperations('quotes.update'),
  input: z.strictObject({
    quote: RecordText,
    outcome: z.enum(['lost', 'pass', 'canceled']),
    reason: z.string().min(1).max(1000).optional().describe('of a lost one: "too high"'),
  }),
  output: z.object({}),
  async plan(ctx, { quote: typed, outcome, reason }): Promise<PlanDraft | NothingToDo> {
    const { record: quote } = await resolve(ctx, quoteFinder, typed);
    const { id, friendlyId, status } = quote;
    if (reason !== undefined && outcome !== 'lost')
      throw createFieldError('BAD_REQUEST', 'reason', 'only a lost quote has one; leave it out');
    if (status === statuses[outcome])
      return {
        nothingToDo: `Quote ${friendlyId} is ${formatCode(status)} already.`,
        record: { id, friendlyId, status },
      };
    const draft = await planOperation(ctx, {
      operation: 'quotes.update',
      input: { id, status: statuses[outcome], ...(outcome === 'lost' && toLostFields(reason)) },
    });
    return {
      ...draft,
      title: `Close quote ${friendlyId} as ${formatCode(statuses[outcome])}`,
      lines: [
        { label: 'Status', before: formatCode(status), after: formatCode(statuses[outcome]) },
        ...quoteLines(quote, ctx.timeZone),
      ],
      undo: `Can't be undone: it doesn't become ${formatCode(status)} again. create_quote records a new request.`,
    };
  },
  async finish(ctx, plan, [outcome]) {
    const quote = await ctx.api.quotes.get({ id: String(outcome?.input['id']), by: 'id' });
    const { friendlyId, status, customer } = quote;
    return writeResult({
      status: 'done',
      summary: `Quote ${friendlyId} is ${formatCode(status)}${describeLoss(quote)}.`,
      lines: quoteLines(quote, ctx.timeZone),
      record: { ...quoteView(quote), lostReason: quote.lostReason },
      undo: plan.undo,
      untrusted: listUntrustedFields('/record'),
      nextActions: [
        {
          tool: 'list_quotes',
          arguments: { customer: customer?.friendlyId, status: 'OPEN' },
          why: 'shows open quotes of the customer',
        },
      ],
    });
  },
});

/** Describes why a quote was lost: by the person's own words where they fit no reason of the API. */
function describeLoss({ lostReason, lostReasonText }: QuoteRecord): string {
  if (lostReason === null) return '';
  return `: ${lostReason === 'OTHER' && lostReasonText ? recordText(lostReasonText, 'list') : formatCode(lostReason)}`;
}

/** Returns the reason as the API's code, with the person's own words. */
function toLostFields(reason: string | undefined) {
  if (reason === undefined) return { lostReason: 'NO_REASON' };
  return { lostReason: parseLostReason(reason), lostReasonText: reason };
}
