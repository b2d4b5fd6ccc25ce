import { afterAll, beforeAll, expect, test } from 'vitest';
import { briefRoles } from '../../src/domain/kit/brief.ts';
import { isMoney } from '../../src/metrics/kit/measure.ts';
import { measures } from '../../src/metrics/measures.ts';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { hasDimension } from '../../src/metrics/query.ts';
import { type LoadDesk, startLoadDesk } from '../mcp/support/load-desk.ts';
import { chicagoToDallas } from '../support/records/freight.ts';
import { fillCopy } from '../support/fill-copy.ts';
import { splitIntoBatches } from '../support/in-batches.ts';

/*
 * A brokerage that does the same business in two currencies, on one lane: amounts in US dollars are whole hundreds and
 * large, those in Canadian dollars are small and never whole hundreds. Whatever adds the two shows.
 */

const units = { USD: 12_000, CAD: 7 } as const;
type TestCurrency = keyof typeof units;
const currencies: readonly TestCurrency[] = ['USD', 'CAD'];

// Tests read answers freely.
type AnswerBody = any; // eslint-disable-line typescript/no-explicit-any

let desk: LoadDesk;
beforeAll(async () => {
  desk = await startLoadDesk({ tools: [] });
  for (const currency of currencies) await createBusiness(currency);
  await createMixture();
  await fillCopy(desk, 'analyze', { measures: ['actual_margin', 'quotes', 'paid', 'collected', 'days_to_pod'] });
});
afterAll(() => desk.close());

const names = {
  USD: { customer: 'Acme Foods', carrier: 'Swift Wheels' },
  CAD: { customer: 'Maple Mills', carrier: 'Moose Haul' },
} as const;

const delivered = {
  status: 'DELIVERED',
  pickedUp: ['2026-11-10T15:00:00.000Z', '2026-11-10T16:00:00.000Z'],
  arrived: '2026-11-13T16:00:00.000Z',
  left: '2026-11-13T18:00:00.000Z',
} as const;
const then = { pickup: { date: '2026-11-10' }, drop: { date: '2026-11-13' } };

/**
 * Creates loads in every state of money: paid in part, unbilled, at a loss, on the road, open; quotes open, won and
 * lost; a credit.
 */
async function createBusiness(currency: TestCurrency): Promise<void> {
  const unit = units[currency];
  const { customer, carrier } = names[currency];
  const load = (revenue: number, cost: number | undefined, more: object = {}) =>
    desk.createLoad({
      customer,
      currency,
      revenue: revenue * unit,
      ...(cost !== undefined && { carrier: { name: carrier, cost: cost * unit } }),
      ...more,
    });
  const paid = await load(3, 2, { ...then, road: delivered });
  await desk.uploadPaper(paid, 'PROOF_OF_DELIVERY');
  const { id: invoiceId } = await desk.api.invoices.create({
    orderId: paid.orders[0].id,
    invoiceDate: '2026-10-01',
    dueDate: '2026-10-31',
    amount: 3 * unit,
  });
  const customerId = paid.customer.id;
  await desk.api.payments.create({
    customerId,
    paymentDate: '2026-11-18',
    applications: [{ invoiceId, amount: unit }],
  });
  await desk.api.creditMemos.create({ customerId, currency, amount: unit, memoDate: '2026-11-18' });
  await desk.api.customers.update({ id: customerId, creditLimit: unit });
  const bill = await desk.createBill(paid, 2 * unit, { invoiceDate: '2026-10-10', currency });
  await desk.api.bills.approve({ id: bill.id });
  await desk.api.billPayments.create({
    paymentDate: '2026-11-18',
    applications: [{ billId: bill.id, amount: unit }],
  });
  const unbilled = await load(3, 2, { ...then, road: delivered });
  await desk.createBill(unbilled, 3 * unit, { currency });
  await load(2, 3, { ...then, road: delivered });
  await load(3, 2, { road: { status: 'IN_TRANSIT', pickedUp: delivered.pickedUp } });
  await load(3, undefined);
  for (const status of ['QUOTED', 'WON', 'LOST'] as const) {
    const quote = await desk.api.quotes.create({ customer: { id: customerId }, order, amount: 2 * unit });
    await desk.api.quotes.update({ id: quote.id, status: 'QUOTED' });
    if (status === 'QUOTED') continue;
    await desk.api.quotes.update({ id: quote.id, status, ...(status === 'LOST' && { lostReason: 'TOO_HIGH' }) });
  }
}

const order = { ...chicagoToDallas, stops: [...chicagoToDallas.stops], charges: [] };

