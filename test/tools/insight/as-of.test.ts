import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { analyze } from '../../../tools/insight/analyze.ts';
import { explainFigure } from '../../../tools/insight/explain_figure.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { type ReadBrokerage, toDeskDay, isEndingSoon, readBrokerage, type FigureRow } from './own-figures.ts';

/*
 * Balances at the end of an earlier day, once more from the records: what was invoiced by then, less what was paid and
 * credited by then. The product goes the other way, back from what is open now.
 */

let desk: TestDesk;
let brokerage: ReadBrokerage;
beforeAll(async () => {
  desk = await startDesk({ tools: [analyze, explainFigure], seed: 'few', now: '2026-11-20T15:00:00.000Z' });
  brokerage = await readBrokerage(desk);
  await desk.callTool('analyze', { measures: ['actual_margin', 'open_ar', 'open_ap'], to: '2026-11-19' });
});
afterAll(() => desk.close());

async function ask(input: Record<string, unknown>, tool = 'analyze'): Promise<FigureRow> {
  const { data, text, isError } = await desk.callTool(tool, input);
  if (isError) throw new Error(`${JSON.stringify(input)}: ${text}`);
  return data;
}

interface AsOfLedger {
  readonly debts: string;
  readonly payments: string;
  readonly applications: string;
  readonly debtKey: string;
  readonly paymentKey: string;
}

const receivables: AsOfLedger = {
  debts: 'invoice',
  payments: 'payment',
  applications: 'payment_application',
  debtKey: 'invoice_id',
  paymentKey: 'payment_id',
};
const payables: AsOfLedger = {
  debts: 'bill',
  payments: 'bill_payment',
  applications: 'bill_payment_application',
  debtKey: 'bill_id',
  paymentKey: 'bill_payment_id',
};

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const getDueDay = (row: FigureRow): string => row.due_date ?? addDays(row.invoice_date, 30);

/** Returns what was open on each debt at the end of a day. */
function listOpen(
  { debts, payments, applications, debtKey, paymentKey }: AsOfLedger,
  day: string,
): readonly FigureRow[] {
  const { table, byId } = brokerage;
  const paid = byId(payments);
  const settled = new Map<string, number>();
  const settle = (id: string, cents: number) => settled.set(id, (settled.get(id) ?? 0) + cents);
  for (const row of table(applications))
    if (paid.get(row[paymentKey])?.payment_date <= day) settle(row[debtKey], row.amount_cents);
  if (debts === 'invoice')
    for (const row of table('credit_application'))
      if ((toDeskDay(row.applied_at) ?? '') <= day) settle(row.invoice_id, row.amount_cents);
  return table(debts)
    .filter((row) => row.status !== 'DRAFT' && row.status !== 'VOIDED')
    .filter((row) => (row.invoice_date ?? toDeskDay(row.created_at)) <= day)
    .map((row) => ({ ...row, open: row.amount_cents - (settled.get(row.id) ?? 0) }))
    .filter(({ open }) => open > 0);
}

const sumCents = (rows: readonly FigureRow[], cents: (row: FigureRow) => number): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row.currency] = (sums[row.currency] ?? 0) + cents(row);
  return Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, sum / 100]));
};

const toTotals = (rows: readonly FigureRow[], name: string) =>
  Object.fromEntries(rows.flatMap((row) => (row[name] ? [[row.currency, row[name]]] : [])));

const getDeliveredDay = (row: FigureRow): string => toDeskDay(row.delivered_at) ?? row.delivery_day;
const listUnbilled = (day: string) =>
  brokerage.shipments.filter(
    (row) => row.is_delivered === 1 && getDeliveredDay(row) <= day && (row.is_unbilled === 1 || row.invoiced_day > day),
  );

const days = ['2026-09-30', '2026-10-31', '2026-11-18'] as const;

