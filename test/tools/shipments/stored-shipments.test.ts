import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { formatEquipment } from '../../../src/domain/freight/equipment.ts';
import { computeStopWindow } from '../../../src/domain/stops/judged-stop.ts';
import { computePercent } from '../../../src/domain/money/money.ts';
import { describeRoute } from '../../../src/domain/places/stop-place.ts';
import { getLiveOrders, findShipmentProgress, getRouteStops } from '../../../tools/stops/shipment-progress.ts';
import { listActiveCarriers } from '../../../tools/shipments/shipment-watch.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { brokerages } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

type StoredShipment = Awaited<ReturnType<TestDesk['api']['shipments']['get']>>;

const now = '2026-11-20T15:00:00.000Z';
const toCents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));

/** Computes the cost of carriers and services, including a truck that was not used; null if there is none. */
function computeCost({ loads, services }: StoredShipment): number | null {
  const carriers = loads.flatMap((load) =>
    load.carriers.filter(({ status }) => status === 'TONU' || (status === 'ACTIVE' && load.status !== 'CANCELED')),
  );
  const owed = [
    ...carriers.map(({ totalCost }) => totalCost),
    ...services.filter(({ status }) => status !== 'CANCELED').map(({ cost }) => cost),
  ];
  return sumKnown(owed.map((amount) => toCents(amount) ?? 0)) || null;
}

/** Computes the margin. A load without a carrier or its pay has no margin yet. */
function computeMargin(shipment: StoredShipment): number | null {
  const [revenue, cost] = [toCents(shipment.totalRevenue), computeCost(shipment)];
  if (shipment.status === 'CANCELED') return cost === null ? null : -cost;
  const loads = shipment.loads.filter(({ status }) => status !== 'CANCELED');
  const active = loads.map(({ carriers }) => carriers.filter(({ status }) => status === 'ACTIVE'));
  const isCosted =
    active.length > 0 &&
    active.every((carriers) => carriers.length > 0 && carriers.every((carrier) => carrier.totalCost));
  return !isCosted || revenue === null || cost === null ? null : revenue - cost;
}

const chicagoDays = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' });
const toDay = (instant: string) => chicagoDays.format(Date.parse(instant));

const startAt = (stop: ReturnType<typeof getRouteStops>[number] | undefined) =>
  (stop && computeStopWindow(stop)?.start) ?? null;
const findPick = (shipment: StoredShipment) => getRouteStops(shipment).find(({ type }) => type === 'PICK');
const findDrop = (shipment: StoredShipment) => getRouteStops(shipment).findLast(({ type }) => type === 'DROP');

/** Values that each sort order compares, from a record alone. */
const values: Readonly<Record<string, (shipment: StoredShipment) => string | number | null>> = {
  created: ({ createdAt }) => createdAt,
  pickup: (shipment) => startAt(findPick(shipment)) ?? shipment.pickUpDate,
  delivery: (shipment) => startAt(findDrop(shipment)) ?? shipment.deliveryDate,
  revenue: ({ totalRevenue }) => totalRevenue,
  margin: computeMargin,
  marginPercent: (shipment) => {
    const margin = computeMargin(shipment);
    const revenue = shipment.status === 'CANCELED' ? 0 : (toCents(shipment.totalRevenue) ?? 0);
    return margin === null ? null : computePercent(margin, revenue);
  },
  age: ({ deliveredAt, createdAt }) => Date.parse(toDay(now)) - Date.parse(toDay(deliveredAt ?? createdAt)),
  late: (shipment) => findShipmentProgress(shipment, now).minutesLate,
};

const listCarrierNames = (shipment: StoredShipment) =>
  listActiveCarriers(shipment).map(({ carrier }) => `${carrier?.name} (${carrier?.friendlyId})`);

/** Lists the live orders; of a canceled shipment, those that it would have moved. */
const listOrders = (shipment: StoredShipment) =>
  shipment.status === 'CANCELED' ? shipment.orders : getLiveOrders(shipment);

/** The groups that a record is in. */
const groups: Readonly<Record<string, (shipment: StoredShipment) => readonly (string | null)[]>> = {
  customer: ({ customer }) => [`${customer?.name} (${customer?.friendlyId})`],
  carrier: (shipment) => (listCarrierNames(shipment).length === 0 ? [null] : [...new Set(listCarrierNames(shipment))]),
  rep: ({ customerRep }) => [customerRep && (customerRep.name ?? customerRep.email)],
  status: ({ status }) => [status],
  lane: (shipment) => [describeRoute(getRouteStops(shipment))],
  equipment: (shipment) => [
    formatEquipment(listOrders(shipment).flatMap(({ equipment }) => equipment.map(({ name }) => name))),
  ],
  pickupDay: ({ pickUpDate }) => [pickUpDate],
};

interface ListQuestion {
  readonly input: object;
  readonly isMeant: (shipment: StoredShipment) => boolean;
}

const all: ListQuestion = { input: {}, isMeant: () => true };
const unbilled: ListQuestion = {
  input: { status: 'delivered', billingStatus: 'not invoiced' },
  isMeant: ({ status, billingStatus }) =>
    status === 'DELIVERED' && ['DOCS_NEEDED', 'NOT_READY_TO_INVOICE', 'READY_TO_INVOICE'].includes(billingStatus ?? ''),
};
const fromTexas: ListQuestion = { input: { origin: 'TX' }, isMeant: (shipment) => getOrigin(shipment)?.state === 'TX' };
const sinceNovember: ListQuestion = {
  input: { destination: 'Dallas', pickupFrom: '2026-11-01' },
  isMeant: (shipment) => getDestination(shipment)?.city === 'Dallas' && (shipment.pickUpDate ?? '') >= '2026-11-01',
};

