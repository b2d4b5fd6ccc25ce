import { computeScriptedCreation } from '../freight/plan.ts';
import { toDayNumber, hour, minute, toDayStart } from '../kit/clock.ts';
import type { Planted, ShipmentScript } from '../kit/script.ts';

/**
 * Problems that recur on the days after the brokerage was made, so that there is something to look at on each day and at
 * any hour: a truck that is late until the next one is, a truck that stands at a dock until the next one does,
 * and once a week a bill for more than was agreed.
 */
type Recurring = (dayNumber: number) => readonly Planted<ShipmentScript>[];

/** Computes a daily offset in minutes, so that recurring problems don't start at the same time each day. */
const computeOffset = (dayNumber: number, minutes: number): number => (dayNumber * 37) % minutes;

const plantLateTruck: Recurring = (dayNumber) => [
  {
    anchor: toDayStart(dayNumber) + 15 * hour + computeOffset(dayNumber, 50) * minute,
    script: {
      key: `late/${dayNumber}`,
      lane: dayNumber % 2,
      dropEndsInHours: 0,
      // A day, so that the next one is late by then.
      dropLateMinutes: 1_530 + computeOffset(dayNumber, 240),
    },
  },
];

const plantStandingTruck: Recurring = (dayNumber) => [
  {
    anchor: toDayStart(dayNumber) + 13 * hour + computeOffset(dayNumber, 25) * minute,
    script: {
      key: `standing/${dayNumber}`,
      lane: dayNumber % 2,
      dropEndsInHours: 0.25,
      dropLateMinutes: -15,
      // The dock refuses it and sets the next appointment a day later.
      dropStayMinutes: 1_620 + computeOffset(dayNumber, 60),
    },
  },
];

const plantOvercharge: Recurring = (dayNumber) =>
  dayNumber % 7 === 0
    ? [
        {
          anchor: toDayStart(dayNumber) + 17 * hour,
          script: {
            key: `overcharge/${dayNumber}`,
            dropEndsInHours: 0,
            podAfterDays: 1,
            billAfterDays: 2,
            billDeltaCents: 25_000,
            approveAfterDays: 12,
          },
        },
      ]
    : [];

const recurring: readonly Recurring[] = [plantLateTruck, plantStandingTruck, plantOvercharge];

/** Freight is taken eight days before what is planted in it, at most. */
const leadDaysMax = 9;

interface RecurringDay {
  readonly dayNumber: number;
  readonly madeAt: number;
}

/** Lists the recurring shipments that begin on a day. There are none before the brokerage was created. */
export function listRecurringShipments({ dayNumber, madeAt }: RecurringDay): Planted<ShipmentScript>[] {
  const coming = Array.from({ length: leadDaysMax + 1 }, (_, ahead) => dayNumber + ahead);
  return coming
    .flatMap((day) => recurring.flatMap((problem) => problem(day)))
    .filter(
      ({ anchor, script }) =>
        anchor >= madeAt + hour && toDayNumber(computeScriptedCreation(anchor, script)) === dayNumber,
    );
}

/** Counts the recurring shipments that the brokerage has when it is created. */
export function countRecurringBefore(madeAt: number): number {
  const today = toDayNumber(madeAt);
  const days = Array.from({ length: leadDaysMax + 1 }, (_, back) => today - back);
  return days
    .flatMap((dayNumber) => listRecurringShipments({ dayNumber, madeAt }))
    .filter(({ anchor, script }) => computeScriptedCreation(anchor, script) <= madeAt).length;
}
