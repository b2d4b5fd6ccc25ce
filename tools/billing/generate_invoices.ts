import * as z from 'zod';
import type { ItemResult } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolveAll } from '../arguments/resolve-all.ts';
import { invoicedResult } from '../plans/money/invoiced-result.ts';
import { nothingToInvoice, whyNotInvoiced } from '../plans/money/invoicing-plan.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { readInvoicingFacts } from '../shipments/invoicing-facts.ts';
import { type BillingFacts, isInvoiceable } from '../shipments/shipment-billing.ts';
import { tonuCall } from './tonu-invoice.ts';
import { formatParty } from '../records/parties.ts';
import { readShipments } from './settled-shipments.ts';

const shipmentsMax = 100;

const input = z.strictObject({
  shipments: z.array(RecordText).min(1).max(shipmentsMax).optional().describe('without: all that are ready'),
  email: z.boolean().optional().describe('true mails them to the billing contacts'),
});

export const generateInvoices = tool({
  name: 'generate_invoices',
  title: 'Invoice delivered shipments',
  description: `Makes the invoices of delivered shipments that are released, a PDF each; what is not ready is left out with its reason.
One is confirmed by the person; several, or with e-mail, need an approval. A canceled shipment named alone: its TONU. Release with set_invoice_readiness first; send_invoice mails later.`,
  toolset: 'billing',
  gate: 'confirm',
  hints: { destructive: false, idempotent: true, openWorld: true },
  operations: listPlannedOperations('shipments.generateInvoice', 'invoices.batchGenerate', 'invoices.create'),
  input,
  output: z.object({ operation: z.string() }).partial(),
  async plan(ctx, { shipments: typed, email = false }): Promise<PlanDraft> {
    const settled = await ctx.settle('shipments', (context) => settleShipments(context, typed));
    const rows = await readInvoicingFacts(ctx, await readShipments(ctx, settled.ids));
    const [row] = rows;
    const tonu = row && settled.isOnlyOne ? await tonuCall(ctx, row) : undefined;
    if (tonu) return planOperation(ctx, tonu);
    const taken = rows.filter(typed ? isInvoiceable : isReady);
    if (taken.length === 0) throw nothingToInvoice(rows);
    const draft = await planOperation(ctx, callFor(taken, email));
    const left = [...settled.left, ...rows.filter((candidate) => !taken.includes(candidate)).map(leftOutText)];
    const notes = [...left, ...settled.notes];
    return {
      ...draft,
      lines: [...draft.lines, ...notes],
      taken: [...(draft.taken ?? []), ...notes],
    };
  },
  async finish(ctx, plan, [outcome]) {
    const { shipments = [] } = input.parse(plan.input);
    const { rows } = await askedRows(ctx, shipments);
    return invoicedResult(ctx, plan, outcome, unasked(rows, outcome).flatMap(leftOutItem));
  },
});

const isReady = (row: BillingFacts) => whyNotInvoiced(row) === undefined;

/** Settles which shipments are invoiced, and says why the others are not. */
async function settleShipments(ctx: ToolContext, typed: readonly string[] | undefined) {
  const { rows, notes } = typed ? await askedRows(ctx, typed) : await readyRows(ctx);
  const isOnlyOne = typed !== undefined && rows.length === 1;
  const ready = rows.filter(typed ? isInvoiceable : isReady).slice(0, ctx.policy.batchMax);
  // One that is named alone may be canceled: then its TONU is invoiced.
  const taken = isOnlyOne ? rows : ready;
  if (taken.length === 0) throw nothingToInvoice(rows);
  const ids = taken.map(({ shipment }) => shipment.id);
  return { ids, isOnlyOne, left: rows.filter((row) => !taken.includes(row)).map(leftOutText), notes };
}

function callFor(taken: readonly BillingFacts[], email: boolean) {
  const [one, ...others] = taken;
  if (one && others.length === 0 && !email)
    return { operation: 'shipments.generateInvoice', input: { id: one.shipment.id, by: 'id' } } as const;
  const shipmentIds = taken.map(({ shipment }) => shipment.id);
  return { operation: 'invoices.batchGenerate', input: { shipmentIds, sendEmail: email } } as const;
}

async function askedRows(ctx: ToolContext, typed: readonly string[]) {
  const { records, notes } = await resolveAll(ctx, shipmentFinder, typed);
  return { rows: await readInvoicingFacts(ctx, records), notes };
}

/** Released and delivered, the longest waiting first. */
async function readyRows(ctx: ToolContext) {
  const ready = await scan(ctx, ctx.api.shipments.filter, {
    filter: { billingStatus: { equalTo: 'READY_TO_INVOICE' }, status: { equalTo: 'DELIVERED' } },
    local: { billingStatus: (row: ShipmentRecord) => row.billingStatus === 'READY_TO_INVOICE' },
  });
  noteUnread(ctx, ready);
  // The API lists the newest first.
  const waiting = ready.rows
    .toReversed()
    .toSorted((one, other) => (one.deliveredAt ?? '').localeCompare(other.deliveredAt ?? ''));
  return { rows: await readInvoicingFacts(ctx, waiting), notes: [] };
}

/** One that nothing is in the way of was one too many, or the person who decided left it out. */
const leftOutText = (row: BillingFacts) =>
  `${row.shipment.friendlyId} ${formatParty(row.shipment.customer, 'customer')}: left out, ${whyNotInvoiced(row) ?? 'more than one plan takes; ask again after it'}`;

/** What the API was not asked to invoice; where one shipment is named, the plan is about that. */
function unasked(rows: readonly BillingFacts[], outcome: StepOutcome | undefined): readonly BillingFacts[] {
  const { id, shipmentIds } = outcome?.input ?? {};
  const asked = [id, shipmentIds].flat();
  return rows.length === 1 ? [] : rows.filter(({ shipment }) => !asked.includes(shipment.id));
}

function leftOutItem(row: BillingFacts): readonly ItemResult[] {
  const { id, friendlyId } = row.shipment;
  const reason = whyNotInvoiced(row);
  return reason === undefined ? [] : [{ id, friendlyId, outcome: 'left_out', reason }];
}