test.each(days)(
  'what was open and overdue at the end of %s is what was billed less what was paid by then',
  async (day) => {
    const { rows, summary, notes } = await ask({
      measures: ['open_ar', 'overdue_ar', 'open_ap', 'overdue_ap', 'unbilled', 'receivables_exposure'],
      to: day,
    });
    const [owedToUs, owedByUs] = [listOpen(receivables, day), listOpen(payables, day)];
    const unbilled = sumCents(listUnbilled(day), (row) => row.revenue_cents);

    expect(owedToUs.length).toBeGreaterThan(10);
    expect(toTotals(rows, 'open_ar')).toEqual(sumCents(owedToUs, ({ open }) => open));
    expect(toTotals(rows, 'open_ap')).toEqual(sumCents(owedByUs, ({ open }) => open));
    const isLate = (row: FigureRow) => getDueDay(row) < day;
    expect(toTotals(rows, 'overdue_ar')).toEqual(sumCents(owedToUs.filter(isLate), ({ open }) => open));
    expect(toTotals(rows, 'overdue_ap')).toEqual(sumCents(owedByUs.filter(isLate), ({ open }) => open));
    expect(toTotals(rows, 'unbilled')).toEqual(unbilled);
    expect(toTotals(rows, 'receivables_exposure')).toEqual(
      sumCents(
        [...owedToUs, ...listUnbilled(day).map((row) => ({ ...row, open: row.revenue_cents }))],
        ({ open }) => open,
      ),
    );
    expect(summary).toContain(`at the end of ${formatDate(day)}`);
    expect(notes.join(' ')).toContain('voided, deleted or dated anew since');
  },
);

test('the accrual of an earlier day is the agreed cost of what was delivered by then and billed later or never', async () => {
  const day = '2026-10-31';
  const bills = Map.groupBy(brokerage.table('bill'), (bill) => bill.load_carrier_id ?? bill.service_id);
  const isBilled = (id: string) =>
    (bills.get(id) ?? []).some((bill) => (bill.invoice_date ?? toDeskDay(bill.created_at)) <= day);
  const delivered = new Set(
    brokerage.shipments.filter((row) => row.is_delivered === 1 && getDeliveredDay(row) <= day).map(({ id }) => id),
  );
  const charges = Map.groupBy(brokerage.table('charge'), ({ owner_id: owner }) => owner);
  const owed = [
    ...brokerage.hauls
      .filter((row) => (row.status === 'TONU' ? row.pickup_day <= day : delivered.has(row.shipment_id)))
      .map((row) => ({ id: row.id, currency: row.currency, cents: row.cost_cents })),
    ...brokerage
      .table('service')
      .filter((row) => row.status !== 'CANCELED' && delivered.has(row.shipment_id))
      .map((row) => ({
        id: row.id,
        currency: row.currency,
        cents: (charges.get(row.id) ?? []).reduce((sum, charge) => sum + charge.total_cents, 0),
      })),
  ].filter(({ id }) => !isBilled(id));

  const { rows } = await ask({ measures: ['accrual'], to: day });
  const explained = await ask({ measure: 'accrual', to: day, limit: 250 }, 'explain_figure');

  expect(owed.length).toBeGreaterThan(5);
  expect(toTotals(rows, 'accrual')).toEqual(sumCents(owed, ({ cents }) => cents));
  expect(explained.totals[0].figure).toBe(rows[0].accrual);
  expect(explained.rows.length).toBe(owed.filter(({ cents }) => cents !== 0).length);
});

test('a balance by month is that of the end of each month, beside what was billed in it, and the total is the last one', async () => {
  const period = { from: '2026-09-01', to: '2026-10-31' };
  const { rows, totals } = await ask({ measures: ['open_ar', 'billed'], by: ['month'], ...period });

  expect(rows.map((row: FigureRow) => [row.month, row.open_ar])).toEqual(
    ['2026-09-30', '2026-10-31'].map((day) => [
      day.slice(0, 7),
      sumCents(listOpen(receivables, day), ({ open }) => open)['USD'],
    ]),
  );
  expect(totals[0].open_ar).toBe(rows[1].open_ar);
  expect(Math.round(totals[0].billed * 100)).toBe(Math.round((rows[0].billed + rows[1].billed) * 100));
});

