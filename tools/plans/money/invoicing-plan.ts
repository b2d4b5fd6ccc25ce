import type { OperationName } from '../../../src/contract/operations.ts';
import { podState } from '../../../src/domain/freight/pod.ts';
import { WaybillError } from '../../../src/errors.ts';
import { withNextActions } from '../../../src/mcp/results/next-actions.ts';
import type { ItemResult, ToolResult } from '../../../src/mcp/results/result.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';
import { amountText } from '../../records/amounts.ts';
import type { ShipmentRecord } from '../../records/record-types.ts';
import { podsOf } from '../../shipments/pods.ts';
import { billingBlockers, type BillingFacts, isInvoiceable, wayToInvoice } from '../../shipments/shipment-billing.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { undoOf } from '../kit/undo.ts';

type Json = Readonly<Record<string, unknown>>;

/** Shipments whose way to an invoice is named with a refusal. */
const actionsMax = 3;

export interface InvoicingPlan extends PlanPart {
  /** Of what will be invoiced; what the API refuses is not in them. */
  readonly totals: readonly { readonly amount: number | null; readonly currency: string }[];
  /** Customers of whom nothing will be invoiced, and who get no mail. */
  readonly leftOut: ReadonlySet<string>;
}

const none: InvoicingPlan = { totals: [], leftOut: new Set() };

/** What would be invoiced, what the API will refuse, and of which shipments the desk's own answer is that they are not ready. */
export async function invoicingPlan(
  ctx: ToolContext,
  name: OperationName,
  input: Json,
  around: readonly NamedRecord[],
): Promise<InvoicingPlan> {
  if (name !== 'invoices.batchGenerate' && name !== 'shipments.generateInvoice') return none;
  const rows = await factsOf(ctx, shipmentsIn(around));
  if (rows.length === 0) return none;
  const taken = rows.filter(isInvoiceable);
  if (taken.length === 0) throw nothingToInvoice(rows);
  const blocked = taken.filter((row) => billingBlockers(row).length > 0);
  const billed = new Set(taken.map(({ shipment }) => shipment.customer.id));
  return {
    lines: rows.map((row) => `${describe(row)}: ${isInvoiceable(row) ? readyText(row) : refusalText(row)}`),
    gate: blocked.length > 0 ? 'approve' : 'none',
    hits: blocked.length > 0 ? [`Not ready to invoice: ${numbersOf(blocked)}.`] : [],
    totals: taken.map(({ shipment: { totalRevenue, currency } }) => ({ amount: totalRevenue, currency })),
    // What could not be read stays among the lines of the input.
    members: new Set([input['shipmentIds']].flat().length === rows.length ? ['shipmentIds'] : []),
    ids: new Set(rows.map(({ shipment }) => shipment.id)),
    leftOut: new Set(rows.map(({ shipment }) => shipment.customer.id).filter((id) => !billed.has(id))),
  };
}

const numbersOf = (rows: readonly BillingFacts[]) => rows.map(({ shipment }) => shipment.friendlyId).join(', ');

const describe = ({ shipment: { friendlyId, customer, totalRevenue, currency } }: BillingFacts) =>
  `${friendlyId} ${recordText(customer.name, 'list')}, ${amountText(totalRevenue, currency)}`;

function readyText(row: BillingFacts): string {
  const unknown = row.pod === 'unknown' ? ', but whether its proof of delivery is there cannot be told' : '';
  return billingBlockers(row).join('; ') || `nothing is in the way${unknown}`;
}

const refusalText = (row: BillingFacts) => `not invoiced, the API refuses it: ${reasonOf(row)}`;

const reasonOf = (row: BillingFacts) => {
  const { billingStatus } = row.shipment;
  return billingBlockers(row).join('; ') || (billingStatus === null ? 'no orders' : `it is ${billingStatus}`);
};

function nothingToInvoice(rows: readonly BillingFacts[]): WaybillError {
  const reasons = rows.map((row) => `${row.shipment.friendlyId}: ${reasonOf(row)}`);
  return withNextActions(
    new WaybillError('CONFLICT', `There is nothing to invoice. ${reasons.join('. ')}.`),
    rows.slice(0, actionsMax).flatMap(wayToInvoice),
  );
}

/** What the desk knows of each shipment, as get_shipment does. */
async function factsOf(ctx: ToolContext, shipments: readonly ShipmentRecord[]): Promise<readonly BillingFacts[]> {
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const [podsFor, invoices] = await Promise.all([
    podsOf(ctx, shipments),
    scan(ctx, ctx.api.invoices.filter, {
      filter: { shipmentId: { in: ids } },
      local: { shipmentId: ({ shipmentId }) => ids.includes(shipmentId) },
    }),
  ]);
  return shipments.map((shipment) => ({
    shipment,
    pod: podState({
      delivered: shipment.status === 'DELIVERED',
      podStatuses: podsFor(shipment),
      billingStatus: shipment.billingStatus,
    }),
    invoices: invoices.rows.filter(({ shipmentId, status }) => shipmentId === shipment.id && status !== 'VOIDED'),
  }));
}

/** Records of the API's own reading of shipments have that shape. */
const shipmentsIn = (around: readonly NamedRecord[]) =>
  around.filter(({ resource }) => resource === 'shipments').map(({ record }) => record as unknown as ShipmentRecord);

/** The items of a batch of invoices under the numbers of the invoices that were made. */
export async function withInvoiceNumbers(
  ctx: ToolContext,
  answer: unknown,
  items: readonly ItemResult[],
): Promise<readonly ItemResult[]> {
  const generated: readonly Json[] =
    isPlainRecord(answer) && Array.isArray(answer['generated']) ? answer['generated'].filter(isPlainRecord) : [];
  const ids = generated.flatMap(({ invoiceId }) => (typeof invoiceId === 'string' ? invoiceId : []));
  if (ids.length === 0) return items;
  const { data } = await ctx.api.invoices.filter({ filter: { id: { in: ids } }, pageSize: ids.length });
  const numbers = new Map(data.map(({ id, friendlyId }) => [id, friendlyId]));
  // What was made comes first, in the order of the answer.
  return items.map((item, index) => {
    const number = numbers.get(String(generated[index]?.['invoiceId']));
    return number === undefined ? item : { ...item, friendlyId: number };
  });
}

/** The invoice that was made of one shipment, by its number. */
export async function invoiceResult(ctx: ToolContext, title: string, { invoiceId }: Json): Promise<ToolResult> {
  const invoice = await ctx.api.invoices.get({ id: String(invoiceId), by: 'id' });
  const { id, friendlyId, status, amount, amountOwed, currency, invoiceDate, dueDate } = invoice;
  return writeResult({
    status: 'done',
    summary: `${title}: ${friendlyId}, ${amountText(amount, currency)}, dated ${invoiceDate}${dueDate ? `, due ${dueDate}` : ''}.`,
    record: { id, friendlyId, status, amount, amountOwed, currency, invoiceDate, dueDate },
    undo: undoOf('shipments.generateInvoice'),
    extra: { operation: 'shipments.generateInvoice' },
  });
}

export const isInvoiced = (operation: string | undefined, answer: unknown): answer is Json =>
  operation === 'shipments.generateInvoice' && isPlainRecord(answer) && typeof answer['invoiceId'] === 'string';
