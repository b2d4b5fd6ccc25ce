import { createLane } from '../../src/copy/kit/lane.ts';
import { expect, test } from 'vitest';
import { buildHaulFacts } from '../../src/copy/facts/haul-facts.ts';
import type { LoadCarrierParts, LoadParts, OrderParts, Part, ShipmentParts } from '../../src/copy/facts/parts.ts';
import { buildShipmentFact } from '../../src/copy/facts/shipment-fact.ts';

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
    ...createLane(
      { city: 'Chicago', state: 'IL', postal_code: null, market: null },
      { city: 'Atlanta', state: 'GA', postal_code: null, market: null },
    ),
    ...more,
  },
  stops: [],
  charges: [],
  ...parts,
});

const buildCarrier = (
  more: Partial<Part<'load_carrier'>> = {},
  charges: LoadCarrierParts['charges'] = [],
): LoadCarrierParts => ({
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
  carriers: readonly LoadCarrierParts[],
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

const buildParts = (
  more: Partial<ShipmentParts> = {},
  status: Part<'shipment'>['status'] = 'DELIVERED',
): ShipmentParts => ({
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
  loads: [load([buildCarrier()])],
  services: [],
  bills: [],
  invoices: [],
  paymentDays: [],
  proofs: [],
  ...more,
});

const computeHauls = (parts: ShipmentParts) => buildHaulFacts(parts, buildShipmentFact(parts));

test('money that is partly in another currency is not added up', () => {
  const fact = buildShipmentFact(buildParts({ loads: [load([buildCarrier({ currency: 'CAD' })])] }));

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
  expect(computeHauls(buildParts({ loads: [load([buildCarrier({ currency: 'CAD' })])] }))).toMatchObject([
    { currency: 'CAD', cost_cents: 150_000, revenue_cents: null },
  ]);
});

test('the TONU of a canceled shipment leaks where its canceled order does not charge it', () => {
  const computeTonu = (customerCharges: OrderParts['charges']) =>
    buildShipmentFact(
      buildParts(
        {
          orders: [order({ status: 'DELIVERED_UNPAID' }, { charges: customerCharges })],
          loads: [
            load(
              [
                buildCarrier({ status: 'TONU', cost_cents: 20_000 }, [
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
  const buildCharge = (code: string) => ({ order_id: 'order', code, total_cents: 25_000 });

  expect(computeTonu([buildCharge('DET')])).toMatchObject({ leak_cents: 20_000, tonu_cents: 20_000, tonus: 1 });
  expect(computeTonu([buildCharge('TONU')])).toMatchObject({
    leak_cents: 0,
    cost_cents: 20_000,
    revenue_cents: 0,
    orders: 0,
  });
  expect(computeTonu([])).toMatchObject({
    carriers: 0,
    carrier_id: null,
    lane: 'Chicago, IL -> Atlanta, GA',
    miles: null,
  });
});

test('two carriers at once are counted, and none of them is the carrier or earns the revenue alone', () => {
  const parts = buildParts({
    loads: [load([buildCarrier()]), load([buildCarrier({ id: 'other', carrier_id: 'second' })], { id: 'second' })],
  });

  expect(buildShipmentFact(parts)).toMatchObject({ carriers: 2, carrier_id: null, cost_cents: 300_000, loads: 2 });
  expect(computeHauls(parts).map((haul) => haul.revenue_cents)).toEqual([null, null]);
});

test('a load that moves a part of the way has days and a lane of its own, and no miles', () => {
  const [first, last] = [stop('Chicago', 'PICK'), stop('Atlanta', 'DROP')];
  // In Los Angeles it is still the evening before.
  const middle = stop('Reno', 'DROP', { actual_arrival: '2026-11-04T06:30:00.000Z' });
  const parts = buildParts({
    orders: [order({}, { stops: [first, middle, last] })],
    loads: [load([buildCarrier()], {}, [first, middle]), load([buildCarrier({ id: 'onward' })], {}, [middle, last])],
  });

  expect(computeHauls(parts)).toMatchObject([
    {
      origin_city: 'Chicago',
      destination_city: 'Reno',
      pickup_day: '2026-11-03',
      delivery_day: '2026-11-03',
      miles: null,
    },
    { origin_city: 'Reno', destination_city: 'Atlanta', delivery_day: '2026-11-05', miles: null },
  ]);
  expect(computeHauls({ ...parts, loads: [load([buildCarrier()], {}, [first, middle, last])] })).toMatchObject([
    { miles: 700 },
  ]);
});

test('a bounced carrier has no arrivals, no cost and no revenue; what it was for is kept', () => {
  const window = { window_start: '2026-11-03T15:00:00.000Z', window_end: '2026-11-03T17:00:00.000Z' } as const;
  const pick = stop('Chicago', 'PICK', {
    ...window,
    window_kind: 'window',
    actual_arrival: '2026-11-03T18:00:00.000Z',
  });
  const parts = buildParts({
    orders: [order({}, { stops: [pick] })],
    loads: [load([buildCarrier({ status: 'BOUNCED' }), buildCarrier({ id: 'second' })], {}, [pick])],
  });

  expect(computeHauls(parts)).toMatchObject([
    { status: 'BOUNCED', is_live: 0, cost_cents: 0, revenue_cents: null, on_time_pickup: null, origin_city: 'Chicago' },
    { is_live: 1, is_delivered: 1, cost_cents: 150_000, revenue_cents: 200_000, pickup_late_minutes: 60 },
  ]);
  expect(buildShipmentFact(parts)).toMatchObject({ bounces: 1, carrier_id: 'carrier', on_time_pickup: 0 });
});

test('a shipment is paid on the day of its last payment, once nothing is owed', () => {
  const buildInvoice = (owed: number) => ({
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

  expect(buildShipmentFact(buildParts({ ...paid, invoices: [buildInvoice(0)] }))).toMatchObject({
    paid_day: '2026-11-20',
    invoiced_day: '2026-11-06',
    is_unbilled: 0,
  });
  expect(buildShipmentFact(buildParts({ ...paid, invoices: [buildInvoice(1)] })).paid_day).toBeNull();
  expect(buildShipmentFact(buildParts({ invoices: [buildInvoice(0)] })).paid_day).toBeNull();
});
