import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { isDeep } from '../../../support/depth.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import {
  createBilledLoad,
  createOpenShipment,
  createPayee,
  createVettedCarrier,
} from '../../../support/records/payables.ts';
import { startSecondServer } from './effects.ts';

const dayLimit = 3000;
const promiseLimit = 300;
const policy = { ...builtInPolicy, confirmPerDayCents: dayLimit * 100, bookingLimitCents: promiseLimit * 100 };

let desk: TestDesk;
let elsewhere: TestDesk['callTool'];
let payee: Awaited<ReturnType<typeof createPayee>>;
/** One for each part: what one is booked for shows in the plan of its next booking. */
const trucks: (typeof payee)[] = [];

beforeAll(async () => {
  desk = await startDesk({ tools: [], person: 'accept', server: { policy } });
  elsewhere = await startSecondServer(desk);
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  payee = await createPayee(desk, 'Prairie Haul');
  for (const name of ['Night Freight', 'Blue Mesa', 'Orion Lines', 'Kestrel Haul'])
    trucks.push(await createVettedCarrier(desk, name));
});
afterAll(() => desk.close());

/** One part of a split sum, ready to be called in a process. */
type SplitPart = (call: TestDesk['callTool']) => Promise<{ readonly data: { readonly status?: string } }>;

const callHere: TestDesk['callTool'] = (...call) => desk.callTool(...call);
const getStatus = async (part: SplitPart, call: TestDesk['callTool'] = callHere) =>
  (await part(call)).data.status ?? '';

async function runInTurn(parts: readonly SplitPart[], getCall: (nth: number) => TestDesk['callTool'] = () => callHere) {
  const statuses: string[] = [];
  for (const [nth, part] of parts.entries()) statuses.push(await getStatus(part, getCall(nth)));
  return statuses;
}

/** Runs two parts at a time. */
async function runInPairs(parts: readonly SplitPart[]) {
  const statuses: string[] = [];
  for (let nth = 0; nth < parts.length; nth += 2)
    statuses.push(...(await Promise.all(parts.slice(nth, nth + 2).map((part) => getStatus(part)))));
  return statuses;
}

const alternateProcess = (nth: number) => (nth % 2 === 0 ? callHere : elsewhere);

type SplitWay = (parts: readonly SplitPart[]) => Promise<readonly string[]>;
/**
 * Ways to run five parts, with how many of them may wait: at once, each may see the others counted before it, so that
 * more of them wait.
 */
const ways: readonly (readonly [string, SplitWay, readonly number[]])[] = [
  ['one after the other', (parts) => runInTurn(parts), [2]],
  ['two at once', runInPairs, [2, 3, 4, 5]],
  ['five at once', (parts) => Promise.all(parts.map((part) => getStatus(part))), [2, 3, 4, 5]],
  ['in two processes in turn', (parts) => runInTurn(parts, alternateProcess), [2]],
  [
    'in two processes at once',
    (parts) => Promise.all(parts.map((part, nth) => getStatus(part, alternateProcess(nth)))),
    [2, 3, 4, 5],
  ],
];

/** Selects the ways for bills or for promises: both meet the same limits, so that they share the ways outside a deep run. */
const selectWays = (isShare: (nth: number) => boolean) => ways.filter((_, nth) => isDeep || isShare(nth));

/** Starts the next day: every way has a day of its own, which begins with nothing confirmed. */
function startNextDay(): void {
  desk.clock.now = new Date(Date.parse(desk.clock.now) + 86_400_000).toISOString();
}

const countWaiting = (statuses: readonly string[]) =>
  statuses.filter((status) => status === 'approval_required').length;
const isSettled = (statuses: readonly string[]) =>
  statuses.every((status) => status === 'done' || status === 'approval_required');

