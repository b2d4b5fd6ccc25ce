import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { formatPlanLine } from '../../src/mcp/tool/plan.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import { type AmountOf, fromCents } from '../../src/domain/money/money.ts';
import { createFieldError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { getDeskClock, parseDay } from '../arguments/date-words.ts';
import { DateText, RecordText } from '../arguments/list-arguments.ts';
import { MoneyText, parseCents } from '../arguments/money-input.ts';
import type { BilledLine } from '../bills/agreed-lines.ts';
import { getBillCurrency } from '../bills/billable-places.ts';
import { formatPayee } from '../bills/bill-checks.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';
import type { BillRecord } from '../records/record-types.ts';
import { findAwaitedBill } from './awaited-bill.ts';

const Input = z.strictObject({
  carrier: RecordText.optional(),
  vendor: RecordText.optional(),
  shipment: RecordText.optional(),
  load: RecordText.optional(),
  number: z.string().min(1).max(200).describe("the payee's invoice number"),
  amount: MoneyText,
  date: DateText.optional().describe('of the bill; today'),
  lines: z
    .array(z.strictObject({ charge: z.string().min(1).max(120), amount: MoneyText }))
    .max(50)
    .optional(),
  again: z.boolean().optional(),
});

export const recordBill = tool({
  name: 'record_bill',
  title: 'Record a bill',
  description: `Records the bill of a carrier or vendor for a load or service that awaits it, and compares at once: agreed and billed, duplicates, payee, papers.
Nothing is approved or paid by it: approve_bills, then pay_bills.`,
  toolset: 'payables',
  gate: 'audit',
  operations: listPlannedOperations('bills.create'),
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  input: Input,
  output: z.object({}),
  async plan(ctx, input): Promise<PlanDraft> {
    const billed = await findAwaitedBill(ctx, input);
    const currency = getBillCurrency(billed);
    const amountCents = parseCents(input.amount, 'amount', currency);
    return planOperation(ctx, {
      operation: 'bills.create',
      input: {
        entityType: billed.place.entityType,
        entityId: billed.place.id,
        invoiceDate: parseDay(getDeskClock(ctx), { name: 'date', text: input.date ?? 'today', lean: 'past' }),
        amount: fromCents(amountCents),
        reference: input.number.trim(),
      },
      paper: { ...billed, lines: parseBilledLines(input.lines ?? [], { amountCents, currency }) },
    });
  },
  async finish(ctx, plan, [outcome]) {
    // The API answers a creation with the bill, as the contract declares it.
    const bill = (outcome?.status === 'done' ? outcome.answer : undefined) as BillRecord;
    const isClean = plan.policyHits.length === 0;
    const { friendlyId, amount, currency, dueDate, reference } = bill;
    return writeResult({
      status: 'done',
      summary: `Bill ${friendlyId} of ${formatPayee(bill)} is recorded: ${formatWireAmount(amount, currency)}, in review, due ${dueDate === null ? 'unknown' : formatDate(dueDate)}. ${isClean ? 'It is clean.' : plan.policyHits.join(' ')}`,
      lines: [...(plan.judgments ?? []), ...plan.lines.map(formatPlanLine)],
      record: { id: bill.id, friendlyId, amount, currency, status: bill.status, dueDate, reference },
      untrusted: ['/record/reference'],
      undo: formatUndo({
        undo: 'It can be taken back while nothing is paid on it.',
        undoCall: formatCall('reverse_bill', { bill: friendlyId, what: 'bill' }),
      }),
      nextActions: suggestActions(bill, isClean),
    });
  },
});

function parseBilledLines(
  lines: readonly { readonly charge: string; readonly amount: MoneyText }[],
  { amountCents: totalCents, currency }: AmountOf,
): readonly BilledLine[] {
  const billed = lines.map(({ charge, amount }, index) => ({
    charge,
    cents: parseCents(amount, `lines.${index}.amount`, currency),
  }));
  const sum = billed.reduce((cents, line) => cents + line.cents, 0);
  if (billed.length > 0 && sum !== totalCents)
    throw createFieldError(
      'BAD_REQUEST',
      'lines',
      `add up to ${fromCents(sum)}, not to the ${fromCents(totalCents)} of amount`,
    );
  return billed;
}

function suggestActions({ friendlyId, shipmentKey }: BillRecord, isClean: boolean): readonly NextAction[] {
  const approve = { tool: 'approve_bills', arguments: { bills: [friendlyId] } };
  if (isClean) return [{ ...approve, why: 'it can be paid once it is approved' }];
  return [
    ...(shipmentKey === null
      ? []
      : [{ tool: 'get_shipment', arguments: { shipment: shipmentKey }, why: 'what was agreed, and the papers' }]),
    { ...approve, why: 'once these points are settled, or despite them: a person approves' },
    {
      tool: 'reverse_bill',
      arguments: { bill: friendlyId, what: 'bill' },
      why: 'if it should not have been sent',
    },
  ];
}
