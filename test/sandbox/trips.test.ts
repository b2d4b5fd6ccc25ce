import { expect, test } from 'vitest';
import type { Trip, Truck, TruckStop } from '../../src/domain/freight/truck.ts';
import {
  computeLoadStatus,
  listMilestones,
  type TripTimes as PastTrip,
} from '../../src/sandbox/freight/freight-progress.ts';
import { computeTrip } from '../../src/sandbox/freight/trips.ts';

const hour = 3_600_000;
const madeAt = Date.parse('2026-11-20T15:00:00.000Z');
const world = { seed: '1', madeAt };
const addHours = (hours: number) => new Date(madeAt + hours * hour).toISOString();

const createWindow = (from: number, to: number): TruckStop['window'] => ({
  start: addHours(from),
  end: addHours(to),
  kind: 'window',
  zone: 'America/Chicago',
});

const stop = (id: string, type: TruckStop['type'], window: TruckStop['window']): TruckStop => ({
  id,
  type,
  place: id,
  window,
  arrival: null,
  departure: null,
});

const createTruck = (name: string, changes: Partial<Truck> = {}): Truck => ({
  bookedAt: addHours(-20),
  dispatchedAt: null,
  miles: 400,
  stops: [stop(`${name}-pick`, 'PICK', createWindow(10, 17)), stop(`${name}-drop`, 'DROP', createWindow(40, 47))],
  ...changes,
});

const sampleTrips = Array.from({ length: 400 }, (_, index) => computeTrip(world, createTruck(`load-${index}`)));
const share = (trips: readonly Trip[], holds: (trip: Trip) => boolean) => trips.filter(holds).length / trips.length;

test('trucks come on time as often as those of the past did', () => {
  const onTime = [17, 47].map((end, index) =>
    share(sampleTrips, ({ visits }) => (visits[index]?.arrival ?? '') <= addHours(end)),
  );

  expect(Math.min(...onTime)).toBeGreaterThan(0.9);
  expect(Math.max(...onTime)).toBeLessThan(0.97);
});

test('each milestone comes after the one before it, from the dispatch to the delivery', () => {
  for (const { milestones } of sampleTrips) {
    const instants = milestones.map((milestone) => milestone.at);
    expect(instants).toEqual(instants.toSorted());
    expect(milestones.map(({ status }) => status)).toEqual([
      'DISPATCHED',
      'LOADING',
      'PICKED_UP',
      'IN_TRANSIT',
      'UNLOADING',
      'DELIVERED',
    ]);
  }
});

test('a truck drives as long as the miles take', () => {
  for (const { visits } of sampleTrips)
    expect(Date.parse(visits[1]?.arrival ?? '') - Date.parse(visits[0]?.departure ?? '')).toBeGreaterThanOrEqual(
      8 * hour,
    );
});

test('what was done so far does not change what is still to come', () => {
  const truck = createTruck('steady');
  const trip = computeTrip(world, truck);
  const [pick] = trip.visits;

  const later = computeTrip(world, {
    ...truck,
    dispatchedAt: trip.milestones[0]?.at ?? null,
    stops: truck.stops.map((next, index) =>
      index === 0 ? { ...next, arrival: pick?.arrival ?? null, departure: pick?.departure ?? null } : next,
    ),
  });

  expect(later).toEqual(trip);
});

test('a truck that had not come to a window that was over when the world was made comes late', () => {
  const truck = createTruck('late', {
    stops: [
      { ...stop('late-pick', 'PICK', createWindow(-30, -24)), arrival: addHours(-26), departure: addHours(-25) },
      stop('late-drop', 'DROP', createWindow(-6, -2)),
    ],
  });

  const { visits } = computeTrip(world, truck);

  expect(visits[0]).toEqual({ stopId: 'late-pick', arrival: addHours(-26), departure: addHours(-25) });
  expect((visits[1]?.arrival ?? '') > addHours(0)).toBe(true);
});

test('a truck that had stood at a dock for hours leaves soon after', () => {
  const truck = createTruck('dwelling', {
    stops: [
      { ...stop('dwelling-pick', 'PICK', createWindow(-30, -24)), arrival: addHours(-26), departure: addHours(-25) },
      { ...stop('dwelling-drop', 'DROP', createWindow(-6, -2)), arrival: addHours(-4) },
    ],
  });

  const departure = computeTrip(world, truck).visits[1]?.departure ?? '';

  expect(departure > addHours(0) && departure < addHours(2)).toBe(true);
});

test('no truck arrives before its booking', () => {
  const { visits, milestones } = computeTrip(world, createTruck('booked-late', { bookedAt: addHours(60) }));

  expect([visits[0]?.arrival ?? '', milestones[0]?.at ?? ''].every((instant) => instant > addHours(60))).toBe(true);
});

test('a stop without a requested day is visited too', () => {
  const { visits } = computeTrip(
    world,
    createTruck('any-day', { stops: [stop('a', 'PICK', null), stop('b', 'DROP', null)] }),
  );

  expect(visits.map(({ arrival }) => arrival > addHours(0))).toEqual([true, true]);
});

test('two orders at one dock are one visit', () => {
  const createDockStop = (id: string) => ({ ...stop(id, 'PICK' as const, createWindow(10, 17)), place: 'dock' });
  const [first, second] = computeTrip(
    world,
    createTruck('shared', {
      stops: [createDockStop('one'), createDockStop('two'), stop('drop', 'DROP', createWindow(40, 47))],
    }),
  ).visits;

  expect(second).toEqual({ ...first, stopId: 'two' });
});

test('milestones say the same as the status at an instant', () => {
  const past: PastTrip = {
    bookedAt: 1 * hour,
    dispatchedAt: 2 * hour,
    visits: [
      { type: 'PICK', arrival: 4 * hour, departure: 5 * hour },
      { type: 'DROP', arrival: 5.5 * hour, departure: 15 * hour },
    ],
  };

  for (let instant = 2; instant < 16; instant += 0.25) {
    const reached = listMilestones(past).findLast((milestone) => milestone.at <= instant * hour);
    expect(reached?.status).toBe(computeLoadStatus(past, (at) => at <= instant * hour));
  }
});
