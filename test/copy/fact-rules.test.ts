import { laneBetween } from '../../src/copy/kit/lane.ts';
import { expect, test } from 'vitest';
import { haulFacts } from '../../src/copy/facts/haul-facts.ts';
import type { CarrierParts, LoadParts, OrderParts, Part, ShipmentParts } from '../../src/copy/facts/parts.ts';
import { shipmentFact } from '../../src/copy/facts/shipment-fact.ts';

const madeAt = '2026-11-01T12:00:00.000Z';

const stop = (id: string, type: 'PICK' | 'DROP', more: Partial<Part<'order_stop'>> = {}): Part<'order_stop'> => ({
  order_id: 'order',
  stop_id: id,
  sequence: 1,
  type,
  place: `${id}, IL`,
  city: id,
  state: 'IL',
  postal_code: null,
  market: null,
  time_zone: 'America/Los_Angeles',
  window_start: null,
  window_end: null,
  window_kind: null,
  actual_arrival: null,
  actual_departure: null,
  is_drop_trailer: 0,
  ...more,
});

const order = (more: Partial<Part<'freight_order'>> = {}, parts: Partial<OrderParts> = {}): OrderParts => ({
  order: {
    id: 'order',
    created_at: madeAt,
    shipment_id: 'shipment',
    mode: 'TL',
    status: 'DELIVERED',
    equipment: null,
    equipment_names: '[]',
    mileage: 700,
    weight: 40_000,
    revenue_cents: 200_000,
    currency: 'USD',
    ...laneBetween(
      { city: 'Chicago', state: 'IL', postal_code: null, market: null },
      { city: 'Atlanta', state: 'GA', postal_code: null, market: null },
    ),
    ...more,
  },
  stops: [],
  charges: [],
  ...parts,
});

const carrier = (more: Partial<Part<'load_carrier'>> = {}, charges: CarrierParts['charges'] = []): CarrierParts => ({
  carrier: {
    id: 'haul',
    load_id: 'load',
    carrier_id: 'carrier',
    status: 'ACTIVE',
    billing_status: 'AWAITING_INVOICE',
    created_at: madeAt,
    booked_at: madeAt,
    cost_cents: 150_000,
    currency: 'USD',
    removal_reason: null,
    ...more,
  },
  charges,
});

const load = (
  carriers: readonly CarrierParts[],
  more: Partial<Part<'load'>> = {},
  stops: LoadParts['stops'] = [],
): LoadParts => ({
  load: {
    id: 'load',
    shipment_id: 'shipment',
    friendly_id: 'LD-1',
    mode: 'TL',
    status: 'DELIVERED',
    equipment: 'Reefer',
    created_at: madeAt,
    ...more,
  },
  stops,
  carriers,
});

const parts = (more: Partial<ShipmentParts> = {}, status: Part<'shipment'>['status'] = 'DELIVERED'): ShipmentParts => ({
  shipment: {
    id: 'shipment',
    friendly_id: 'SHP-1',
    created_at: madeAt,
    status,
    billing_status: 'READY_TO_INVOICE',
    customer_id: 'customer',
    customer_rep_id: null,
    first_order_id: 'order',
    currency: 'USD',
    pick_up_date: '2026-11-03',
    delivery_date: '2026-11-05',
    delivered_at: null,
  },
  orders: [order()],
  loads: [load([carrier()])],
  services: [],
  bills: [],
  invoices: [],
  paymentDays: [],
  proofs: [],
  ...more,
});

const haulsOf = (given: ShipmentParts) => haulFacts(given, shipmentFact(given));

test('money that is partly in another currency is not added up', () => {
  const fact = shipmentFact(parts({ loads: [load([carrier({ currency: 'CAD' })])] }));

  expect(fact).toMatchObject({
    currency: 'USD',
    revenue_cents: 200_000,
    cost_cents: null,
    actual_cost_cents: null,
    margin_cents: null,
    actual_margin_cents: null,
    carrier_pay_cents: null,
    service_cents: 0,
    unbilled_cents: 200_000,
  });
  expect(haulsOf(parts({ loads: [load([carrier({ currency: 'CAD' })])] }))).toMatchObject([
    { currency: 'CAD', cost_cents: 150_000, revenue_cents: null },
  ]);
});

