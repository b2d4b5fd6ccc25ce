import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { addDays, toCivilDay } from '../../src/domain/kit/dates.ts';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { timeSql } from '../../src/metrics/kit/dimension.ts';
import { expandSql, isInPeriodSql, type Setting } from '../../src/metrics/kit/setting.ts';
import { measures } from '../../src/metrics/measures.ts';
import { findKeyPeriod, getTimeKey, listTimeKeys } from '../../src/metrics/kit/spans.ts';
import { computeComparedPeriod } from '../../src/metrics/periods.ts';
import { listFactQueries, hasDimension, listTables } from '../../src/metrics/query.ts';

const setting: Setting = {
  today: '2026-11-20',
  zone: 'America/Chicago',
  period: { from: '2026-10-01', to: '2026-11-20' },
  insuranceSoonDays: 30,
};

test('an instant is the day that it was at the desk, on both sides of a change of clocks', () => {
  const text = expandSql('day(f.created_at)', setting);

  expect(text).toContain("when f.created_at >= '2026-11-01T07:00:00.000Z' then date(f.created_at, '-360 minutes')");
  expect(text).toContain("when f.created_at >= '2026-03-08T08:00:00.000Z' then date(f.created_at, '-300 minutes')");
  expect(isInPeriodSql('day(f.created_at)', setting)).toBe(
    "f.created_at between '2026-10-01T05:00:00.000Z' and '2026-11-21T05:59:59.999Z'",
  );
});

test.each(measures)(
  '$name alone needs at most six collections, the names of a party included where there is room',
  (measure) => {
    const { rows } = listTables({ measures: [measure], by: [], filters: [], setting });

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(6);
  },
);

test('booked revenue by customer reads neither loads nor bills nor invoices', () => {
  const revenue = measures.filter(({ name }) => name === 'revenue');
  const customer = dimensions.filter(({ name }) => name === 'customer');

  expect(listTables({ measures: revenue, by: customer, filters: [], setting })).toEqual({
    rows: ['shipment', 'freight_order'],
    names: ['customer'],
  });
});

test('measures of one fact and day are computed in one pass, and one more counts what lacks the day', () => {
  const requestedMeasures = measures.filter(({ name }) =>
    ['revenue', 'margin', 'loads', 'on_time_delivery', 'open_ar'].includes(name),
  );

  const queries = listFactQueries({ measures: requestedMeasures, by: [], filters: [], setting });

  expect(queries.map(({ places }) => places.length)).toEqual([3, 3, 1, 1, 1]);
});

test.each([
  ['2026-10-01', '2026-10-31', 'previous', '2026-09-01', '2026-09-30'],
  ['2026-07-01', '2026-09-30', 'previous', '2026-04-01', '2026-06-30'],
  ['2026-11-11', '2026-11-20', 'previous', '2026-11-01', '2026-11-10'],
  ['2028-02-01', '2028-02-29', 'year', '2027-02-01', '2027-02-28'],
  ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
  ['2026-10-01', '2026-10-31', 'year', '2025-10-01', '2025-10-31'],
] as const)('%s to %s is compared (%s) with %s to %s', (from, to, comparison, before, until) => {
  expect(computeComparedPeriod({ from, to }, comparison).period).toEqual({ from: before, to: until });
});

test('days, weeks and months of a period are all there, and each knows its days', () => {
  expect(listTimeKeys('week', { from: '2026-11-04', to: '2026-11-17' })).toEqual([
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
  ]);
  expect(listTimeKeys('quarter', { from: '2026-02-04', to: '2026-07-01' })).toEqual(['2026-Q1', '2026-Q2', '2026-Q3']);
  expect(listTimeKeys('weekday', setting.period)).toBeUndefined();
  expect(findKeyPeriod('month', '2026-10', { from: '2026-10-10', to: '2026-11-20' })).toEqual({
    from: '2026-10-10',
    to: '2026-10-31',
  });
  expect(findKeyPeriod('quarter', '2026-Q4', setting.period)).toEqual(setting.period);
});

test('every dimension is one of some measure', () => {
  const unused = dimensions.filter((dimension) => !measures.some((measure) => hasDimension(measure, dimension)));

  expect(unused.map(({ name }) => name)).toEqual([]);
});

test.each(Object.entries(timeSql))('a day has the same %s in SQL and in figures that are put together', (name, sql) => {
  const database = new DatabaseSync(':memory:');
  const inSql = database.prepare(`select ${sql('day')} as key from (select ? as day)`);
  const days = Array.from({ length: 800 }, (_, place) => addDays('2026-12-20', -place));

  expect(days.map((day) => getTimeKey(name, day))).toEqual(days.map((day) => inSql.get(day)?.['key']));
});

test('the day that an instant stands for is the same in SQL and in the domain, on both sides of a change of clocks', () => {
  const database = new DatabaseSync(':memory:');
  const inSql = database.prepare(`select ${expandSql('civil_day(r.at)', setting)} as day from (select ? as at) r`);
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const instants = ['2026-03-08', '2026-11-01', '2026-12-31'].flatMap((day) =>
    hours.flatMap((hour) => [`${day}T${hour}:00:00.000Z`, `${day}T${hour}:30:00.000Z`]),
  );

  expect(instants.map((at) => inSql.get(at)?.['day'])).toEqual(instants.map((at) => toCivilDay(at, setting.zone)));
});
