import { expect, test } from 'vitest';
import { world, computeHoursFromNow, listStops } from './planted.ts';

test('three trucks are late at their drop right now, and one has not come to its pickup', () => {
  for (const key of ['demo-late-1', 'demo-late-2', 'demo-late-3']) {
    const shipment = world.planted('shipment', key);
    const drop = listStops(shipment.id).find(({ type }) => type === 'DROP');
    expect(['IN_TRANSIT', 'PICKED_UP']).toContain(shipment.status);
    expect(drop?.actual_arrival).toBeNull();
  }
  expect(['BOOKED', 'DISPATCHED']).toContain(world.planted('shipment', 'demo-late-pickup').status);
});

test('one truck has been at its drop for hours', () => {
  const shipment = world.planted('shipment', 'demo-dwelling');
  const drop = listStops(shipment.id).find(({ type }) => type === 'DROP');

  expect(shipment.status).toBe('UNLOADING');
  expect(computeHoursFromNow(drop?.actual_arrival ?? null)).toBeLessThan(-3);
});

test('three pickups of tomorrow have no truck', () => {
  const shipments = [1, 2, 3].map((count) => world.planted('shipment', `demo-uncovered-${count}`));

  expect(shipments.map(({ status, pick_up_date }) => [status, pick_up_date])).toEqual(
    shipments.map(() => ['PLANNING', '2026-11-21']),
  );
});

test('insurance ends tomorrow while the truck is on the road', () => {
  const carrier = world.planted('carrier', 'demo-lapsing-carrier');

  expect(carrier.insurance_expiration_date?.slice(0, 10)).toBe('2026-11-21');
  expect(world.planted('shipment', 'demo-lapsing-carrier').status).toBe('IN_TRANSIT');
});

test('PO 4500-7781 belongs to one shipment, and PO-88410 to three', () => {
  const listShipmentIds = (value: string) => {
    const orders = world.rows('order_reference').filter((reference) => reference.search_value === value);
    return orders.map(({ order_id }) => world.rows('freight_order').find(({ id }) => id === order_id)?.shipment_id);
  };

  expect(listShipmentIds('4500-7781')).toEqual([world.planted('shipment', 'demo-memorable-po').id]);
  expect(listShipmentIds('po-88410')).toEqual(
    [1, 2, 3].map((count) => world.planted('shipment', `demo-repeated-po-${count}`).id),
  );
});

test('two orders visit the same pickup', () => {
  const orders = world
    .rows('freight_order')
    .filter(({ shipment_id }) => shipment_id === world.planted('shipment', 'demo-shared-stop').id);
  const visits = world.rows('order_stop').filter(({ order_id }) => orders.some(({ id }) => id === order_id));

  const shared = [...Map.groupBy(visits, ({ stop_id }) => stop_id).values()].filter(
    (visiting) => visiting.length === 2,
  );

  expect(orders).toHaveLength(2);
  expect(shared).toHaveLength(1);
});

test('one appointment falls into the night of the clock change', () => {
  const [pick] = listStops(world.planted('shipment', 'demo-clock-change').id);

  expect(pick).toMatchObject({ requested_start_date: '2026-11-01', requested_start_time: '01:30' });
});
