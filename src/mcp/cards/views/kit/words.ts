import { formatMoney } from '../../../../domain/money/money.ts';
import { numberOf, textOf } from './reading.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const signed = (amount: number, currency: string, size: string) =>
  `${amount < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${size}`;

/** `$1.2K`, for an axis; the full amount stands elsewhere. */
export const shortMoney = (amount: number, currency = 'USD'): string =>
  signed(amount, currency, short.format(Math.abs(amount)));

export const shortNumber = (value: number): string => short.format(value);

/** `$1,234.50`, as answers say it. */
export const moneyText = (amount: number, currency = 'USD'): string => formatMoney(Math.round(amount * 100), currency);

export const numberText = (value: number): string => plain.format(value);

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** `12 %`; less than half a per cent is not nothing. */
export function shareText(part: number, total: number): string {
  const percent = total === 0 ? 0 : (part / total) * 100;
  return percent > 0 && percent < 0.5 ? '< 1 %' : `${Math.round(percent)} %`;
}

/** `daysOverdue`, `IN_TRANSIT` and `pod_missing` as words. */
export function wordsOf(name: string): string {
  if (name === 'friendlyId') return 'no.';
  const apart = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return apart.toLowerCase().replaceAll(/\bpod\b/g, 'POD');
}

export function titleOf(name: string): string {
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The first sentence as a person reads it: without the marks around texts of records, and codes as words. A full stop
 * inside those marks ends none.
 */
export function firstSentence(text: unknown): string {
  const sentence = /^(?:«[^»]*»|[^«])*?[.](?=\s|$)/u.exec(textOf(text) ?? '')?.[0] ?? textOf(text) ?? '';
  return sentence.replaceAll(/[«»]/g, '').replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, wordsOf);
}

/** `26 h`, `3 days`, `45 min`, roughly, as an axis says it. */
export function spanText(minutes: number): string {
  const size = Math.abs(minutes);
  const text = size < 60 ? `${size} min` : size < 48 * 60 ? `${round(size / 60)} h` : `${round(size / 1440)} days`;
  return minutes < 0 ? `-${text}` : text;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** `7 h 3 min`, as answers say it. */
export function minutesText(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

const amounts = new Set(
  'amount open total revenue cost margin balance billed paid unbilled booked exposure limit overBy current days1to30 days31to60 days61to90 over90'.split(
    ' ',
  ),
);

/** A member of a row as a person reads it. */
export function cellText(key: string, value: unknown, currency: unknown): string {
  const number = numberOf(value);
  if (number !== undefined) return amounts.has(key) ? moneyText(number, textOf(currency)) : numberText(number);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => cellText(key, one, currency)).join('; ');
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
