import { expect, test } from 'vitest';
import { computeLoadStatus, type TripTimes } from '../../src/sandbox/freight/freight-progress.ts';

const hour = 3_600_000;
const trip: TripTimes = {
  bookedAt: 1 * hour,
  dispatchedAt: 2 * hour,
  visits: [
    { type: 'PICK', arrival: 4 * hour, departure: 5 * hour },
    { type: 'DROP', arrival: 10 * hour, departure: 11 * hour },
    { type: 'DROP', arrival: 14 * hour, departure: 15 * hour },
  ],
};

test.each([
  ['before anyone is booked', 0.5, 'SOURCING'],
  ['once a carrier is on it', 1, 'BOOKED'],
  ['once the driver has its instructions', 3, 'DISPATCHED'],
  ['while the truck stands at the shipper', 4.5, 'LOADING'],
  ['in the first hour of the trip', 5.5, 'PICKED_UP'],
  ['on the road', 8, 'IN_TRANSIT'],
  ['at a drop on the way', 10.5, 'IN_TRANSIT'],
  ['at the last drop', 14.5, 'UNLOADING'],
  ['when it has left the last drop', 15, 'DELIVERED'],
] as const)('%s a load is what its truck has done: hour %d is %s', (_when, hours, status) => {
  expect(computeLoadStatus(trip, (at) => at <= hours * hour)).toBe(status);
});

test('a load without a carrier stays in sourcing, whatever the clock says', () => {
  expect(computeLoadStatus({ ...trip, bookedAt: null, dispatchedAt: null }, (at) => at <= 20 * hour)).toBe('SOURCING');
});
