import type { MeasureTable } from '../kit/measure.ts';

const now = { subject: 'credit', fact: 'exposure', day: null } as const;
const severalCurrencies = 'amounts in several currencies';

export const creditMeasures: MeasureTable = [
  {
    ...now,
    name: 'exposure',
    title: 'Credit exposure',
    words: ['credit risk', 'customer exposure', 'how much do we have out'],
    definition: 'Open invoices, delivered and not invoiced, and booked or under way, all three parts, now.',
    unit: 'money',
    where: "f.part <> 'limit'",
    sum: 'f.cents',
    unknown: severalCurrencies,
  },
  {
    ...now,
    needsRows: true,
    name: 'credit_headroom',
    title: 'Credit headroom',
    words: ['credit left', 'available credit', 'over credit limit', 'over the limit', 'room to credit limit'],
    definition:
      'Credit limit less exposure in the currency of the limit, now; below zero is over the limit; customers without a limit on record left out.',
    unit: 'money',
    where: "l.credit_limit_cents is not null and coalesce(l.currency, 'USD') = f.currency",
    sum: "case when f.part = 'limit' then f.cents else -f.cents end",
    unknown: severalCurrencies,
  },
];
