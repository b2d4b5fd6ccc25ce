import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { getFinder } from '../calls/record-finders.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { addMailLine } from '../plans/kit/mail-line.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { getPartyName } from '../records/record-names.ts';
import type { BillPaymentRecord } from '../records/record-types.ts';

const paymentsMax = 50;

export const sendRemittance = tool({
  name: 'send_remittance',
  title: 'Send remittance advices',
  description: `E-mails payees of record what payments cover, a whole pay run at once: since when and by whom each address is on record is shown. A person confirms one and approves several.`,
  toolset: 'payables',
  gate: 'confirm',
  operations: listPlannedOperations('billPayments.sendRemittance'),
  hints: { destructive: true, idempotent: false, openWorld: true },
  input: z.strictObject({
    payments: z.array(RecordText).min(1).max(paymentsMax).describe('numbers, or their check or wire numbers'),
  }),
  output: z.object({}),
  async plan(ctx, { payments: typed }): Promise<PlanDraft> {
    const ids = await ctx.settle('payments', async (context) => {
      const payments = await Promise.all(typed.map((text) => findPayment(context, text)));
      return [...new Set(payments.map(({ id }) => id))];
    });
    if (ids.length > ctx.policy.batchMax)
      throw createFieldError('BAD_REQUEST', 'payments', `the policy allows ${ctx.policy.batchMax} at once`);
    const drafts = await Promise.all(
      ids.map((id) => planOperation(ctx, { operation: 'billPayments.sendRemittance', input: { id } })),
    );
    const [draft, ...otherDrafts] = drafts;
    if (draft && otherDrafts.length === 0) return draft;
    return joinRemittances(drafts);
  },
  async finish(_ctx, plan, outcomes) {
    const sent = outcomes.map(readMail);
    const left = plan.records.filter(({ isLeftOut }) => isLeftOut);
    const [mail, ...otherMails] = sent;
    const isOne = mail !== undefined && otherMails.length === 0;
    return writeResult({
      status: left.length > 0 ? 'partial' : 'done',
      summary: isOne
        ? `The remittance advice of ${mail.friendlyId ?? 'the payment'} is on its way to ${mail.to}.`
        : `${sent.length} remittance advices are on their way.`,
      lines: plan.lines.map(formatPlanLine),
      results:
        isOne && left.length === 0
          ? []
          : [
              ...sent.map(({ to, ...item }) => ({ ...item, outcome: 'sent', reason: `to ${to}` })),
              ...left.map(({ id, friendlyId }) => ({ id, friendlyId, outcome: 'left_out', reason: noAddress })),
            ],
      undo: "Can't be undone: sent mail can't be recalled.",
    });
  },
});

const noAddress = 'no mail address of the payee is on record';

/** Joins the mails of several payments. A payment whose payee has no address is left out, and the plan says so. */
function joinRemittances(drafts: readonly PlanDraft[]): PlanDraft {
  const [sent, left] = [
    drafts.filter(({ emails }) => emails.length > 0),
    drafts.filter(({ emails }) => emails.length === 0),
  ];
  const leftPayments = left.flatMap(({ steps, records }) =>
    records.filter(({ id }) => steps.some(({ about }) => about?.id === id)),
  );
  const leftLines = leftPayments.map(
    ({ friendlyId, name }) => `Left out: ${friendlyId ?? name ?? 'a payment'}, ${noAddress}`,
  );
  if (sent.length === 0) throw new WaybillError('CONFLICT', `Nothing can be sent. ${leftLines.join('. ')}.`);
  const joined = joinPlans(sent.map(addMailLine), {
    title: `Send ${sent.length === 1 ? 'a remittance advice' : `${sent.length} remittance advices`} by e-mail`,
    lines: [...new Set(sent.flatMap(({ lines }) => lines)), ...leftLines],
    taken: leftLines,
    money: [],
    undo: "Can't be undone: sent mail can't be recalled.",
    isIndependent: true,
  });
  return { ...joined, records: [...joined.records, ...leftPayments.map((record) => ({ ...record, isLeftOut: true }))] };
}

function readMail({ about: target, ...outcome }: StepOutcome) {
  const answer = outcome.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
  return {
    id: target?.id ?? null,
    friendlyId: target?.friendlyId ?? null,
    to: recordText(String(answer['sentTo']), 'list'),
  };
}

/** Finds a payment by its number, or by the number of the check or wire. */
async function findPayment(ctx: ToolContext, typed: string): Promise<{ readonly id: string }> {
  const { rows } = await scan(ctx, ctx.api.billPayments.filter, {
    filter: { reference: { equalTo: typed.trim() } },
    local: { reference: ({ reference }) => reference === typed.trim() },
    rowsMax: 50,
  });
  const [onlyPayment, ...otherPayments] = rows;
  if (otherPayments.length > 0)
    throw new WaybillError(
      'AMBIGUOUS',
      `payments: ${recordText(typed, 'list')} matches ${rows.map(formatPayment).join('; ')}. Name one by its number.`,
      { details: [{ field: 'payments', message: `matches ${rows.length} payments` }] },
    );
  if (onlyPayment) return onlyPayment;
  const find = getFinder('billPayments');
  if (!find) throw new Error('the contract reads no bill payments');
  return (await find(ctx, typed)).record;
}

const formatPayment = (payment: BillPaymentRecord) =>
  `${payment.friendlyId} ${recordText(getPartyName(payment) ?? '', 'list')} ${formatWireAmount(payment.totalAmount, payment.currency)} of ${formatDate(payment.paymentDate)}`;
