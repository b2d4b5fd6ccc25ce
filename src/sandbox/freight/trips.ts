import type { Driver, Trip, Truck, TruckStop } from '../../domain/freight/truck.ts';
import { formatInstant, minute } from '../kit/clock.ts';
import { drawPersonName, buildPhoneNumber } from '../kit/names.ts';
import { type Random, createRandom } from '../kit/random.ts';
import { listMilestones, type StopTimes } from './freight-progress.ts';
import { approachMs, drawArrival, computeDrivingMs, onTimeShare, drawStayMs } from './punctuality.ts';

/** The world that trucks drive in: its seed, and the instant at which its past ended. */
export interface TripWorld {
  readonly seed: string;
  readonly madeAt: number;
}

const betweenStopsMs = 30 * minute;

/** Stops next to each other in the route, of one kind and at one place: one visit of the truck. */
interface DockCall {
  readonly type: TruckStop['type'];
  readonly stops: readonly [TruckStop, ...TruckStop[]];
}

/**
 * Computes the whole trip of a truck. Past events stay. The rest depends only on the seed, the stop and the booking, so
 * two short steps of time give the same trip as one long step.
 */
export function computeTrip(world: TripWorld, truck: Truck): Trip {
  const bookedAt = Date.parse(truck.bookedAt);
  const calls = groupCalls(truck.stops);
  const visits: StopTimes[] = [];
  for (const call of calls)
    visits.push(drawVisit(world, call, computeEarliest(call, { visits, bookedAt, miles: truck.miles })));
  const name = `${world.seed}/truck/${truck.stops[0]?.id ?? ''}`;
  const dispatchedAt =
    truck.dispatchedAt === null
      ? drawDispatchTime(world, createRandom(name), { bookedAt, pickup: visits[0]?.arrival ?? bookedAt })
      : Date.parse(truck.dispatchedAt);
  return {
    driver: drawDriver(createRandom(`${name}/driver`)),
    milestones: listMilestones({ bookedAt, dispatchedAt, visits }).map(({ status, at }) => ({
      status,
      at: formatInstant(Math.max(at, bookedAt)),
    })),
    visits: calls.flatMap(({ stops }, index) => {
      const { arrival, departure } = visits[index] ?? { arrival: bookedAt, departure: bookedAt };
      return stops.map(({ id }) => ({
        stopId: id,
        arrival: formatInstant(arrival),
        departure: formatInstant(departure),
      }));
    }),
  };
}

function groupCalls(stops: readonly TruckStop[]): DockCall[] {
  const calls: DockCall[] = [];
  for (const stop of stops) {
    const before = calls.at(-1);
    const isSame = before?.type === stop.type && before.stops[0].place === stop.place;
    if (before && isSame) calls[calls.length - 1] = { ...before, stops: [...before.stops, stop] };
    else calls.push({ type: stop.type, stops: [stop] });
  }
  return calls;
}

interface EarlierVisits {
  readonly visits: readonly StopTimes[];
  readonly bookedAt: number;
  readonly miles: number | null;
}

function computeEarliest({ type }: DockCall, { visits, bookedAt, miles }: EarlierVisits): number {
  const [first] = visits;
  const previous = visits.at(-1);
  if (!first || !previous) return bookedAt + approachMs;
  const driven = type === 'DROP' && miles !== null ? first.departure + computeDrivingMs(miles) : 0;
  return Math.max(previous.departure + betweenStopsMs, driven);
}

function drawVisit({ seed, madeAt }: TripWorld, { type, stops: [stop] }: DockCall, earliest: number): StopTimes {
  const random = createRandom(`${seed}/stop/${stop.id}`);
  const planned = drawStopArrival(random, stop, { earliest, madeAt });
  const stay = drawStayMs(random, type);
  const waits = random.drawInt(10, 90) * minute;
  const arrival = stop.arrival === null ? planned : Date.parse(stop.arrival);
  if (stop.departure !== null) return { type, arrival, departure: Date.parse(stop.departure) };
  // A truck that should have left before the world was made has been kept there.
  const departure = arrival + stay > madeAt ? arrival + stay : madeAt + waits;
  return { type, arrival, departure };
}

interface Possible {
  readonly earliest: number;
  readonly madeAt: number;
}

function drawStopArrival(random: Random, { type, window }: TruckStop, { earliest, madeAt }: Possible): number {
  const isOnTime = random.drawChance(onTimeShare[type]);
  const luck = random.drawUnit();
  if (!window) return Math.max(earliest, madeAt) + Math.floor(luck * 240) * minute;
  const end = Date.parse(window.end);
  const windowMinutes = window.kind === 'day' ? null : Math.round((end - Date.parse(window.start)) / minute);
  const arrival = drawArrival(random, { end, windowMinutes, earliest, isOnTime });
  if (arrival > madeAt) return arrival;
  // It was not there when the world was made: it comes in what is left of its window, or it is late.
  if (isOnTime && end > madeAt) return madeAt + Math.ceil(luck * Math.floor((end - madeAt) / minute)) * minute;
  return drawArrival(random, { end: Math.max(end, madeAt), windowMinutes, earliest, isOnTime: false });
}

function drawDispatchTime(
  { madeAt }: TripWorld,
  random: Random,
  { bookedAt, pickup }: { bookedAt: number; pickup: number },
) {
  const planned = Math.max(bookedAt + 5 * minute, pickup - random.drawInt(90, 700) * minute);
  const soon = madeAt + random.drawInt(2, 40) * minute;
  return Math.min(pickup, planned > madeAt ? planned : soon);
}

function drawDriver(random: Random): Driver {
  return {
    name: drawPersonName(random),
    phone: buildPhoneNumber(random.drawInt(0, 9_999)),
    truckNumber: String(random.drawInt(100, 999)),
    trailerNumber: `T${random.drawInt(1_000, 9_999)}`,
  };
}
