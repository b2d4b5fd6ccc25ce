import { describeNoWayBack } from './quote-undo.ts';
import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import type { Undo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { checkFloor, formatMargin } from '../../src/domain/money/margin.ts';
import { formatMoney, fromCents, computePercent } from '../../src/domain/money/money.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { BackCall, NothingToDo, PlanDraft, PlanLine } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { formatWireAmount, toAmountCents } from '../records/amounts.ts';
import { quoteFinder } from '../arguments/finders/finders.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { parseExpiry, describeRevival } from './quote-expiry.ts';
import {
  formatExpiry,
  isOpenQuote,
  getLane,
  quoteLines,
  quotePlanRecord,
  listUntrustedFields,
  quoteView,
} from './quote-view.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { describeLaneHistory } from '../lanes/lane-rate.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';

const Input = z.strictObject({
  quote: RecordText,
  amount: MoneyText.describe('price to the customer'),
  currency: z.string().length(3).optional(),
  expiresAt: DateText.optional().describe('"Friday 5pm"'),
  target: MoneyText.optional().describe('expected cost, when known'),
});
type PriceInput = z.output<typeof Input>;

export const priceQuote = tool({
  name: 'price_quote',
  title: 'Price a quote',
  description: `Sets amount and expiry of an open quote and makes it QUOTED, or changes the price of one that is.
A margin below the policy's floor, where a target cost is known, needs a person's yes.
It sends nothing to the customer; convert_quote comes after their yes.`,
  toolset: 'desk',
  gate: 'audit',
  operations: ['quotes.get', 'quotes.filter', 'quotes.update'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft | NothingToDo> {
    const { quote, ...read } = await readTogether({
      quote: async () => (await resolve(ctx, quoteFinder, input.quote)).record,
      amountCents: () => parseCents(input.amount, 'amount'),
      expiresAt: () => (input.expiresAt === undefined ? undefined : parseExpiry(ctx, input.expiresAt)),
      targetCents: () => (input.target === undefined ? undefined : parseCents(input.target, 'target')),
    });
    refuseUnpriceable(quote);
    const price = buildPrice(ctx, quote, input, read);
    if (isSamePrice(quote, price)) {
      return {
        nothingToDo: `Quote ${quote.friendlyId} is quoted at exactly this price already.`,
        record: { id: quote.id, friendlyId: quote.friendlyId },
      };
    }
    const history = await describeLaneHistory(ctx, getLane(ctx, quote));
    const hits = [
      checkMargin(ctx, quote, price),
      lowerTarget(quote, price),
      describeRevival(ctx, quote.expiresAt),
    ].filter((hit) => hit !== null);
    return {
      gate: hits.length === 0 ? 'audit' : 'confirm',
      title: `Price quote ${quote.friendlyId} at ${formatMoney(price.amountCents, quote.currency)}`,
      steps: [buildStep(quote, price)],
      records: [quotePlanRecord(quote)],
      lines: formatLines(ctx, quote, price),
      context: [history],
      money: [{ currency: quote.currency, amountCents: price.amountCents }],
      emails: [],
      sideEffects: [],
      ...describeUndo(ctx, quote),
      back: listUndoCalls(quote, price),
      policyHits: hits,
    };
  },
  async finish(ctx, plan, [outcome]) {
    // The one step returns the quote after the change.
    const quote = (outcome?.status === 'done' ? outcome.answer : undefined) as QuoteRecord;
    const { friendlyId, amount, currency } = quote;
    return writeResult({
      status: 'done',
      summary: `Quote ${friendlyId} is ${formatCode(quote.status)} at ${formatWireAmount(amount, currency)}; ${formatExpiry(quote, ctx.timeZone)}.`,
      lines: [...quoteLines(quote, ctx.timeZone), ...(plan.context ?? [])],
      record: quoteView(quote),
      undo: formatUndo(plan),
      nextActions: [
        { tool: 'convert_quote', arguments: { quote: friendlyId }, why: 'once the customer has accepted' },
        { tool: 'close_quote', arguments: { quotes: [friendlyId], outcome: 'lost' }, why: 'when it is lost' },
      ],
      untrusted: listUntrustedFields('/record'),
    });
  },
});

interface QuotePrice {
  readonly amountCents: number;
  /** Undefined keeps what the quote has. */
  readonly expiresAt: string | undefined;
  readonly targetCents: number | null;
}

function refuseUnpriceable(quote: QuoteRecord): void {
  if (isOpenQuote(quote)) return;
  const { friendlyId, status, shipmentKey } = quote;
  const actions =
    shipmentKey !== null
      ? [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'shows what the quote became' }]
      : status === 'WON'
        ? [{ tool: 'convert_quote', arguments: { quote: friendlyId }, why: 'makes the shipment' }]
        : [
            {
              tool: 'list_quotes',
              arguments: { customer: quote.customer?.friendlyId, status: 'OPEN' },
              why: 'shows quotes of the customer that can still be priced',
            },
          ];
  throw withNextActions(
    new WaybillError('CONFLICT', `Quote ${friendlyId} is ${formatCode(status)}: only an open quote can be priced.`),
    actions,
  );
}

interface ReadPrice extends Pick<QuotePrice, 'amountCents' | 'expiresAt'> {
  /** Undefined if none was typed. */
  readonly targetCents: number | undefined;
}

function buildPrice(
  ctx: ToolContext,
  quote: QuoteRecord,
  input: PriceInput,
  { amountCents, expiresAt, targetCents = toAmountCents(quote.target) ?? undefined }: ReadPrice,
): QuotePrice {
  const currency = input.currency?.toUpperCase();
  if (currency !== undefined && currency !== quote.currency) {
    throw createFieldError(
      'BAD_REQUEST',
      'currency',
      `quote ${quote.friendlyId} is in ${quote.currency}, which a price cannot change`,
    );
  }
  if (expiresAt === undefined && quote.expiresAt !== null && quote.expiresAt <= ctx.askedAt) {
    throw createFieldError(
      'VALIDATION_ERROR',
      'expiresAt',
      `the last one (${formatLocalTime(quote.expiresAt, ctx.timeZone)}) has passed: give a new one`,
    );
  }
  return { amountCents, expiresAt, targetCents: targetCents ?? null };
}

function isSamePrice(quote: QuoteRecord, { amountCents, expiresAt, targetCents }: QuotePrice): boolean {
  const isSameExpiry =
    expiresAt === undefined || (quote.expiresAt !== null && Date.parse(expiresAt) === Date.parse(quote.expiresAt));
  return (
    quote.status === 'QUOTED' &&
    toAmountCents(quote.amount) === amountCents &&
    toAmountCents(quote.target) === targetCents &&
    isSameExpiry
  );
}

/** Checks the price against the margin floor. The margin is measured against the target cost, if there is one. */
function checkMargin(
  { policy }: ToolContext,
  { side }: QuoteRecord,
  { amountCents, targetCents }: QuotePrice,
): string | null {
  if (side === 'BUY' || targetCents === null) return null;
  return checkFloor({ revenueCents: amountCents, costCents: targetCents }, policy.marginFloor);
}

/** Describes a lowered target cost. Any price passes the floor if the cost is lowered, so the person sees it first. */
function lowerTarget({ target, currency }: QuoteRecord, { targetCents }: QuotePrice): string | null {
  const currentTargetCents = toAmountCents(target);
  if (currentTargetCents === null || targetCents === null || targetCents >= currentTargetCents) return null;
  return `The target cost on the quote goes down from ${formatMoney(currentTargetCents, currency)} to ${formatMoney(targetCents, currency)}.`;
}

function buildStep(
  quote: QuoteRecord,
  { amountCents, expiresAt, targetCents }: QuotePrice,
): PlanDraft['steps'][number] {
  const { id, friendlyId, status } = quote;
  return {
    operation: 'quotes.update',
    input: {
      id,
      by: 'id',
      amount: fromCents(amountCents),
      ...(status !== 'QUOTED' && { status: 'QUOTED' }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(targetCents !== null && targetCents !== toAmountCents(quote.target) && { target: fromCents(targetCents) }),
    },
    label: `Price quote ${friendlyId} at ${formatMoney(amountCents, quote.currency)}`,
    about: { id, friendlyId },
  };
}

function formatLines({ timeZone }: ToolContext, quote: QuoteRecord, price: QuotePrice): readonly PlanLine[] {
  const { currency, side } = quote;
  const [customer = '', lane = ''] = quoteLines(quote, timeZone);
  const before = quote.amount === null ? 'no price' : formatWireAmount(quote.amount, currency);
  const expiresAt = price.expiresAt ?? quote.expiresAt;
  return [
    customer,
    lane,
    { label: 'Price', before, after: formatMoney(price.amountCents, currency) },
    ...(quote.status === 'QUOTED' ? [] : [{ label: 'Status', before: formatCode(quote.status), after: 'quoted' }]),
    { label: 'Expires', before: formatExpiry(quote, timeZone), after: formatExpiry({ expiresAt }, timeZone) },
    ...(side === 'BUY' ? [] : [formatMarginLine(price, currency)]),
  ];
}

function formatMarginLine({ amountCents, targetCents }: QuotePrice, currency: string): string {
  if (targetCents === null) return 'Margin: unknown, no target cost; the floor was not checked';
  const percent = formatMargin(computePercent(amountCents - targetCents, amountCents));
  return `Margin: ${formatMoney(amountCents - targetCents, currency)}, ${percent} against a target cost of ${formatMoney(targetCents, currency)}`;
}

/** Lists the call that puts the former price back; a quote that had none can't be without one again. */
function listUndoCalls({ id, status, amount, expiresAt, target }: QuoteRecord, price: QuotePrice): readonly BackCall[] {
  if (status !== 'QUOTED' || amount === null) return [];
  const former = {
    amount,
    ...(price.expiresAt !== undefined && { expiresAt }),
    ...(price.targetCents !== toAmountCents(target) && { target }),
  };
  return [{ step: 0, operation: 'quotes.update', input: { id, ...former } }];
}

function describeUndo({ timeZone }: ToolContext, quote: QuoteRecord): Undo {
  const { status, amount, currency } = quote;
  if (status === 'QUOTED' && amount !== null)
    return {
      undo: `The former price can be put back: ${formatWireAmount(amount, currency)}, ${formatExpiry(quote, timeZone)}.`,
      undoCall: 'undo',
    };
  return describeNoWayBack(quote);
}
