import { catalogue } from '../../src/contract/catalogue.ts';
import { isUuid } from '../../src/domain/identifiers/uuid.ts';
import { WaybillError } from '../../src/errors.ts';
import { readOrUnknown } from './or-unknown.ts';
import { readByIds, scan } from '../../src/mcp/tool/scan.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanRecord } from '../../src/mcp/tool/plan.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { mapIds } from './input-ids.ts';
import { getFriendlyId, type NamedRecord, getNameOrParty } from './record-names.ts';

/** Reads every record that the input names by id. A record that the API doesn't offer stays an id. */
export async function readNamedRecords(ctx: ToolContext, input: JsonObject): Promise<readonly NamedRecord[]> {
  const ids = new Map<string, Set<string>>();
  mapIds(input, ({ resource, text }) => {
    if (isUuid(text)) ids.set(resource, (ids.get(resource) ?? new Set()).add(text));
    return text;
  });
  const read = await Promise.all([...ids].map(([resource, wantedIds]) => readRecords(ctx, resource, [...wantedIds])));
  return read.flat();
}

const offered = new Set<string>(catalogue().map(({ name }) => name));
const tolerable: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'NOT_FOUND', 'FORBIDDEN', 'REFUSED']);

async function readRecords(
  ctx: ToolContext,
  resource: string,
  ids: readonly string[],
): Promise<readonly NamedRecord[]> {
  const operation = `${resource}.filter`;
  if (!offered.has(operation)) return [];
  try {
    const list = async (request: object) => toPage(await ctx.api.call(operation, { ...request }));
    const records = await readByIds(ctx, list, ids);
    return [...records.values()].map((record) => ({ resource, record }));
  } catch (error) {
    if (!(error instanceof WaybillError) || !tolerable.has(error.code)) throw error;
    // Not every API lists loads and orders by themselves; of other records the ids stand in the plan all the same.
    if (resource === 'orders') return readOrderStops(ctx, ids);
    return resource === 'loads' ? readLoadShipments(ctx, ids) : [];
  }
}

type IdRecord = JsonObject & { readonly id: string };

const hasId = (row: unknown): row is IdRecord => isPlainRecord(row) && typeof row['id'] === 'string';

/** Returns an answer as a page of records, whatever else it says of itself. */
function toPage(answer: unknown): { readonly data: readonly IdRecord[] } {
  const page = isPlainRecord(answer) ? answer : {};
  return { ...page, data: [page['data']].flat().filter(hasId) };
}

async function readLoadShipments(ctx: ToolContext, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const { rows } = await scan(ctx, ctx.api.shipments.filter, { filter: { loadId: { in: [...ids] } } });
  const matches = rows.filter(({ loads }) => loads.some(({ id }) => ids.includes(id)));
  return matches.map((record) => ({ resource: 'shipments', record }));
}

async function readOrderStops(ctx: ToolContext, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const stops = await readOrUnknown(() => scan(ctx, ctx.api.stops.filter, { filter: { orderId: { in: [...ids] } } }));
  return (stops?.rows ?? [])
    .filter(({ orderId }) => ids.includes(orderId))
    .map((record) => ({ resource: 'stops', record }));
}

/** Returns the record as a plan names it. */
export function toPlanRecord(namedRecord: NamedRecord): PlanRecord {
  const { resource, record } = namedRecord;
  return {
    kind: resource,
    id: String(record['id']),
    friendlyId: getFriendlyId(record),
    name: getNameOrParty(namedRecord),
  };
}
