import type { Driver, Trip, Truck, TruckStop } from '../../domain/freight/truck.ts';
import { formatInstant, minute } from '../kit/clock.ts';
import { personName, phoneOf } from '../kit/names.ts';
import { type Random, randomOf } from '../kit/random.ts';
import { milestonesOf, type Visit } from './freight-progress.ts';
import { approachMs, arrivalFor, drivingMs, onTimeShare, stayMs } from './punctuality.ts';

/** The world that trucks drive in: its seed, and the instant at which its past ended. */
export interface TripWorld {
  readonly seed: string;
  readonly madeAt: number;
}

const betweenStopsMs = 30 * minute;

/** Stops next to each other in the route, of one kind and at one place: one visit of the truck. */
interface Call {
  readonly type: TruckStop['type'];
  readonly stops: readonly [TruckStop, ...TruckStop[]];
}

/**
 * The whole trip of a truck. What has happened stays; the rest follows from the seed, the stop and the booking alone, so
 * that every call returns the same: two short steps of time give the same trip as one long step.
 */
export function tripOf(world: TripWorld, truck: Truck): Trip {
  const bookedAt = Date.parse(truck.bookedAt);
  const calls = callsOf(truck.stops);
  const visits: Visit[] = [];
  for (const call of calls)
    visits.push(visitOf(world, call, earliestAt(call, { visits, bookedAt, miles: truck.miles })));
  const name = `${world.seed}/truck/${truck.stops[0]?.id ?? ''}`;
  const dispatchedAt =
    truck.dispatchedAt === null
      ? dispatchTime(world, randomOf(name), { bookedAt, pickup: visits[0]?.arrival ?? bookedAt })
      : Date.parse(truck.dispatchedAt);
  return {
    driver: driverOf(randomOf(`${name}/driver`)),
    milestones: milestonesOf({ bookedAt, dispatchedAt, visits }).map(({ status, at }) => ({
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

function callsOf(stops: readonly TruckStop[]): Call[] {
  const calls: Call[] = [];
  for (const stop of stops) {
    const before = calls.at(-1);
    const isSame = before?.type === stop.type && before.stops[0].place === stop.place;
    if (before && isSame) calls[calls.length - 1] = { ...before, stops: [...before.stops, stop] };
    else calls.push({ type: stop.type, stops: [stop] });
  }
  return calls;
}

interface Before {
  readonly visits: readonly Visit[];
  readonly bookedAt: number;
  readonly miles: number | null;
}

function earliestAt({ type }: Call, { visits, bookedAt, miles }: Before): number {
  const [first] = visits;
  const previous = visits.at(-1);
  if (!first || !previous) return bookedAt + approachMs;
  const driven = type === 'DROP' && miles !== null ? first.departure + drivingMs(miles) : 0;
  return Math.max(previous.departure + betweenStopsMs, driven);
}

function visitOf({ seed, madeAt }: TripWorld, { type, stops: [stop] }: Call, earliest: number): Visit {
  const random = randomOf(`${seed}/stop/${stop.id}`);
  const planned = arrivalOf(random, stop, { earliest, madeAt });
  const stay = stayMs(random, type);
  const waits = random.int(10, 90) * minute;
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

function arrivalOf(random: Random, { type, window }: TruckStop, { earliest, madeAt }: Possible): number {
  const isOnTime = random.chance(onTimeShare[type]);
  const luck = random.unit();
  if (!window) return Math.max(earliest, madeAt) + Math.floor(luck * 240) * minute;
  const end = Date.parse(window.end);
  const windowMinutes = window.kind === 'day' ? null : Math.round((end - Date.parse(window.start)) / minute);
  const arrival = arrivalFor(random, { end, windowMinutes, earliest, isOnTime });
  if (arrival > madeAt) return arrival;
  // It was not there when the world was made: it comes in what is left of its window, or it is late.
  if (isOnTime && end > madeAt) return madeAt + Math.ceil(luck * Math.floor((end - madeAt) / minute)) * minute;
  return arrivalFor(random, { end: Math.max(end, madeAt), windowMinutes, earliest, isOnTime: false });
}

function dispatchTime(
  { madeAt }: TripWorld,
  random: Random,
  { bookedAt, pickup }: { bookedAt: number; pickup: number },
) {
  const planned = Math.max(bookedAt + 5 * minute, pickup - random.int(90, 700) * minute);
  const soon = madeAt + random.int(2, 40) * minute;
  return Math.min(pickup, planned > madeAt ? planned : soon);
}

function driverOf(random: Random): Driver {
  return {
    name: personName(random),
    phone: phoneOf(random.int(0, 9_999)),
    truckNumber: String(random.int(100, 999)),
    trailerNumber: `T${random.int(1_000, 9_999)}`,
  };
}
