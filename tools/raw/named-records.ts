import { catalogue } from '../../src/contract/catalogue.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { type PlanRecord } from '../../src/mcp/tool/plan.ts';
import { versionOf } from '../../src/contract/kit/record-version.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { placeOf, stopTitle } from '../records/stop-places.ts';
import type { Stop } from '../../src/contract/freight/stop-shapes.ts';
import { amountText } from '../records/amounts.ts';
import { isPlainRecord } from '../../src/mcp/text/plain-record.ts';
import { isUuid, mapIds } from './input-ids.ts';

type Json = Readonly<Record<string, unknown>>;

/** A record that a raw input names by its id. */
export interface NamedRecord {
  /** Such as `bills`. */
  readonly resource: string;
  readonly record: Json;
}

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
  const { data } = await ctx.api.stops.filter({ filter: { orderId: { in: [...ids] } }, pageSize: idsMax });
  return data.filter(({ orderId }) => ids.includes(orderId)).map((record) => ({ resource: 'stops', record }));
}

/** `BILL-00012 «Prairie Haul», $1,200.00, IN_REVIEW`: what a person knows the record by. */
export function describeRecord({ record }: NamedRecord): string {
  const { amount, totalAmount, totalRevenue, currency, status } = record;
  const money = [amount, totalAmount, totalRevenue].find((value) => typeof value === 'number');
  return [
    titleOfRecord(record),
    routeOf(record),
    typeof money === 'number' ? amountText(money, typeof currency === 'string' ? currency : null) : '',
    typeof status === 'string' ? wordOf(status) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function routeOf({ stops }: Json): string {
  // As the contract declares the stops of an order.
  return Array.isArray(stops) ? recordText(stops.map((stop) => placeOf(stop as Stop)).join(' to '), 'list') : '';
}

/** Number and name of a record, or its id where it has neither. */
export const nameOfRecord = ({ record }: NamedRecord): string =>
  [friendlyOf(record), partyOf(record)].filter((part) => part !== null).join(' ') || String(record['id']);

/** The same for a sentence of a plan: `C100012 «Prairie Haul»`. */
export function titleOfRecord(record: Json): string {
  const name = partyOf(record);
  const parts = [friendlyOf(record), name === null ? null : recordText(name, 'list')];
  return parts.filter((part) => part !== null).join(' ') || String(record['id']);
}

/** What a plan rests on: everything the record says. */
export function planRecordOf({ resource, record }: NamedRecord): PlanRecord {
  return {
    kind: resource,
    id: String(record['id']),
    friendlyId: friendlyOf(record),
    name: partyOf(record),
    version: versionOf(record),
  };
}

const friendlyOf = (record: Json) => (typeof record['friendlyId'] === 'string' ? record['friendlyId'] : null);
/** A status, which is a code unless somebody typed it. */
export const wordOf = (status: string) => (/^[A-Z_]{1,40}$/.test(status) ? status : recordText(status, 'list'));

/** A stop is known by its place in the route. */
function stopNameOf(record: Json): string | undefined {
  if (typeof record['sequence'] !== 'number' || !Array.isArray(record['orderIds'])) return undefined;
  // As the contract declares a stop, which alone is a record with a sequence and orders.
  return stopTitle(record as unknown as Stop);
}

/** Its own name, or that of whom it is with. */
function partyOf(record: Json): string | null {
  const names = [record['name'], record['companyName'], record['fileName'], stopNameOf(record)];
  const parties = [record['customer'], record['carrier'], record['vendor']].map((party) =>
    isPlainRecord(party) ? party['name'] : undefined,
  );
  const name = [...names, ...parties].find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : null;
}
