import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { formatCall } from '../../src/mcp/text/format-call.ts';
import * as z from 'zod';
import { WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ItemResult, NextAction, ToolResult } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { NothingToDo, PlanDraft } from '../../src/mcp/tool/plan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolveAll } from '../arguments/finders/resolve-all.ts';
import { joinPlans } from '../plans/join-plans.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import { readBillingInputs } from '../shipments/billing-inputs.ts';
import { suggestInvoiceSteps } from '../shipments/shipment-billing.ts';
import { type Readiness, judgeReadiness } from './readiness.ts';
import { readShipments } from './settled-shipments.ts';

const shipmentsMax = 100;
/** Largest number of shipments whose next step is named. */
const waysMax = 3;

const input = z.strictObject({
  shipments: z.array(RecordText).min(1).max(shipmentsMax),
  ready: z.boolean().describe('false holds back'),
  reason: z.string().max(500).optional(),
});
type ReadinessInput = z.output<typeof input>;

export const setInvoiceReadiness = tool({
  name: 'set_invoice_readiness',
  title: 'Release shipments for invoicing, or hold them',
  description: `Releases delivered shipments for invoicing, or holds them back; one without an uploaded POD is left out with its reason.
generate_invoices invoices what is ready.`,
  toolset: 'billing',
  gate: 'audit',
  hints: { destructive: false, idempotent: true, openWorld: false },
  operations: listPlannedOperations('shipments.readyToInvoice', 'shipments.notReadyToInvoice'),
  input,
  output: z.object({}),
  async plan(ctx, { shipments: typed, ready, reason }): Promise<PlanDraft | NothingToDo> {
    const settled = await ctx.settle('shipments', (context) => settleShipments(context, { typed, ready }));
    const shipments = await readShipments(ctx, settled.ids);
    const rows = (await readBillingInputs(ctx, shipments)).map((inputs) => judgeReadiness(inputs, ready));
    const changing = rows.filter(({ outcome }) => outcome === 'can_change');
    if (changing.length === 0) return describeNothingToChange(rows, ready);
    const operation = ready ? 'shipments.readyToInvoice' : 'shipments.notReadyToInvoice';
    const drafts = await Promise.all(
      changing.map(({ inputs }) => planOperation(ctx, { operation, input: { id: inputs.shipment.id, by: 'id' } })),
    );
    const unchanged = listUnchanged(rows);
    const leftOut = [...settled.left, ...unchanged];
    const why = reason === undefined ? '' : `: ${recordText(reason)}`;
    return joinPlans(drafts, {
      title: `${ready ? 'Release' : 'Hold back'} ${formatNumbers(changing)} ${ready ? 'for' : 'from'} invoicing${why}`,
      undo: ready ? 'They can be held back again while they are not invoiced.' : 'They can be released again.',
      undoCall: formatCall('set_invoice_readiness', { shipments: changing.map(getNumber), ready: !ready }),
      lines: [...drafts.map(({ title }) => title), ...settled.left],
      context: [...drafts.flatMap(({ context = [] }) => context), ...unchanged],
      taken: [...leftOut, ...settled.notes],
      isIndependent: true,
    });
  },
  async finish(ctx, plan) {
    const request = input.parse(plan.input);
    const { records } = await resolveAll(ctx, shipmentFinder, request.shipments);
    const rows = (await readBillingInputs(ctx, records)).map((inputs) => judgeReadiness(inputs, request.ready));
    return buildResult(rows, request, formatUndo(plan));
  },
});

/** Settles which shipments change, and says why the others do not; where none does, the plan says so of all. */
async function settleShipments(
  ctx: ToolContext,
  { typed, ready }: { readonly typed: readonly string[]; readonly ready: boolean },
) {
  const { records, notes } = await resolveAll(ctx, shipmentFinder, typed);
  const rows = (await readBillingInputs(ctx, records)).map((inputs) => judgeReadiness(inputs, ready));
  const changing = rows.filter(({ outcome }) => outcome === 'can_change');
  const [settled, leftOut] = changing.length > 0 ? [changing, listUnchanged(rows)] : [rows, []];
  return { ids: settled.map(({ inputs }) => inputs.shipment.id), left: leftOut, notes };
}

const listUnchanged = (rows: readonly Readiness[]): readonly string[] =>
  rows.filter(({ outcome }) => outcome !== 'can_change').map(describeReadiness);

const getNumber = ({ inputs }: Readiness) => inputs.shipment.friendlyId;
const formatNumbers = (rows: readonly Readiness[]) => rows.map(getNumber).join(', ');
const describeReadiness = (row: Readiness) =>
  row.outcome === 'left_out' ? `${getNumber(row)}: left out, ${row.reason}` : `${getNumber(row)}: as requested already`;

function describeNothingToChange(rows: readonly Readiness[], ready: boolean): NothingToDo {
  if (rows.every(({ outcome }) => outcome === 'as_asked'))
    return { nothingToDo: `${ready ? 'Ready to invoice' : 'Held back'} already: ${formatNumbers(rows)}.` };
  throw withNextActions(
    new WaybillError(
      'CONFLICT',
      `Nothing can be ${ready ? 'released' : 'held back'}. ${rows.map(describeReadiness).join('. ')}.`,
    ),
    rows.slice(0, waysMax).flatMap(({ inputs }) => suggestInvoiceSteps(inputs)),
  );
}

/** Builds the result with each shipment as it is now. */
function buildResult(rows: readonly Readiness[], { ready, reason }: ReadinessInput, undo: string): ToolResult {
  const changed = rows.filter(({ outcome }) => outcome === 'as_asked');
  const why = reason === undefined ? '' : `, because ${recordText(reason)} (kept in the audit log only)`;
  const leftOutText =
    changed.length === rows.length ? '' : ` ${rows.length - changed.length} of ${rows.length} left out.`;
  return writeResult({
    status: leftOutText === '' ? 'done' : 'partial',
    summary: `${formatNumbers(changed)} ${changed.length === 1 ? 'is' : 'are'} ${ready ? 'ready to invoice' : 'held back from invoicing'}${why}.${leftOutText}`,
    results: rows.map(toItemResult),
    undo,
    nextActions: suggestActions(changed, rows, ready),
  });
}

const toItemResult = ({ inputs: { shipment }, outcome, reason }: Readiness): ItemResult => ({
  id: shipment.id,
  friendlyId: shipment.friendlyId,
  outcome: outcome === 'as_asked' ? String(shipment.billingStatus) : 'left_out',
  ...(reason !== undefined && { reason }),
});

function suggestActions(
  changed: readonly Readiness[],
  rows: readonly Readiness[],
  ready: boolean,
): readonly NextAction[] {
  if (!ready) return [{ tool: 'billing_queue', arguments: {}, why: 'what else waits for its invoice' }];
  const why = 'makes the invoices; a person confirms first';
  const leftOutRows = rows.filter(({ outcome }) => outcome === 'left_out').slice(0, waysMax);
  return [
    { tool: 'generate_invoices', arguments: { shipments: changed.map(getNumber) }, why },
    ...leftOutRows.flatMap(({ inputs }) => suggestInvoiceSteps(inputs)),
  ];
}
