import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { formatEquipment } from '../../../src/domain/freight/equipment.ts';
import { computeStopWindow } from '../../../src/domain/freight/judged-stop.ts';
import { computePercent } from '../../../src/domain/money/money.ts';
import { describeRoute } from '../../../src/domain/places/stop-place.ts';
import { liveOrders, progressOf, stopsOf } from '../../../tools/shipments/shipment-progress.ts';
import { activeCarriers } from '../../../tools/shipments/shipment-watch.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { brokerages } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

type Shipment = Awaited<ReturnType<TestDesk['api']['shipments']['get']>>;

const now = '2026-11-20T15:00:00.000Z';
const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));

/** What carriers and services cost, a truck that was not used included; null where nothing is. */
function costOf({ loads, services }: Shipment): number | null {
  const carriers = loads.flatMap((load) =>
    load.carriers.filter(({ status }) => status === 'TONU' || (status === 'ACTIVE' && load.status !== 'CANCELED')),
  );
  const owed = [
    ...carriers.map(({ totalCost }) => totalCost),
    ...services.filter(({ status }) => status !== 'CANCELED').map(({ cost }) => cost),
  ];
  return sumOf(owed.map((amount) => cents(amount) ?? 0)) || null;
}

/** A load without a carrier or its pay has no margin yet. */
function marginOf(shipment: Shipment): number | null {
  const [revenue, cost] = [cents(shipment.totalRevenue), costOf(shipment)];
  if (shipment.status === 'CANCELED') return cost === null ? null : -cost;
  const loads = shipment.loads.filter(({ status }) => status !== 'CANCELED');
  const active = loads.map(({ carriers }) => carriers.filter(({ status }) => status === 'ACTIVE'));
  const isCosted =
    active.length > 0 && active.every((carriers) => carriers.length > 0 && carriers.every((one) => one.totalCost));
  return !isCosted || revenue === null || cost === null ? null : revenue - cost;
}

const chicagoDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' });
const dayOf = (instant: string) => chicagoDays.format(Date.parse(instant));

const startAt = (stop: ReturnType<typeof stopsOf>[number] | undefined) =>
  (stop && computeStopWindow(stop)?.start) ?? null;
const pickOf = (shipment: Shipment) => stopsOf(shipment).find(({ type }) => type === 'PICK');
const dropOf = (shipment: Shipment) => stopsOf(shipment).findLast(({ type }) => type === 'DROP');

/** What each order is by, of a record alone. */
const values: Readonly<Record<string, (shipment: Shipment) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  pickup: (shipment) => startAt(pickOf(shipment)) ?? shipment.pickUpDate,
  delivery: (shipment) => startAt(dropOf(shipment)) ?? shipment.deliveryDate,
  revenue: ({ totalRevenue }) => totalRevenue,
  margin: marginOf,
  marginPercent: (shipment) => {
    const margin = marginOf(shipment);
    const revenue = shipment.status === 'CANCELED' ? 0 : (cents(shipment.totalRevenue) ?? 0);
    return margin === null ? null : computePercent(margin, revenue);
  },
  age: ({ deliveredAt, createdAt }) => Date.parse(dayOf(now)) - Date.parse(dayOf(deliveredAt ?? createdAt)),
  late: (shipment) => progressOf(shipment, now).minutesLate,
};

const namesOf = (shipment: Shipment) =>
  activeCarriers(shipment).map(({ carrier }) => `${carrier?.name} (${carrier?.friendlyId})`);

/** Of a canceled one, what it would have moved. */
const ordersOf = (shipment: Shipment) => (shipment.status === 'CANCELED' ? shipment.orders : liveOrders(shipment));

/** The groups that a record is in. */
const groups: Readonly<Record<string, (shipment: Shipment) => readonly (string | null)[]>> = {
  customer: ({ customer }) => [`${customer?.name} (${customer?.friendlyId})`],
  carrier: (shipment) => (namesOf(shipment).length === 0 ? [null] : [...new Set(namesOf(shipment))]),
  rep: ({ customerRep }) => [customerRep && (customerRep.name ?? customerRep.email)],
  status: ({ status }) => [status],
  lane: (shipment) => [describeRoute(stopsOf(shipment))],
  equipment: (shipment) => [
    formatEquipment(ordersOf(shipment).flatMap(({ equipment }) => equipment.map(({ name }) => name))),
  ],
  pickupDay: ({ pickUpDate }) => [pickUpDate],
};

interface Question {
  readonly input: object;
  readonly isMeant: (shipment: Shipment) => boolean;
}

const all: Question = { input: {}, isMeant: () => true };
const unbilled: Question = {
  input: { status: 'delivered', billingStatus: 'not invoiced' },
  isMeant: ({ status, billingStatus }) =>
    status === 'DELIVERED' && ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'].includes(billingStatus ?? ''),
};
const fromTexas: Question = { input: { origin: 'TX' }, isMeant: (shipment) => originOf(shipment)?.state === 'TX' };
const sinceNovember: Question = {
  input: { destination: 'Dallas', pickupFrom: '2026-11-01' },
  isMeant: (shipment) => destinationOf(shipment)?.city === 'Dallas' && (shipment.pickUpDate ?? '') >= '2026-11-01',
};

const cityOf = (stop: ReturnType<typeof stopsOf>[number] | undefined) =>
  stop?.address ?? (stop?.city ? { city: stop.city.name, state: stop.city.stateProvince } : undefined);
const originOf = (shipment: Shipment) => cityOf(stopsOf(shipment)[0]);
const destinationOf = (shipment: Shipment) => cityOf(stopsOf(shipment).at(-1));