test('a balance is compared with that at the end of the period before, by customer and as a whole', async () => {
  const { rows, totals } = await ask({
    measures: ['open_ar'],
    by: ['customer'],
    period: 'October 2026',
    compare: 'previous',
    limit: 250,
  });
  const sum = (name: string) =>
    Math.round(rows.reduce((total: number, row: FigureRow) => total + (row[name] ?? 0), 0) * 100);

  const before = sumCents(listOpen(receivables, '2026-09-30'), ({ open }) => open)['USD'];
  expect(totals[0].open_ar_previous).toBe(before);
  expect(sum('open_ar_previous')).toBe(Math.round((before ?? 0) * 100));
  expect(sum('open_ar')).toBe(Math.round(totals[0].open_ar * 100));
});

test('beside a figure without a past an earlier balance is the same', async () => {
  const { totals, rows } = await ask({ measures: ['in_review', 'open_ap'], compare: 'previous' });
  const before = sumCents(listOpen(payables, '2026-10-21'), ({ open }) => open)['USD'];

  expect((totals[0] ?? rows[0]).open_ap_previous).toBe(before);
});

test('a DSO of a past period divides what was open at its end', async () => {
  const { rows } = await ask({ measures: ['dso'], from: '2026-09-01', to: '2026-10-31' });
  const open = sumCents(listOpen(receivables, '2026-10-31'), (row) => row.open)['USD'] ?? 0;
  const billed = brokerage
    .table('invoice')
    .filter(
      ({ status, invoice_date: day }) =>
        !['DRAFT', 'VOIDED'].includes(status) && day >= '2026-09-01' && day <= '2026-10-31',
    );

  expect(rows[0].dso).toBe(
    Math.round(((open * 61) / (sumCents(billed, (row) => row.amount_cents)['USD'] ?? 1)) * 10) / 10,
  );
});

test('what is open and unbilled can be asked for by delivery month', async () => {
  const { rows } = await ask({ measures: ['unbilled', 'accrual'], by: ['delivery_month'] });
  const months = Map.groupBy(
    brokerage.shipments.filter((row) => row.is_unbilled === 1),
    (row) => getDeliveredDay(row).slice(0, 7),
  );

  expect(
    Object.fromEntries(rows.flatMap((row: FigureRow) => (row.unbilled ? [[row.delivery_month, row.unbilled]] : []))),
  ).toEqual(
    Object.fromEntries([...months].map(([month, rows]) => [month, sumCents(rows, (row) => row.unbilled_cents)['USD']])),
  );
});

test.each([
  [
    { measures: ['in_review'], to: '2026-10-31' },
    'in_review is known as of now only: when a bill was approved isn’t on record',
  ],
  [{ measures: ['revenue', 'credit_headroom'], period: 'last month' }, 'credit_headroom is known as of now only'],
  [{ measures: ['exposure'], to: '2026-10-31' }, 'receivables_exposure is the part that is'],
  [{ measures: ['open_ar'], by: ['status'], to: '2026-10-31' }, 'what it was on 2026-10-31 isn’t on record'],
  [{ measures: ['open_ar'], by: ['day'], from: '2026-01-01' }, 'at most 62'],
])('%j is refused with the reason', async (input, reason) => {
  const { isError, text } = await desk.callTool('analyze', input);

  expect(isError).toBe(true);
  expect(text).toContain(reason);
});

test('a period that ends today or later asks for the balances of now', async () => {
  const now = await ask({ measures: ['open_ar', 'in_review'] });
  const today = await ask({ measures: ['open_ar', 'in_review'], period: 'this month' });

  expect(today.rows).toEqual(now.rows);
  expect(today.summary).toContain(', now.');
});

test('insurance ends soon within the days of the policy', async () => {
  const { carriers, ...rules } = builtInPolicy.rules;
  const policy = { ...builtInPolicy, rules: { ...rules, carriers: { ...carriers, insuranceSoonDays: 90 } } };
  const other = await desk.restart({ policy });
  const count = (days: number) =>
    brokerage
      .table('carrier')
      .filter((row) => row.status === 'ACTIVE' && row.type === 'TRUCKLOAD' && isEndingSoon(row, brokerage.today, days))
      .length;

  const { data } = await other.callTool('analyze', { measures: ['insurance_expiring'] });
  await other.close();

  expect(count(90)).toBeGreaterThan(count(30));
  expect(data.rows[0].insurance_expiring).toBe(count(90));
});
