import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { chunks } from '../records/chunks.ts';
import type { DocumentRecord, ShipmentRecord } from '../records/record-types.ts';
import type { PodStatuses } from '../../src/domain/freight/pod.ts';

const chunkSize = 100;

/** Statuses of the proofs of delivery tied to each shipment, one of its orders or one of its loads; few calls for many. */
export async function podsOf(
  ctx: ToolContext,
  shipments: readonly ShipmentRecord[],
): Promise<(shipment: ShipmentRecord) => PodStatuses> {
  const byLink = new Map<string, string[]>();
  let isComplete = true;
  for (const chunk of chunks(shipments, chunkSize)) {
    const found = await scan(ctx, ctx.api.documents.filter, { filter: podFilter(chunk), local: { type: isPod } });
    isComplete &&= found.isComplete;
    for (const document of found.rows) {
      for (const link of linksOf(document)) byLink.set(link, [...(byLink.get(link) ?? []), document.status]);
    }
  }
  return (shipment) => {
    const statuses = idsOf(shipment).flatMap((id) => byLink.get(id) ?? []);
    return statuses.length === 0 && !isComplete ? null : statuses;
  };
}

function podFilter(shipments: readonly ShipmentRecord[]) {
  return {
    type: { equalTo: 'PROOF_OF_DELIVERY' as const },
    or: documentLinks(shipments),
  };
}

/** Conditions that find whatever is tied to the shipments, their orders or their loads. */
export function documentLinks(shipments: readonly ShipmentRecord[]) {
  return [
    { shipmentId: { in: shipments.map(({ id }) => id) } },
    { orderId: { in: shipments.flatMap(({ orders }) => orders.map(({ id }) => id)) } },
    { loadId: { in: shipments.flatMap(({ loads }) => loads.map(({ id }) => id)) } },
  ].filter((condition) => Object.values(condition).some((operator) => operator.in.length > 0));
}

const idsOf = ({ id, orders, loads }: ShipmentRecord) => [
  id,
  ...orders.map((order) => order.id),
  ...loads.map((load) => load.id),
];

const linksOf = ({ tags }: DocumentRecord): string[] =>
  [...new Set([tags?.['shipmentId'], tags?.['orderId'], tags?.['loadId']])].filter((link) => typeof link === 'string');

const isPod = ({ type }: DocumentRecord) => type === 'PROOF_OF_DELIVERY';
