import { expect, test } from 'vitest';
import {
  isRebookable,
  type LoadCarrierStatus,
  loadCarrierLifecycle,
  loadCarrierStatuses,
  loadLifecycle,
  loadStatuses,
} from '../../../src/domain/freight/load.ts';
import { listActions, parseCases, getOutcome } from '../kit/lifecycle-cases.ts';

const load = parseCases(
  loadLifecycle,
  `
              book        release     replace   dispatch    load     pickUp     depart      unload     deliver    cancel    uncancel
  SOURCING    BOOKED      SOURCING    CANCELED  -           -        -          -           -          -          CANCELED  -
  BOOKED      BOOKED      SOURCING    -         DISPATCHED  -        -          -           -          -          CANCELED  -
  DISPATCHED  DISPATCHED  SOURCING    -         -           LOADING  -          -           -          -          CANCELED  -
  LOADING     LOADING     SOURCING    -         -           -        PICKED_UP  -           -          -          CANCELED  -
  PICKED_UP   PICKED_UP   PICKED_UP   -         -           -        -          IN_TRANSIT  -          -          CANCELED  -
  IN_TRANSIT  IN_TRANSIT  IN_TRANSIT  -         -           -        -          -           UNLOADING  -          CANCELED  -
  UNLOADING   UNLOADING   UNLOADING   -         -           -        -          -           -          DELIVERED  CANCELED  -
  DELIVERED   -           -           -         -           -        -          -           -          -          CANCELED  -
  CANCELED    -           CANCELED    -         -           -        -          -           -          -          -         AS_BEFORE
`,
);

test.each(load.cases)('a load that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(loadLifecycle, status, action)).toBe(next);
});

test('the load table covers every status and every action', () => {
  expect(load.statuses).toEqual(loadStatuses);
  expect(load.actions.toSorted()).toEqual(listActions(loadLifecycle).toSorted());
});

const carrier = parseCases(
  loadCarrierLifecycle,
  `
           bounce   tonu
  ACTIVE   BOUNCED  TONU
  TONU     -        -
  BOUNCED  -        -
`,
);

test.each(carrier.cases)('a carrier on a load that is %s, asked to %s, becomes %s', (status, action, next) => {
  expect(getOutcome(loadCarrierLifecycle, status, action)).toBe(next);
});

test('the carrier table covers every status and every action', () => {
  expect(carrier.statuses).toEqual(loadCarrierStatuses);
  expect(carrier.actions).toEqual(listActions(loadCarrierLifecycle));
});

test.each<[LoadCarrierStatus[], boolean]>([
  [['TONU'], true],
  [['BOUNCED', 'TONU'], true],
  [['TONU', 'ACTIVE'], false],
  [['BOUNCED'], false],
  [['ACTIVE'], false],
  [[], false],
])('a load whose carriers are %j may be rebooked: %s', (carriers, rebookable) => {
  expect(isRebookable(carriers)).toBe(rebookable);
});
