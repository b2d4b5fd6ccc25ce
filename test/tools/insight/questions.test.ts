import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { measures } from '../../../src/metrics/measures.ts';
import { analyze } from '../../../tools/insight/analyze.ts';
import { describeMetrics } from '../../../tools/insight/describe_metrics.ts';
import { explainFigure } from '../../../tools/insight/explain_figure.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { askEachTime } from '../../support/tool-server.ts';
import type { FigureRow } from './own-figures.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk({ tools: [analyze, describeMetrics, explainFigure], seed: 'small' });
  await desk.callTool('analyze', { measures: ['actual_margin', 'quotes', 'paid'] });
});
afterAll(() => desk.close());

async function ask(input: Record<string, unknown>, tool = 'analyze'): Promise<FigureRow> {
  const { data, text, isError } = await desk.callTool(tool, input);
  if (isError) throw new Error(`${JSON.stringify(input)}: ${text}`);
  return data;
}

const sum = (rows: readonly FigureRow[], name: string): number =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);

test('every wrong name is refused in one answer, each with the nearest', async () => {
  const { isError, text } = await desk.callTool('analyze', {
    measures: ['revenu', 'margin'],
    by: ['custmer'],
    filters: [{ by: 'shiper', is: ['x'] }],
  });

  expect(isError).toBe(true);
  expect(text).toContain('measures: there is no revenu; nearest: revenue');
  expect(text).toContain('by: there is no custmer; nearest: customer');
  expect(text).toContain('filters: there is no shiper; nearest:');
});

test.each([
  ['loads', 'status'],
  ['late_stops', 'stop_type'],
  ['revenue', 'billing_status'],
  ['revenue', 'delivery_month'],
])('%s: every word that an answer prints for %s is accepted in a filter', async (measure, by) => {
  const all = await ask({ measures: [measure], by: [by], format: 'csv' });
  const labels = all.rows.map((row: FigureRow) => String(row[by]));

  expect(labels.length).toBeGreaterThan(1);
  for (const label of labels) {
    const { rows } = await ask({ measures: [measure], by: [by], filters: [{ by, is: [formatDate(label)] }] });
    expect(rows).toEqual(all.rows.filter((row: FigureRow) => row[by] === label));
  }
});

test('a view that the records of a figure do not have is refused with those that they have', async () => {
  const { isError, text } = await desk.callTool('analyze', { measures: ['open_ar'], by: ['weekday'] });

  expect(isError).toBe(true);
  expect(text).toContain('open_ar has no weekday; it has customer, carrier');
});

test('an earlier balance is not made up', async () => {
  const { isError, text } = await desk.callTool('analyze', { measures: ['in_review'], compare: 'previous' });

  expect(isError).toBe(true);
  expect(text).toContain('in_review is known as of now only: when a bill was approved isn’t on record');
});

test('without words it is the last 30 days, of what lies ahead the next 30, and that is said', async () => {
  const past = await ask({ measures: ['revenue'] });
  const ahead = await ask({ measures: ['cash_due'] });

  expect(past.summary).toContain('Oct 22, 2026 to Nov 20, 2026 (30 days)');
  expect(ahead.summary).toContain('Nov 20, 2026 to Dec 19, 2026 (30 days)');
});

test('what is due by Friday is due by the coming one, overdue included; what was is of the last one', async () => {
  const { now } = desk.clock;
  desk.clock.now = '2026-11-23T15:00:00.000Z';
  const ahead = await ask({ measures: ['cash_due'], to: 'Friday' });
  const past = await ask({ measures: ['loads'], from: 'Friday' });
  desk.clock.now = now;

  expect(ahead.summary).toContain(', up to Nov 27, 2026.');
  expect(past.summary).toContain('Nov 20, 2026 to Nov 23, 2026');
});

test('a week that the period has only a part of is named', async () => {
  const cut = await ask({ measures: ['loads'], by: ['week'], from: '2026-11-04', to: '2026-11-15' });
  const whole = await ask({ measures: ['loads'], by: ['week'], from: '2026-11-02', to: '2026-11-15' });

  expect(cut.notes).toContain('Only in part in the period: week of Nov 2, 2026.');
  expect(whole.notes).toBeUndefined();
});

test('ages stand from new to old', async () => {
  const owed = await ask({ measures: ['open_ar'], by: ['age_bucket'] });
  const unbilled = await ask({ measures: ['unbilled'], by: ['age_bucket'] });

  const listAges = ({ rows }: FigureRow) => rows.map(({ age_bucket: age }: FigureRow) => age);
  expect(listAges(owed)).toEqual(['Current', '1-30', '31-60', '61-90', '90+']);
  expect(listAges(unbilled)).toEqual(['0-2', '3-7', '8-14', '15-30']);
});

