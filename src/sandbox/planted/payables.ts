import { toHoursFromNow, demoCustomer, buildNumberedKeys, type PlantedProblem } from './problem.ts';

/** Bills that need a second look, and some that do not. */

const duplicate = 'demo-duplicate-bill';
const twoPayees = 'demo-two-payees';
const stranger = 'demo-stranger-bill';
const detention = 'demo-detention-bill';
const payTo = 'demo-pay-to-change';
const sharedBank = 'demo-shared-bank';
const cleanBills = 'demo-clean-bill';
const accrual = 'demo-accrual';
const disputed = 'demo-disputed-bill';

const inReview = { approveAfterDays: null } as const;

export const payablesProblems: readonly PlantedProblem[] = [
  {
    handle: duplicate,
    question: 'Is any load billed twice?',
    shipments: [
      {
        key: duplicate,
        customer: demoCustomer,
        dropEndsInHours: toHoursFromNow(18),
        billAfterDays: 2,
        approveAfterDays: 1,
        billPaidAfterDueDays: null,
        furtherBills: [{ suffix: '-R', afterDays: 13 }],
      },
    ],
  },
  {
    handle: twoPayees,
    question: 'Did a carrier and its factor both bill one load?',
    carriers: [{ key: twoPayees, name: 'Tallowtree Transport LLC', paid: 'directly', term: 'net30' }],
    shipments: [
      {
        key: twoPayees,
        customer: demoCustomer,
        lane: 1,
        carrier: twoPayees,
        dropEndsInHours: toHoursFromNow(9),
        billAfterDays: 2,
        ...inReview,
        furtherBills: [{ toFactor: true, afterDays: 5 }],
      },
    ],
  },
  {
    handle: stranger,
    question: 'Did a company that we did not book bill one of our loads?',
    carriers: [
      {
        key: stranger,
        name: 'Redline Hauling Partners LLC',
        createdDaysAgo: 14,
        authorityDaysAgo: 40,
        payToChangedDaysAgo: 6,
        mail: 'dispatch.redline@freemail.example',
      },
    ],
    shipments: [
      {
        key: stranger,
        customer: demoCustomer,
        lane: 2,
        dropEndsInHours: toHoursFromNow(6),
        leadDays: 1,
        billAfterDays: 3,
        approveAfterDays: 1,
        furtherBills: [{ carrier: stranger, amountCents: 312_500, afterDays: 4 }],
      },
    ],
  },
  {
    handle: detention,
    question: 'Which bills ask for more than was agreed?',
    shipments: [
      {
        key: detention,
        customer: demoCustomer,
        dropEndsInHours: toHoursFromNow(6),
        billAfterDays: 3,
        billDeltaCents: 25_000,
        ...inReview,
      },
    ],
  },
  {
    handle: payTo,
    question: 'Did anyone change its bank account shortly before a big bill?',
    carriers: [
      {
        key: payTo,
        name: 'Harrow Point Logistics Inc',
        paid: 'directly',
        term: 'net30',
        payToChangedDaysAgo: 5,
        bankLast4: '0906',
      },
    ],
    shipments: [
      {
        key: payTo,
        customer: demoCustomer,
        lane: 2,
        carrier: payTo,
        costCents: 984_000,
        sellCents: 1_125_000,
        dropEndsInHours: toHoursFromNow(7),
        billAfterDays: 4,
        ...inReview,
      },
    ],
  },
  {
    handle: sharedBank,
    question: 'Do any carriers share a bank account?',
    carriers: ['Saltgrass Freight LLC', 'Cold Spring Carriers Inc', 'Vantage Oak Express LLC'].map((name, index) => ({
      key: `${sharedBank}-${index + 1}`,
      name,
      paid: 'directly' as const,
      bankLast4: '4471',
      createdDaysAgo: 90 + 25 * index,
    })),
  },
  {
    handle: cleanBills,
    question: 'Approve everything that is clean and under $3,000.',
    shipments: buildNumberedKeys(cleanBills, 4).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: 1,
      dropEndsInHours: toHoursFromNow(4 + index),
      costCents: 118_000 + index * 34_000,
      podAfterDays: 1,
      billAfterDays: 1.5,
      // They are approved in the end, unless a person has done so before.
      approveAfterDays: 9,
    })),
  },
  {
    handle: accrual,
    question: 'What did we have delivered that no carrier has billed yet?',
    shipments: buildNumberedKeys(accrual, 2).map((key, index) => ({
      key,
      customer: demoCustomer,
      dropEndsInHours: toHoursFromNow(15 + 4 * index),
      billAfterDays: null,
    })),
  },
  {
    handle: disputed,
    question: 'What do we owe, and how late are we?',
    carriers: [
      { key: disputed, name: 'Quillback Transport LLC', paid: 'directly', term: 'net30', createdDaysAgo: 700 },
    ],
    // Due 30 days after the bill: one for each bucket of the aging report beyond what is current.
    shipments: [42, 74, 108, 138].map((days, index) => ({
      key: `${disputed}-${index + 1}`,
      customer: demoCustomer,
      carrier: disputed,
      dropEndsInHours: toHoursFromNow(days),
      billAfterDays: 2,
      billDeltaCents: 17_500 + 5_000 * index,
      ...inReview,
    })),
  },
];
