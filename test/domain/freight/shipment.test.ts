import { expect, test } from 'vitest';
import { orderLifecycle, orderStatuses } from '../../../src/domain/freight/order.ts';
import type { LoadStatus } from '../../../src/domain/freight/load.ts';
import {
  followLoads,
  shipmentLifecycle,
  shipmentStatuses,
  type ShipmentStatus,
  listStatusesInPhase,
} from '../../../src/domain/freight/shipment.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const shipment = parseCases(
  shipmentLifecycle,
  `
                                cancel    uncancel
  DRAFT                         CANCELED  -
  TENDER_PENDING                CANCELED  -
  ON_HOLD                       CANCELED  -
  PLANNING                      CANCELED  -
  SELECTED                      CANCELED  -
  BOOKED                        CANCELED  -
  DISPATCHED                    CANCELED  -
  LOADING                       CANCELED  -
  PICKED_UP                     CANCELED  -
  IN_TRANSIT                    CANCELED  -
  UNLOADING                     CANCELED  -
  ARRIVED_AT_DELIVERY_TERMINAL  CANCELED  -
  OUT_FOR_DELIVERY              CANCELED  -
  RECOVERED                     CANCELED  -
  DELIVERED                     -         -
  CANCELED                      -         AS_BEFORE
  TENDER_REJECTED               CANCELED  -
`,
);

test.each(shipment.cases)('a shipment that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(shipmentLifecycle, status, action)).toBe(next);
});

test('the shipment table covers every status and every action', () => {
  expect(shipment.statuses).toEqual(shipmentStatuses);
  expect(shipment.actions).toEqual(listActions(shipmentLifecycle));
});

const order = parseCases(
  orderLifecycle,
  `
                                invoice           cancel    voidInvoice  uncancel
  DRAFT                         DELIVERED_UNPAID  CANCELED  -            -
  TENDER_PENDING                DELIVERED_UNPAID  CANCELED  -            -
  ON_HOLD                       DELIVERED_UNPAID  CANCELED  -            -
  PLANNING                      DELIVERED_UNPAID  CANCELED  -            -
  SELECTED                      DELIVERED_UNPAID  CANCELED  -            -
  BOOKED                        DELIVERED_UNPAID  CANCELED  -            -
  DISPATCHED                    DELIVERED_UNPAID  CANCELED  -            -
  LOADING                       DELIVERED_UNPAID  CANCELED  -            -
  PICKED_UP                     DELIVERED_UNPAID  CANCELED  -            -
  IN_TRANSIT                    DELIVERED_UNPAID  CANCELED  -            -
  UNLOADING                     DELIVERED_UNPAID  CANCELED  -            -
  ARRIVED_AT_DELIVERY_TERMINAL  DELIVERED_UNPAID  CANCELED  -            -
  OUT_FOR_DELIVERY              DELIVERED_UNPAID  CANCELED  -            -
  RECOVERED                     DELIVERED_UNPAID  CANCELED  -            -
  DELIVERED                     DELIVERED_UNPAID  CANCELED  -            -
  DELIVERED_UNPAID              DELIVERED_UNPAID  CANCELED  AS_BEFORE    -
  CANCELED                      DELIVERED_UNPAID  -         -            AS_BEFORE
  TENDER_REJECTED               DELIVERED_UNPAID  CANCELED  -            -
`,
);

test.each(order.cases)('an order that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(orderLifecycle, status, action)).toBe(next);
});

test('the order table covers every status and every action', () => {
  expect(order.statuses).toEqual(orderStatuses);
  expect(order.actions).toEqual(listActions(orderLifecycle));
});

test('every shipment status can be an order status', () => {
  expect(orderStatuses).toEqual(expect.arrayContaining(shipmentStatuses));
});

test('a shipment is over when it is delivered or canceled', () => {
  expect(listStatusesInPhase('final')).toEqual(['DELIVERED', 'CANCELED']);
});

test.each<[ShipmentStatus, LoadStatus[], ShipmentStatus]>([
  // was              its loads                        becomes
  ['PLANNING', ['BOOKED'], 'BOOKED'],
  ['PLANNING', ['BOOKED', 'SOURCING'], 'PLANNING'],
  ['PLANNING', [], 'PLANNING'],
  ['BOOKED', ['SOURCING'], 'PLANNING'],
  ['BOOKED', ['DISPATCHED'], 'DISPATCHED'],
  ['DISPATCHED', ['DISPATCHED', 'LOADING'], 'LOADING'],
  ['LOADING', ['PICKED_UP', 'LOADING'], 'LOADING'],
  ['PICKED_UP', ['IN_TRANSIT', 'CANCELED'], 'IN_TRANSIT'],
  ['OUT_FOR_DELIVERY', ['IN_TRANSIT'], 'OUT_FOR_DELIVERY'],
  ['IN_TRANSIT', ['DELIVERED', 'BOOKED'], 'IN_TRANSIT'],
  ['IN_TRANSIT', ['DELIVERED', 'SOURCING'], 'IN_TRANSIT'],
  ['IN_TRANSIT', ['DELIVERED', 'UNLOADING'], 'UNLOADING'],
  ['UNLOADING', ['DELIVERED', 'DELIVERED'], 'DELIVERED'],
  ['LOADING', ['SOURCING'], 'PLANNING'],
  ['DELIVERED', ['DELIVERED', 'SOURCING'], 'DELIVERED'],
  ['CANCELED', ['CANCELED'], 'CANCELED'],
  ['ON_HOLD', ['SOURCING'], 'ON_HOLD'],
])('a shipment that was %s, with loads %j, is %s', (current, loads, next) => {
  expect(followLoads(current, loads)).toBe(next);
});