test.each(selectWays((nth) => nth % 2 === 0))(
  'a sum of bills that is cut up is approved with ticks up to the day’s limit: %s',
  async (way, take, waiting) => {
    startNextDay();
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      ids.push(
        (await createBilledLoad(desk, { carrier: payee, agreed: 900 + nth, reference: `${way} ${nth}` })).bill
          .friendlyId,
      );

    const statuses = await take(ids.map((id) => (call) => call('approve_bills', { bills: [id] }, 'accept')));

    const bills = (await desk.api.bills.filter({ filter: { friendlyId: { in: ids } } })).data;
    const passed = bills.filter(({ status }) => status === 'APPROVED_TO_PAY');
    expect(isSettled(statuses)).toBe(true);
    expect(passed.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(dayLimit);
    expect(passed).toHaveLength(5 - countWaiting(statuses));
    // At once, each may see the others counted before it: fewer may pass, but never more.
    expect(waiting).toContain(countWaiting(statuses));
  },
  60_000,
);

type PromisedVendor = Awaited<ReturnType<TestDesk['api']['vendors']['create']>>;

const buildRawPart =
  (operation: string, input: object): SplitPart =>
  (call) =>
    call('api_write', { operation, input }, 'accept');

const buildServicePart = (shipmentId: string | undefined, vendor: PromisedVendor, amount: number): SplitPart =>
  buildRawPart('services.create', {
    shipmentId,
    service: { vendor: { id: vendor.id }, serviceType: 'WAREHOUSING', charges: [{ chargeCodeId: 1, amount }] },
  });

/** Prepares promises to carriers and vendors, through every tool and call that an accepted form is enough for. */
async function preparePromises(vendor: PromisedVendor) {
  const shipments: Awaited<ReturnType<typeof createOpenShipment>>[] = [];
  for (let nth = 0; nth < 6; nth += 1) shipments.push(await createOpenShipment(desk));
  const [ownShipment, first, second, third, fourth, fifth] = shipments;
  const book =
    (shipment: typeof first, nth: number): SplitPart =>
    (call) =>
      call('book_carrier', { shipment: shipment?.id, carrier: trucks[nth]?.id, rate: 290 }, 'accept');
  const add = (shipment: typeof first, nth: number) =>
    buildRawPart('loads.addCarrier', {
      id: shipment?.loads[0]?.id,
      carrier: { id: trucks[nth]?.id },
      charges: [{ chargeCodeId: 1, amount: 290 }],
    });
  const parts = [
    book(first, 0),
    add(second, 1),
    buildServicePart(fifth?.id, vendor, 290),
    book(third, 2),
    add(fourth, 3),
  ];
  // What was promised before today's last part, on a shipment of its own.
  const before = Array.from({ length: 7 }, (_, nth) => buildServicePart(ownShipment?.id, vendor, promiseLimit - nth));
  return { before, parts, ids: shipments.map(({ id }) => id) };
}

/** Sums the cost of the shipments. */
async function sumPromised(ids: readonly string[]): Promise<number> {
  let sum = 0;
  for (const id of ids) sum += (await desk.api.shipments.get({ id })).totalCost ?? 0;
  return sum;
}

test.each(selectWays((nth) => nth % 2 === 1 || nth === ways.length - 1))(
  'promises that are cut up end at the day’s limit, tools and raw calls mixed: %s',
  async (way, take, waiting) => {
    startNextDay();
    const vendor = await desk.api.vendors.create({ name: `Dock Crew ${way}`, status: 'ACTIVE' });
    const { before, parts, ids } = await preparePromises(vendor);
    expect(new Set(await runInTurn(before))).toEqual(new Set(['done']));
    const promised = await sumPromised(ids);

    const statuses = await take(parts);

    expect(isSettled(statuses)).toBe(true);
    const after = await sumPromised(ids);
    expect([promised, after]).toEqual([2079, 2079 + 290 * (5 - countWaiting(statuses))]);
    expect(after).toBeLessThanOrEqual(10 * promiseLimit);
    expect(waiting).toContain(countWaiting(statuses));
  },
  60_000,
);
