import { toInstant } from '../kit/clock.ts';
import { toHoursFromNow, demoCustomer, buildNumberedKeys, type PlantedProblem } from './problem.ts';

/** Freight on the road, freight that should be, and freight that is easy to find. */

const memorable = 'demo-memorable-po';
const cleanCarrier = 'demo-clean-carrier';
const late = 'demo-late';
const latePickup = 'demo-late-pickup';
const dwelling = 'demo-dwelling';
const uncovered = 'demo-uncovered';
const lapsing = 'demo-lapsing-carrier';
const sharedStop = 'demo-shared-stop';
const repeated = 'demo-repeated-po';
const tonu = 'demo-tonu';
const clockChange = 'demo-clock-change';
const service = 'demo-unbilled-service';

/** A purchase order number to show things with. */
const memorablePurchaseOrder = '4500-7781';
/** On three shipments of one customer. */
const repeatedPurchaseOrder = 'PO-88410';

export const freightProblems: readonly PlantedProblem[] = [
  {
    handle: demoCustomer,
    question: 'How is this customer doing?',
    customers: [
      {
        key: demoCustomer,
        name: 'Larkspur Home Goods',
        // Ships in the ordinary course as well, so that not all of its freight is planted.
        rank: 9,
        lanes: [
          ['Chicago, IL', 'Atlanta, GA', 716],
          ['Dallas, TX', 'Houston, TX', 239],
          ['Los Angeles, CA', 'Chicago, IL', 2015],
          ['Columbus, OH', 'Elizabeth, NJ', 530],
        ],
        term: 'net45',
        marginMean: 0.14,
        creditUse: 0.62,
      },
    ],
  },
  {
    handle: memorable,
    question: `Where is PO ${memorablePurchaseOrder}?`,
    shipments: [
      {
        key: memorable,
        customer: demoCustomer,
        carrier: cleanCarrier,
        dropEndsInHours: 26,
        references: [
          ['PURCHASE_ORDER_NUMBER', memorablePurchaseOrder],
          ['BOL_NUMBER', 'BOL4500778'],
          ['PRO_NUMBER', '20481177'],
        ],
      },
    ],
  },
  {
    handle: cleanCarrier,
    question: 'Which carrier may I book without a second look?',
    carriers: [
      {
        key: cleanCarrier,
        name: 'Steady Plow Transport Inc',
        classes: ['VAN', 'REEFER'],
        createdDaysAgo: 900,
        authorityDaysAgo: 3_200,
        insuredForDays: 260,
        paid: 'directly',
        term: 'net30',
      },
    ],
  },
  {
    handle: late,
    question: "What's late right now?",
    shipments: [-1.25, -3.5, -7].map((dropEndsInHours, index) => ({
      key: `${late}-${index + 1}`,
      customer: demoCustomer,
      lane: index,
      dropEndsInHours,
      // The last of them until tomorrow.
      dropLateMinutes: -60 * dropEndsInHours + (index === 2 ? 27 * 60 : 95 + 50 * index),
    })),
  },
  {
    handle: latePickup,
    question: 'Which trucks have not come to their pickup?',
    shipments: [{ key: latePickup, customer: demoCustomer, lane: 3, pickEndsInHours: -2, pickLateMinutes: 245 }],
  },
  {
    handle: dwelling,
    question: 'Which trucks have been standing at a dock for hours?',
    shipments: [
      { key: dwelling, customer: demoCustomer, dropEndsInHours: -4, dropLateMinutes: -10, dropStayMinutes: 1_900 },
    ],
  },
  {
    handle: uncovered,
    question: 'What picks up tomorrow without a truck?',
    shipments: buildNumberedKeys(uncovered, 3).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: index,
      bookedInHours: 19 + 3 * index,
      pickInDays: 1,
      pickWindow: { from: 480, to: 900 },
      leadDays: 2,
    })),
  },
  {
    handle: lapsing,
    question: 'Is a truck on the road whose insurance is about to end?',
    carriers: [{ key: lapsing, name: 'Copperhead Pass Hauling LLC', insuredForDays: 1 }],
    shipments: [{ key: lapsing, customer: demoCustomer, lane: 2, carrier: lapsing, dropEndsInHours: 40 }],
  },
  {
    handle: sharedStop,
    question: 'Which other orders does this pickup belong to?',
    shipments: [
      {
        key: sharedStop,
        customer: demoCustomer,
        lane: 3,
        sharesPickup: true,
        pickInDays: 2,
        pickWindow: { from: 600, to: 600 },
        leadDays: 2,
      },
    ],
  },
  {
    handle: repeated,
    question: `Where is ${repeatedPurchaseOrder}?`,
    shipments: buildNumberedKeys(repeated, 3).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: index,
      dropEndsInHours: toHoursFromNow(19 - 8 * index),
      references: [['PURCHASE_ORDER_NUMBER', repeatedPurchaseOrder] as const],
    })),
  },
  {
    handle: tonu,
    question: 'What did canceled loads cost us?',
    shipments: [
      { key: tonu, customer: demoCustomer, lane: 3, pickInDays: -11, canceledBeforeHours: 1, tonuCents: 20_000 },
    ],
  },
  {
    handle: service,
    question: 'Which vendors have not billed their work?',
    shipments: [
      {
        key: service,
        customer: demoCustomer,
        dropEndsInHours: toHoursFromNow(13),
        service: { isBilled: false, doneDaysAgo: 14 },
      },
    ],
  },
];

/** Plants an appointment between 1 and 2 AM in the night of the clock change. */
export function createClockChangeProblem(today: number): PlantedProblem {
  const pickInDays = findNearestClockChange(today) - today;
  return {
    handle: clockChange,
    question: 'Is the appointment in the night of the clock change right?',
    shipments: [{ key: clockChange, customer: demoCustomer, pickInDays, pickWindow: { from: 90, to: 90 } }],
  };
}

const searchedBack = 80;
const searchedAhead = 260;

/**
 * Finds the day on which the clocks of the central United States change: the last one within a few days, or else the
 * next one.
 */
function findNearestClockChange(today: number): number {
  const computeMidday = (dayNumber: number) => toInstant('America/Chicago', dayNumber, 720);
  const isChange = (dayNumber: number) => computeMidday(dayNumber) - computeMidday(dayNumber - 1) !== 86_400_000;
  for (let back = 3; back <= searchedBack; back += 1) if (isChange(today - back)) return today - back;
  for (let ahead = 1; ahead <= searchedAhead; ahead += 1) if (isChange(today + ahead)) return today + ahead;
  return today;
}
