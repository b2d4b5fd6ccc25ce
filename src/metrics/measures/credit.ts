import type { MeasureTable } from '../kit/measure.ts';
import { missingHistory } from '../kit/then.ts';

const now = { subject: 'credit', fact: 'exposure', day: null } as const;
const severalCurrencies = 'amounts in several currencies';

export const creditMeasures: MeasureTable = [
  {
    ...now,
    noHistory:
      'what was booked or under way on an earlier day isn’t on record; receivables_exposure is the part that is',
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
    history: { lacks: `${missingHistory.invoices}, and ${missingHistory.freight}` },
    name: 'receivables_exposure',
    title: 'Receivables exposure',
    words: ['receivables part of exposure', 'invoiced and to be invoiced', 'delivered exposure'],
    definition:
      'Open invoices, and booked revenue that is delivered and not invoiced, now: exposure without what is booked or under way.',
    unit: 'money',
    where: "f.part in ('open invoices', 'delivered and not invoiced')",
    sum: 'f.cents',
    unknown: severalCurrencies,
  },
  {
    ...now,
    noHistory: 'earlier credit limits, and what was booked or under way, aren’t on record',
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
