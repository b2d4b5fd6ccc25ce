import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { parseLostReason } from '../../src/domain/quotes/lost-quote-words.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { ItemResult } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, NothingToDo, Plan, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { QuoteRecord } from '../records/record-types.ts';
import { quoteFinder } from '../arguments/finders/finders.ts';
import { resolveAll } from '../arguments/finders/resolve-all.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { type ClosedStatus, findClosingObstacle } from '../plans/freight/quote-decision.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatParty } from '../records/parties.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { formatExpiry, formatLane, quoteLines, listUntrustedFields, quoteView } from '../quotes/quote-view.ts';

const statuses = { lost: 'LOST', pass: 'PASS', canceled: 'CANCELED' } as const;
const quotesMax = 50;

const input = z.strictObject({
  quotes: z.array(RecordText).min(1).max(quotesMax),
  outcome: z.enum(['lost', 'pass', 'canceled']),
  reason: z.string().min(1).max(1000).optional().describe('of lost ones: "too high"'),
});

export const closeQuote = tool({
  name: 'close_quote',
  title: 'Close quotes',
  description: `Closes quotes that became nothing, one or several for the same reason: lost with a reason, passed on by us, or canceled. It can't be undone, so a person confirms one and approves several. A won one: convert_quote.`,
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: true, idempotent: true, openWorld: false },
  operations: listPlannedOperations('quotes.update'),
  input,
  output: z.object({}),
  async plan(ctx, { quotes: typed, outcome, reason }): Promise<PlanDraft | NothingToDo> {
    if (reason !== undefined && outcome !== 'lost')
      throw createFieldError('BAD_REQUEST', 'reason', 'only a lost quote has one; leave it out');
    const status = statuses[outcome];
    const settled = await ctx.settle('quotes', (context) => settleQuotes(context, typed, status));
    const quotes = await readQuotes(ctx, settled.ids);
    const closing = quotes.filter((quote) => judgeClosing(quote, status).canClose);
    if (closing.length === 0) return describeNothingToClose(quotes, status);
    if (closing.length > ctx.policy.batchMax)
      throw createFieldError('BAD_REQUEST', 'quotes', `the policy allows ${ctx.policy.batchMax} at once`);
    const drafts = await Promise.all(closing.map(({ id }) => planClosing(ctx, id, { status, reason })));
    const unchanged = listUnchanged(quotes, status);
    const notes = [...settled.left, ...settled.notes];
    const [firstDraft, ...otherDrafts] = drafts;
    if (firstDraft && otherDrafts.length === 0)
      return {
        ...firstDraft,
        lines: [...firstDraft.lines, ...notes],
        context: [...(firstDraft.context ?? []), ...unchanged],
        taken: [...notes, ...unchanged],
      };
    return joinPlans(
      drafts.map((draft, at) => addItem(ctx, draft, closing[at])),
      {
        title: `Close ${closing.length} quotes as ${formatCode(status)}`,
        lines: [...listCommonLines(firstDraft), ...notes],
        context: [...drafts.flatMap(({ context = [] }) => context), ...unchanged],
        undo: "Can't be undone: a closed quote doesn't open again. A new request can be recorded.",
        undoCall: 'create_quote',
        taken: [...notes, ...unchanged],
        isIndependent: true,
      },
    );
  },
  async finish(ctx, plan, outcomes) {
    const { quotes: typed, outcome } = input.parse(plan.input);
    const closed = await readQuotes(
      ctx,
      outcomes.map(({ about: target }) => String(target?.id)),
    );
    const [quote, ...otherQuotes] = closed;
    const others =
      typed.length === 1 ? [] : await listOtherResults(ctx, typed, { outcomes, status: statuses[outcome] });
    if (quote && otherQuotes.length === 0 && others.length === 0) return buildSingleResult(ctx, plan, quote);
    const isLeftOut = others.some((item) => item.outcome === 'left_out');
    return writeResult({
      status: isLeftOut ? 'partial' : 'done',
      summary: `${closed.map(({ friendlyId }) => friendlyId).join(', ')} ${closed.length === 1 ? 'is' : 'are'} ${formatCode(statuses[outcome])}${quote ? describeLoss(quote) : ''}.`,
      results: [...closed.map(({ id, friendlyId, status }) => ({ id, friendlyId, outcome: status })), ...others],
      undo: formatUndo(plan),
      nextActions: [
        { tool: 'list_quotes', arguments: { status: 'OPEN' }, why: 'shows the quotes that are still open' },
      ],
    });
  },
});

/** Settles which quotes are closed, and says why the others are not; where none is, the plan says so of all. */
async function settleQuotes(ctx: ToolContext, typed: readonly string[], status: ClosedStatus) {
  const { records, notes } = await resolveAll(ctx, quoteFinder, typed);
  const closing = records.filter((quote) => judgeClosing(quote, status).canClose);
  const [settled, left] = closing.length > 0 ? [closing, listUnchanged(records, status)] : [records, []];
  return { ids: settled.map(({ id }) => id), left, notes };
}

