import { Temporal } from 'temporal-polyfill';
import { getToday, toWrittenDay } from '../../domain/kit/dates.ts';
import { readInstant } from '../../domain/places/local-time.ts';
import type { relativeUnits } from '../../contract/kit/criteria.ts';

/** From its first moment to just before `to`, in the form the column is stored: instants or civil dates. */
export interface TimePeriod {
  readonly from: string;
  readonly to: string;
}

/** Clock and time zone that relative times and civil dates are counted in. */
export interface PeriodClock {
  /** Instant of the request. */
  readonly now: string;
  /** The organization's. */
  readonly timeZone: string;
}

interface PeriodColumn extends PeriodClock {
  readonly kind: 'date' | 'datetime';
}

const millisecond = Temporal.Duration.from({ milliseconds: 1 });
const day = Temporal.Duration.from({ days: 1 });

/**
 * Computes the period that an operand of a time criterion covers: a civil date covers its whole day, an instant its
 * millisecond. Relative operands count from now: `valueRelative: -7, valueRelativeUnit: 'DAY'`.
 */
export function computePeriod(
  criterion: object,
  operand: 'value' | 'min' | 'max',
  { kind, now, timeZone }: PeriodColumn,
): TimePeriod {
  const stated: unknown = Reflect.get(criterion, operand);
  const at = typeof stated === 'string' ? stated : computeRelativeInstant(criterion, operand, { now, timeZone });
  if (kind === 'date') {
    const statedDay = typeof stated === 'string' ? toWrittenDay(at) : getToday(timeZone, at);
    const date = Temporal.PlainDate.from(statedDay);
    return { from: date.toString(), to: date.year > 9998 ? '9999-12-31' : date.add(day).toString() };
  }
  if (at.length === 10) {
    const date = Temporal.PlainDate.from(at);
    return {
      from: formatInstant(date.toZonedDateTime(timeZone)),
      to: formatInstant(date.add(day).toZonedDateTime(timeZone)),
    };
  }
  const instant = Temporal.Instant.from(readInstant(at, timeZone)).toZonedDateTimeISO('UTC');
  return { from: formatInstant(instant), to: formatInstant(instant.add(millisecond)) };
}

/** Formats an instant within years of four digits, because others don't sort as text. */
function formatInstant(time: Temporal.ZonedDateTime): string {
  if (time.year < 0) return '0000-01-01T00:00:00.000Z';
  if (time.year > 9999) return '9999-12-31T23:59:59.999Z';
  return time.toInstant().toString({ fractionalSecondDigits: 3 });
}

function computeRelativeInstant(criterion: object, operand: string, { now, timeZone }: PeriodClock): string {
  const amount: unknown = Reflect.get(criterion, `${operand}Relative`);
  // The criterion's schema requires the amount and its unit where no absolute value is given.
  const unit = Reflect.get(criterion, `${operand}RelativeUnit`) as (typeof relativeUnits)[number];
  const start = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone);
  return formatInstant(start.add({ [`${unit.toLowerCase()}s`]: Number(amount) }));
}
