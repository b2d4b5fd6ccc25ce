import { isSent } from '../../../src/contract/kit/sent-fields.ts';
import { type CatalogueEntry, listFieldsAskingFor } from '../../../src/contract/catalogue.ts';
import { formatFieldLabel } from '../../../src/domain/carriers/carrier-snapshot.ts';
import { formatPercent, sumByCurrency, toCents } from '../../../src/domain/money/money.ts';
import { describeLocalTime, formatDate, formatTimeOfDay, toWallTime } from '../../../src/domain/places/local-time.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { mapTexts, maskAccounts } from '../../../src/mcp/text/mask-accounts.ts';
import type { PlanDraft, PlanLine } from '../../../src/mcp/tool/plan.ts';
import { stripInvisible } from '../../../src/mcp/text/invisible.ts';
import { quoteText, recordText } from '../../../src/mcp/text/text.ts';
import { formatWireAmount, toAmountCents } from '../../records/amounts.ts';
import { type NamedRecord, formatRecordLabel } from '../../records/record-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { RawSubject } from './plan-part.ts';
import { isContractCode, isFreeText } from '../../records/raw-data.ts';

/** End of a date that is written as an instant. */
const midnight = /T00:00:00(?:\.0+)?Z$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

type RawWrite = Pick<CatalogueEntry, 'name' | 'effect' | 'gate' | 'operation'>;

/** Records that a write is about, and how their values are formatted. */
interface InputSubject extends RawSubject {
  readonly timeZone: string;
}

/** Currency of amounts without one of their own, and time zone of instants. */
interface ValueFormat {
  readonly currency: string;
  readonly timeZone: string;
}

/**
 * Lists every value of the input on a line of its own, because the person who approves has to see all of it. Fields and
 * codes stand in words, money as money, dates as people write them, and an id as what a person knows the record by, where
 * it was read.
 */
export function listInputLines(
  input: JsonObject,
  { current, relatedRecords, words, timeZone }: InputSubject,
): readonly PlanLine[] {
  const names = new Map([
    ...(words ?? []),
    ...relatedRecords.map((related) => [String(related.record['id']), formatRecordLabel(related)] as const),
  ]);
  const masked = maskAccounts(mapTexts(input, (text) => names.get(text) ?? text));
  if (!isPlainRecord(masked)) return [];
  const format = { currency: findCurrency(input, current), timeZone };
  return Object.entries(masked)
    .filter(([name]) => name !== 'id' && name !== 'by')
    .flatMap(([name, value]): readonly PlanLine[] => {
      if (!current) return listLeaves(name, value, format);
      const before = maskAccounts(mapTexts(removeIds(current[name] ?? null), (text) => names.get(text) ?? text));
      if (!isPlain(value) || !isPlain(before))
        return [
          `${formatFieldName(name)} before: ${formatMember(name, before, format)}`,
          ...listLeaves(name, value, format),
        ];
      const change = { before: formatValue(name, before, format), after: formatValue(name, value, format) };
      // An unchanged value is no change, and is not shown.
      return change.before === change.after ? [] : [{ label: formatFieldName(name), ...change }];
    });
}

const findCurrency = (...records: readonly (JsonObject | undefined)[]): string =>
  records.map((record) => record?.['currency']).find((currency) => typeof currency === 'string') ?? 'USD';

/** Formats the name of a field, such as `Credit limit`; a field that holds an id has the name of the record. */
export const formatFieldName = (path: string): string => formatFieldLabel(path.replace(/(?<=\w)(?:Ids?| id)$/, ''));

/** Numbers of the contract that are money. */
const isMoneyField = (path: string) => /(?:^| )(?:amount|target|rate|creditLimit|insurance\w+Limit)$/.test(path);

/** Numbers of the contract that are parts of a whole: 0.03 is 3 %. */
const isFractionField = (path: string) => /(?:^| )(?:quickPayFee|(?:default|min|max)Margin)$/.test(path);

/** Formats a value as a person reads it. */
function formatValue(path: string, value: unknown, { currency, timeZone }: ValueFormat): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && isMoneyField(path)) return formatWireAmount(value, currency);
  if (typeof value === 'number' && isFractionField(path)) return formatPercent(value);
  return typeof value === 'string' && !isFreeText(value) ? formatWord(value, timeZone) : showValue(value);
}

/** Formats a text that is not free: a code in words, a date or an instant as people write it. */
function formatWord(text: string, timeZone: string): string {
  if (isContractCode(text)) return formatCode(text);
  if (midnight.test(text)) return formatDate(text.replace(midnight, ''));
  if (!instant.test(text)) return formatTimeOfDay(formatDate(text));
  const { clock, zone } = describeLocalTime(text, timeZone);
  return `${formatDate(toWallTime(text, timeZone).date)}, ${clock} ${zone}`;
}

/** Formats a value with its members on one line: "place «Dallas», window 8:00 AM". */
function formatMember(path: string, value: unknown, format: ValueFormat): string {
  if (isPlain(value)) return formatValue(path, value, format);
  const texts = Array.isArray(value)
    ? value.map((item) => formatMember(path, item, format))
    : Object.entries(value as JsonObject).flatMap(([name, member]) =>
        member === null
          ? []
          : [`${formatFieldName(name).toLowerCase()} ${formatMember(`${path} ${name}`, member, format)}`],
      );
  return texts.join(Array.isArray(value) ? '; ' : ', ') || 'none';
}