test('who changed most comes first where that is asked, and who has nothing to compare with last', async () => {
  const { rows } = await ask({
    measures: ['margin'],
    by: ['customer'],
    period: 'last month',
    compare: 'previous',
    order: 'margin_difference asc',
    limit: 250,
  });

  const differences = rows.map(({ margin_difference: difference }: FigureRow) => difference);
  expect(differences[0]).toBeLessThan(0);
  expect(differences).toEqual(differences.toSorted((a: number, b: number) => a - b));
});

test('a percentage differs in points, and only once', async () => {
  const { text } = await desk.callTool('analyze', {
    measures: ['win_rate'],
    by: ['customer_rep'],
    period: 'last 30 days',
    compare: 'previous',
  });

  expect(text).toContain('| Customer rep | Win rate % | Before | Change |');
  expect(text).toMatch(/ points \|/);
});

test('who adds nothing is among the others', async () => {
  const {
    rows,
    others: otherRow,
    totals,
  } = await ask({ measures: ['pass_through_leak'], by: ['customer'], limit: 250 });

  expect(rows.every(({ pass_through_leak: leak }: FigureRow) => leak > 0)).toBe(true);
  expect(otherRow[0].pass_through_leak).toBe(0);
  expect(sum(rows, 'pass_through_leak')).toBeCloseTo(totals[0].pass_through_leak, 6);
});

test('words narrow a figure: a party by its number, a place, a lane and a status', async () => {
  const whole = await ask({ measures: ['loads'], by: ['lane'], period: 'last 90 days', top: 1 });
  const [line] = whole.rows;
  const [origin, destination] = String(line.lane).split(' -> ');

  for (const filters of [{ lane: line.lane }, { lane: `${origin} to ${destination}` }, { origin, destination }]) {
    const narrowed = await ask({
      measures: ['loads'],
      filters: Object.entries(filters).map(([by, is]) => ({ by, is: [is] })),
      period: 'last 90 days',
    });
    expect(narrowed.rows[0].loads).toBe(line.loads);
  }
  const state = await ask({
    measures: ['loads'],
    filters: [{ by: 'origin', is: [String(origin).slice(-2)] }],
    period: 'last 90 days',
  });
  expect(state.rows[0].loads).toBeGreaterThanOrEqual(line.loads);
  const delivered = await ask({
    measures: ['shipments'],
    filters: [{ by: 'status', is: ['delivered'] }],
    period: 'last 90 days',
  });
  const canceled = await ask({
    measures: ['shipments'],
    filters: [{ by: 'status', is: ['cancelled'] }],
    period: 'last 90 days',
  });
  expect(delivered.rows[0].shipments).toBeGreaterThan(0);
  expect(canceled.rows.length === 0 ? 0 : canceled.rows[0].shipments).toBe(0);
});

test('what no value says is refused with those that there are', async () => {
  const { isError, text } = await desk.callTool('analyze', {
    measures: ['loads'],
    filters: [{ by: 'equipment', is: ['zeppelin'] }],
  });

  expect(isError).toBe(true);
  expect(text).toContain("«53' Dry Van»");
});

test.each([
  ['origin', 'Dalas, TX', 'filters.origin: «Dalas, TX»: no such city. Did you mean Dallas, TX?'],
  ['lane', 'Dallas, TX to Huoston, TX', 'filters.lane: «Huoston, TX»: no such city. Did you mean Houston, TX?'],
  ['destination', 'Xyzzyplugh', 'filters.destination: «Xyzzyplugh»: no such city.'],
  ['origin', 'Columbus', 'filters.origin: «Columbus» needs its state: "Columbus, OH" or "Columbus, GA"'],
  ['origin', 'LA', 'filters.origin: «LA» can mean Los Angeles, CA or Louisiana'],
  ['lane_states', 'Texs to GA', 'filters.lane_states: «Texs» is not a state or province'],
  ['equipment', 'refer', "Did you mean «53' Reefer»?"],
])('a %s filter that names nothing, %s, is refused with what was meant', async (by, word, message) => {
  const { isError, text } = await desk.callTool('analyze', { measures: ['loads'], filters: [{ by, is: [word] }] });

  expect(isError).toBe(true);
  expect(text).toContain(message);
});

