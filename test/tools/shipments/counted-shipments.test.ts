import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExceptions } from '../../../src/domain/shipments/watched-freight.ts';
import { toWatchedFreight } from '../copied/watched-record.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { collect } from '../../../src/client/paginate.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { requireSent } from '../../support/require-sent.ts';

/** Figures of the sandbox brokerage, against what its records say when they are counted one by one. */
let desk: TestDesk;
type CountedShipment = Awaited<ReturnType<TestDesk['api']['shipments']['get']>>;
let all: readonly CountedShipment[];

const now = '2026-11-20T15:00:00.000Z';

beforeAll(async () => {
  desk = await startDesk({ tools: [listShipments], seed: 'small', now });
  const read = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  all = read.items;
});
afterAll(() => desk.close());

const isActive = ({ status }: CountedShipment) => status !== 'DELIVERED' && status !== 'CANCELED';
const isUninvoiced = ({ billingStatus }: CountedShipment) =>
  ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'].includes(billingStatus ?? '');
const listNumbers = (records: readonly CountedShipment[]) => records.map(({ friendlyId }) => friendlyId).toSorted();
const listBooked = ({ loads }: CountedShipment) =>
  loads
    .filter(({ status }) => status !== 'CANCELED')
    .flatMap(({ carriers }) => carriers)
    .filter(({ status }) => status === 'ACTIVE');

/** Each load has a carrier with its pay: only then is there a margin. */
function isCosted({ loads }: CountedShipment): boolean {
  const active = loads
    .filter(({ status }) => status !== 'CANCELED')
    .map(({ carriers }) => carriers.filter(({ status }) => status === 'ACTIVE'));
  return (
    active.length > 0 && active.every((carriers) => carriers.length > 0 && carriers.every(({ totalCost }) => totalCost))
  );
}

async function listEvery(
  input: object,
): Promise<readonly { readonly friendlyId: string; readonly [member: string]: unknown }[]> {
  const { data } = await desk.callTool('list_shipments', { ...input, limit: 250, fields: ['friendlyId', 'margin'] });
  expect(data.nextCursor).toBeNull();
  return data.rows;
}
const listIds = async (input: object) => (await listEvery(input)).map(({ friendlyId }) => friendlyId).toSorted();

test('counts and sums by rep are those of all shipments that match', async () => {
  const { data } = await desk.callTool('list_shipments', { status: 'active', groupBy: 'rep', limit: 100 });

  const active = all.filter(isActive);
  const byRep = Map.groupBy(active, ({ customerRep }) => customerRep?.name ?? 'none');
  expect(data.total).toBe(byRep.size);
  for (const [rep, shipments] of byRep) {
    const revenue = shipments.reduce((sum, { totalRevenue }) => sum + Math.round((totalRevenue ?? 0) * 100), 0) / 100;
    const costed = shipments.filter(isCosted);
    const margin = costed.reduce((sum, shipment) => sum + Math.round((shipment.margin ?? 0) * 100), 0) / 100;
    expect(data.rows).toContainEqual(expect.objectContaining({ rep, count: shipments.length, revenue, margin }));
  }
  expect(data.totals[0].count).toBe(active.length);
});

test('several statuses at once, and what is not invoiced', async () => {
  const two = await desk.callTool('list_shipments', { status: 'booked or dispatched', fields: ['friendlyId'] });
  const open = await desk.callTool('list_shipments', { status: 'delivered', billingStatus: 'not invoiced' });

  expect(two.data.total).toBe(all.filter(({ status }) => ['BOOKED', 'DISPATCHED'].includes(status)).length);
  expect(open.data.total).toBe(
    all.filter((shipment) => shipment.status === 'DELIVERED' && isUninvoiced(shipment)).length,
  );
  expect(open.data.summary).toContain('delivered billing not invoiced');
});

test('the lowest margins come first, with cost and margin beside them', async () => {
  const { data } = await desk.callTool('list_shipments', { status: 'delivered', sort: 'marginPercent asc', limit: 3 });

  const costed = all.filter((shipment) => shipment.status === 'DELIVERED' && isCosted(shipment));
  const lowest = costed
    .map(({ margin, totalRevenue }) => (margin ?? 0) / (totalRevenue ?? 1))
    .toSorted((a, b) => a - b);
  expect(data.rows[0]).toMatchObject({ carrierPay: expect.any(Number), margin: expect.any(Number) });
  expect(data.rows[0].marginPercent).toBeCloseTo((lowest[0] ?? 0) * 100, 0);
  expect(data.summary).toContain('Sorted by margin %, lowest first.');
});

test('a margin is low below the floor of the policy, and unknown while nobody is booked', async () => {
  const low = all.filter(
    (shipment) =>
      (isActive(shipment) || (shipment.status === 'DELIVERED' && isUninvoiced(shipment))) &&
      isCosted(shipment) &&
      shipment.totalCost !== null &&
      (shipment.totalRevenue ?? 0) - shipment.totalCost < (shipment.totalRevenue ?? 0) * 0.08,
  );

  expect(low.length).toBeGreaterThan(0);
  expect(await listIds({ exception: 'low_margin' })).toEqual(listNumbers(low));
});

