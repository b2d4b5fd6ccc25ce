import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { fromCents } from '../../src/domain/money/money.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Plan, PlanDraft } from '../../src/mcp/tool/plan.ts';
import type { ToolResult } from '../../src/mcp/results/result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { parseExpiry } from '../quotes/quote-expiry.ts';
import { orderArguments, readOrder } from '../quotes/order-request.ts';
import { describeLaneHistory } from '../lanes/lane-rate.ts';
import { getLane, quoteLines, listUntrustedFields, quoteView } from '../quotes/quote-view.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';

const Input = z.strictObject({
  customer: RecordText,
  ...orderArguments,
  amount: MoneyText.optional(),
  expiresAt: DateText.optional(),
  again: z.boolean().optional(),
});

export const createQuote = tool({
  name: 'create_quote',
  title: 'Create a quote',
  description: `Records a customer's request for a truckload price on a lane, with its order.
Names and dates are looked up and shown; unclear input is asked about, never guessed.
It makes no offer: price_quote does. Other modes: api_write quotes.create.`,
  toolset: 'desk',
  gate: 'audit',
  operations: listPlannedOperations('quotes.create'),
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  input: Input,
  output: z.object({ resolved: z.array(z.string()) }),
  async plan(ctx, input): Promise<PlanDraft> {
    const { request, amount, expiresAt } = await readTogether({
      request: () => readOrder(ctx, input.customer, input),
      amount: () => (input.amount === undefined ? undefined : fromCents(parseCents(input.amount, 'amount'))),
      expiresAt: () => (input.expiresAt === undefined ? undefined : parseExpiry(ctx, input.expiresAt)),
    });
    const { customer, order, words, places, caution, taken: interpretations } = request;
    const { id } = customer;
    const offer = { ...(amount !== undefined && { amount }), ...(expiresAt !== undefined && { expiresAt }) };
    const draft = await planOperation(ctx, {
      operation: 'quotes.create',
      input: { customer: { id }, order, ...offer },
      words,
      places,
    });
    return {
      ...draft,
      lines: [...caution, ...draft.lines, ...interpretations],
      taken: [...interpretations, ...(draft.taken ?? [])],
    };
  },
  async finish(ctx, plan, [outcome]) {
    // The one step returns the quote that it made.
    const quote = (outcome?.status === 'done' ? outcome.answer : undefined) as QuoteRecord;
    return buildCreatedResult(ctx, quote, plan);
  },
});

async function buildCreatedResult(
  ctx: ToolContext,
  quote: QuoteRecord,
  { lines, taken: resolved = [], ...plan }: Plan,
): Promise<ToolResult> {
  const { friendlyId, amount } = quote;
  const history = await describeLaneHistory(ctx, getLane(ctx, quote));
  // Without an amount there is no complete call to name: the desk decides it first.
  const next = amount === null ? '; the desk decides its price' : '';
  return writeResult({
    status: 'done',
    summary: `Quote ${friendlyId} was created. It is ${formatCode(quote.status)}, not an offer yet${next}.`,
    lines: [
      ...lines.map(formatPlanLine).filter((line) => line.startsWith('Caution: ')),
      ...quoteLines(quote, ctx.timeZone),
      history,
      ...resolved,
    ],
    record: quoteView(quote),
    undo: formatUndo(plan),
    nextActions:
      amount === null
        ? []
        : [
            {
              tool: 'price_quote',
              arguments: { quote: friendlyId, amount },
              why: 'makes the amount an offer to the customer',
            },
          ],
    untrusted: [...listUntrustedFields('/record'), '/resolved/*'],
    extra: { resolved },
  });
}
