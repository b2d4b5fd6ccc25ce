import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import * as z from 'zod';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { getFinder } from '../calls/record-finders.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import { getPartyName } from '../records/record-names.ts';
import type { BillPaymentRecord } from '../records/record-types.ts';

export const sendRemittance = tool({
  name: 'send_remittance',
  title: 'Send a remittance advice',
  description: `E-mails the payee of record what a payment covers, after a person confirmed: since when and by whom each address is on record is shown.`,
  toolset: 'payables',
  gate: 'confirm',
  operations: listPlannedOperations('billPayments.sendRemittance'),
  hints: { destructive: true, idempotent: false, openWorld: true },
  input: z.strictObject({ payment: RecordText.describe('number, or its check or wire number') }),
  output: z.object({}),
  async plan(ctx, { payment: typed }): Promise<PlanDraft> {
    const id = await ctx.settle('payment', async (context) => (await findPayment(context, typed)).id);
    return planOperation(ctx, { operation: 'billPayments.sendRemittance', input: { id } });
  },
  async finish(_ctx, plan, [outcome]) {
    const answer = outcome?.status === 'done' && isPlainRecord(outcome.answer) ? outcome.answer : {};
    return writeResult({
      status: 'done',
      summary: `The remittance advice of ${outcome?.about?.friendlyId ?? 'the payment'} is on its way to ${recordText(String(answer['sentTo']), 'list')}.`,
      lines: plan.lines.map(formatPlanLine),
      undo: "Can't be undone: sent mail can't be recalled.",
    });
  },
});

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
      `payment: ${recordText(typed, 'list')} matches ${rows.map(formatPayment).join('; ')}. Name one by its number.`,
      { details: [{ field: 'payment', message: `matches ${rows.length} payments` }] },
    );
  if (onlyPayment) return onlyPayment;
  const find = getFinder('billPayments');
  if (!find) throw new Error('the contract reads no bill payments');
  return (await find(ctx, typed)).record;
}

const formatPayment = (payment: BillPaymentRecord) =>
  `${payment.friendlyId} ${recordText(getPartyName(payment) ?? '', 'list')} ${formatWireAmount(payment.totalAmount, payment.currency)} of ${formatDate(payment.paymentDate)}`;
