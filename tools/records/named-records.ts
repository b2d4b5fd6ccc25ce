import { catalogue } from '../../src/contract/catalogue.ts';
import { WaybillError } from '../../src/errors.ts';
import { orUnknown } from './or-unknown.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanRecord } from '../../src/mcp/tool/plan.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';
import { isUuid, mapIds } from './input-ids.ts';
import { friendlyOf, type NamedRecord, partyOf } from './record-names.ts';

type Json = Readonly<Record<string, unknown>>;

const idsMax = 100;

/** Every record that the input names by id, read a hundred in one call; what the API does not offer stays an id. */
export async function namedRecords(ctx: ToolContext, input: Json): Promise<readonly NamedRecord[]> {
  const ids = new Map<string, Set<string>>();
  mapIds(input, ({ resource, text }) => {
    if (isUuid(text)) ids.set(resource, (ids.get(resource) ?? new Set()).add(text));
    return text;
  });
  const read = await Promise.all([...ids].map(([resource, wanted]) => recordsOf(ctx, resource, [...wanted])));
  return read.flat();
}

const offered = new Set<string>(catalogue().map(({ name }) => name));
const tolerable: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'NOT_FOUND', 'FORBIDDEN', 'REFUSED']);

async function recordsOf(ctx: ToolContext, resource: string, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const operation = `${resource}.filter`;
  if (!offered.has(operation)) return [];
  try {
    const rows: Json[] = [];
    for (let from = 0; from < ids.length; from += idsMax) {
      const some = ids.slice(from, from + idsMax);
      const answer = await ctx.api.call(operation, { filter: { id: { in: some } }, pageSize: some.length });
      if (isPlainRecord(answer) && Array.isArray(answer['data'])) rows.push(...answer['data'].filter(isPlainRecord));
    }
    // An API that did not apply the filter returns others, too.
    const wanted = rows.filter(({ id }) => typeof id === 'string' && ids.includes(id));
    return wanted.map((record) => ({ resource, record }));
  } catch (error) {
    if (!(error instanceof WaybillError) || !tolerable.has(error.code)) throw error;
    // Not every API lists loads and orders by themselves; of other records the ids stand in the plan all the same.
    if (resource === 'orders') return stopsOfOrders(ctx, ids);
    return resource === 'loads' ? shipmentsOfLoads(ctx, ids) : [];
  }
}

async function shipmentsOfLoads(ctx: ToolContext, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const { data } = await ctx.api.shipments.filter({ filter: { loadId: { in: [...ids] } }, pageSize: idsMax });
  const wanted = data.filter(({ loads }) => loads.some(({ id }) => ids.includes(id)));
  return wanted.map((record) => ({ resource: 'shipments', record }));
}

async function stopsOfOrders(ctx: ToolContext, ids: readonly string[]): Promise<readonly NamedRecord[]> {
  const page = await orUnknown(() => ctx.api.stops.filter({ filter: { orderId: { in: [...ids] } }, pageSize: idsMax }));
  return (page?.data ?? [])
    .filter(({ orderId }) => ids.includes(orderId))
    .map((record) => ({ resource: 'stops', record }));
}

/** Returns the record as a plan names it. */
export function planRecordOf(named: NamedRecord): PlanRecord {
  const { resource, record } = named;
  return {
    kind: resource,
    id: String(record['id']),
    friendlyId: friendlyOf(record),
    name: partyOf(named),
  };
}
