import { sql, type SqlBool } from 'kysely';
import { toExpression } from '../../src/copy-tables/conditions.ts';
import { expandSql } from '../../src/metrics/kit/setting.ts';
import { type FactName, getFact } from '../../src/metrics/kit/facts.ts';
import { measures } from '../../src/metrics/measures.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getToday } from '../../src/domain/kit/dates.ts';

/** The day of a question and the zone in which it is that day. */
export interface OnDay {
  readonly today: string;
  readonly timeZone: string;
}

export const toOnDay = ({ timeZone, askedAt }: Pick<ToolContext, 'timeZone' | 'askedAt'>): OnDay => ({
  today: getToday(timeZone, askedAt),
  timeZone,
});

interface MeasureSql {
  /** SQL condition of the rows that count. */
  readonly where: string;
  readonly sum: string;
  readonly per: string;
  readonly day: string;
}

/**
 * Builds the SQL of a measure on a row `f` of its fact. A tool lists exactly the rows that the figure of that name
 * counts.
 */
export function measureSql(name: string, onDay: OnDay): MeasureSql {
  const measure = measures.find((candidate) => candidate.name === name);
  if (measure === undefined) throw new Error(`no measure ${name}`);
  const expand = (sql: string | null | undefined, none: string) => (sql ? `(${expandDeskSql(sql, onDay)})` : none);
  return {
    where: expand(measure.where, 'true'),
    sum: expand(measure.sum, '0'),
    per: expand(measure.per, '1'),
    day: expand(measure.day, 'null'),
  };
}

/** Builds the same as expressions of a typed query, whose fact has the alias `f`. */
export function measureExpressions(name: string, onDay: OnDay) {
  const { where, sum, per, day } = measureSql(name, onDay);
  return {
    where: toExpression<SqlBool>({ text: where, values: [] }),
    sum: toExpression<number>({ text: sum, values: [] }),
    per: toExpression<number>({ text: per, values: [] }),
    day: toExpression<string | null>({ text: day, values: [] }),
  };
}

/** Expands SQL so that `day(s.created_at)` is the day at the desk and `$today` is the day of the question. */
export const expandDeskSql = (sql: string, { today, timeZone }: OnDay): string =>
  expandSql(sql, { today, zone: timeZone, period: { from: today, to: today } });

/** Returns the SQL behind `from` that yields the rows of a fact. */
export const getFactSql = (name: FactName): string => getFact(name).from;

/** Builds the rows of a fact as the table `f` of a typed query; the caller names its columns. */
export const buildFactTable = <Row>(name: FactName) =>
  sql<Row>`${sql.raw(getFactSql(name).replace(/ f$/, ''))}`.as('f');
