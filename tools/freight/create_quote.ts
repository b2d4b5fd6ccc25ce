import * as z from 'zod';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Plan, PlanDraft } from '../../src/mcp/tool/plan.ts';
import type { ToolResult } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { resolveEquipment } from '../arguments/equipment-words.ts';
import { customerFinder } from '../arguments/finders.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { typedReference } from '../quotes/order-references.ts';
import { expiryInstant } from '../quotes/quote-expiry.ts';
import { resolveStops, routeArguments } from '../quotes/quote-stops.ts';
import { quoteLines, quoteUntrusted, quoteView } from '../quotes/quote-view.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { plannedOperations } from '../plans/planned-operations.ts';
import { resolve } from '../arguments/resolve.ts';
import type { Understood } from '../arguments/stop-request.ts';
import { readTogether } from '../arguments/together.ts';
import { MeasureText, typedPounds } from '../arguments/typed-measures.ts';
import { MoneyText, typedCents } from '../arguments/typed-money.ts';

const Input = z.strictObject({
  customer: RecordText,
  ...routeArguments,
  equipment: z.string().max(80).optional().describe('"dry van"'),
  weight: MeasureText.optional().describe('lb'),
  commodity: z.string().max(500).optional(),
  references: z.array(z.string().min(1).max(300)).max(20).optional().describe('"PO 4471"'),
  amount: MoneyText.optional(),
  expiresAt: DateText.optional(),
  again: z.boolean().optional(),
});
type QuoteInput = z.output<typeof Input>;

export const createQuote = tool({
  name: 'create_quote',
  title: 'Create a quote',
  description: `Records a customer's request for a truckload price on a lane, with its order.
Names and dates are looked up and shown; what is unclear is asked, nothing is guessed.
It makes no offer: price_quote does. Other modes: api_write quotes.create.`,
  toolset: 'desk',
  gate: 'audit',
  operations: plannedOperations('quotes.create'),
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  input: Input,
  output: z.object({ resolved: z.array(z.string()) }),
  async plan(ctx, input): Promise<PlanDraft> {
    const { customer, order, taken, ...offer } = await readRequest(ctx, input);
    const { id, name, friendlyId, status } = customer;
    const draft = await planOperation(ctx, {
      operation: 'quotes.create',
      input: { customer: { id }, order, ...offer },
    });
    const caution = status === 'ACTIVE' ? [] : [`Caution: this customer is ${status}, not ACTIVE.`];
    return {
      ...draft,
      title: `Create a quote for ${recordText(name, 'list')} (${friendlyId})`,
      lines: [...caution, ...taken, ...draft.lines],
      taken: [...taken, ...(draft.taken ?? [])],
    };
  },
  async finish(ctx, plan, [outcome]) {
    // The one step returns the quote that it made.
    const quote = (outcome?.status === 'done' ? outcome.answer : undefined) as QuoteRecord;
    return createdResult(ctx, quote, plan);
  },
});

/** The request as the API takes it, and what each word was taken for. */
async function readRequest(ctx: ToolContext, input: QuoteInput) {
  const found = resolve(ctx, customerFinder, input.customer);
  const { customer, route, truck, amount, expiresAt, freight, references } = await readTogether({
    customer: () => found,
    route: () => resolveStops(ctx, async () => (await found).record, input),
    truck: () => (input.equipment === undefined ? undefined : resolveEquipment(ctx, input.equipment)),
    amount: () => (input.amount === undefined ? undefined : fromCents(typedCents(input.amount, 'amount'))),
    expiresAt: () => (input.expiresAt === undefined ? undefined : expiryInstant(ctx, input.expiresAt)),
    freight: () => freightOf(input),
    references: () => input.references?.map((text) => typedReference(text, 'references')),
  });
  const { name, friendlyId } = customer.record;
  const understood: readonly Understood[] = [
    { argument: 'customer', query: customer.resolved.query, as: `${name} (${friendlyId}, by ${customer.resolved.as})` },
    ...route.understood,
    ...(truck ? [{ argument: 'equipment', ...truck.resolved }] : []),
  ];
  return {
    customer: customer.record,
    order: {
      mode: 'TL',
      stops: route.stops,
      ...(freight && { freight }),
      ...(truck && { equipment: [{ id: truck.record.id }] }),
      ...(references && { references }),
    },
    ...(amount !== undefined && { amount }),
    ...(expiresAt !== undefined && { expiresAt }),
    taken: understood.map(takenLine),
  };
}

const takenLine = ({ argument, query, as }: Understood) =>
  `${argument} ${recordText(query, 'list')} was taken for ${recordText(as, 'list')}`;

function freightOf({ weight, commodity }: QuoteInput) {
  if (weight === undefined && commodity === undefined) return undefined;
  return {
    ...(weight !== undefined && { weight: typedPounds(weight, 'weight') }),
    ...(commodity !== undefined && { commodityDescription: commodity }),
  };
}

function createdResult(ctx: ToolContext, quote: QuoteRecord, { lines, taken: resolved = [] }: Plan): ToolResult {
  const { friendlyId, amount } = quote;
  // Without an amount there is no complete call to name: the desk decides it first.
  const next = amount === null ? '; the desk decides its price' : '';
  return writeResult({
    status: 'done',
    summary: `Quote ${friendlyId} was created; it is ${quote.status}, not yet an offer${next}.`,
    lines: [...lines.filter((line) => line.startsWith('Caution: ')), ...quoteLines(quote, ctx.timeZone), ...resolved],
    record: quoteView(quote),
    undo: `close_quote ${JSON.stringify({ quote: friendlyId, outcome: 'canceled' })}`,
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
    untrusted: [...quoteUntrusted('/record'), '/resolved/*'],
    extra: { resolved },
  });
}
