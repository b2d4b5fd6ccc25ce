import { expect, test } from 'vitest';
import { countDaysBetween } from '../../src/domain/kit/dates.ts';
import { buildStopWindow } from '../../src/domain/stops/stop-window.ts';
import { findZone } from '../../src/domain/places/zones.ts';
import { placeholderPdf } from '../../src/sandbox/kit/placeholder.ts';
import { smallBrokerage } from '../../src/sandbox/kit/span.ts';
import { formatAgingLabel } from '../support/records/aging-label.ts';
import { collectBrokerage } from './collect-brokerage.ts';
import { watch } from './watch-freight.ts';
import { now } from './world.ts';

const world = collectBrokerage();
const larger = collectBrokerage({ size: { shipments: 4_000 } });
const today = now.slice(0, 10);
const share = <Item>(items: readonly Item[], holds: (item: Item) => boolean) =>
  items.filter(holds).length / items.length;

test('the small brokerage is the size of a desk that moves twenty loads a day', () => {
  const sizes = (['shipment', 'customer', 'carrier', 'location', 'user_account', 'registry_carrier'] as const).map(
    (table) => world.rows(table).length,
  );

  expect(sizes[0]).toBeGreaterThanOrEqual(1_250);
  expect(sizes[0]).toBeLessThanOrEqual(1_400);
  expect(sizes.slice(1, 3).map((size) => Math.round(size / 10) * 10)).toEqual([60, 370]);
  expect(sizes[3]).toBeGreaterThan(200);
  expect(sizes.slice(4)).toEqual([8, 2_000]);
});

test('margins are those of a broker: 13 percent on average, a few loads below zero', () => {
  const revenue = new Map<string, number>();
  const cost = new Map<string, number>();
  const shipmentOf = new Map(
    [...world.rows('freight_order'), ...world.rows('load_carrier'), ...world.rows('service')].map(
      ({ id, shipment_id }) => [id, shipment_id],
    ),
  );
  for (const { owner_type, owner_id, total_cents } of world.rows('charge')) {
    const side = owner_type === 'ORDER' ? revenue : cost;
    const shipment = shipmentOf.get(owner_id) ?? '';
    side.set(shipment, (side.get(shipment) ?? 0) + total_cents);
  }
  const delivered = world.rows('shipment').filter(({ status }) => status === 'DELIVERED');

  const margins = delivered.map(({ id }) => 1 - (cost.get(id) ?? 0) / (revenue.get(id) ?? 1));

  const mean = margins.reduce((sum, margin) => sum + margin, 0) / margins.length;
  expect(mean).toBeGreaterThan(0.11);
  expect(mean).toBeLessThan(0.15);
  expect(share(margins, (margin) => margin < 0)).toBeGreaterThan(0.02);
  expect(share(margins, (margin) => margin < 0)).toBeLessThan(0.07);
});

test('a quarter of the quotes that are decided is won, and price is the main reason for losing', () => {
  const decided = world.rows('quote').filter(({ status }) => status === 'WON' || status === 'LOST');
  const lost = decided.filter(({ status }) => status === 'LOST');

  expect(share(decided, ({ status }) => status === 'WON')).toBeGreaterThan(0.2);
  expect(share(decided, ({ status }) => status === 'WON')).toBeLessThan(0.3);
  expect(share(lost, ({ lost_reason }) => lost_reason === 'TOO_HIGH')).toBeGreaterThan(0.4);
});

test('nearly half of the carrier bills go to factors', () => {
  const factored = share(
    world.rows('bill').filter(({ entity_type }) => entity_type === 'CARRIER'),
    (bill) => bill.carrier_factor_id !== null,
  );

  expect(factored).toBeGreaterThan(0.4);
  expect(factored).toBeLessThan(0.56);
});

test('a fifth of the lanes carries most of the freight', () => {
  const lanes = Map.groupBy(world.rows('shipment'), (row) =>
    [row.origin_city, row.destination_city].map(String).sort().join(),
  );
  const sizes = [...lanes.values()].map(({ length }) => length).sort((a, b) => b - a);

  const top = sizes.slice(0, Math.ceil(sizes.length / 5)).reduce((sum, size) => sum + size, 0);

  expect(top / world.rows('shipment').length).toBeGreaterThan(0.65);
});