/** Creates an invoice and a bill in the other currency than their shipment's. */
async function createMixture(): Promise<void> {
  const { customer, carrier } = names.USD;
  const shipment = await desk.createLoad({
    customer,
    carrier: { name: carrier, cost: 2 * units.USD },
    revenue: 3 * units.USD,
    ...then,
    road: delivered,
  });
  await desk.createBill(shipment, 2 * units.CAD, { currency: 'CAD' });
  await desk.api.invoices.create({
    orderId: shipment.orders[0].id,
    invoiceDate: '2026-10-01',
    dueDate: '2026-10-31',
    amount: 3 * units.CAD,
    currency: 'CAD',
  });
}

const onLane = { origin: 'Chicago, IL', destination: 'Phoenix, AZ' };
const lists: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ['list_shipments', {}],
  ['list_shipments', { exception: 'any' }],
  ['list_shipments', { exception: 'low_margin' }],
  ['list_shipments', { groupBy: 'lane' }],
  ['list_shipments', { groupBy: 'customer' }],
  ['list_bills', { check: true }],
  ['list_bills', { groupBy: 'status' }],
  ['list_quotes', {}],
  ['list_quotes', { groupBy: 'status' }],
  ['list_invoices', {}],
  ['list_invoices', { groupBy: 'status' }],
  ['aging_report', { ledger: 'receivables' }],
  ['aging_report', { ledger: 'payables' }],
  ['aging_report', { ledger: 'receivables', overCredit: true }],
  ['billing_queue', {}],
  ['billing_queue', { groupBy: 'blocker' }],
  ['collections', {}],
  ['collections', { customer: names.USD.customer }],
  ['get_customer', { customer: names.USD.customer }],
  ['get_carrier', { carrier: names.USD.carrier }],
  ['lane_history', onLane],
  ...briefRoles.map((role) => ['morning_brief', { role }] as const),
];

const answers = new Map<string, ReturnType<LoadDesk['callTool']>>();

/** Calls a tool that reads; the same question is put once, because nothing is written any more. */
function callOnce(tool: string, input: Record<string, unknown>): ReturnType<LoadDesk['callTool']> {
  const key = `${tool} ${JSON.stringify(input)}`;
  const answer = answers.get(key) ?? desk.callTool(tool, input);
  answers.set(key, answer);
  return answer;
}

/** Matches rates and a rule's tolerance, which don't show from which currency they come. */
const notSums = /(?:\$|CAD )[\d,]+\.\d\d (?:a|per) mile|within (?:CAD 25\.00 or )?\$25\.00/g;

function listMixedAmounts(text: string): readonly string[] {
  const plain = text.replaceAll(notSums, '');
  const dollars = [...plain.matchAll(/\$([\d,]+\.\d\d)/g)].map(([text, amount = '']) => ({
    shown: text,
    isPure: Number(amount.replaceAll(',', '')) % 100 === 0,
  }));
  const canadian = [...plain.matchAll(/CAD ([\d,]+\.\d\d)/g)].map(([text, amount = '']) => ({
    shown: text,
    isPure: Number(amount.replaceAll(',', '')) < 100 * units.CAD,
  }));
  return [...dollars, ...canadian].filter(({ isPure }) => !isPure).map(({ shown: text }) => text);
}

test.each(lists)('%s %j adds no two currencies', async (tool, input) => {
  const { text, isError } = await callOnce(tool, input);

  expect(isError ? text : undefined).toBeUndefined();
  expect({ mixed: listMixedAmounts(text), text }).toEqual({ mixed: [], text });
});

test('the answers speak of both currencies', async () => {
  const texts = await Promise.all(lists.map(async ([tool, input]) => (await callOnce(tool, input)).text));

  const withBoth = texts.filter((text) => text.includes('CAD ') && text.includes('$'));
  expect(withBoth.length).toBeGreaterThan(lists.length / 2);
});

const ofMoney = measures.filter((measure) => isMoney(measure));

const splitsMoney = dimensions.filter((dimension) => ofMoney.some((measure) => hasDimension(measure, dimension)));

test.each(splitsMoney)('money keeps currencies apart by $name', async (dimension) => {
  // As many as one question takes.
  for (const batch of splitIntoBatches(
    ofMoney.filter((measure) => hasDimension(measure, dimension)),
    6,
  )) {
    const names = batch.map(({ name }) => name);
    // Balances are computed for each day: of a year that would be too many.
    const days = dimension.name === 'day' ? { from: '2026-10-01', to: '2026-11-30' } : { period: 'this year' };
    const whole = await ask({ measures: names, ...days });
    const split = await ask({ measures: names, by: [dimension.name], ...days, limit: 250 });

    for (const name of names)
      expect({ name, totals: listTotals(split, name) }).toEqual({ name, totals: listTotals(whole, name) });
    for (const row of [...split.rows, ...(split.others ?? [])]) expect([...currencies, null]).toContain(row.currency);
  }
});

