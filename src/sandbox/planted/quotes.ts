import { demoCustomer, buildNumberedKeys, type PlantedProblem } from './problem.ts';

/** Prices that run out, and prices that were never right. */

const expiring = 'demo-expiring-quote';
const expired = 'demo-expired-quote';
const lostLane = 'demo-lost-lane';

export const quoteProblems: readonly PlantedProblem[] = [
  {
    handle: expiring,
    question: 'Which quotes expire today?',
    quotes: [
      {
        key: expiring,
        customer: demoCustomer,
        lane: 2,
        requestedHoursAgo: 21,
        amountCents: 900_000,
        expiresInHours: 3,
      },
    ],
  },
  {
    handle: expired,
    question: 'Which quotes are still open although they have expired?',
    quotes: buildNumberedKeys(expired, 2).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: index,
      requestedHoursAgo: 50 + 20 * index,
      amountCents: 214_000 + 31_000 * index,
      expiresInHours: -9 - 20 * index,
    })),
  },
  {
    handle: lostLane,
    question: 'Which lane do we keep losing on price?',
    customers: [
      {
        key: lostLane,
        name: 'Cobalt Ridge Appliance',
        lanes: [['Denver, CO', 'Albuquerque, NM', 450]],
        creditUse: null,
      },
    ],
    quotes: buildNumberedKeys(lostLane, 7).map((key, index) => ({
      key,
      customer: lostLane,
      requestedHoursAgo: 30 + 67 * index,
      amountCents: 168_500 + 4_500 * index,
      expiresInHours: 18 - 67 * index,
      lost: { reason: 'TOO_HIGH' as const, hoursAgo: 9 + 67 * index },
    })),
  },
];
