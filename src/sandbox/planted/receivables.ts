import { toHoursFromNow, demoCustomer, buildNumberedKeys, type PlantedProblem, promptPayment } from './problem.ts';

/** Money that customers owe, will owe, or were never billed for. */

const missingPod = 'demo-missing-pod';
const pendingPod = 'demo-pending-pod';
const uninvoiced = 'demo-uninvoiced';
const overLimit = 'demo-over-limit';
const leak = 'demo-leak';
const shortPaid = 'demo-short-paid';
const whale = 'demo-whale';
const slowPayer = 'demo-slow-payer';
const loser = 'demo-hidden-loser';

const invoiced = { ...promptPayment, paidAfterDueDays: null } as const;

export const receivablesProblems: readonly PlantedProblem[] = [
  {
    handle: missingPod,
    question: 'What did we deliver that still has no proof of delivery?',
    shipments: buildNumberedKeys(missingPod, 6).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: index % 4,
      dropEndsInHours: toHoursFromNow(9) - 2 * index - 2,
      dropLateMinutes: -20,
      dropStayMinutes: 50,
      podAfterDays: null,
      billAfterDays: null,
    })),
  },
  {
    handle: pendingPod,
    question: 'Was any proof of delivery announced and never uploaded?',
    shipments: [
      {
        key: pendingPod,
        customer: demoCustomer,
        lane: 3,
        dropEndsInHours: toHoursFromNow(3),
        isPodPending: true,
        billAfterDays: null,
      },
    ],
  },
  {
    handle: uninvoiced,
    question: 'What is ready to invoice and was forgotten?',
    customers: [
      {
        key: uninvoiced,
        name: 'Marrow Creek Paper',
        lanes: [['Green Bay, WI', 'Columbus, OH', 515]],
        term: 'net30',
        creditUse: null,
      },
    ],
    shipments: [320_000, 285_000, 310_000, 295_000, 275_000, 330_000].map((sellCents, index) => ({
      key: `${uninvoiced}-${index + 1}`,
      customer: uninvoiced,
      sellCents,
      dropEndsInHours: toHoursFromNow(12 + 2 * index),
      podAfterDays: 1,
      readyAfterDays: 0.1,
      invoiceAfterDays: null,
    })),
  },
  {
    handle: overLimit,
    question: 'Who is over the credit limit, counting what is not billed yet?',
    customers: [
      {
        key: overLimit,
        name: 'Tamarind Retail Group',
        lanes: [
          ['Los Angeles, CA', 'Dallas, TX', 1436],
          ['Ontario, CA', 'Phoenix, AZ', 340],
        ],
        term: 'net45',
        creditUse: 1.12,
      },
    ],
    shipments: [
      ...[38, 31, 24, 17].map((days, index) => ({
        key: `${overLimit}-invoiced-${index + 1}`,
        customer: overLimit,
        dropEndsInHours: toHoursFromNow(days),
        podAfterDays: 1,
        ...invoiced,
      })),
      ...[4, 3].map((days, index) => ({
        key: `${overLimit}-unbilled-${index + 1}`,
        customer: overLimit,
        dropEndsInHours: toHoursFromNow(days),
        podAfterDays: null,
        billAfterDays: null,
      })),
      { key: `${overLimit}-under-way-1`, customer: overLimit, dropEndsInHours: 30 },
    ],
  },
  {
    handle: leak,
    question: 'Which accessorials did we pay and not charge on?',
    shipments: buildNumberedKeys(leak, 5).map((key, index) => ({
      key,
      customer: demoCustomer,
      lane: index % 3,
      dropEndsInHours: toHoursFromNow(22 + 3 * index),
      extras: [{ code: 'DET', payCents: 10_000 + 5_000 * index, billCents: 0 }],
      podAfterDays: 1,
      billAfterDays: 2,
      ...invoiced,
    })),
  },
  {
    handle: shortPaid,
    question: 'Which invoices were paid short, and by what?',
    customers: [
      {
        key: shortPaid,
        name: 'Juniper Bend Grocers',
        lanes: [['Salinas, CA', 'Chicago, IL', 2140, 'reefer']],
        term: 'net15',
      },
    ],
    shipments: [
      {
        key: shortPaid,
        customer: shortPaid,
        dropEndsInHours: toHoursFromNow(30),
        sellCents: 642_000,
        extras: [{ code: 'LUMPER', payCents: 24_500, billCents: 26_950 }],
        podAfterDays: 1,
        billAfterDays: 2,
        ...promptPayment,
        paidAfterDueDays: -2,
        shortByCents: 26_950,
      },
    ],
  },
  {
    handle: whale,
    question: 'Who owes us the most beyond 90 days?',
    customers: [
      {
        key: whale,
        name: 'Lodestar Building Supply',
        lanes: [['Houston, TX', 'Birmingham, AL', 670, 'flatbed']],
        term: 'net30',
        creditUse: 0.97,
      },
    ],
    shipments: [1_480_000, 1_310_000, 1_655_000, 1_240_000, 1_390_000].map((sellCents, index) => ({
      key: `${whale}-${index + 1}`,
      customer: whale,
      sellCents,
      dropEndsInHours: toHoursFromNow(158 - 6 * index),
      podAfterDays: 1,
      billAfterDays: 2,
      ...invoiced,
    })),
  },
  {
    handle: slowPayer,
    question: 'Whom do we call about overdue invoices today?',
    customers: [
      { key: slowPayer, name: 'Dunmere Hardware', lanes: [['Toledo, OH', 'Kansas City, MO', 690]], term: 'net30' },
    ],
    // Due 30 days after the invoice: one each in the buckets from 1 to 90 days.
    shipments: [47, 78, 109].map((days, index) => ({
      key: `${slowPayer}-${index + 1}`,
      customer: slowPayer,
      dropEndsInHours: toHoursFromNow(days),
      podAfterDays: 1,
      billAfterDays: 2,
      ...invoiced,
    })),
  },
  {
    handle: loser,
    question: 'Which large customer are we losing money on?',
    customers: [{ key: loser, name: 'Brightwater Beverage', rank: 3, marginMean: -0.055 }],
  },
];
