import { Temporal } from 'temporal-polyfill';
import { addDays, countDaysBetween, printIsWrittenDay } from '../../domain/kit/dates.ts';
import { getLocalDay } from '../../domain/places/local-time.ts';

/** Civil days, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Day, time zone and period of a question. */
export interface Setting {
  /** Civil day of the desk. */
  readonly today: string;
  /** IANA zone of the desk. */
  readonly zone: string;
  readonly period: Period;
  /** Earlier day at whose end balances are computed. Default: now. */
  readonly asOf?: string | undefined;
  /** From so many days before insurance ends the desk's policy points it out; only figures of insurance need it. */
  readonly insuranceSoonDays?: number;
}

/** Returns the day of a balance at the end of a day; undefined from today on, where it is the one of now. */
export const toBalanceDay = (day: string, { today }: Pick<Setting, 'today'>): string | undefined =>
  day < today ? day : undefined;

export const countDays = ({ from, to }: Period): number => countDaysBetween(from, to) + 1;

const civilDay = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a day as SQL. */
export function formatDayLiteral(day: string): string {
  if (!civilDay.test(day)) throw new Error(`${day} is no civil day`);
  return `'${day}'`;
}

/** An instant's column between `day(` and `)`. */
const dayOfColumn = /\bday\((\w+\.\w+)\)/g;
/** A column whose instant may stand for a day, between `civil_day(` and `)`. */
const civilDayOfColumn = /\bcivil_day\((\w+\.\w+)\)/g;
const wholeDayOfColumn = /^day\((\w+\.\w+)\)$/;

/**
 * SQL of the tables of measures as SQL of the copy: `$today`, `$from`, `$to` and `$days` become those of the question,
 * `$asOf` the day of its balances, `$insuranceSoon` the last day on which insurance ends soon, `day(f.created_at)` the day
 * that an instant was at the desk, and `civil_day(c.insurance_expires_at)` the day that an instant stands for.
 */
export function expandSql(text: string, setting: Setting): string {
  const { today, period, asOf = today, insuranceSoonDays } = setting;
  return text
    .replaceAll('$today', formatDayLiteral(today))
    .replaceAll('$from', formatDayLiteral(period.from))
    .replaceAll('$to', formatDayLiteral(period.to))
    .replaceAll('$days', String(countDays(period)))
    .replaceAll('$asOf', formatDayLiteral(asOf))
    .replaceAll('$insuranceSoon', () => printInsuranceSoon(today, insuranceSoonDays))
    .replace(
      civilDayOfColumn,
      (_, column: string) =>
        `(case when ${printIsWrittenDay(column)} then substr(${column}, 1, 10) else ${buildLocalDaySql(column, setting)} end)`,
    )
    .replace(dayOfColumn, (_, column: string) => buildLocalDaySql(column, setting));
}

function printInsuranceSoon(today: string, days: number | undefined): string {
  if (days === undefined) throw new Error('a figure of insurance needs the days of the policy');
  return formatDayLiteral(addDays(today, days));
}

/** Finds the column of the instant behind a day. */
const findInstantColumn = (day: string): string | undefined => wholeDayOfColumn.exec(day)?.[1];

/** Builds the condition that a record has no such day. For an instant it checks the column itself. */
export const buildMissingDaySql = (day: string, setting: Setting): string =>
  `${findInstantColumn(day) ?? expandSql(day, setting)} is null`;

/** In a longer period more records lie than an index of days picks out quickly. */
const longPeriodDays = 100;

/**
 * The condition that a day lies in the period; of an instant without computing its day. `+` keeps SQLite from reading a
 * long period by an index of days, record by record: in the order of what is asked for it needs no sorting.
 */
export function isInPeriodSql(day: string, setting: Setting): string {
  const { period, zone } = setting;
  const sign = countDays(period) > longPeriodDays ? '+' : '';
  const column = findInstantColumn(day);
  if (column === undefined)
    return `${sign}${expandSql(day, setting)} between ${formatDayLiteral(period.from)} and ${formatDayLiteral(period.to)}`;
  return `${sign}${column} between '${getLocalDay(period.from, zone).start}' and '${getLocalDay(period.to, zone).end}'`;
}

/** Balances look back as far as debts do. */
const yearsBack = 6;
const yearsAhead = 2;

/** Builds the SQL of a local day. SQLite has no time zones, so the statement lists the zone's offsets. */
function buildLocalDaySql(column: string, { zone, today }: Setting): string {
  const [first = { minutes: 0 }, ...changes] = listOffsets(zone, Number(today.slice(0, 4)));
  if (changes.length === 0) return buildShiftedDaySql(column, first.minutes);
  const cases = changes
    .toReversed()
    .map(({ since, minutes }) => `when ${column} >= '${since}' then ${buildShiftedDaySql(column, minutes)}`);
  return `(case when ${column} is null then null ${cases.join(' ')} else ${buildShiftedDaySql(column, first.minutes)} end)`;
}

const buildShiftedDaySql = (column: string, minutes: number): string => `date(${column}, '${minutes} minutes')`;

interface Offset {
  readonly since: string;
  readonly minutes: number;
}

function listOffsets(zone: string, year: number): readonly Offset[] {
  const end = Temporal.ZonedDateTime.from({ timeZone: zone, year: year + yearsAhead, month: 1, day: 1 });
  let at: Temporal.ZonedDateTime | null = end.subtract({ years: yearsAhead + yearsBack });
  const offsets: Offset[] = [];
  while (at !== null && Temporal.ZonedDateTime.compare(at, end) < 0) {
    const since = at.toInstant().toString({ fractionalSecondDigits: 3 });
    offsets.push({ since, minutes: at.offsetNanoseconds / 6e10 });
    at = at.getTimeZoneTransition('next');
  }
  return offsets;
}