const getCity = (stop: ReturnType<typeof getRouteStops>[number] | undefined) =>
  stop?.address ?? (stop?.city ? { city: stop.city.name, state: stop.city.stateProvince } : undefined);
const getOrigin = (shipment: StoredShipment) => getCity(getRouteStops(shipment)[0]);
const getDestination = (shipment: StoredShipment) => getCity(getRouteStops(shipment).at(-1));

describe.each(brokerages)('of the brokerage %s', (seed) => {
  let desk: TestDesk;
  let newestFirst: readonly StoredShipment[];

  beforeAll(async () => {
    desk = await startDesk({ tools: [listShipments], seed, now });
    const { items } = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
    newestFirst = items.toSorted((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? 1 : -1));
  });
  afterAll(() => desk.close());

  async function listAllRows(input: object): Promise<readonly Record<string, unknown>[]> {
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
      const matching = newestFirst.filter(isMeant);
      const usual = 'pickupFrom' in input ? sortShipments(matching, values['pickup'], 'asc') : matching;
      const expected = sortShipments(usual, values[sort], first);
      const rows = await listAllRows({ ...input, sort: `${sort} ${first}`, fields: ['friendlyId'] });
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
        (members) => ({ name: members[0]?.group, ...sumMoney(members.map(({ shipment }) => shipment)) }),
      );
      const rows = await listAllRows({ ...input, groupBy });
      const groupRows = rows.map((row) => ({
        name: row[groupBy === 'pickupDay' ? 'day' : groupBy],
        count: row['count'],
        revenue: row['revenue'] ?? null,
        cost: row['cost'] ?? null,
        margin: row['margin'] ?? null,
        marginPercent: row['marginPercent'] ?? null,
      }));
      expect(groupRows).toHaveLength(expected.length);
      expect(groupRows).toEqual(expect.arrayContaining(expected));
    }
  });

  test('groups by what blocks it of the invoice count what each row says of itself', async () => {
    const rows = await listAllRows({ fields: ['friendlyId', 'blocked'] });
    const groupRows = await listAllRows({ groupBy: 'blocked' });

    const words = rows.flatMap(({ blocked }) => (typeof blocked === 'string' ? blocked.split('; ') : ['none']));
    const counts = [...Map.groupBy(words, (word) => word)].map(([word, sameWords]) => [word, sameWords.length]);
    expect(new Map(groupRows.map(({ blocked, count }) => [blocked, count]))).toEqual(
      new Map(counts as [string, number][]),
    );
  });

  test('what shows margins says how many shipments have none yet, and other lists do not', async () => {
    const grouped = await desk.callTool('list_shipments', { groupBy: 'status' });
    const byMargin = await desk.callTool('list_shipments', { sort: 'margin', limit: 1 });
    const plain = await desk.callTool('list_shipments', { limit: 1 });

    const without = newestFirst.filter(
      (shipment) => shipment.status !== 'CANCELED' && computeMargin(shipment) === null,
    );
    expect(without.length).toBeGreaterThan(1);
    const words = `Margin not known, so left out: ${without.length} shipments with no carrier or cost yet.`;
    expect(grouped.data.summary).toContain(words);
    expect(byMargin.data.summary).toContain(words);
    expect(plain.data.summary).not.toContain('Margin not known');
  });
});

function sortShipments(
  shipments: readonly StoredShipment[],
  value: ((shipment: StoredShipment) => string | number | null) | undefined,
  first: 'asc' | 'desc',
) {
  const sign = first === 'asc' ? 1 : -1;
  const valueByShipment = new Map(shipments.map((shipment) => [shipment, value?.(shipment) ?? null]));
  return shipments.toSorted((shipment, otherShipment) => {
    const [a = null, b = null] = [valueByShipment.get(shipment), valueByShipment.get(otherShipment)];
    if (a === b) return 0;
    return a === null ? 1 : b === null ? -1 : a < b ? -sign : sign;
  });
}

function sumMoney(shipments: readonly StoredShipment[]) {
  const priced = shipments.filter(({ status }) => status !== 'CANCELED');
  const withMargin = shipments.filter((shipment) => computeMargin(shipment) !== null);
  const margin = sumKnown(withMargin.map(computeMargin));
  return {
    count: shipments.length,
    revenue: toAmount(sumKnown(priced.map(({ totalRevenue }) => toCents(totalRevenue)))),
    cost: toAmount(sumKnown(shipments.map(computeCost))),
    margin: toAmount(margin),
    marginPercent: computePercent(
      margin ?? 0,
      sumKnown(withMargin.map(({ status, totalRevenue }) => (status === 'CANCELED' ? 0 : toCents(totalRevenue)))) ?? 0,
    ),
  };
}

const toAmount = (sum: number | null) => (sum === null ? null : sum / 100);

function sumKnown(numbers: readonly (number | null)[]): number | null {
  const presentNumbers = numbers.filter((number) => number !== null);
  return presentNumbers.length === 0 ? null : presentNumbers.reduce((sum, number) => sum + number, 0);
}
