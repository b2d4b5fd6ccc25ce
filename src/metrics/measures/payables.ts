import { printDaysBetween } from '../../domain/kit/dates.ts';
import { printDueDate, printPastDue } from '../../domain/money/due-date.ts';
import { agreedCost, overbilledCarrier } from '../../domain/bills/bill-variance.ts';
import { billInReview, openBill, owedBill, payableBill } from '../../domain/bills/bill.ts';
import { printRule } from '../../domain/rules/rule-sql.ts';
import type { MeasureTable } from '../kit/measure.ts';
import { accruedThen, missingHistory } from '../kit/then.ts';

const shared = { subject: 'payables' } as const;
const billNow = { ...shared, fact: 'bill', day: null } as const;
const noReviewHistory = 'when a bill was approved isn’t on record';
const wasOwed = printRule(owedBill, 'f');
const dueDay = printDueDate('f');
const isPastDue = printPastDue('f', '$asOf');
const open = printRule(openBill, 'f');
const severalCurrencies = 'amounts in several currencies';
const hasAgreedCost = printRule(agreedCost, 'f');
const noAgreedCost = 'no agreed cost on record';
const billedHaul = {
  ...shared,
  fact: 'haul',
  day: 'f.delivery_day',
  mayLackDay: true,
  where: 'f.billed_cents is not null',
} as const;

