import type { Measure } from '../../src/metrics/kit/measure.ts';
import { noParts } from '../../src/metrics/figures.ts';
import { countText } from '../../src/metrics/kit/fact.ts';
import { getFact, describeMissingCosts } from '../../src/metrics/kit/facts.ts';
import { countDays, type Period } from '../../src/metrics/kit/setting.ts';
import { findKeyPeriod, listTimeKeys } from '../../src/metrics/kit/spans.ts';
import type { FigureQuestion } from '../../src/metrics/query.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { Analysis } from './analysis.ts';

/** Lists the definitions of the measures, one line each. */
export const listDefinitions = (measures: readonly Measure[]): readonly string[] =>
  measures.map(({ title, definition }) => `${title}: ${definition}`);

/** Before any record: how a period begins that is open at its start. */
export const firstDay = '2000-01-01';

/** Returns text such as "Oct 26, 2026 to Nov 24, 2026 (30 days)". */
export function formatPeriod(period: Period): string {
  if (period.from === period.to) return `on ${formatDate(period.from)}`;
  if (period.from === firstDay) return `up to ${formatDate(period.to)}`;
  return `${formatDate(period.from)} to ${formatDate(period.to)} (${countDays(period)} days)`;
}

/** Formats the period of a question, or "now" if all its measures are as of now. */
export function formatWhen({ measures, setting }: FigureQuestion): string {
  const balances = measures.filter(({ day }) => day === null);
  const isOfPeriod = measures.some(({ day, usesPeriod, isOverTime }) => day !== null || usesPeriod || isOverTime);
  const end = setting.asOf === undefined ? 'now' : `at the end of ${formatDate(setting.asOf)}`;
  if (!isOfPeriod) return end;
  const isMixed = setting.asOf !== undefined && balances.length > 0 && balances.length < measures.length;
  return `${formatPeriod(setting.period)}${isMixed ? `, balances ${end}` : ''}`;
}

/**
 * Describes records that the figures leave out or count in part, with their number, in the period and in the compared
 * one.
 */
export function describeLeftOut({ question, totals, withoutCost, comparedTo }: Analysis): readonly string[] {
  const { measures, setting } = question;
  const before = comparedTo === undefined ? '' : formatPeriod(comparedTo);
  const notes = measures.flatMap((measure, place) => {
    const now = totals.map((line) => line.parts[place] ?? noParts);
    const earlier = totals.map((line) => line.previous?.[place] ?? noParts);
    const undated = sum(now.map((parts) => parts.undated));
    const unknown = countBoth(
      sum(now.map((parts) => parts.unknown)),
      sum(earlier.map((parts) => parts.unknown)),
      before,
    );
    return [
      ...(unknown !== undefined && measure.unknown !== undefined
        ? [`${measure.title}: ${unknown} left out (${measure.unknown}).`]
        : []),
      ...(undated > 0 ? [`${countText(getFact(measure.fact), undated)} without a day are in no period.`] : []),
    ];
  });
  const isCut =
    setting.period.to > setting.today && measures.some(({ day, isAhead }) => day !== null && isAhead !== true);
  const uncovered = [
    ...(withoutCost.now === 0 ? [] : [describeMissingCosts(withoutCost.now)]),
    ...(withoutCost.before === 0 ? [] : [`${before}: ${describeMissingCosts(withoutCost.before)}`]),
  ];
  return [
    ...new Set([
      ...notes,
      ...uncovered,
      ...(isCut ? [`The period ends after today, ${formatDate(setting.today)}.`] : []),
    ]),
  ];
}

/** Describes what today's records can't tell about the earlier days of balances. */
export function describeHistory({
  question: { measures, setting },
  comparedTo,
}: Pick<Analysis, 'question'> & Partial<Pick<Analysis, 'comparedTo'>>): readonly string[] {
  const isEarlier = setting.asOf !== undefined || comparedTo !== undefined;
  const lacks = measures.flatMap((measure) =>
    measure.history && (isEarlier || measure.isOverTime === true) ? [measure.history.lacks] : [],
  );
  return [...new Set(lacks)].map(
    (text) => `Balances of earlier days come from today’s records: ${text}, aren’t in them.`,
  );
}

/** Formats two counts: "3", or "3, and 2 of Sep 1, 2026 to Sep 30, 2026". Returns undefined if both are zero. */
function countBoth(now: number, earlier: number, before: string): string | undefined {
  if (earlier > 0) return `${now}, and ${earlier} of ${before},`;
  return now > 0 ? String(now) : undefined;
}

/** Describes the words of filters that no record has, by dimension. */
export function describeEmptyWords({
  question,
  emptyWords,
}: Pick<Analysis, 'question' | 'emptyWords'>): readonly string[] {
  const byDimension = Map.groupBy(emptyWords, ({ dimension }) => dimension);
  return Array.from(byDimension, ([{ title }, words]) => {
    const texts = words.map(({ word }) => recordText(word, 'list')).join(', ');
    return `No records of ${title.toLowerCase()} ${texts}: ${formatWhen(question)}.`;
  });
}

/** Lists the weeks, months and quarters that are only partly in the period, and therefore smaller than the others. */
export function cutSpans({ by, setting: { period } }: FigureQuestion): readonly string[] {
  const span = by.find(({ name }) => ['week', 'month', 'quarter'].includes(name));
  const keys = span === undefined ? [] : (listTimeKeys(span.name, period) ?? []);
  const ends = [...new Set([keys[0], keys.at(-1)].flatMap((key) => key ?? []))];
  const cut = ends.filter((key) => !isWhole(span?.name ?? '', key, period));
  return cut.length === 0
    ? []
    : [`Only in part in the period: ${span?.title.toLowerCase()} ${cut.map(formatDate).join(' and ')}.`];
}

/** Whatever the period is, so that nothing is cut from the key. */
const everything: Period = { from: '0000-01-01', to: '9999-12-31' };

function isWhole(name: string, key: string, period: Period): boolean {
  const days = findKeyPeriod(name, key, everything);
  return days === undefined || (days.from >= period.from && days.to <= period.to);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
