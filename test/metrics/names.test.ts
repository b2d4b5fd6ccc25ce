import { expect, test } from 'vitest';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { measures } from '../../src/metrics/measures.ts';
import { findDimension, findFitting, measureNamed, listNearestMeasures } from '../../src/metrics/names.ts';

/** Questions of people, with the expected measure and dimension. */
const questions = [
  ['how much revenue did we do last month', 'revenue', undefined],
  ['gross margin by customer', 'margin', 'customer'],
  ['margin percent per lane', 'margin_percent', 'lane'],
  ['what is our profit per load', 'margin_per_load', undefined],
  ['rate per mile on reefer', 'revenue_per_mile', undefined],
  ['cost per mile by carrier', 'cost_per_mile', 'carrier'],
  ['how many loads did each rep move', 'loads', 'customer_rep'],
  ['on time delivery by carrier', 'on_time_delivery', 'carrier'],
  ['OTP this week', 'on_time_pickup', undefined],
  ['late deliveries per month', 'late_deliveries', 'month'],
  ['dwell time by origin', 'dwell', 'origin'],
  ['transit time on our lanes', 'transit_time', 'lane'],
  ['which carriers bounced the most', 'bounces', 'carrier'],
  ['TONU cost this quarter', 'tonu_cost', undefined],
  ['canceled shipments by customer', 'cancellations', 'customer'],
  ['win rate by rep', 'win_rate', 'customer_rep'],
  ['lost quotes and why', 'quotes_lost', undefined],
  ['what have we quoted, amount', 'quoted_amount', undefined],
  ['who owes us money', 'open_ar', undefined],
  ['past due receivables', 'overdue_ar', undefined],
  ['days sales outstanding', 'dso', undefined],
  ['slow paying customers', 'days_to_pay', 'customer'],
  ['short paid invoices', 'short_pays', undefined],
  ['delivered not invoiced', 'unbilled', undefined],
  ['what do we owe carriers', 'open_ap', undefined],
  ['cash need by due date', 'cash_due', 'due_day'],
  ['approved not paid', 'approved_unpaid', undefined],
  ['accrual for month end', 'accrual', undefined],
  ['unbilled accessorials', 'pass_through_leak', undefined],
  ['who is over the credit limit', 'credit_headroom', undefined],
  ['new carriers onboarded', 'new_carriers', undefined],
  ['expiring insurance', 'insurance_expiring', undefined],
  ['how many carriers do we use', 'carriers_used', undefined],
  ['billing lag', 'days_to_invoice', undefined],
  ['make per load with each salesperson', 'margin_per_load', 'customer_rep'],
  ['what do we make a load by customer', 'margin_per_load', 'customer'],
  ['how much do we earn per load', 'margin_per_load', undefined],
  ['average margin per load of each account manager', 'margin_per_load', 'customer_rep'],
  ['what do we make with each rep', 'margin', 'customer_rep'],
  ['loads per salesperson', 'loads', 'customer_rep'],
  ['how many loads does each salesperson have', 'loads', 'customer_rep'],
  ['revenue per mile by lane', 'revenue_per_mile', 'lane'],
  ['carrier cost per lane', 'carrier_cost', 'lane'],
  ['on time by facility', 'on_time_stops', 'facility'],
  ['dwell at each warehouse', 'dwell', 'facility'],
  ['win rate by quote sales rep', 'win_rate', 'quote_rep'],
] as const;

test.each(questions)('"%s" means %s', (query, name, dimension) => {
  const fitting = findFitting(query);

  expect(fitting.measures[0]?.name).toBe(name);
  expect(dimension === undefined ? undefined : fitting.dimensions[0]?.name).toBe(dimension);
});

test.each([
  ['how fast do we respond to quotes', 'response time of quotes'],
  ['claims by carrier', 'claims'],
  ['margin by carrier rep', 'carrier rep'],
  ['duplicate bills', 'duplicate bills'],
])('"%s" is told to be not on record', (query, name) => {
  expect(findFitting(query).missing.map((measure) => measure.name)).toContain(name);
});

test('a name is found however it is written, and nothing that is another name', () => {
  expect(measureNamed('Margin %')?.name).toBe('margin_percent');
  expect(measureNamed('margin-percent')?.name).toBe('margin_percent');
  expect(measureNamed('DSO')?.name).toBe('dso');
  expect(measureNamed('profit')?.name).toBe('margin');
  expect(findDimension('Sales rep')?.name).toBe('customer_rep');
  expect(findDimension('customers')?.name).toBe('customer');
  expect(findDimension('sales reps')?.name).toBe('customer_rep');
  expect(measureNamed('marginn')).toBeUndefined();
  expect(listNearestMeasures('marginn')[0]).toBe('margin');
});

test('no two measures and no two dimensions share a name or a title', () => {
  for (const all of [measures, dimensions]) {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  }
});
