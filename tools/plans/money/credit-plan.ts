import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { addDays } from '../../../src/domain/kit/dates.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatMoney, fromCents } from '../../../src/domain/money/money.ts';
import { WaybillError } from '../../../src/errors.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import type { RelatedStep } from '../kit/related-step.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { planBalance } from './customer-balance.ts';
import { computeBalanceMoves } from './receipt-plan.ts';
import { formatCustomer, findRelated, formatRecord, type ReceivablesWrite, getText } from './receivables-write.ts';

type CreditMemoRecord = Awaited<ReturnType<ToolContext['api']['creditMemos']['get']>>;

/** Days in which a credit of the same amount counts as a possible double. */
const sameAmountDays = 30;

/** Plans credit that is given: to whom, why, beside what is not applied yet, and what it may be a double of. */
export async function planNewCredit(
  ctx: ToolContext,
  { input, subject, relatedSteps }: ReceivablesWrite,
): Promise<PlanPart> {
  const { customerId, amount, memoDate, notes } = input;
  const customer = findRelated(subject, 'customers', customerId)?.record;
  const currency = getText(input['currency']) ?? getText(customer?.['currency']) ?? 'USD';
  const cents = typeof amount === 'number' ? toAmountCents(amount) : 0;
  const memos = await listMemos(ctx, String(customerId));
  const open = memos.filter((memo) => memo.currency === currency && memo.remainingBalance > 0);
  const unused = open.reduce((sum, { remainingBalance }) => sum + toAmountCents(remainingBalance), 0);
  const remainingCents = unused + cents - sumAppliedCents(relatedSteps);
  const similar = memos.filter(
    (memo) =>
      memo.status !== 'VOIDED' &&
      memo.currency === currency &&
      toAmountCents(memo.amount) === cents &&
      memo.memoDate >= addDays(String(memoDate), -sameAmountDays),
  );
  const balance = await planBalance(
    ctx,
    [{ customerId: String(customerId), currency, cents: 0 }],
    subject.relatedRecords,
  );
  return {
    ...balance,
    title: `Give ${formatCustomer(subject, customerId)} ${formatMoney(cents, currency)} of credit`,
    money: [{ currency, amountCents: cents }],
    lines: [getText(notes) ? `Why: ${recordText(String(notes))}` : 'No reason is given.'],
    context: [
      `Credit that is not applied: ${formatMoney(unused, currency)}${remainingCents === unused ? ' as before' : ` -> ${formatMoney(remainingCents, currency)}`}`,
      ...(balance.context ?? []),
    ],
    hits: similar.map(
      (memo) => `Given before? ${memo.friendlyId} of ${formatDate(memo.memoDate)} has the same amount.`,
    ),
    members: new Set(['customerId', 'amount', 'currency', 'memoDate', 'notes']),
    undo: 'It can be voided while none of it is applied.',
    undoCall: 'undo',
  };
}

/** Sums what later steps of the same plan put on invoices. */
const sumAppliedCents = (relatedSteps: readonly RelatedStep[]) =>
  relatedSteps
    .filter(({ operation }) => operation === 'creditMemos.apply')
    .reduce((sum, { input: { amount } }) => sum + (typeof amount === 'number' ? toAmountCents(amount) : 0), 0);

async function listMemos(ctx: ToolContext, customerId: string): Promise<readonly CreditMemoRecord[]> {
  const { rows } = await scan(ctx, ctx.api.creditMemos.filter, {
    filter: { customerId: { equalTo: customerId } },
    local: { customerId: ({ customer }: CreditMemoRecord) => customer?.id === customerId },
  });
  return rows;
}

/** Plans credit that goes on an invoice, of a memo that exists or is made by an earlier step. */
export async function planAppliedCredit(
  ctx: ToolContext,
  { input, subject, ...write }: ReceivablesWrite,
): Promise<PlanPart> {
  const invoice = findRelated(subject, 'invoices', input['invoiceId'])?.record;
  if (invoice === undefined) return {};
  const customer = invoice['customer'];
  const currency = getText(invoice['currency']) ?? 'USD';
  const memo = subject.current;
  const amount = typeof input['amount'] === 'number' ? input['amount'] : 0;
  const customerId = isPlainRecord(customer) ? customer['id'] : undefined;
  const moves = computeBalanceMoves({ ...write, subject, input: { ...input, customerId } }, currency);
  const balance = await planBalance(ctx, moves, subject.relatedRecords);
  return {
    ...balance,
    title: `Apply ${formatWireAmount(amount, currency)} of ${memo ? `credit ${String(memo['friendlyId'])}` : 'that credit'} to ${formatRecord(invoice)}`,
    lines: describeRemainder(memo, toAmountCents(amount)),
    hits:
      memo && !isOfCustomer(memo, customerId) ? ['The credit belongs to another customer: the API refuses it.'] : [],
    undo: `It can be taken back${memo ? ` from ${String(invoice['friendlyId'])}: credit ${String(memo['friendlyId'])} and the invoice have their balances again` : ''}.`,
    undoCall: 'undo',
  };
}

