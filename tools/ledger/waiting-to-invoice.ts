import { daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import { podState } from '../../src/domain/freight/pod.ts';
import { invoiceBlockers } from '../../src/domain/freight/invoice-blocker.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { podsOf } from '../shipments/pods.ts';
import { blockersOf } from '../shipments/shipment-billing.ts';
import { unbilledOperations, unbilledShipments } from '../shipments/unbilled-shipments.ts';
import type { Waiting } from './waiting.ts';

export const queueOperations = [...unbilledOperations, 'documents.filter'] as const;

interface Queue {
  readonly rows: readonly Waiting[];
  readonly coverage: string | undefined;
}

/** All that is delivered and not invoiced, with what keeps it from its invoice; the oldest first. */
export async function waitingToInvoice(ctx: ToolContext, customerId?: string): Promise<Queue> {
  const { rows, coverage } = await unbilledShipments(ctx, customerId);
  const podOf = await podsOf(ctx, rows);
  const today = todayIn(ctx.timeZone, ctx.now());
  const waiting = rows.map((shipment): Waiting => {
    const { billingStatus, deliveredAt } = shipment;
    const pod = podState({ delivered: true, podStatuses: podOf(shipment), billingStatus });
    const kinds = blockersOf({ shipment, pod, invoices: [] }).map(({ kind }) => kind);
    const [first = 'ready', ...others] = invoiceBlockers.filter((blocker) => kinds.includes(blocker));
    const delivered = deliveredAt === null ? null : todayIn(ctx.timeZone, deliveredAt);
    return {
      shipment,
      blockers: [first, ...others],
      delivered,
      days: delivered === null ? null : daysBetween(delivered, today),
    };
  });
  return { rows: waiting.toSorted((one, other) => (other.days ?? -1) - (one.days ?? -1)), coverage };
}