async function readQuotes(ctx: ToolContext, ids: readonly string[]): Promise<readonly QuoteRecord[]> {
  const records = await readByIds(ctx, ctx.api.quotes.filter, ids);
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Judges whether a quote can be closed so; one that is closed so already needs nothing. */
function judgeClosing(quote: QuoteRecord, status: ClosedStatus): { readonly canClose: boolean; readonly why?: string } {
  if (quote.status === status) return { canClose: false };
  const why = findClosingObstacle(quote, status);
  return why === undefined ? { canClose: true } : { canClose: false, why };
}

const describeUnchanged = (quote: QuoteRecord, status: ClosedStatus): string => {
  const { why } = judgeClosing(quote, status);
  return why === undefined
    ? `${quote.friendlyId}: ${formatCode(status)} already`
    : `${quote.friendlyId}: left out, it ${why}`;
};

const listUnchanged = (quotes: readonly QuoteRecord[], status: ClosedStatus): readonly string[] =>
  quotes.filter((quote) => !judgeClosing(quote, status).canClose).map((quote) => describeUnchanged(quote, status));

function describeNothingToClose(quotes: readonly QuoteRecord[], status: ClosedStatus): NothingToDo {
  const [quote, ...otherQuotes] = quotes;
  if (!quotes.every((row) => row.status === status))
    throw new WaybillError(
      'CONFLICT',
      `Nothing can be closed. ${quotes.map((row) => describeUnchanged(row, status)).join('. ')}.`,
    );
  const words = formatCode(status);
  if (!quote || otherQuotes.length > 0)
    return { nothingToDo: `${words} already: ${quotes.map(({ friendlyId }) => friendlyId).join(', ')}.` };
  const { id, friendlyId } = quote;
  return { nothingToDo: `Quote ${friendlyId} is ${words} already.`, record: { id, friendlyId, status } };
}

const planClosing = (
  ctx: ToolContext,
  id: string,
  { status, reason }: { readonly status: ClosedStatus; readonly reason: string | undefined },
): Promise<PlanDraft> =>
  planOperation(ctx, {
    operation: 'quotes.update',
    input: { id, status, ...(status === 'LOST' && toLostFields(reason)) },
  });

/** Lists what a batch does to each of its quotes; what differs is in the lines that a person can leave out. */
const listCommonLines = (draft: PlanDraft | undefined): PlanDraft['lines'] =>
  (draft?.lines ?? []).flatMap((line) =>
    typeof line === 'string' || line.label !== 'Reason' ? [] : [{ ...line, before: null }],
  );

/** Makes a quote of a batch a line that a person can leave out. */
function addItem(ctx: ToolContext, draft: PlanDraft, quote: QuoteRecord | undefined): PlanDraft {
  if (quote === undefined) return draft;
  const { friendlyId, status, customer, amount, currency } = quote;
  const price = amount === null ? 'no price' : formatWireAmount(amount, currency);
  const item = {
    key: friendlyId,
    cells: {
      number: friendlyId,
      party: formatParty(customer, 'customer'),
      freight: recordText(formatLane(quote), 'list'),
      details: `${price}, ${formatExpiry(quote, ctx.timeZone)}`,
    },
    verdict: `${formatCode(status)}, can be closed`,
    findings: draft.policyHits,
    money: [],
  };
  return {
    ...draft,
    items: [item],
    policyHits: [],
    steps: draft.steps.map((step) => ({ ...step, item: friendlyId })),
  };
}

/** Lists the requested quotes that no step was about, each with its reason; those that a person left out are added to every result. */
async function listOtherResults(
  ctx: ToolContext,
  typed: readonly string[],
  { outcomes, status }: { readonly outcomes: readonly StepOutcome[]; readonly status: ClosedStatus },
): Promise<readonly ItemResult[]> {
  const { records } = await resolveAll(ctx, quoteFinder, typed);
  const others = records.filter(({ id }) => !outcomes.some(({ about: target }) => target?.id === id));
  return others.flatMap((quote) => {
    const { canClose, why } = judgeClosing(quote, status);
    const { id, friendlyId } = quote;
    if (canClose) return [];
    return why === undefined
      ? [{ id, friendlyId, outcome: status, reason: 'it was before' }]
      : [{ id, friendlyId, outcome: 'left_out', reason: `it ${why}` }];
  });
}

function buildSingleResult(ctx: ToolContext, plan: Plan, quote: QuoteRecord) {
  const { friendlyId, status, customer } = quote;
  return writeResult({
    status: 'done',
    summary: `Quote ${friendlyId} is ${formatCode(status)}${describeLoss(quote)}.`,
    lines: quoteLines(quote, ctx.timeZone),
    record: { ...quoteView(quote), lostReason: quote.lostReason },
    undo: formatUndo(plan),
    untrusted: listUntrustedFields('/record'),
    nextActions: [
      {
        tool: 'list_quotes',
        arguments: { customer: customer?.friendlyId, status: 'OPEN' },
        why: 'shows open quotes of the customer',
      },
    ],
  });
}

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