function describeRemainder(memo: JsonObject | undefined, cents: number): readonly PlanLine[] {
  const remaining = memo?.['remainingBalance'];
  if (memo === undefined || typeof remaining !== 'number') return [];
  const currency = getText(memo['currency']) ?? 'USD';
  const after = formatMoney(toAmountCents(remaining) - cents, currency);
  return [
    {
      label: `Left of ${String(memo['friendlyId'])}`,
      before: formatMoney(toAmountCents(remaining), currency),
      after,
    },
  ];
}

const isOfCustomer = (memo: JsonObject, id: unknown) =>
  isPlainRecord(memo['customer']) && memo['customer']['id'] === id;

/** Plans the removal of applied credit. */
export async function planCreditRemoval(ctx: ToolContext, write: ReceivablesWrite): Promise<PlanPart> {
  const { subject, moved } = write;
  const [application] = moved.applications;
  const { current } = subject;
  if (current === undefined || application === undefined) return {};
  const invoice = findRelated(subject, 'invoices', application.id)?.record;
  const currency = getText(current['currency']) ?? 'USD';
  const formerText = formatMoney(application.formerCents, currency);
  const balance = await planBalance(ctx, computeBalanceMoves(write, currency), subject.relatedRecords);
  return {
    ...balance,
    title: `Take ${formerText} of credit ${formatRecord(current)} back${invoice ? ` from ${String(invoice['friendlyId'])}` : ''}`,
    lines: describeRemainder(current, -application.formerCents),
    members: new Set(['creditMemoId']),
    // The memo and the invoice are larger than what is taken back.
    money: [{ currency, amountCents: application.formerCents }],
    undo: `Can't be taken back in one step. Applying ${formerText} of it${invoice ? ` to ${String(invoice['friendlyId'])}` : ''} again does the same.`,
  };
}

/**
 * Plans the void of credit that is applied to nothing, or no longer after the steps before it; it is withdrawn for
 * good.
 */
export function planCreditVoid(
  _ctx: ToolContext,
  { input, subject: { current }, relatedSteps }: ReceivablesWrite,
): PlanPart {
  if (current === undefined) return {};
  const currency = getText(current['currency']);
  const { appliedAmount, remainingBalance, status, customer } = current;
  const removedCents = sumRemovedCents(current, relatedSteps);
  const appliedCents = typeof appliedAmount === 'number' ? toAmountCents(appliedAmount) - removedCents : 0;
  if (appliedCents > 0)
    throw new WaybillError(
      'CONFLICT',
      `${formatWireAmount(fromCents(appliedCents), currency)} of ${String(current['friendlyId'])} is applied: take that back first.`,
    );
  const remaining =
    typeof remainingBalance === 'number' ? fromCents(toAmountCents(remainingBalance) + removedCents) : null;
  const again = {
    customer: isPlainRecord(customer) ? customer['friendlyId'] : undefined,
    amount: remaining,
    reason: '...',
  };
  return {
    title: `Void credit ${formatRecord(current)}, ${formatWireAmount(remaining, currency)}`,
    lines: [
      { label: 'Status', before: formatCode(String(status)), after: 'voided' },
      {
        label: `Left of ${String(current['friendlyId'])}`,
        before: formatWireAmount(remaining, currency),
        after: formatWireAmount(0, currency),
      },
      getText(input['reason']) ? `Why: ${recordText(String(input['reason']))}` : 'No reason is given.',
    ],
    members: new Set(['reason']),
    undo: "Can't be undone: a void credit stays void. A new one can be given.",
    undoCall: formatCall('issue_credit', again),
    isFinal: true,
  };
}

/** Sums what earlier steps of the same plan take off the memo. */
function sumRemovedCents({ applications }: JsonObject, relatedSteps: readonly RelatedStep[]): number {
  const removedIds = relatedSteps
    .filter(({ operation }) => operation === 'creditMemos.unapply')
    .map(({ input }) => input['applicationId']);
  const rows = Array.isArray(applications) ? applications.filter(isPlainRecord) : [];
  return rows
    .filter(({ id }) => removedIds.includes(id))
    .reduce((sum, { amount }) => sum + (typeof amount === 'number' ? toAmountCents(amount) : 0), 0);
}
