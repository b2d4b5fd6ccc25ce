import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { collect } from '../../../src/client/paginate.ts';
import { requireSent } from '../../support/require-sent.ts';

const chicagoDays = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' });

/** A load as the API shows it, with what its lane's history counts. */
export interface Ran {
  readonly shipment: string;
  readonly origin: string;
  readonly destination: string;
  readonly day: string;
  readonly sell: number;
  /** Pay of the carriers. */
  readonly buy: number;
  /** With services and trucks that were not used. */
  readonly cost: number;
  /** True if each of its carriers has an agreed pay. */
  readonly isCostKnown: boolean;
  readonly equipment: readonly string[];
  readonly miles: number;
  readonly carrier: string;
  readonly customer: string;
}

const dayMs = 86_400_000;
export const subtractDays = (now: string, days: number): string =>
  new Date(Date.parse(now) - days * dayMs).toISOString().slice(0, 10);

const sumCents = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0);

/**
 * Reads every load of one order on one truck that was delivered in the days before today, from the API page by page.
 */
export async function readRanLoads(api: ApiClient, now: string, days = 90): Promise<readonly Ran[]> {
  const { items } = await collect(
    api.shipments.filter,
    { filter: { status: { equalTo: 'DELIVERED' as const } }, pageSize: 250 },
    { itemsMax: 100_000 },
  );
  return items.flatMap((shipment) => {
    const orders = shipment.orders.filter(({ status }) => status !== 'CANCELED');
    const loads = shipment.loads.filter(({ status }) => status !== 'CANCELED');
    const [stops = []] = orders.map((order) => order.stops.toSorted((a, b) => a.sequence - b.sequence));
    const carriers = loads.flatMap((load) => load.carriers.filter(({ status }) => status === 'ACTIVE'));
    const day = shipment.deliveryDate ?? '';
    if (orders.length !== 1 || loads.length !== 1 || day < subtractDays(now, days) || day >= now.slice(0, 10))
      return [];
    const place = (stop: (typeof stops)[number] | undefined) =>
      stop?.address
        ? `${stop.address.city}, ${stop.address.state}`
        : `${stop?.city?.name}, ${stop?.city?.stateProvince}`;
    return [
      {
        shipment: shipment.friendlyId,
        origin: place(stops.find(({ type }) => type === 'PICK')),
        destination: place(stops.findLast(({ type }) => type === 'DROP')),
        day,
        sell: Math.round((shipment.totalRevenue ?? 0) * 100),
        buy: sumCents(carriers.map(({ totalCost }) => totalCost)),
        cost: sumCents([
          ...carriers.map(({ totalCost }) => totalCost),
          ...shipment.loads.flatMap((load) =>
            load.carriers.filter(({ status }) => status === 'TONU').map(({ totalCost }) => totalCost),
          ),
          ...shipment.services.filter(({ status }) => status !== 'CANCELED').map(({ cost }) => cost),
        ]),
        isCostKnown: carriers.every(({ totalCost }) => (totalCost ?? 0) > 0),
        equipment: (orders[0]?.equipment ?? []).map(({ name }) => name),
        miles: orders[0]?.mileage ?? 0,
        carrier: carriers.map(({ carrier }) => requireSent(carrier).friendlyId).join(),
        customer: requireSent(shipment.customer).friendlyId,
      },
    ];
  });
}

/** Computes average, median, range and rate per mile of amounts in cents, in dollars as the tool writes them. */
export function computePrices(ran: readonly Ran[], side: 'buy' | 'sell') {
  const amounts = ran.map((load) => load[side]).toSorted((amount, other) => amount - other);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const middle = amounts.length / 2;
  const median = Number.isInteger(middle)
    ? ((amounts[middle - 1] ?? 0) + (amounts[middle] ?? 0)) / 2
    : (amounts[Math.floor(middle)] ?? 0);
  return {
    loads: ran.length,
    average: Math.round(total / ran.length) / 100,
    median: Math.round(median) / 100,
    low: (amounts[0] ?? 0) / 100,
    high: (amounts.at(-1) ?? 0) / 100,
    perMile: Math.round(total / ran.reduce((sum, { miles }) => sum + miles, 0)) / 100,
  };
}

export interface RanHaul {
  readonly carrier: string;
  readonly origin: string;
  readonly destination: string;
  readonly buy: number;
}

/** Reads every load that was delivered before today with the carrier that moved it, by the stops that it visits. */
export async function readRanHauls(api: ApiClient, now: string): Promise<readonly RanHaul[]> {
  const page = { filter: {}, pageSize: 250 };
  const { items: loads } = await collect(api.loads.filter, page, { itemsMax: 100_000 });
  const { items: orders } = await collect(api.orders.filter, page, { itemsMax: 100_000 });
  const stops = new Map(orders.flatMap((order) => order.stops.map((stop) => [stop.id, stop] as const)));
  return loads.flatMap((load) => {
    const visited = load.stops
      .toSorted((a, b) => a.sequence - b.sequence)
      .flatMap(({ orderStopId }) => stops.get(orderStopId) ?? []);
    const formatPlace = (stop: (typeof visited)[number] | undefined) =>
      stop?.address
        ? `${stop.address.city}, ${stop.address.state}`
        : `${stop?.city?.name}, ${stop?.city?.stateProvince}`;
    // The day at the desk, as the last stop's is in these worlds.
    const toDay = (instant: string) => chicagoDays.format(new Date(instant));
    if (load.status !== 'DELIVERED' || toDay(load.deliveredAt ?? now) >= toDay(now)) return [];
    return load.carriers
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ carrier, totalCost }) => ({
        carrier: requireSent(carrier).friendlyId,
        origin: formatPlace(visited.find(({ type }) => type === 'PICK')),
        destination: formatPlace(visited.findLast(({ type }) => type === 'DROP')),
        buy: Math.round((totalCost ?? 0) * 100),
      }));
  });
}
