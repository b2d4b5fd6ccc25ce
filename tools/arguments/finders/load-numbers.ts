import { WaybillError } from '../../../src/errors.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { scan } from '../../../src/mcp/tool/scan.ts';

/** Finds the shipment of each load number that has one; null where the API does not list loads apart from shipments. */
export async function findLoadShipments(
  ctx: ToolContext,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const numbersToFind = new Set(numbers);
  try {
    const { rows } = await scan(ctx, ctx.api.loads.filter, {
      filter: { friendlyId: { in: [...numbersToFind] } },
      local: { friendlyId: ({ friendlyId }) => numbersToFind.has(friendlyId) },
      rowsMax: numbersToFind.size,
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
