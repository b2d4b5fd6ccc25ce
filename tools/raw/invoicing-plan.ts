import type { OperationName } from '../../src/contract/operations.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import type { ItemResult } from '../../src/mcp/results/result.ts';
import { isPlainRecord } from '../../src/mcp/text/plain-record.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { amountText } from '../records/amounts.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { podsOf } from '../shipments/pods.ts';
import { billingBlockers } from '../shipments/shipment-billing.ts';
import type { NamedRecord } from './named-records.ts';

type Json = Readonly<Record<string, unknown>>;

export interface InvoicingPlan {
  /** One for each shipment: customer, revenue and what is in the way. */
  readonly lines: readonly string[];
  readonly hits: readonly string[];
  readonly totals: readonly { readonly amount: number | null; readonly currency: string }[];
}

/** What would be invoiced, and of which shipments the desk's own answer is that they are not ready. */
export async function invoicingPlan(
  ctx: ToolContext,
  name: OperationName,
  around: readonly NamedRecord[],
): Promise<InvoicingPlan> {
  if (name !== 'invoices.batchGenerate' && name !== 'shipments.generateInvoice')
    return { lines: [], hits: [], totals: [] };
  const shipments = shipmentsIn(around);
  const podsFor = await podsOf(ctx, shipments);
  const rows = shipments.map((shipment) => {
    const pod = podState({
      delivered: shipment.status === 'DELIVERED',
      podStatuses: podsFor(shipment),
      billingStatus: shipment.billingStatus,
    });
    return { shipment, blockers: billingBlockers({ shipment, pod, invoices: [] }) };
  });
  const blocked = rows.filter(({ blockers }) => blockers.length > 0);
  return {
    lines: rows.map(
      ({ shipment, blockers }) =>
        `${shipment.friendlyId} ${recordText(shipment.customer?.name ?? 'no customer', 'list')}, ${amountText(shipment.totalRevenue, shipment.currency)}: ${blockers.join('; ') || 'nothing is in the way'}`,
    ),
    hits:
      blocked.length > 0
        ? [`Not ready to invoice: ${blocked.map(({ shipment }) => shipment.friendlyId).join(', ')}.`]
        : [],
    totals: shipments.map(({ totalRevenue, currency }) => ({ amount: totalRevenue, currency })),
  };
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
