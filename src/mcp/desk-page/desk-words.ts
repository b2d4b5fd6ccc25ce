import { unknownCurrency } from '../../contract/kit/absent.ts';
import { parseFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { formatDate } from '../../domain/places/local-time.ts';
import { formatCode } from '../../domain/text/code-words.ts';

/**
 * Formats a sentence of an answer for a page: codes and dates in words, and the text of records, which answers put in
 * marks, as it is and without the marks.
 */
export const formatSentence = (text: string): string =>
  text
    .split(/(«[^«»]*»)/)
    .map((part) => (part.startsWith('«') ? part.slice(1, -1) : formatOwnWords(part)))
    .join('');

const formatOwnWords = (text: string): string =>
  text
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, formatCode)
    .replaceAll(/\b(?:PICK|DROP)\b/g, (code) => stopWords[code] ?? code)
    .replaceAll(/\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])(?:-\d{2})?\b/g, formatDate);

const stopWords: Readonly<Record<string, string>> = { PICK: 'pickup', DROP: 'delivery' };

/** Formats a stop, whose kind comes before its place: `delivery Atlanta, GA`. */
export const formatStop = (text: string): string => text.replace(/^(?:PICK|DROP)\b/, (code) => stopWords[code] ?? code);

/** Formats a code in words; any other text stays as it is. */
export const formatIfCode = (text: string): string =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(text) || /^[a-z]+(?:_[a-z]+)+$/.test(text)
    ? (stopWords[text] ?? formatCode(text.toUpperCase()))
    : formatSentence(text);

/** Formats the verdict on a bill in the words of the payables desk. */
export const formatVerdict = (verdict: string): string =>
  verdict === 'pay_to' ? 'pay-to changed' : formatCode(verdict);

export const startUpperCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const formatWhole = (value: number): string => whole.format(value);

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatWhole(count)} ${count === 1 ? singular : plural}`;

/** Formats an amount of an answer: `$1,234.50`. A currency that is not known is said to be unknown. */
export function formatPageAmount(amount: number, currency: string | undefined): string {
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100);
  if (currency !== undefined && currency !== unknownCurrency) return formatMoney(cents, currency);
  return `${formatMoney(cents, '?').replace('? ', '')} (currency unknown)`;
}

const recordPages: Readonly<Record<string, string>> = {
  shipment: '/desk/shipment?shipment=',
  carrier: '/desk/carrier?carrier=',
  customer: '/desk/customer?customer=',
};
/** Kinds of records with a number that no page shows. */
const pageless: ReadonlySet<string> = new Set(['order', 'service']);

/** Returns the address of the page of a record by its number; undefined for any other text. */
export function findRecordPath(number: string): string | undefined {
  const parsed = parseFriendlyId(number);
  if (parsed === null || parsed.friendlyId !== number || pageless.has(parsed.resource)) return undefined;
  const page = recordPages[parsed.resource] ?? '/desk/record?record=';
  return `${page}${encodeURIComponent(number)}`;
}

/** Kinds of parties that a page shows by their name. `payee` is a carrier or a vendor. */
export type PartyKind = 'customer' | 'carrier' | 'payee';

/** Returns the address of a party's page by its name. A name that several have leads to a list of them. */
export const formatPartyPath = (kind: PartyKind, name: string): string =>
  `${recordPages[kind] ?? '/desk/record?record='}${encodeURIComponent(name)}`;
