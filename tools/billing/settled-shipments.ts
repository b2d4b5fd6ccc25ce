import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import type { ShipmentRecord } from '../records/record-types.ts';

/** Reads shipments from the API, in the order of the ids. */
export async function readShipments(ctx: ToolContext, ids: readonly string[]): Promise<readonly ShipmentRecord[]> {
  const records = await readByIds(ctx, ctx.api.shipments.filter, ids);
  return ids.flatMap((id) => records.get(id) ?? []);
}
