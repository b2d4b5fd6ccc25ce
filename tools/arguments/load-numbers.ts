import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';

/** The shipment of each load number that one has; null where the API does not list loads apart from shipments. */
export async function shipmentsOfLoads(
  ctx: ToolContext,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const wanted = new Set(numbers);
  try {
    const { rows } = await scan(ctx, ctx.api.loads.filter, {
      filter: { friendlyId: { in: [...wanted] } },
      local: { friendlyId: ({ friendlyId }) => wanted.has(friendlyId) },
      rowsMax: wanted.size,
    });
    return new Map(
      rows.flatMap(({ friendlyId, shipmentId }) => (shipmentId === null ? [] : [[friendlyId, shipmentId] as const])),
    );
  } catch (error) {
    // The lists say so; by its reference or shipment number it is found all the same.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}