export const payablesMeasures: MeasureTable = [
  {
    ...shared,
    fact: 'bill',
    day: 'f.invoice_date',
    mayLackDay: true,
    name: 'bills',
    title: 'Bills',
    words: ['bill count', 'carrier invoices', 'how many bills', 'carrier bills received'],
    definition: 'Bills of carriers and vendors, by bill date.',
    unit: 'count',
    sum: '1',
  },
  {
    ...shared,
    fact: 'bill',
    day: 'f.invoice_date',
    mayLackDay: true,
    name: 'billed_to_us',
    title: 'Billed to us',
    words: ['bill amount', 'billed by carriers', 'carrier invoices amount', 'amount of bills'],
    definition: 'Amounts of bills of carriers and vendors, by bill date.',
    unit: 'money',
    sum: 'f.amount_cents',
  },
  {
    ...billNow,
    history: { where: wasOwed, lacks: missingHistory.bills },
    name: 'open_ap',
    title: 'Open AP',
    words: ['payables', 'accounts payable', 'what do we owe', 'owed to carriers', 'open bills'],
    definition: 'Open amount of bills, now.',
    unit: 'money',
    where: open,
    sum: 'f.owed_cents',
  },
  {
    ...billNow,
    history: { where: `${wasOwed} and ${isPastDue}`, lacks: missingHistory.bills },
    name: 'overdue_ap',
    title: 'Overdue AP',
    words: ['past due bills', 'late to carriers', 'bills overdue', 'past due payables'],
    definition: 'Open amount of bills past their due date (without one 30 days after the bill date), now.',
    unit: 'money',
    where: `${open} and ${isPastDue}`,
    sum: 'f.owed_cents',
  },
  {
    ...billNow,
    noHistory: noReviewHistory,
    name: 'in_review',
    title: 'Bills in review',
    words: ['bills to approve', 'waiting for approval', 'unapproved bills', 'bills to review'],
    definition: 'Open amount of bills in review, now.',
    unit: 'money',
    where: `${open} and ${printRule(billInReview, 'f')}`,
    sum: 'f.owed_cents',
  },
  {
    ...billNow,
    noHistory: noReviewHistory,
    name: 'approved_unpaid',
    title: 'Approved, unpaid',
    words: ['approved bills', 'ready to pay', 'approved not paid', 'to be paid'],
    definition: 'Open amount of approved bills, now.',
    unit: 'money',
    where: printRule(payableBill, 'f'),
    sum: 'f.owed_cents',
  },
  {
    ...shared,
    fact: 'bill',
    day: dueDay,
    mayLackDay: true,
    isAhead: true,
    name: 'cash_due',
    title: 'Cash due',
    words: ['cash need', 'bills due', 'cash out', 'what do we have to pay', 'payments due', 'cash requirement'],
    definition:
      'Open amount of bills, by due date (without one 30 days after the bill date); overdue amounts are before today.',
    unit: 'money',
    where: open,
    sum: 'f.owed_cents',
  },
  {
    ...shared,
    fact: 'bill_payment',
    day: 'f.payment_date',
    name: 'paid',
    title: 'Paid to carriers and vendors',
    words: ['paid out', 'payments to carriers', 'carrier payments', 'disbursements', 'bill payments'],
    definition: 'Payments of bills, by payment date.',
    unit: 'money',
    sum: 'f.total_cents',
  },
  {
    ...shared,
    fact: 'payout',
    day: 'p.payment_date',
    name: 'days_to_pay_bills',
    title: 'Days to pay bills',
    words: ['how fast do we pay carriers', 'carrier pay days', 'average days to pay carriers'],
    definition: 'Days from bill date to payment date, weighted by the amounts that were paid, by payment date.',
    unit: 'days',
    isOfMoney: true,
    sum: `f.amount_cents * (${printDaysBetween('b.invoice_date', 'p.payment_date')})`,
    per: 'f.amount_cents',
    unknown: 'no bill date',
  },
  {
    ...billNow,
    history: {
      sum: `case when ${wasOwed} then f.owed_cents * $days else 0 end`,
      lacks: missingHistory.bills,
    },
    name: 'dpo',
    title: 'DPO (days)',
    words: ['days payable outstanding', 'payment period'],
    definition: 'Open AP at the end of the period over what was billed to us in it, times its days.',
    unit: 'days',
    isOfMoney: true,
    usesPeriod: true,
    sum: `case when ${open} then f.owed_cents * $days else 0 end`,
    per: 'case when f.invoice_date between $from and $to then f.amount_cents else 0 end',
  },
  {
    ...billedHaul,
    name: 'variance',
    title: 'Bill variance',
    words: ['overbilled', 'billed more than agreed', 'bill differences', 'carrier overcharges', 'cost variance'],
    definition:
      'What carriers billed less what was agreed, over all that is billed, by delivery day; less than agreed counts against more. Bills without an agreed cost left out.',
    unit: 'money',
    sum: `case when ${hasAgreedCost} then f.billed_cents - f.cost_cents end`,
    unknown: noAgreedCost,
  },
  {
    ...billedHaul,
    name: 'overbilled_loads',
    title: 'Overbilled loads',
    words: ['loads billed above agreed', 'how many overbilled'],
    definition:
      'Assignments of carriers that billed more than was agreed, by delivery day; those without an agreed cost left out.',
    unit: 'count',
    sum: `case when ${hasAgreedCost} then case when ${printRule(overbilledCarrier, 'f')} then 1 else 0 end end`,
    unknown: noAgreedCost,
  },
  {
    ...shared,
    fact: 'owed_cost',
    day: null,
    history: { where: accruedThen, lacks: `${missingHistory.freight}, and ${missingHistory.bills}` },
    name: 'accrual',
    title: 'Accrual',
    words: ['accrued cost', 'delivered not billed by carrier', 'missing carrier bills', 'unbilled cost'],
    definition:
      'Agreed cost of what was delivered, and of trucks ordered and not used (TONU), that no bill came for yet, now.',
    unit: 'money',
    where: 'f.billed_day is null and (f.is_unused_truck = 1 or s.is_delivered = 1)',
    sum: 'f.cost_cents',
  },
  {
    ...shared,
    fact: 'shipment',
    day: 'f.pickup_day',
    mayLackDay: true,
    name: 'pass_through_leak',
    title: 'Pass-through leak',
    words: [
      'unbilled accessorials',
      'accessorial leak',
      'detention not billed',
      'leakage',
      'accessorials not passed on',
    ],
    definition: 'Accessorials of carriers whose code no customer charge of the shipment has, by pickup day.',
    unit: 'money',
    sum: 'f.leak_cents',
    unknown: severalCurrencies,
  },
];
