import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { askingOf, getDeskToday } from '../arguments/date-words.ts';
import { customerFinder, invoiceFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { MoneyText, typedCents } from '../arguments/typed-money.ts';
import { joinPlans } from '../plans/join-plans.ts';
import type { CustomerOpenInvoice } from '../customers/open-invoices.ts';
import { owedBy, owesText } from '../plans/money/customer-balance.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { amountText, centsText } from '../records/amounts.ts';
import type { CustomerRecord, InvoiceRecord } from '../records/record-types.ts';
import { creditDrafts } from './credit-drafts.ts';
import { shareMoney } from './invoice-shares.ts';
import { settleOpenInvoices } from './settled-invoices.ts';
import { idOfAnswer } from './answers.ts';
import { formatParty, requireParty } from '../records/parties.ts';

export const issueCredit = tool({
  name: 'issue_credit',
  title: 'Give a customer credit',
  description: `Gives a customer credit, for an invoice or on account, after an approval. For an invoice it is applied to it unless apply is false; on account only with apply true, the oldest invoices first.
A short pay is better settled in record_payment. To take an invoice back use void_invoice.`,
  toolset: 'billing',
  gate: 'approve',
  hints: { destructive: true, idempotent: false, openWorld: false },
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
  async plan(ctx, asked): Promise<PlanDraft> {
    const about = await findTarget(ctx, asked);
    const { customer, invoice, currency, open } = about;
    const cents = typedCents(asked.amount, 'amount', currency);
    if (cents === 0) throw fieldError('BAD_REQUEST', 'amount', 'must be more than nothing');
    const shares = (asked.apply ?? invoice !== undefined) ? shareMoney(open, cents) : [];
    const credit = await creditDrafts(ctx, {
      customerId: customer.id,
      currency,
      cents,
      date: getDeskToday(askingOf(ctx)),
      reason: invoice ? `${invoice.friendlyId}: ${asked.reason}` : asked.reason,
      shares,
      step: 0,
    });
    const applied = shares.reduce((sum, share) => sum + share.cents, 0);
    const where = shares.map((share) => share.invoice.friendlyId).join(', ');
    const drafts = [credit.memo, ...credit.applied];
    return joinPlans(drafts, {
      title: `${credit.memo.title}${where === '' ? ', on account' : `, applied to ${where}`}`,
      lines: [
        ...credit.memo.lines,
        ...credit.lines,
        ...(applied < cents ? [`${centsText(cents - applied, currency)} stays on account, applied to nothing`] : []),
      ],
      context: [
        ...drafts.flatMap(({ context = [] }) => context).slice(0, 1),
        ...(await listBalance(ctx, about, applied)),
      ],
      money: credit.memo.money,
      undo: applied === 0 ? credit.memo.undo : 'undo takes it off what it is applied to, and ends it.',
    });
  },
  async finish(ctx, plan, outcomes) {
    return creditResult(ctx, plan, outcomes);
  },
});

interface Target {
  readonly customer: CustomerRecord;
  readonly invoice: InvoiceRecord | undefined;
  readonly currency: string;
  /** What it can be applied to. */
  readonly open: readonly CustomerOpenInvoice[];
}

interface CreditRequest {
  readonly customer?: string | undefined;
  readonly invoice?: string | undefined;
  readonly amount: MoneyText;
  readonly apply?: boolean | undefined;
}

async function findTarget(ctx: ToolContext, asked: CreditRequest): Promise<Target> {
  if (asked.invoice !== undefined) {
    const { record: invoice } = await resolve(ctx, invoiceFinder, asked.invoice);
    const { id } = requireParty(invoice.customer, 'customer', invoice.friendlyId);
    const customer = await ctx.api.customers.get({ id, by: 'id' });
    if (asked.customer !== undefined) await requireSame(ctx, asked.customer, invoice);
    return { customer, invoice, currency: invoice.currency, open: [invoice] };
  }
  if (asked.customer === undefined) throw fieldError('BAD_REQUEST', 'customer', 'is needed, or the invoice it is for');
  const { record: customer } = await resolve(ctx, customerFinder, asked.customer);
  const currency = customer.currency ?? 'USD';
  const open =
    asked.apply === true
      ? await settleOpenInvoices(ctx, customer.id, (rows) =>
          shareMoney(
            rows.filter((row) => row.currency === currency),
            typedCents(asked.amount, 'amount', currency),
          ),
        )
      : [];
  return { customer, invoice: undefined, currency, open };
}

async function requireSame(ctx: ToolContext, typed: string, invoice: InvoiceRecord): Promise<void> {
  const { record } = await resolve(ctx, customerFinder, typed);
  if (record.id === invoice.customer?.id) return;
  const whose = `${invoice.friendlyId} is an invoice of ${formatParty(invoice.customer, 'customer')}`;
  throw fieldError('BAD_REQUEST', 'customer', `${whose}, not of ${recordText(record.name, 'list')}`);
}

/** Says what the customer owes once the credit is applied. */
async function listBalance(
  ctx: ToolContext,
  { customer, currency }: Target,
  applied: number,
): Promise<readonly string[]> {
  const owed = await owedBy(ctx, customer.id, currency);
  if (applied === 0 || owed === null) return [];
  return [`After it ${customer.friendlyId} owes ${centsText(owed - applied, currency)}`];
}

async function creditResult(ctx: ToolContext, plan: Pick<PlanDraft, 'undo'>, outcomes: readonly StepOutcome[]) {
  const memo = await ctx.api.creditMemos.get({ id: idOfAnswer(outcomes[0]), by: 'id' });
  const { id, friendlyId, customer, amount, appliedAmount, remainingBalance, currency, status } = memo;
  const applied = memo.applications.map(
    (one) => `${amountText(one.amount, currency)} to ${one.invoiceFriendlyId ?? 'an invoice'}`,
  );
  const where = applied.length === 0 ? 'on account' : `applied ${applied.join(', ')}`;
  const whose = customer === null ? '' : ` for ${customer.friendlyId} ${recordText(customer.name, 'list')}`;
  const owes = customer === null ? '' : await owesText(ctx, customer, currency);
  return writeResult({
    status: 'done',
    summary: `${friendlyId}, ${amountText(amount, currency)} of credit${whose}, ${where}, ${amountText(remainingBalance, currency)} left of it.${owes}`,
    record: { id, friendlyId, amount, appliedAmount, remainingBalance, currency, status },
    undo: plan.undo,
    nextActions: customer === null ? [] : nextOf(customer.friendlyId),
  });
}

const nextOf = (customer: string): readonly NextAction[] => [
  { tool: 'list_invoices', arguments: { customer }, why: 'what is open now' },
];