test('cover that has ended or ends by the last delivery is found on whatever is active', async () => {
  const { items } = await collect(desk.api.carriers.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const ends = new Map(items.map(({ id, insuranceExpirationDate: end }) => [id, end?.slice(0, 10) ?? null]));
  const short = all.filter(
    (shipment) =>
      isActive(shipment) &&
      listBooked(shipment).some(({ carrier }) => {
        const end = ends.get(requireSent(carrier).id) ?? null;
        return end === null || end <= '2026-11-20' || end <= (shipment.deliveryDate ?? '');
      }),
  );

  expect(short.length).toBeGreaterThan(0);
  expect(await listIds({ exception: 'insurance' })).toEqual(listNumbers(short));
});

test('not dispatched are trucks that are booked, not told to go, and due within a day', async () => {
  const answer = await desk.callTool('list_shipments', { exception: 'not_dispatched', limit: 250 });

  const waiting = new Set(
    all
      .filter(
        (shipment) => isActive(shipment) && listBooked(shipment).some(({ dispatchedAt }) => dispatchedAt === null),
      )
      .map((shipment) => shipment.friendlyId),
  );
  expect(answer.data.rows.every(({ friendlyId }: { friendlyId: string }) => waiting.has(friendlyId))).toBe(true);
  for (const { pickup } of answer.data.rows) expect(pickup).toMatch(/^(Fri, Nov 20|Sat, Nov 21|Thu, Nov 19),/);
});

test('unbilled is everything delivered that was not invoiced, with its age and what blocks it', async () => {
  const { data } = await desk.callTool('list_shipments', { exception: 'unbilled' });
  const counted = await desk.callTool('list_shipments', { exception: 'unbilled', groupBy: 'blocked', limit: 50 });

  const open = all.filter((shipment) => shipment.status === 'DELIVERED' && isUninvoiced(shipment));
  expect(data.total).toBe(open.length);
  const oldest = Math.max(...open.map(({ deliveredAt }) => Date.parse(now) - Date.parse(deliveredAt ?? now)));
  expect(data.rows[0].age).toBeCloseTo(oldest / 86_400_000, -0.5);
  expect(data.rows.some(({ blocked }: { blocked?: string }) => blocked?.includes('POD missing'))).toBe(true);
  const counts = counted.data.rows.map(({ count }: { count: number }) => count);
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBeGreaterThanOrEqual(open.length);
});

const kindsOfTime = [
  'late',
  'arrived_late',
  'at_risk',
  'uncovered',
  'dwelling',
  'not_dispatched',
  'no_appointment',
] as const;

test('each kind is found of every shipment that has it when each is looked at, hour by hour', async () => {
  const met = new Set<string>();
  for (const hours of [0, 3, 8, 20, 30]) {
    desk.clock.now = new Date(Date.parse(now) + hours * 3_600_000).toISOString();
    const limits = { now: desk.clock.now, timeZone: 'America/Chicago', marginFloor: 0.08, freeTimeMinutes: 120 };
    const looked = all.map((shipment) => ({
      one: shipment,
      kinds: listExceptions(toWatchedFreight(shipment, { podStatuses: null, coverEnds: new Map() }), limits).map(
        ({ kind }) => kind,
      ),
    }));
    for (const kind of kindsOfTime) {
      const having = looked.filter(({ kinds }) => kinds.includes(kind)).map(({ one: shipment }) => shipment);
      expect([hours, kind, await listIds({ exception: kind })]).toEqual([hours, kind, listNumbers(having)]);
      if (having.length > 0) met.add(kind);
    }
  }
  desk.clock.now = now;
  // Of these this world has none at any hour.
  expect(kindsOfTime.filter((kind) => !met.has(kind))).toEqual(['arrived_late', 'at_risk']);
});

test('without any condition all shipments are counted, and lanes and customers add up to them', async () => {
  const plain = await desk.callTool('list_shipments', { limit: 1 });
  expect(plain.data.total).toBe(all.length);
  for (const groupBy of ['customer', 'lane', 'equipment', 'status'] as const) {
    const { data } = await desk.callTool('list_shipments', { groupBy, limit: 250 });
    const sum = data.totals.reduce((count: number, total: { count: number }) => count + total.count, 0);
    expect(sum).toBe(all.filter(({ status, totalRevenue }) => status !== 'CANCELED' && totalRevenue !== null).length);
  }
});

test('a list by the day of pickup runs by the clock, and shows it', async () => {
  const { data } = await desk.callTool('list_shipments', { pickupFrom: 'today', pickupTo: 'tomorrow', limit: 100 });

  const days = all.filter(({ pickUpDate }) => pickUpDate === '2026-11-20' || pickUpDate === '2026-11-21');
  expect(data.total).toBe(days.length);
  expect(data.rows[0].pickup).toMatch(/^Fri, Nov 20/);
  expect(data.rows.at(-1).pickup).toMatch(/^Sat, Nov 21/);
});