test('a lane and a customer that a filter names stand in the answer with nothing where they have no record', async () => {
  const period = { period: 'last 90 days' };
  const onLanes = [{ by: 'lane', is: ['Dallas to Houston', 'Boise, ID to Miami, FL'] }];
  const { id, friendlyId, name } = await desk.api.customers.create({ name: 'Acme Idle Foods', status: 'ACTIVE' });
  const [busiest] = (await ask({ measures: ['loads'], by: ['customer'], ...period, top: 1 })).rows;
  const ofCustomers = [{ by: 'customer', is: [busiest.customer_no, friendlyId] }];

  const lanes = await ask({ measures: ['loads', 'revenue'], by: ['lane'], filters: onLanes, ...period });
  const whole = await ask({ measures: ['loads'], filters: onLanes, ...period });
  const customers = await ask({ measures: ['loads'], by: ['customer'], filters: ofCustomers, ...period });
  const months = await ask({ measures: ['loads'], by: ['month'], filters: ofCustomers, ...period });
  await desk.api.customers.delete({ id });

  expect(lanes.rows.at(-1)).toMatchObject({ lane: 'Boise, ID -> Miami, FL', loads: 0, revenue: 0 });
  expect(lanes.rows).toHaveLength(2);
  expect(whole.notes[0]).toMatch(/^No records of lane «Boise, ID to Miami, FL»: [A-Z][a-z]{2} \d+, 2026 to /);
  expect(customers.rows).toEqual([
    expect.objectContaining({ customer_no: busiest.customer_no, loads: busiest.loads }),
    expect.objectContaining({ customer_no: friendlyId, customer: name, loads: 0 }),
  ]);
  expect(months.notes.join(' ')).toContain(`No records of customer «${friendlyId}»`);
});

test.each([
  ['origin_state', 'TX'],
  ['equipment', 'reefer'],
  ['origin', 'Dallas, TX'],
  ['lane', 'TX to GA'],
  ['carrier', 'none'],
  ['status', 'delivered'],
])('what a filter leaves out by %s and what it takes in come to the whole', async (by, word) => {
  const count = async (filters: readonly FigureRow[]) =>
    sum((await ask({ measures: ['shipments'], filters, period: 'last 90 days' })).rows, 'shipments');

  const [within, without] = [await count([{ by, is: [word] }]), await count([{ by, not: [word] }])];

  expect(within).toBeGreaterThan(0);
  expect(without).toBeGreaterThan(0);
  expect(within + without).toBe(await count([]));
});

test('one filter takes in and leaves out', async () => {
  const filters = [{ by: 'origin', is: ['TX'], not: ['Dallas, TX'] }];
  const { rows } = await ask({ measures: ['loads'], by: ['origin'], filters, period: 'last 90 days', limit: 250 });
  const all = await ask({
    measures: ['loads'],
    by: ['origin'],
    filters: [{ by: 'origin', is: ['TX'] }],
    period: 'last 90 days',
    limit: 250,
  });

  expect(rows).toEqual(all.rows.filter(({ origin }: FigureRow) => origin !== 'Dallas, TX'));
  expect(rows.length).toBeLessThan(all.rows.length);
});

test('the records behind a line are those of its filters as well', async () => {
  const { nextActions, rows } = await ask({
    measures: ['loads'],
    by: ['customer'],
    filters: [{ by: 'origin_state', not: ['TX'] }],
  });
  const explained = await ask(nextActions[0].arguments, 'explain_figure');

  expect(nextActions[0].arguments.filters).toEqual([
    { by: 'origin_state', not: ['TX'] },
    { by: 'customer', is: [rows[0].customer_no] },
  ]);
  expect(explained.totals[0].figure).toBe(rows[0].loads);
});

test('each note is said once', async () => {
  const margin = { measures: ['margin'], from: '2026-11-01', to: '2026-12-31' };
  const { text, data } = await desk.callTool('analyze', margin);

  expect(data.notes.length).toBeGreaterThan(1);
  for (const note of data.notes) expect(text.split(note)).toHaveLength(2);
});

test('a facility is named in a filter as lines show it, and a name that none has is refused with the nearest', async () => {
  const whole = await ask({ measures: ['dwell'], by: ['facility'], period: 'last 90 days', order: 'dwell', top: 1 });
  const [{ facility, dwell }] = whole.rows;
  const narrowed = await ask({
    measures: ['dwell'],
    filters: [{ by: 'facility', is: [facility] }],
    period: 'last 90 days',
  });
  const { text } = await desk.callTool('analyze', {
    measures: ['dwell'],
    filters: [{ by: 'facility', is: [`${String(facility).slice(0, 6)}z${String(facility).slice(6)}`] }],
  });

  expect(narrowed.rows[0].dwell).toBe(dwell);
  expect(text).toContain('is no facility that a record has');
});

test('names of views may be plural', async () => {
  const { rows } = await ask({ measures: ['loads'], by: ['customers'], top: 1 });

  expect(rows[0].customer).toEqual(expect.any(String));
});

