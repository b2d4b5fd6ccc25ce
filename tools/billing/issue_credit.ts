import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import { createFieldError } from '../../src/errors.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { getDeskClock, getDeskToday } from '../arguments/date-words.ts';
import { customerFinder, invoiceFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import { joinPlans } from '../plans/join-plans.ts';
import type { CustomerOpenInvoice } from '../customers/open-invoices.ts';
import { readCompleteBalance, describeBalance } from '../plans/money/customer-balance.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount, centsText } from '../records/amounts.ts';
import type { CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import { planCredit } from './credit-drafts.ts';
import { shareMoney } from './invoice-shares.ts';
import { settleOpenInvoices } from './settled-invoices.ts';
import { getAnswerId } from './answers.ts';
import { formatParty, requireParty } from '../records/parties.ts';

export const issueCredit = tool({
  name: 'issue_credit',
  title: 'Give a customer credit',
  description: `Gives a customer credit, for an invoice or on account, after an approval. For an invoice it is applied to it unless apply is false; on account only with apply true, the oldest invoices first.
A short pay is better settled in record_payment. To take an invoice back use void_invoice.`,
  toolset: 'billing',
  gate: 'approve',
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  operations: listPlannedOperations('creditMemos.create', 'creditMemos.apply'),
  input: z.strictObject({
    customer: RecordText.optional(),
    invoice: RecordText.optional().describe('either this or customer'),
    amount: MoneyText,
    reason: z.string().min(1).max(500),
    apply: z.boolean().optional(),
    again: z.boolean().optional(),
  }),
  output: z.object({}),
  async plan(ctx, request): Promise<PlanDraft> {
    const target = await findTarget(ctx, request);
    const { customer, invoice, currency, open } = target;
    const cents = parseCents(request.amount, 'amount', currency);
    if (cents === 0) throw createFieldError('BAD_REQUEST', 'amount', 'must be more than nothing');
    const shares = (request.apply ?? invoice !== undefined) ? shareMoney(open, cents) : [];
    const credit = await planCredit(ctx, {
      customerId: customer.id,
      currency,
      cents,
      date: getDeskToday(getDeskClock(ctx)),
      reason: invoice ? `${invoice.friendlyId}: ${request.reason}` : request.reason,
      shares,
      step: 0,
    });
    const applied = shares.reduce((sum, share) => sum + share.cents, 0);
    const numbers = shares.map((share) => share.invoice.friendlyId).join(', ');
    const drafts = [credit.memo, ...credit.applied];
    return joinPlans(drafts, {
      title: `${credit.memo.title}${numbers === '' ? ', on account' : `, applied to ${numbers}`}`,
      lines: [
        ...credit.memo.lines,
        ...credit.lines,
        ...(applied < cents ? [`${centsText(cents - applied, currency)} stays on account, applied to nothing`] : []),
      ],
      context: [
        ...drafts.flatMap(({ context = [] }) => context).slice(0, 1),
        ...(await listBalance(ctx, target, applied)),
      ],
      money: credit.memo.money,
      undo: applied === 0 ? credit.memo.undo : 'It can be taken off its invoices and voided.',
      undoCall: 'undo',
    });
  },
  async finish(ctx, plan, outcomes) {
    return buildResult(ctx, plan, outcomes);
  },
});

interface CreditTarget {
  readonly customer: CustomerRecord;
  readonly invoice: InvoiceRecord | undefined;
  readonly currency: string;
  /** Invoices that it can be applied to. */
  readonly open: readonly CustomerOpenInvoice[];
}

interface CreditRequest {
  readonly customer?: string | undefined;
  readonly invoice?: string | undefined;
  readonly amount: MoneyText;
  readonly apply?: boolean | undefined;
}

async function findTarget(ctx: ToolContext, request: CreditRequest): Promise<CreditTarget> {
  if (request.invoice !== undefined) {
    const { record: invoice } = await resolve(ctx, invoiceFinder, request.invoice);
    const { id } = requireParty(invoice.customer, 'customer', invoice.friendlyId);
    const customer = await ctx.api.customers.get({ id, by: 'id' });
    if (request.customer !== undefined) await requireSame(ctx, request.customer, invoice);
    return { customer, invoice, currency: invoice.currency, open: [invoice] };
  }
  if (request.customer === undefined)
    throw createFieldError('BAD_REQUEST', 'customer', 'is needed, or the invoice it is for');
  const { record: customer } = await resolve(ctx, customerFinder, request.customer);
  const currency = customer.currency ?? 'USD';
  const open =
    request.apply === true
      ? await settleOpenInvoices(ctx, customer.id, (rows) =>
          shareMoney(
            rows.filter((row) => row.currency === currency),
            parseCents(request.amount, 'amount', currency),
          ),
        )
      : [];
  return { customer, invoice: undefined, currency, open };
}

async function requireSame(ctx: ToolContext, typed: string, invoice: InvoiceRecord): Promise<void> {
  const { record } = await resolve(ctx, customerFinder, typed);
  if (record.id === invoice.customer?.id) return;
  const ownerText = `${invoice.friendlyId} is an invoice of ${formatParty(invoice.customer, 'customer')}`;
  throw createFieldError('BAD_REQUEST', 'customer', `${ownerText}, not of ${recordText(record.name, 'list')}`);
}

/** Lists what the customer owes once the credit is applied. */
async function listBalance(
  ctx: ToolContext,
  { customer, currency }: CreditTarget,
  applied: number,
): Promise<readonly string[]> {
  const owed = await readCompleteBalance(ctx, customer.id, currency);
  if (applied === 0 || owed === null) return [];
  return [`After it ${customer.friendlyId} owes ${centsText(owed - applied, currency)}`];
}

async function buildResult(
  ctx: ToolContext,
  plan: Pick<PlanDraft, 'undo' | 'undoCall'>,
  outcomes: readonly StepOutcome[],
) {
  const memo = await ctx.api.creditMemos.get({ id: getAnswerId(outcomes[0]), by: 'id' });
  const { id, friendlyId, customer, amount, appliedAmount, remainingBalance, currency, status } = memo;
  const applied = memo.applications.map(
    (application) =>
      `${formatWireAmount(application.amount, currency)} to ${application.invoiceFriendlyId ?? 'an invoice'}`,
  );
  const applicationText = applied.length === 0 ? 'on account' : `applied ${applied.join(', ')}`;
  const customerText = customer === null ? '' : ` for ${customer.friendlyId} ${recordText(customer.name, 'list')}`;
  const owes = customer === null ? '' : await describeBalance(ctx, customer, currency);
  return writeResult({
    status: 'done',
    summary: `${friendlyId}, ${formatWireAmount(amount, currency)} of credit${customerText}, ${applicationText}, ${formatWireAmount(remainingBalance, currency)} left of it.${owes}`,
    record: { id, friendlyId, amount, appliedAmount, remainingBalance, currency, status },
    undo: formatUndo(plan),
    nextActions: customer === null ? [] : suggestActions(customer.friendlyId),
  });
}

const suggestActions = (customer: string): readonly NextAction[] => [
  { tool: 'list_invoices', arguments: { customer }, why: 'what is open now' },
];