test.each(['invoice', 'bill'] as const)('every bucket of the %s aging report has something in it', (table) => {
  const open = world.rows(table).filter(({ owed_cents, due_date }) => owed_cents > 0 && due_date !== null);

  const labels = open.map(({ due_date }) => formatAgingLabel(countDaysBetween(due_date ?? today, today)));

  expect(new Set(labels)).toEqual(new Set(['Current', '1-30', '31-60', '61-90', '90+']));
});

test('freight is at every stage of its life', () => {
  const statuses = new Set(larger.rows('load').map(({ status }) => status));

  expect([...statuses].sort()).toEqual(
    [
      'BOOKED',
      'CANCELED',
      'DELIVERED',
      'DISPATCHED',
      'IN_TRANSIT',
      'LOADING',
      'PICKED_UP',
      'SOURCING',
      'UNLOADING',
    ].sort(),
  );
});

test.each([
  ['small', smallBrokerage],
  ['of 12,000 shipments', { shipments: 12_000 }],
] as const)('in a brokerage %s the usual share of the freight is late, stands and waits for a truck', (_, size) => {
  const moments = [0, 7, 73, 100, 128].map(watch({ seed: '1', now, size }));
  const sumShare = (part: keyof (typeof moments)[number]) => moments.reduce((sum, shares) => sum + shares[part], 0);

  expect(sumShare('late') / sumShare('trucks')).toBeGreaterThan(0.02);
  expect(sumShare('late') / sumShare('trucks')).toBeLessThan(0.1);
  expect(sumShare('dwelling') / sumShare('trucks')).toBeGreaterThan(0.004);
  expect(sumShare('dwelling') / sumShare('trucks')).toBeLessThan(0.06);
  expect(sumShare('uncovered') / sumShare('live')).toBeGreaterThan(0.2);
  expect(sumShare('uncovered') / sumShare('live')).toBeLessThan(0.5);
});

test.each(['2026-11-20T15:00:00.000Z', '2026-03-07T21:40:00.000Z'])(
  'at any hour of the days after %s something is late, something stands at a dock and something waits for a truck',
  (madeAt) => {
    const at = watch({ seed: '4', now: madeAt, size: smallBrokerage });

    for (let hours = 0; hours < 9 * 24; hours += 9.7) {
      const { late, dwelling, uncovered } = at(hours);
      expect({ hours, least: Math.min(late, dwelling, uncovered) > 0 }).toEqual({ hours, least: true });
    }
  },
);

test('nine trucks in ten, and a few more, come on time, to the pickup as to the drop', () => {
  const stops = larger
    .rows('stop')
    .filter(({ actual_arrival, requested_end_time }) => actual_arrival !== null && requested_end_time !== null);
  const isOnTime = (stop: (typeof stops)[number]) => {
    const zone = findZone({ country: 'US', city: stop.place_city, state: stop.place_state });
    const window = buildStopWindow(
      { requestedEndDate: stop.requested_end_date, requestedEndTime: stop.requested_end_time },
      zone,
    );
    return (stop.actual_arrival ?? '') <= (window?.end ?? '');
  };

  const shares = ['PICK', 'DROP'].map((type) =>
    share(
      stops.filter((stop) => stop.type === type),
      isOnTime,
    ),
  );

  expect(Math.min(...shares)).toBeGreaterThan(0.9);
  expect(Math.max(...shares)).toBeLessThan(0.96);
});

test('the planned week has freight on its last days', () => {
  const planned = world.rows('shipment').filter(({ pick_up_date }) => (pick_up_date ?? '') > '2026-11-24');

  expect(planned.length).toBeGreaterThan(3);
});

test('a document of the sandbox holds as many bytes as it says', () => {
  const [document] = world.rows('document');
  if (!document) throw new Error('no document');

  expect(document.file_size).toBe(placeholderPdf.byteLength);
  expect([document.content_type, document.sha256]).toEqual(['application/pdf', null]);
  expect(new TextDecoder().decode(placeholderPdf)).toMatch(/^%PDF-1\.4\n[\s\S]+%%EOF\n$/);
});