test('the rows go on behind the cursor, with the totals of all on every page', async () => {
  const first = await ask({ measures: ['revenue'], by: ['customer'], limit: 5 });
  const second = await ask({ cursor: first.nextCursor, measures: ['revenue'], limit: 5 });

  expect(second.totals).toEqual(first.totals);
  expect(new Set([...first.rows, ...second.rows].map((row: FigureRow) => row.customer_no)).size).toBe(10);
  expect(first.rows[4].revenue).toBeGreaterThanOrEqual(second.rows[0].revenue);
});

test('shares come to a hundred, a running total to the total', async () => {
  const { rows, totals } = await ask({
    measures: ['loads'],
    by: ['weekday'],
    share: true,
    runningTotal: true,
    period: 'last 90 days',
  });

  expect(rows.at(-1).loads_running).toBe(totals[0].loads);
  expect(sum(rows, 'loads_share')).toBeCloseTo(100, 0);
});

test('a week without any freight stands there as such', async () => {
  const { rows, chart } = await ask({ measures: ['loads'], by: ['week'], from: '2027-06-07', to: '2027-06-20' });

  expect(chart).toEqual({
    kind: 'lines',
    x: 'week',
    series: ['loads'],
    titles: { loads: 'Loads' },
    units: { loads: 'count' },
  });
  expect(rows).toEqual([
    { week: '2027-06-07', loads: 0 },
    { week: '2027-06-14', loads: 0 },
  ]);
});

test('a question whose records did not change asks the API at most six times', async () => {
  const input = {
    measures: ['margin', 'loads', 'on_time_delivery'],
    by: ['customer', 'equipment'],
    compare: 'previous',
  };
  await using asking = await desk.restart({ apiVersion: askEachTime });
  await asking.callTool('analyze', input);
  desk.requests.length = 0;

  await asking.callTool('analyze', input);

  expect(desk.requests.slice(6)).toEqual([]);
  expect(desk.requests).toContain('POST /v1/shipments/filter');
});

test('an answer costs at most 1,500 tokens and says what its figures mean', async () => {
  const { text } = await desk.callTool('analyze', {
    measures: ['revenue', 'margin_percent'],
    by: ['customer', 'lane'],
  });

  expect(text.length).toBeLessThan(8000);
  expect(text).toContain('Margin % (booked): Margin over revenue, one sum over the other (dollar-weighted)');
  expect(text).toMatch(/\| Total \|/);
});

test('describe_metrics names what fits and what is nowhere on record', async () => {
  const all = await ask({}, 'describe_metrics');
  const matching = await ask({ query: 'on-time delivery by rep, and claims' }, 'describe_metrics');

  expect(all.measures.flatMap(({ names }: FigureRow) => names).toSorted()).toEqual(
    measures.map(({ name }) => name).toSorted(),
  );
  expect(matching.measures[0].name).toBe('on_time_delivery');
  expect(matching.dimensions[0].name).toBe('customer_rep');
  expect(matching.missing[0].name).toBe('claims');
});

test('a margin leaves out and counts the shipments without a carrier, and so does what is said of a cost', async () => {
  const days = { from: '2026-11-01', to: '2026-12-31' };
  const open = await ask({ measures: ['uncovered_shipments'], ...days });
  const cost = await ask({ measures: ['cost'], ...days });
  const margin = await ask({ measures: ['margin'], by: ['customer'], ...days });
  const revenue = await ask({ measures: ['revenue'], ...days });
  const { uncovered_shipments: count } = open.rows[0];

  expect(count).toBeGreaterThan(1);
  const [leftOutCount] = margin.notes.flatMap(
    (note: string) => /^Margin \(booked\): (\d+) left out \(no carrier/.exec(note)?.[1] ?? [],
  );
  expect(Number(leftOutCount)).toBeGreaterThanOrEqual(count);
  expect(cost.notes).toContain(`Without a carrier yet, so with no cost: ${count} shipments.`);
  expect(revenue.notes.join(' ')).not.toContain('carrier');
});

test('credit that is voided was not issued', async () => {
  await using empty = await startDesk({ tools: [analyze] });
  const customer = await empty.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const memo = { customerId: customer.id, memoDate: '2026-11-19' };
  await empty.api.creditMemos.create({ ...memo, amount: 40 });
  const { id } = await empty.api.creditMemos.create({ ...memo, amount: 100 });
  const askCredits = async () =>
    (await empty.callTool('analyze', { measures: ['credits'], period: 'last 7 days' })).data.rows;

  const before = await askCredits();
  await empty.api.creditMemos.void({ id, reason: 'wrong customer' });

  expect(before).toEqual([expect.objectContaining({ credits: 140 })]);
  expect(await askCredits()).toEqual([expect.objectContaining({ credits: 40 })]);
});