test('the TONU of a canceled shipment leaks where its canceled order does not charge it', () => {
  const tonu = (customerCharges: OrderParts['charges']) =>
    shipmentFact(
      parts(
        {
          orders: [order({ status: 'DELIVERED_UNPAID' }, { charges: customerCharges })],
          loads: [
            load(
              [
                carrier({ status: 'TONU', cost_cents: 20_000 }, [
                  { load_id: 'load', load_carrier_id: 'haul', code: 'TONU', total_cents: 20_000 },
                ]),
              ],
              { status: 'CANCELED' },
            ),
          ],
        },
        'CANCELED',
      ),
    );
  const charge = (code: string) => ({ order_id: 'order', code, total_cents: 25_000 });

  expect(tonu([charge('DET')])).toMatchObject({ leak_cents: 20_000, tonu_cents: 20_000, tonus: 1 });
  expect(tonu([charge('TONU')])).toMatchObject({ leak_cents: 0, cost_cents: 20_000, revenue_cents: 0, orders: 0 });
  expect(tonu([])).toMatchObject({ carriers: 0, carrier_id: null, lane: 'Chicago, IL -> Atlanta, GA', miles: null });
});

test('two carriers at once are counted, and none of them is the carrier or earns the revenue alone', () => {
  const given = parts({
    loads: [load([carrier()]), load([carrier({ id: 'other', carrier_id: 'second' })], { id: 'second' })],
  });

  expect(shipmentFact(given)).toMatchObject({ carriers: 2, carrier_id: null, cost_cents: 300_000, loads: 2 });
  expect(haulsOf(given).map((haul) => haul.revenue_cents)).toEqual([null, null]);
});

test('a load that moves a part of the way has days and a lane of its own, and no miles', () => {
  const [first, last] = [stop('Chicago', 'PICK'), stop('Atlanta', 'DROP')];
  // In Los Angeles it is still the evening before.
  const middle = stop('Reno', 'DROP', { actual_arrival: '2026-11-04T06:30:00.000Z' });
  const given = parts({
    orders: [order({}, { stops: [first, middle, last] })],
    loads: [load([carrier()], {}, [first, middle]), load([carrier({ id: 'onward' })], {}, [middle, last])],
  });

  expect(haulsOf(given)).toMatchObject([
    {
      origin_city: 'Chicago',
      destination_city: 'Reno',
      pickup_day: '2026-11-03',
      delivery_day: '2026-11-03',
      miles: null,
    },
    { origin_city: 'Reno', destination_city: 'Atlanta', delivery_day: '2026-11-05', miles: null },
  ]);
  expect(haulsOf({ ...given, loads: [load([carrier()], {}, [first, middle, last])] })).toMatchObject([{ miles: 700 }]);
});

test('a bounced carrier has no arrivals, no cost and no revenue; what it was for is kept', () => {
  const window = { window_start: '2026-11-03T15:00:00.000Z', window_end: '2026-11-03T17:00:00.000Z' } as const;
  const pick = stop('Chicago', 'PICK', {
    ...window,
    window_kind: 'window',
    actual_arrival: '2026-11-03T18:00:00.000Z',
  });
  const given = parts({
    orders: [order({}, { stops: [pick] })],
    loads: [load([carrier({ status: 'BOUNCED' }), carrier({ id: 'second' })], {}, [pick])],
  });

  expect(haulsOf(given)).toMatchObject([
    { status: 'BOUNCED', is_live: 0, cost_cents: 0, revenue_cents: null, on_time_pickup: null, origin_city: 'Chicago' },
    { is_live: 1, is_delivered: 1, cost_cents: 150_000, revenue_cents: 200_000, pickup_late_minutes: 60 },
  ]);
  expect(shipmentFact(given)).toMatchObject({ bounces: 1, carrier_id: 'carrier', on_time_pickup: 0 });
});

test('a shipment is paid on the day of its last payment, once nothing is owed', () => {
  const invoice = (owed: number) => ({
    id: 'invoice',
    shipment_id: 'shipment',
    order_id: 'order',
    status: 'AWAITING_PAYMENT',
    invoice_date: '2026-11-06',
    amount_cents: 200_000,
    owed_cents: owed,
    currency: 'USD',
  });
  const paid = { paymentDays: ['2026-11-20', '2026-11-11'] };

  expect(shipmentFact(parts({ ...paid, invoices: [invoice(0)] }))).toMatchObject({
    paid_day: '2026-11-20',
    invoiced_day: '2026-11-06',
    is_unbilled: 0,
  });
  expect(shipmentFact(parts({ ...paid, invoices: [invoice(1)] })).paid_day).toBeNull();
  expect(shipmentFact(parts({ invoices: [invoice(0)] })).paid_day).toBeNull();
});
