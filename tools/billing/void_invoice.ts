import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import * as z from 'zod';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { invoiceFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { describeBalance } from '../plans/money/customer-balance.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { formatWireAmount } from '../records/amounts.ts';

const input = z.strictObject({ invoice: RecordText, reason: z.string().max(500).optional() });

/** Filter that includes void invoices, which the API lists only where deleted ones are requested. */
const anyTime = { greaterThanOrEqualTo: '1970-01-01T00:00:00.000Z' };

export const voidInvoice = tool({
  name: 'void_invoice',
  title: 'Void an invoice',
  description: `Voids an invoice for good, after an approval; its shipment is ready to invoice again. With payments or credit on it, or sold to a factor, it is refused with what to take back first.
To lower what a customer owes use issue_credit.`,
  toolset: 'billing',
  gate: 'approve',
  hints: { destructive: true, idempotent: true, openWorld: false },
  operations: listPlannedOperations('invoices.delete'),
  input,
  output: z.object({}),
  async plan(ctx, { invoice: typed, reason }): Promise<PlanDraft> {
    const { record, resolved } = await resolve(ctx, invoiceFinder, typed);
    const draft = await planOperation(ctx, { operation: 'invoices.delete', input: { id: record.id, by: 'id' } });
    const why = reason === undefined ? 'No reason is given.' : `Why: ${recordText(reason)} (kept here only)`;
    const resolvedNotes =
      resolved.as === 'friendly id' ? [] : [`${recordText(typed, 'list')} is ${record.friendlyId}, by ${resolved.as}`];
    return { ...draft, lines: [...draft.lines, why, ...resolvedNotes] };
  },
  async finish(ctx, plan, [outcome]) {
    const id = String(outcome?.about?.id);
    const [invoice] = (await ctx.api.invoices.filter({ filter: { id: { equalTo: id }, deletedAt: anyTime } })).data;
    if (invoice === undefined)
      return writeResult({ status: 'done', summary: `${plan.title}.`, undo: formatUndo(plan) });
    const { friendlyId, customer, amount, currency, shipmentKey } = invoice;
    const { reason } = input.parse(plan.input);
    const why = reason === undefined ? '' : `, because ${recordText(reason)}`;
    return writeResult({
      status: 'done',
      summary: `${friendlyId} for ${formatWireAmount(amount, currency)} is void${why}; ${shipmentKey ?? 'its shipment'} is ready to invoice again.${await describeBalance(ctx, customer, currency)}`,
      record: { id, friendlyId, status: invoice.status, amount, currency, shipment: shipmentKey },
      undo: formatUndo(plan),
      nextActions: shipmentKey === null ? [] : suggestActions(shipmentKey),
    });
  },
});

const suggestActions = (shipment: string): readonly NextAction[] => [
  { tool: 'get_shipment', arguments: { shipment }, why: 'its current charges' },
  { tool: 'generate_invoices', arguments: { shipments: [shipment] }, why: 'makes a new invoice once it is right' },
];
