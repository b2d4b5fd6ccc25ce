import { isUuid } from '../../domain/identifiers/uuid.ts';
import type { PathStep, ValueDifference } from '../../contract/kit/record-version.ts';
import { listDifferences } from '../../contract/kit/record-version.ts';
import { formatFieldLabel } from '../../domain/carriers/carrier-snapshot.ts';
import { formatDate, formatDateTime } from '../../domain/places/local-time.ts';
import { formatCode, lowerFirst } from '../../domain/text/code-words.ts';
import { isPlainRecord, type JsonObject } from '../../domain/kit/plain-record.ts';
import { formatMoney, formatPercent } from '../../domain/money/money.ts';
import { maskAccounts } from './mask-accounts.ts';
import { formatTypedName } from './text.ts';

/** Values of one record that a text names; the rest is counted. */
const namedMax = 3;

/** Fields that move with every change of a record and say nothing by themselves. */
const isBookkeeping = ({ path }: ValueDifference): boolean =>
  path.some((step) => 'field' in step && /^(?:id|object|updatedAt|version)$/.test(step.field));

/**
 * Names the values in which two readings of a record differ: `amount $851.00 -> $951.00`. Account numbers are masked, and
 * record text is quoted.
 */
export function describeDifferences(before: JsonObject, after: JsonObject): string {
  const differences = listDifferences(before, after);
  const visible = listDifferences(maskAccounts(before), maskAccounts(after)).filter(
    (difference) => !isBookkeeping(difference),
  );
  const hidden = differences.filter((difference) => !isBookkeeping(difference)).length - visible.length;
  if (visible.length === 0)
    return hidden > 0 ? 'an account number is another one' : 'saved again, with no value that this API shows changed';
  const currency = [after['currency'], before['currency']].find((value) => typeof value === 'string') ?? 'USD';
  const texts = visible.slice(0, namedMax).map((difference) => describeDifference(difference, currency));
  const rest = visible.length - texts.length;
  return [...texts, ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'value' : 'values'}`] : [])].join(', ');
}

function describeDifference({ path, before, after }: ValueDifference, currency: string): string {
  const label = formatPath(path);
  if (before === undefined && isElement(path)) return `${label} was added`;
  if (after === undefined && isElement(path)) return `${label} was removed`;
  const field = path.findLast((step) => 'field' in step)?.field ?? '';
  return `${label} ${formatFieldValue(field, before, currency)} -> ${formatFieldValue(field, after, currency)}`;
}

const isElement = (path: readonly PathStep[]): boolean => {
  const last = path.at(-1);
  return last !== undefined && 'element' in last;
};

/** Formats a path as `LD-1003 status`, from its last named element on, which says where it is. */
function formatPath(path: readonly PathStep[]): string {
  const from = path.findLastIndex((step) => 'element' in step && !/^\d+$/.test(step.element));
  const steps = path.slice(Math.max(from, 0));
  return steps.map((step) => ('field' in step ? formatFieldName(step.field) : formatTypedName(step.element))).join(' ');
}

/** Formats a field as `credit limit` or `MC number`. */
function formatFieldName(field: string): string {
  return lowerFirst(formatFieldLabel(field.replace(/(?<=\w)Ids?$/, '')));
}

/** Returns true if the numbers of a field of the contract are money. */
export const isMoneyField = (path: string): boolean =>
  /(?:^| )(?:amount|target|rate|creditLimit|insurance\w+Limit|\w+(?:Amount|Balance|Owed|Paid|Applied|Revenue|Cost)|total|margin)$/.test(
    path,
  );

/** Returns true if the numbers of a field of the contract are fractions: 0.03 is 3 %. */
export const isFractionField = (path: string): boolean =>
  /(?:^| )(?:quickPayFee|(?:default|min|max)Margin)$/.test(path);

const textMax = 60;

function formatFieldValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (isFractionField(field)) return formatPercent(value);
    return isMoneyField(field) ? formatMoney(Math.round(value * 100), currency) : String(value);
  }
  if (typeof value === 'string') return isStatus(field, value) ? formatCode(value) : formatText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => formatShort(item)).join(', ');
  return formatShort(value);
}

/** Returns true for a status as the API writes it, however short: `WON`. */
const isStatus = (field: string, value: string): boolean => /status$/i.test(field) && /^[A-Z][A-Z0-9_]*$/.test(value);

/** Formats a record within a record by its number or name. */
function formatShort(value: unknown): string {
  if (!isPlainRecord(value)) return formatText(String(value));
  const name = [value['friendlyId'], value['name'], value['companyName']].find((text) => typeof text === 'string');
  return typeof name === 'string' ? formatText(name) : 'another value';
}

function formatText(text: string): string {
  if (isUuid(text)) return 'another record';
  if (/^[A-Z]{4,}(?:_[A-Z]+)*$|^[A-Z]+(?:_[A-Z]+)+$/.test(text)) return formatCode(text);
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z)?$/.exec(text) ?? [];
  if (day !== undefined) return time === undefined || time === '00:00' ? formatDate(day) : formatDateTime(text, 'UTC');
  return formatTypedName(text.length > textMax ? `${text.slice(0, textMax)}…` : text);
}
