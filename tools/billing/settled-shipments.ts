import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';

/** Reads shipments from the API, in the order of the ids. */
export async function readShipments(ctx: ToolContext, ids: readonly string[]): Promise<readonly ShipmentRecord[]> {
  const records = await recordsById<ShipmentRecord>(ids, (question) => scan(ctx, ctx.api.shipments.filter, question));
  return ids.flatMap((id) => records.get(id) ?? []);
}