/** Returns a value with records by name, and without fields that only machines compare. */
function removeIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeIds);
  if (!isPlainRecord(value)) return value;
  const name = typeof value['id'] === 'string' ? formatRecordName(value) : null;
  if (name !== null) return name;
  const members = Object.entries(value).filter(([member]) => !/^(?:id|key|object|\w+Ids?|\w+At)$/.test(member));
  return Object.fromEntries(members.map(([member, inner]) => [member, removeIds(inner)]));
}

function formatRecordName(record: JsonObject): string | null {
  const parts = [record['friendlyId'], record['name'] ?? record['companyName']];
  return parts.filter((part) => typeof part === 'string').join(' ') || null;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

function listLeaves(name: string, value: unknown, format: ValueFormat): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${formatFieldName(name)}: none`];
    return value.flatMap((item, index) => listLeaves(`${name} ${index + 1} of ${value.length}`, item, format));
  }
  if (isPlainRecord(value))
    return Object.entries(value).flatMap(([inner, member]) => listLeaves(`${name} ${inner}`, member, format));
  return [`${formatFieldName(name)}: ${formatValue(name, value, format)}`];
}

function showValue(value: unknown): string {
  // On one line: what was typed must not look like a line of the plan.
  if (isFreeText(value)) return quoteText(stripInvisible(String(value)).text.replace(/\s+/g, ' ').trim());
  return isPlain(value) ? JSON.stringify(value) : recordText(JSON.stringify(value));
}

/**
 * Sums what the call moves: the amounts it names, else those of the records it is about. Amounts of an unknown currency
 * are left out.
 */
export function sumMovedMoney(
  input: JsonObject,
  { current, relatedRecords }: RawSubject,
  { effect }: RawWrite,
  invoiced: readonly RawAmount[] = [],
): PlanDraft['money'] {
  const items = invoiced.length > 0 ? invoiced : listNamedAmounts(input, current, relatedRecords);
  const sourceRecords =
    effect === 'money' ? [...relatedRecords.map(({ record }) => record), ...(current ? [current] : [])] : [];
  const moved = items.length > 0 ? items : sourceRecords.map(({ amount, currency }) => ({ amount, currency }));
  const amounts = moved.flatMap(({ amount, currency }) =>
    typeof amount === 'number' && typeof currency === 'string'
      ? [{ amountCents: toAmountCents(amount), currency }]
      : [],
  );
  return sumByCurrency(amounts).map(({ currency, amountCents }) => ({ currency, amountCents }));
}

interface RawAmount {
  readonly amount: unknown;
  readonly currency: unknown;
}

/** Lists `amount` itself, and the amounts of applications in the currency of what they are applied to. */
function listNamedAmounts(
  input: JsonObject,
  current: JsonObject | undefined,
  relatedRecords: readonly NamedRecord[],
): readonly RawAmount[] {
  const findRecordCurrency = (ids: readonly unknown[]) =>
    relatedRecords.find(({ record }) => ids.includes(record['id']))?.record['currency'];
  const inputAmounts = typeof input['amount'] === 'number' ? [input['amount']] : [];
  const fallback = [input['currency'], current?.['currency'], relatedRecords[0]?.record['currency']].find(
    (text) => typeof text === 'string',
  );
  const applied = [input['applications']].flat().filter(isPlainRecord);
  return [
    ...inputAmounts.map((amount) => {
      toCents(amount, 'input.amount');
      return { amount, currency: fallback };
    }),
    ...applied.map((item) => ({
      amount: item['amount'],
      currency: findRecordCurrency(Object.values(item)) ?? fallback,
    })),
  ];
}

const changeMax = 120;

const maskRecord = (record: JsonObject): JsonObject => {
  const maskedRecord = maskAccounts(record);
  return isPlainRecord(maskedRecord) ? maskedRecord : {};
};

/** Lists values that a rule reads, or that money or mail follows, before and after; undefined where none changes. */
export function listValueChanges(
  { name, operation }: RawWrite,
  input: JsonObject,
  current: JsonObject,
): PlanDraft['changes'] {
  const formatChange = (value: unknown) => {
    if (value === undefined || value === null) return 'nothing';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return stripInvisible(text).text.replace(midnight, '').slice(0, changeMax);
  };
  const [before, after] = [maskRecord(current), maskRecord(input)];
  const [kind = ''] = name.split('.');
  const changes = listFieldsAskingFor('approve', operation, input)
    .filter((field) => field !== 'id' && field !== 'by')
    .map((field) => ({
      kind,
      id: String(current['id']),
      field,
      from: formatChange(before[field]),
      to: formatChange(after[field]),
    }))
    .filter(({ from, to }) => from !== to);
  return changes.length > 0 ? changes : undefined;
}

/**
 * Formats the values that a change takes away, such as `: Credit limit $4,000.00, Service tier none`; a list only by
 * its name.
 */
export function formatFormerValues(input: JsonObject, current: JsonObject, timeZone: string): string {
  // Undo clears what the API sent no value for.
  const isFormer = (field: string) => field in current || !isSent(current, field);
  const fields = Object.keys(input).filter((field) => !/^(?:by|id|\w*Id)$/.test(field) && isFormer(field));
  const format = { currency: findCurrency(current), timeZone };
  const words = fields.map((field) => {
    const maskedField = maskAccounts({ [field]: removeIds(current[field] ?? null) });
    const value = isPlainRecord(maskedField) ? maskedField[field] : null;
    return isPlain(value) ? `${formatFieldName(field)} ${formatValue(field, value, format)}` : formatFieldName(field);
  });
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
