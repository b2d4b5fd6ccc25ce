import { createFieldError } from '../../src/errors.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { describeNoHistory, hasHistory, type Measure } from '../../src/metrics/kit/measure.ts';
import { type Setting, toBalanceDay } from '../../src/metrics/kit/setting.ts';
import { listTimeKeys } from '../../src/metrics/kit/spans.ts';

/** Each of these days, weeks or months is computed by itself. */
const spansMax = 62;

/** Statuses are those of today: what they were on an earlier day isn't on record. */
const dimensionsOfNow: ReadonlySet<string> = new Set(['status', 'billing_status']);

interface BalanceQuestion {
  readonly measures: readonly Measure[];
  readonly by: readonly Dimension[];
  /** All dimensions of the question, those of filters included. */
  readonly used: readonly Dimension[];
  readonly setting: Setting;
  /** True if the input names the period. Without a period, balances are those of now. */
  readonly hasPeriod: boolean;
  readonly isCompared: boolean;
}

interface Balances {
  readonly measures: readonly Measure[];
  /** The day at whose end the balances are; undefined for now. */
  readonly asOf: string | undefined;
  /** An earlier day that a balance is requested for; undefined if all are those of now. */
  readonly earliest: string | undefined;
}

/**
 * Prepares the balances of a question: those of the end of its period where that is an earlier day, and of the end of each
 * day, week or month where it asks by time. Refuses what isn't on record.
 */
export function readBalances({ measures, by, used, setting, hasPeriod, isCompared }: BalanceQuestion): Balances {
  const asOf = hasPeriod ? toBalanceDay(setting.period.to, setting) : undefined;
  const span = by.find(({ kind }) => kind === 'time');
  const balances = measures.filter(({ day }) => day === null);
  if (balances.length === 0) return { measures, asOf: undefined, earliest: undefined };
  if (asOf !== undefined) checkHistory(balances, asOf);
  const isEarlier = asOf !== undefined || span !== undefined || isCompared;
  if (isEarlier) checkDimensionsThen(used, asOf);
  if (span !== undefined) checkSpans(balances, span, setting);
  return {
    measures: measures.map((measure) => toBalance(measure, asOf, span)),
    asOf,
    earliest: isEarlier ? (asOf ?? setting.period.from) : undefined,
  };
}

function checkHistory(balances: readonly Measure[], asOf: string): void {
  const missing = balances.filter((measure) => !hasHistory(measure));
  if (missing.length === 0) return;
  const reasons = missing.map((measure) => `${measure.name} is known as of now only: ${describeNoHistory(measure)}`);
  throw createFieldError(
    'BAD_REQUEST',
    'period',
    `${reasons.join('. ')}. It ends on ${asOf}: leave it out, or end it today`,
  );
}

function checkDimensionsThen(used: readonly Dimension[], asOf: string | undefined): void {
  const dimension = used.find(({ name }) => dimensionsOfNow.has(name));
  if (dimension === undefined) return;
  throw createFieldError(
    'BAD_REQUEST',
    dimension.name,
    `is that of now; what it was ${asOf === undefined ? 'on earlier days' : `on ${asOf}`} isn’t on record`,
  );
}

function checkSpans(balances: readonly Measure[], { name }: Dimension, { period }: Setting): void {
  const keys = listTimeKeys(name, period);
  if (keys !== undefined && keys.length <= spansMax) return;
  throw createFieldError(
    'BAD_REQUEST',
    'by',
    `${balances.map((measure) => measure.name).join(', ')} can be computed at the end of at most ${spansMax} of them: ask for longer ones, or a shorter period`,
  );
}

function toBalance(measure: Measure, asOf: string | undefined, span: Dimension | undefined): Measure {
  if (!hasHistory(measure)) return measure;
  const end = span === undefined ? asOf && `at the end of ${asOf}` : `at the end of each ${span.name}`;
  return {
    ...measure,
    ...(end !== undefined && { definition: measure.definition.replace(/, now\b/, `, ${end}`) }),
    ...(span !== undefined && { isOverTime: true as const }),
  };
}