describe.each(brokerages)('of the brokerage %s', (seed) => {
  let desk: TestDesk;
  let newestFirst: readonly Shipment[];

  beforeAll(async () => {
    desk = await startDesk({ tools: [listShipments], seed, now });
    const { items } = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
    newestFirst = items.toSorted((one, other) =>
      `${one.createdAt}${one.id}` < `${other.createdAt}${other.id}` ? 1 : -1,
    );
  });
  afterAll(() => desk.close());

  async function allRows(input: object): Promise<readonly Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: unknown = undefined; cursor !== null;) {
      const { data } = await desk.callTool('list_shipments', { ...input, limit: 250, ...(cursor ? { cursor } : {}) });
      rows.push(...data.rows);
      cursor = data.nextCursor;
    }
    return rows;
  }

  test.each(Object.keys(values))('the order by %s is that of the records, what is not known last', async (sort) => {
    for (const [{ input, isMeant }, first] of [
      [all, 'desc'],
      [fromTexas, 'asc'],
      [sinceNovember, 'asc'],
    ] as const) {
      const meant = newestFirst.filter(isMeant);
      const usual = 'pickupFrom' in input ? ordered(meant, values['pickup'], 'asc') : meant;
      const expected = ordered(usual, values[sort], first);
      const rows = await allRows({ ...input, sort: `${sort} ${first}`, fields: ['friendlyId'] });
      expect(expected.length).toBeGreaterThan(1);
      expect(rows.map(({ friendlyId }) => friendlyId)).toEqual(expected.map(({ friendlyId }) => friendlyId));
    }
    expect(newestFirst.some((shipment) => values[sort]?.(shipment) !== null)).toBe(true);
  });

  test.each(Object.keys(groups))('groups by %s hold the money of their records', async (groupBy) => {
    for (const { input, isMeant } of [all, unbilled, sinceNovember]) {
      const members = newestFirst
        .filter(isMeant)
        .flatMap((shipment) =>
          (groups[groupBy]?.(shipment) ?? []).map((group) => ({ group: group || 'none', shipment })),
        );
      const expected = [...Map.groupBy(members, ({ group, shipment }) => `${group} ${shipment.currency}`).values()].map(
        (of) => ({ name: of[0]?.group, ...moneyOf(of.map(({ shipment }) => shipment)) }),
      );
      const rows = await allRows({ ...input, groupBy });
      const found = rows.map((row) => ({
        name: row[groupBy === 'pickupDay' ? 'day' : groupBy],
        count: row['count'],
        revenue: row['revenue'] ?? null,
        cost: row['cost'] ?? null,
        margin: row['margin'] ?? null,
        marginPercent: row['marginPercent'] ?? null,
      }));
      expect(found).toHaveLength(expected.length);
      expect(found).toEqual(expect.arrayContaining(expected));
    }
  });

  test('groups by what is in the way of the invoice count what each row says of itself', async () => {
    const rows = await allRows({ fields: ['friendlyId', 'blocked'] });
    const groupRows = await allRows({ groupBy: 'blocked' });

    const words = rows.flatMap(({ blocked }) => (typeof blocked === 'string' ? blocked.split('; ') : ['none']));
    const counts = [...Map.groupBy(words, (word) => word)].map(([word, of]) => [word, of.length]);
    expect(new Map(groupRows.map(({ blocked, count }) => [blocked, count]))).toEqual(
      new Map(counts as [string, number][]),
    );
  });

  test('what shows margins says how many shipments have none yet, and other lists do not', async () => {
    const grouped = await desk.callTool('list_shipments', { groupBy: 'status' });
    const byMargin = await desk.callTool('list_shipments', { sort: 'margin', limit: 1 });
    const plain = await desk.callTool('list_shipments', { limit: 1 });

    const without = newestFirst.filter((shipment) => shipment.status !== 'CANCELED' && marginOf(shipment) === null);
    expect(without.length).toBeGreaterThan(1);
    const words = `Margin not known, so left out: ${without.length} shipments with no carrier or cost yet.`;
    expect(grouped.data.summary).toContain(words);
    expect(byMargin.data.summary).toContain(words);
    expect(plain.data.summary).not.toContain('Margin not known');
  });
});

function ordered(
  shipments: readonly Shipment[],
  value: ((of: Shipment) => string | number | null) | undefined,
  first: 'asc' | 'desc',
) {
  const sign = first === 'asc' ? 1 : -1;
  const valueByShipment = new Map(shipments.map((shipment) => [shipment, value?.(shipment) ?? null]));
  return shipments.toSorted((one, other) => {
    const [a = null, b = null] = [valueByShipment.get(one), valueByShipment.get(other)];
    if (a === b) return 0;
    return a === null ? 1 : b === null ? -1 : a < b ? -sign : sign;
  });
}

function moneyOf(shipments: readonly Shipment[]) {
  const priced = shipments.filter(({ status }) => status !== 'CANCELED');
  const known = shipments.filter((shipment) => marginOf(shipment) !== null);
  const margin = sumOf(known.map(marginOf));
  return {
    count: shipments.length,
    revenue: amount(sumOf(priced.map(({ totalRevenue }) => cents(totalRevenue)))),
    cost: amount(sumOf(shipments.map(costOf))),
    margin: amount(margin),
    marginPercent: computePercent(
      margin ?? 0,
      sumOf(known.map(({ status, totalRevenue }) => (status === 'CANCELED' ? 0 : cents(totalRevenue)))) ?? 0,
    ),
  };
}

const amount = (sum: number | null) => (sum === null ? null : sum / 100);

function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}
