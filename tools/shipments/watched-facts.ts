import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { RecordIds } from '../../src/mcp/tool/records-copy.ts';
import { buildShipmentQueries, toCopiedShipments } from '../copied/copied-shipments.ts';
import { buildPodQueries, toPodStates } from '../copied/pod-statuses.ts';
import { ofShipment } from '../copied/shipment-scope.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { listBillingBelongings, listFreightIds } from './invoicing-facts.ts';
import { factsOf, type WatchedFacts } from './shipment-facts.ts';
import { kindsOf, limitsOf, watchShipment } from './shipment-troubles.ts';
import { anyException } from './shipment-watch.ts';

/** Reads a shipment's story, and judges it as lists do. */
export async function readWatchedFacts(ctx: ToolContext, shipment: ShipmentRecord): Promise<WatchedFacts> {
  const [facts, watched] = await Promise.all([factsOf(ctx, shipment), readWatched(ctx, shipment)]);
  return { ...facts, ...watched };
}

/** Judges a shipment as lists do, by the records of the copy; all that it is judged by is read again before. */
async function readWatched(
  ctx: ToolContext,
  shipment: ShipmentRecord,
): Promise<Pick<WatchedFacts, 'pod' | 'exceptions'>> {
  const records = await ctx.records();
  const reader = await records.fresh(listWatchedIds(shipment), listBillingBelongings([shipment]));
  const selection = { condition: ofShipment('s.id', '=', shipment.id) };
  const rows = await reader.readTogether({
    ...buildShipmentQueries(reader.db, selection, { hasPod: true, hasMoney: true }),
    ...buildPodQueries(reader.db, [shipment.id]),
  });
  const pod = toPodStates(rows, reader)(shipment.id);
  const exceptions = toCopiedShipments(rows, ctx.timeZone).flatMap(
    (copied) => watchShipment({ ...copied, pod }, kindsOf(anyException), limitsOf(ctx)).exceptions,
  );
  return { pod, exceptions };
}

const listWatchedIds = (shipment: ShipmentRecord): RecordIds => ({
  ...listFreightIds([shipment]),
  service: shipment.services.map(({ id }) => id),
  carrier: shipment.loads.flatMap(({ carriers }) => carriers.flatMap(({ carrier }) => carrier?.id ?? [])),
  customer: [shipment.customerId].filter((id) => id !== null),
});
