import { decidedQuote, lostQuote, openQuote, wonQuote } from '../../domain/quotes/quote.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import type { MeasureTable } from '../kit/measure.ts';
import { missingHistory } from '../kit/then.ts';

const byCreation = { subject: 'sales', fact: 'quote', day: 'day(f.created_at)' } as const;
const byClosing = { subject: 'sales', fact: 'quote', day: 'day(f.closed_at)', mayLackDay: true } as const;
const toCustomers = "f.side = 'SELL'";
const openNow = `${toCustomers} and ${printRule(openQuote, 'f')}`;
const openThen = `${toCustomers} and day(f.created_at) <= $asOf and (${printRule(openQuote, 'f')} or day(f.closed_at) > $asOf)`;
const isWon = printRule(wonQuote, 'f');
const isLost = printRule(lostQuote, 'f');
const noAmount = 'no amount';

export const salesMeasures: MeasureTable = [
  {
    ...byCreation,
    name: 'quotes',
    title: 'Quotes',
    words: ['quote requests', 'how many quotes', 'RFQs', 'bids', 'quote count'],
    definition: 'Quotes to customers, by the day they were made.',
    unit: 'count',
    where: toCustomers,
    sum: '1',
  },
  {
    ...byCreation,
    name: 'quoted_amount',
    title: 'Quoted amount',
    words: ['quote value', 'pipeline value', 'amount quoted'],
    definition: 'Amounts of quotes to customers, by the day they were made; those without an amount left out.',
    unit: 'money',
    where: toCustomers,
    sum: 'f.amount_cents',
    unknown: noAmount,
  },
  {
    ...byClosing,
    name: 'quotes_won',
    title: 'Quotes won',
    words: ['wins', 'won quotes', 'converted quotes'],
    definition: 'Quotes to customers that were won, by the day they were closed.',
    unit: 'count',
    where: `${toCustomers} and ${isWon}`,
    sum: '1',
  },
  {
    ...byClosing,
    name: 'quotes_lost',
    title: 'Quotes lost',
    words: ['losses', 'lost quotes', 'lost bids', 'lost business'],
    definition: 'Quotes to customers that were lost, by the day they were closed; lost_reason says why.',
    unit: 'count',
    where: `${toCustomers} and ${isLost}`,
    sum: '1',
  },
  {
    ...byClosing,
    name: 'win_rate',
    title: 'Win rate %',
    words: ['hit rate', 'close rate', 'conversion', 'quote success', 'batting average'],
    definition: 'Quotes won over quotes won and lost, by the day they were closed; passed and canceled ones left out.',
    unit: 'percent',
    where: `${toCustomers} and ${printRule(decidedQuote, 'f')}`,
    sum: `case when ${isWon} then 1 else 0 end`,
    per: '1',
  },
  {
    ...byClosing,
    name: 'won_amount',
    title: 'Won amount',
    words: ['value won', 'new business won'],
    definition: 'Amounts of the quotes that were won, by the day they were closed.',
    unit: 'money',
    where: `${toCustomers} and ${isWon}`,
    sum: 'f.amount_cents',
    unknown: noAmount,
  },
  {
    ...byClosing,
    name: 'lost_amount',
    title: 'Lost amount',
    words: ['value lost', 'revenue lost on quotes'],
    definition: 'Amounts of the quotes that were lost, by the day they were closed.',
    unit: 'money',
    where: `${toCustomers} and ${isLost}`,
    sum: 'f.amount_cents',
    unknown: noAmount,
  },
  {
    ...byCreation,
    day: null,
    history: { where: openThen, lacks: missingHistory.quotes },
    name: 'open_quotes',
    title: 'Open quotes',
    words: ['pending quotes', 'quotes waiting', 'quote pipeline', 'unanswered quotes'],
    definition: 'Quotes to customers that are neither won nor lost nor passed nor canceled, now.',
    unit: 'count',
    where: openNow,
    sum: '1',
  },
  {
    ...byCreation,
    day: null,
    history: { where: openThen, lacks: missingHistory.quotes },
    name: 'open_quoted_amount',
    title: 'Open quoted amount',
    words: ['open pipeline', 'value of open quotes'],
    definition: 'Amounts of the open quotes, now; those without an amount left out.',
    unit: 'money',
    where: openNow,
    sum: 'f.amount_cents',
    unknown: noAmount,
  },
  {
    subject: 'sales',
    fact: 'customer',
    day: 'day(f.created_at)',
    name: 'new_customers',
    title: 'New customers',
    words: ['customers added', 'customers won', 'new accounts', 'new shippers'],
    definition: 'Customers, by the day they were put on record.',
    unit: 'count',
    sum: '1',
  },
];