test.each(ofMoney)('the records behind $name come to what each currency has', async ({ name }) => {
  const whole = await ask({ measures: [name], period: 'this year' });
  const records = await ask({ measure: name, period: 'this year', limit: 250 }, 'explain_figure');

  expect(listTotals(records, 'figure')).toEqual(listTotals(whole, name));
});

test('money of the two currencies is what each has alone', async () => {
  const figures = ['revenue', 'collected', 'paid', 'credits', 'quoted_amount', 'in_review'];
  const { rows } = await ask({ measures: figures, period: 'this year' });

  const shownByCurrency = Object.fromEntries(
    rows.map(({ currency, ...row }: AnswerBody) => [
      currency,
      figures.map((name) => row[name] / units[currency as TestCurrency]),
    ]),
  );
  // Of the shipment in dollars that was billed in the other currency, the bill is in that one.
  expect(shownByCurrency).toEqual({ USD: [17, 1, 1, 1, 6, 3], CAD: [14, 1, 1, 1, 6, 5] });
});

test('figures by currency print each currency once, and a count by currency adds up', async () => {
  const { text } = await callOnce('analyze', { measures: ['revenue'], by: ['currency'], period: 'this year' });
  const counted = await callOnce('analyze', { measures: ['loads'], by: ['currency'], period: 'this year' });

  expect(text.match(/^\| (?:USD|CAD) /gm)).toHaveLength(2);
  expect(text).not.toContain('First');
  expect(counted.text).toMatch(/^\| USD \| \d+ \|$/m);
  expect(counted.text).toMatch(/^\| Total \| \d+ \|$/m);
  const split = await callOnce('analyze', { measures: ['revenue'], by: ['currency', 'status'], period: 'this year' });
  expect(split.text).toMatch(/^\| Total USD \| - \| \$[\d,.]+ \|$/m);
  expect(split.text).toMatch(/^\| Total CAD \| - \| CAD [\d,.]+ \|$/m);
});

test('the first line is said of each currency', async () => {
  const { data } = await callOnce('analyze', { measures: ['revenue'], by: ['customer'], period: 'this year' });

  expect(data.summary).toContain(`First in USD: «${names.USD.customer}» $`);
  expect(data.summary).toContain(`First in CAD: «${names.CAD.customer}» CAD `);
});

test('the records behind a figure are the largest of each currency, one currency after the other', async () => {
  const { rows } = await ask({ measure: 'revenue', period: 'this year', limit: 250 }, 'explain_figure');
  const order = (currency: string) =>
    rows.filter((row: AnswerBody) => row.currency === currency).map(({ adds }: AnswerBody) => Math.abs(adds));

  expect(new Set(rows.map((row: AnswerBody) => row.currency)).size).toBe(2);
  expect(rows.map((row: AnswerBody) => row.currency)).toEqual(rows.map((row: AnswerBody) => row.currency).toSorted());
  for (const currency of currencies)
    expect(order(currency)).toEqual(order(currency).toSorted((a: number, b: number) => b - a));
});

test('what a comparison leaves out of the earlier period is counted and named', async () => {
  const { data } = await callOnce('analyze', {
    measures: ['actual_margin'],
    from: '2026-11-15',
    to: '2026-11-20',
    compare: 'previous',
  });

  expect(data.notes.join('\n')).toContain(
    'Margin (actual): 2, and 1 of Nov 9, 2026 to Nov 14, 2026 (6 days), left out (no carrier or no cost agreed yet, or amounts in several currencies).',
  );
});

async function ask(input: Record<string, unknown>, tool = 'analyze'): Promise<AnswerBody> {
  const { data, text, isError } = await callOnce(tool, input);
  if (isError) throw new Error(`${JSON.stringify(input)}: ${text}`);
  return data;
}

/** Lists the total of each currency that has any. */
function listTotals(data: AnswerBody, name: string): Readonly<Record<string, number>> {
  const lines: readonly AnswerBody[] = data.totals.length > 0 ? data.totals : data.rows;
  return Object.fromEntries(lines.flatMap((line) => (line[name] ? [[String(line.currency), line[name]]] : [])));
}
