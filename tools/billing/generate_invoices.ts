import * as z from 'zod';
import type { ItemResult } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, StepOutcome } from '../../src/mcp/tool/plan.ts';
import { noteUnread, scan } from '../../src/mcp/tool/scan.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolveAll } from '../arguments/finders/resolve-all.ts';
import { buildInvoicedResult } from '../plans/money/invoiced-result.ts';
import { buildNothingToInvoiceError, findInvoicingObstacle } from '../plans/money/invoicing-plan.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { listPlannedOperations } from '../plans/planned-operations.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { readBillingInputs } from '../shipments/billing-inputs.ts';
import { type BillingInputs, isInvoiceable } from '../shipments/shipment-billing.ts';
import { buildTonuCall } from './tonu-invoice.ts';
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
  description: `Makes the invoices of delivered shipments that are released, a PDF each; others are left out with the reason.
One is confirmed by the person; several, or with e-mail, need an approval. A canceled shipment named alone: its TONU. Release with set_invoice_readiness first; send_invoice mails later.`,
  toolset: 'billing',
  gate: 'confirm',
  hints: { destructive: true, idempotent: true, openWorld: true },
  operations: listPlannedOperations('shipments.generateInvoice', 'invoices.batchGenerate', 'invoices.create'),
  input,
  output: z.object({ operation: z.string() }).partial(),
  async plan(ctx, { shipments: typed, email = false }): Promise<PlanDraft> {
    const settled = await ctx.settle('shipments', (context) => settleShipments(context, typed));
    const rows = await readBillingInputs(ctx, await readShipments(ctx, settled.ids));
    const [row] = rows;
    const tonu = row && settled.isOnlyOne ? await buildTonuCall(ctx, row) : undefined;
    if (tonu) return planOperation(ctx, tonu);
    const invoiceableRows = rows.filter(typed ? isInvoiceable : isReady);
    if (invoiceableRows.length === 0) throw buildNothingToInvoiceError(rows);
    const draft = await planOperation(ctx, buildCall(invoiceableRows, email));
    const leftOut = [
      ...settled.left,
      ...rows.filter((candidate) => !invoiceableRows.includes(candidate)).map(describeLeftOut),
    ];
    const notes = [...leftOut, ...settled.notes];
    return {
      ...draft,
      lines: [...draft.lines, ...notes],
      taken: [...(draft.taken ?? []), ...notes],
    };
  },
  async finish(ctx, plan, [outcome]) {
    const { shipments = [] } = input.parse(plan.input);
    const { rows } = await readRequestedRows(ctx, shipments);
    return buildInvoicedResult(ctx, plan, outcome, listUninvoiced(rows, outcome).flatMap(listLeftOutItems));
  },
});

const isReady = (row: BillingInputs) => findInvoicingObstacle(row) === undefined;

/** Settles which shipments are invoiced, and says why the others are not. */
async function settleShipments(ctx: ToolContext, typed: readonly string[] | undefined) {
  const { rows, notes } = typed ? await readRequestedRows(ctx, typed) : await readReadyRows(ctx);
  const isOnlyOne = typed !== undefined && rows.length === 1;
  const ready = rows.filter(typed ? isInvoiceable : isReady).slice(0, ctx.policy.batchMax);
  // One that is named alone may be canceled: then its TONU is invoiced.
  const invoiceableRows = isOnlyOne ? rows : ready;
  if (invoiceableRows.length === 0) throw buildNothingToInvoiceError(rows);
  const ids = invoiceableRows.map(({ shipment }) => shipment.id);
  return { ids, isOnlyOne, left: rows.filter((row) => !invoiceableRows.includes(row)).map(describeLeftOut), notes };
}

function buildCall(rows: readonly BillingInputs[], email: boolean) {
  const [firstRow, ...otherRows] = rows;
  if (firstRow && otherRows.length === 0 && !email)
    return { operation: 'shipments.generateInvoice', input: { id: firstRow.shipment.id, by: 'id' } } as const;
  const shipmentIds = rows.map(({ shipment }) => shipment.id);
  return { operation: 'invoices.batchGenerate', input: { shipmentIds, sendEmail: email } } as const;
}

async function readRequestedRows(ctx: ToolContext, typed: readonly string[]) {
  const { records, notes } = await resolveAll(ctx, shipmentFinder, typed);
  return { rows: await readBillingInputs(ctx, records), notes };
}

/** Reads delivered shipments that are released, the longest waiting first. */
async function readReadyRows(ctx: ToolContext) {
  const ready = await scan(ctx, ctx.api.shipments.filter, {
    filter: { billingStatus: { equalTo: 'READY_TO_INVOICE' }, status: { equalTo: 'DELIVERED' } },
    local: { billingStatus: (row: ShipmentRecord) => row.billingStatus === 'READY_TO_INVOICE' },
  });
  noteUnread(ctx, ready);
  // The API lists the newest first.
  const waiting = ready.rows.toReversed().toSorted((a, b) => (a.deliveredAt ?? '').localeCompare(b.deliveredAt ?? ''));
  return { rows: await readBillingInputs(ctx, waiting), notes: [] };
}

/**
 * Describes a shipment that is left out. Where nothing is in its way, there were too many, or the person who decided
 * left it out.
 */
const describeLeftOut = (row: BillingInputs) =>
  `${row.shipment.friendlyId} ${formatParty(row.shipment.customer, 'customer')}: left out, ${findInvoicingObstacle(row) ?? 'more than one plan takes; ask again after it'}`;

/**
 * Lists the shipments that the API was not asked to invoice; none where one shipment is named, because the plan is
 * about that.
 */
function listUninvoiced(rows: readonly BillingInputs[], outcome: StepOutcome | undefined): readonly BillingInputs[] {
  const { id, shipmentIds } = outcome?.input ?? {};
  const requestedIds = [id, shipmentIds].flat();
  return rows.length === 1 ? [] : rows.filter(({ shipment }) => !requestedIds.includes(shipment.id));
}

function listLeftOutItems(row: BillingInputs): readonly ItemResult[] {
  const { id, friendlyId } = row.shipment;
  const reason = findInvoicingObstacle(row);
  return reason === undefined ? [] : [{ id, friendlyId, outcome: 'left_out', reason }];
}
