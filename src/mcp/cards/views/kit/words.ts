import { formatMoney } from '../../../../domain/money/money.ts';
import { toNumber, toText } from './reading.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const formatSigned = (amount: number, currency: string, size: string) =>
  `${amount < 0 ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${size}`;

/** Formats an amount briefly for an axis: `$1.2K`. The full amount is elsewhere in the view. */
export const formatShortMoney = (amount: number, currency = 'USD'): string =>
  formatSigned(amount, currency, short.format(Math.abs(amount)));

export const formatShortNumber = (value: number): string => short.format(value);

/** Formats an amount as answers do: `$1,234.50`. */
export const formatAmount = (amount: number, currency = 'USD'): string =>
  formatMoney(Math.round(amount * 100), currency);

export const formatNumber = (value: number): string => plain.format(value);

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${whole.format(count)} ${count === 1 ? singular : plural}`;

/** Formats a share as `12 %`. A share below half a percent is `< 1 %`, not zero. */
export function formatShare(part: number, total: number): string {
  const percent = total === 0 ? 0 : (part / total) * 100;
  return percent > 0 && percent < 0.5 ? '< 1 %' : `${Math.round(percent)} %`;
}

/** Converts names such as `daysOverdue`, `IN_TRANSIT` and `pod_missing` to words. */
export function toWords(name: string): string {
  if (name === 'friendlyId') return 'no.';
  const separated = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return separated.toLowerCase().replaceAll(/\bpod\b/g, 'POD');
}

export function toTitle(name: string): string {
  const words = toWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Extracts the first sentence as a person reads it: without the marks around record texts, and with codes as words. A
 * period inside those marks does not end it.
 */
export function extractFirstSentence(text: unknown): string {
  const sentence = /^(?:«[^»]*»|[^«])*?[.](?=\s|$)/u.exec(toText(text) ?? '')?.[0] ?? toText(text) ?? '';
  return sentence.replaceAll(/[«»]/g, '').replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, toWords);
}

/** Formats a duration roughly for an axis: `26 h`, `3 days`, `45 min`. */
export function formatSpan(minutes: number): string {
  const size = Math.abs(minutes);
  const text =
    size < 60 ? `${size} min` : size < 48 * 60 ? `${roundTenths(size / 60)} h` : `${roundTenths(size / 1440)} days`;
  return minutes < 0 ? `-${text}` : text;
}

const roundTenths = (value: number) => Math.round(value * 10) / 10;

/** Formats minutes as answers do: `7 h 3 min`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

const amounts = new Set(
  'amount open total revenue cost margin balance billed paid unbilled booked exposure limit overBy current days1to30 days31to60 days61to90 over90'.split(
    ' ',
  ),
);

/** Formats a member of a row for a person. */
export function formatCell(key: string, value: unknown, currency: unknown): string {
  const number = toNumber(value);
  if (number !== undefined) return amounts.has(key) ? formatAmount(number, toText(currency)) : formatNumber(number);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => formatCell(key, item, currency)).join('; ');
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
