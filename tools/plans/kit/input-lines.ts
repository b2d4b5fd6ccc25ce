import { isSent } from '../../../src/contract/kit/sent-fields.ts';
import { formatFieldLabel } from '../../../src/domain/carriers/carrier-snapshot.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatPercent } from '../../../src/domain/money/money.ts';
import { describeLocalTime, formatDate, formatTimeOfDay, toWallTime } from '../../../src/domain/places/local-time.ts';
import { formatCode, lowerFirst } from '../../../src/domain/text/code-words.ts';
import { stripInvisible } from '../../../src/mcp/text/invisible.ts';
import { maskAccounts } from '../../../src/mcp/text/mask-accounts.ts';
import { quoteText, recordText } from '../../../src/mcp/text/text.ts';
import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { formatWireAmount } from '../../records/amounts.ts';
import { isContractCode, isFreeText } from '../../records/raw-data.ts';
import { describeRecord, formatTitleName } from '../../records/record-names.ts';
import type { RawSubject } from './plan-part.ts';

/** End of a date that is written as an instant. */
const midnight = /T00:00:00(?:\.0+)?Z$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Records that a write is about, and how their values are formatted. */
interface InputSubject extends RawSubject {
  readonly timeZone: string;
}

/** Currency of amounts without one of their own, and time zone of instants. */
interface ValueFormat {
  readonly currency: string;
  readonly timeZone: string;
}

/** A record in the place of its id. */
class RecordValue {
  readonly id: string;
  /** Number, name and status, with record text quoted. */
  readonly text: string;
  constructor(id: string, text: string) {
    this.id = id;
    this.text = text;
  }
}

/** Lines that show an input, and the ids of the records that they describe. */
interface ShownInput {
  readonly lines: readonly PlanLine[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Lists every value of the input, because the person who approves has to see all of it: a line for each member, and one for
 * each element of a list of records. Fields and codes stand in words, money as money, dates as people write them, and an id
 * as what a person knows the record by. Of a change only what is another value than before is listed.
 */
export function listInputLines(
  input: JsonObject,
  { current, relatedRecords, words, timeZone }: InputSubject,
): ShownInput {
  const records = new Map([
    ...[...(words ?? [])].map(([id, name]) => [id, recordText(name, 'list')] as const),
    ...relatedRecords.map((related) => [String(related.record['id']), describeRecord(related)] as const),
  ]);
  const ids = new Set<string>();
  const readable = toReadable(maskAccounts(input), records, ids);
  if (!isMembers(readable)) return { lines: [], ids };
  const format = { currency: findCurrency(input, current), timeZone };
  const lines = Object.entries(readable)
    .filter(([name]) => name !== 'id' && name !== 'by')
    .flatMap(([name, value]): readonly PlanLine[] => {
      if (!current) return listValues(name, value, format);
      const former = getFormer(current, name);
      const shownFormer = toFormer(maskMember(name, former), records);
      for (const id of listRecordIds(shownFormer)) ids.add(id);
      const changes = listChanges(name, shownFormer, value, format);
      return changes.length > 0 ? changes : listHiddenChange(name, former, input[name]);
    });
  return { lines, ids };
}

/** Lists the ids of the records that stand in a value. */
function listRecordIds(value: unknown): readonly string[] {
  if (value instanceof RecordValue) return [value.id];
  if (Array.isArray(value)) return value.flatMap(listRecordIds);
  return isPlainRecord(value) ? Object.values(value).flatMap(listRecordIds) : [];
}

/** Returns the former value; a record shows the record whose id an input sets. */
const getFormer = (current: JsonObject, name: string): unknown =>
  current[name] ?? (name.endsWith('Id') ? current[name.slice(0, -'Id'.length)] : undefined) ?? null;

/** Masks the account numbers of a member, whose name may say that it is one. */
function maskMember(name: string, value: unknown): unknown {
  const masked = maskAccounts({ [name]: value });
  return isPlainRecord(masked) ? masked[name] : null;
}

/** Lists an account number that ends in the same digits as the former one, of which an API may show no others. */
function listHiddenChange(name: string, before: unknown, after: unknown): readonly PlanLine[] {
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return [];
  const masked = [before, after].map((text) => String(maskMember(name, text)));
  const isHidden = masked[0] === masked[1] && masked[1] !== after;
  return isHidden
    ? [{ label: formatFieldName(name), before: `${masked[0]}`, after: 'a number with the same last digits' }]
    : [];
}

const findCurrency = (...records: readonly (JsonObject | undefined)[]): string =>
  records.map((record) => record?.['currency']).find((currency) => typeof currency === 'string') ?? 'USD';

/** Puts records in the place of their ids, and notes which. A reference by id alone becomes the record itself. */
function toReadable(value: unknown, records: ReadonlyMap<string, string>, ids: Set<string>): unknown {
  if (typeof value === 'string') {
    const text = records.get(value);
    if (text === undefined) return value;
    ids.add(value);
    return new RecordValue(value, text);
  }
  if (Array.isArray(value)) return value.map((item) => toReadable(item, records, ids));
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, toReadable(member, records, ids)] as const);
  const [first, ...others] = members;
  return first?.[0] === 'id' && others.length === 0 ? first[1] : Object.fromEntries(members);
}

/** Returns a former value with records by their names, and without fields that only machines compare. */
function toFormer(value: unknown, records: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string' && records.has(value)) return new RecordValue(value, records.get(value) ?? '');
  if (Array.isArray(value)) return value.map((item) => toFormer(item, records));
  if (!isPlainRecord(value)) return value;
  const { id } = value;
  const name = typeof id === 'string' ? (records.get(id) ?? formatFormerName(value)) : null;
  if (name !== null) return new RecordValue(String(id), name);
  const members = Object.entries(value).filter(([member]) => !/^(?:id|key|object|\w+Ids?|\w+At)$/.test(member));
  return Object.fromEntries(members.map(([member, inner]) => [member, toFormer(inner, records)]));
}

function formatFormerName(record: JsonObject): string | null {
  const isNamed = [record['friendlyId'], record['name'], record['companyName']].some(
    (part) => typeof part === 'string' && part !== '',
  );
  return isNamed ? formatTitleName({ resource: '', record }) : null;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => isPlainRecord(value) && !(value instanceof RecordValue);
const isSingle = (value: unknown): boolean => !Array.isArray(value) && !isMembers(value);

/** Lists the values of a change, before and after; of a record within the record each member that the input names. */
function listChanges(path: string, before: unknown, after: unknown, format: ValueFormat): readonly PlanLine[] {
  if (isAddress(after)) return toChange(path, before, isAddress(before) ? { ...before, ...after } : after, format);
  if (isMembers(after) && (before === null || isMembers(before)))
    return Object.entries(after).flatMap(([name, member]) =>
      listChanges(joinPath(path, name), before?.[name] ?? null, member, format),
    );
  return toChange(path, before, after, format);
}

function toChange(path: string, before: unknown, after: unknown, format: ValueFormat): readonly PlanLine[] {
  const change = { before: formatAny(path, before, format), after: formatAny(path, after, format) };
  // An unchanged value is no change, and is not shown.
  return change.before === change.after || isSameRecord(before, after)
    ? []
    : [{ label: formatFieldName(path), ...change }];
}

const isSameRecord = (before: unknown, after: unknown): boolean => {
  const [former, next] = [[before].flat(), [after].flat()];
  return (
    former.length === next.length &&
    next.length > 0 &&
    next.every((item, index) => {
      const other = former[index];
      return item instanceof RecordValue && other instanceof RecordValue && item.id === other.id;
    })
  );
};

/** Lists the values of something new. */
function listValues(path: string, value: unknown, format: ValueFormat): readonly string[] {
  if (!Array.isArray(value)) {
    const text = formatAny(path, value, format);
    return isMembers(value) && text === 'none' ? [] : [`${formatFieldName(path)}: ${text}`];
  }
  const isList = value.length > 0 && value.every((item) => isMembers(item) || item instanceof RecordValue);
  if (!isList) return [`${formatFieldName(path)}: ${formatAny(path, value, format)}`];
  return value.map((item, index) => {
    const count = value.length > 1 ? ` ${index + 1}` : '';
    return `${formatFieldName(toSingular(path))}${count}: ${formatAny(path, item, format)}`;
  });
}

/** Formats a value with its members on one line: "place «Dallas», window 8:00 AM". */
function formatAny(path: string, value: unknown, format: ValueFormat): string {
  if (isAddress(value)) return formatAddress(value);
  if (Array.isArray(value))
    return (
      value.map((item) => formatAny(path, item, format)).join(value.some((item) => isMembers(item)) ? '; ' : ', ') ||
      'none'
    );
  if (!isMembers(value)) return formatValue(path, value, format);
  const texts = Object.entries(value).flatMap(([name, member]) => {
    if (member === null || member === '') return [];
    const text = formatAny(joinPath(path, name), member, format);
    // A record within a record of its name needs no label.
    const label = lowerFirst(formatFieldName(name));
    const isLabeled = !path.endsWith(name) && !selfExplaining.has(name) && !text.startsWith(label);
    return [isLabeled ? `${label} ${text}` : text];
  });
  return texts.join(', ') || 'none';
}

/** Members whose values need no label. */
const selfExplaining: ReadonlySet<string> = new Set(['charge', 'mode', 'stopIds', 'type', 'value']);

const isAddress = (value: unknown): value is Members =>
  isMembers(value) && typeof value['line1'] === 'string' && 'city' in value;

function formatAddress(address: Members): string {
  const getPart = (name: string) => (typeof address[name] === 'string' ? address[name] : '');
  const region = [getPart('state'), getPart('zipCode')].filter(Boolean).join(' ');
  const parts = [getPart('line1'), getPart('line2'), getPart('city'), region, getPart('country')];
  return recordText(parts.filter(Boolean).join(', '), 'list');
}

const joinPath = (path: string, name: string): string => `${path} ${name}`;
const toSingular = (path: string): string =>
  path
    .replace(/Ids$/, 'Id')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^su])s$/, '');

/** Fields whose names in the API aren't the words of a desk. */
const labels: Readonly<Record<string, string>> = {
  abaAch: 'ABA routing number (ACH)',
  abaWire: 'ABA routing number (wire)',
  applications: 'Amounts applied',
  commodityDescription: 'Commodity',
  companyName: 'Company',
  contactInfo: 'Contact',
  creditApplications: 'Credit applied',
  handlingUnitQuantity: 'Handling units',
  handlingUnitType: 'Handling unit',
  jsonValue: 'Saved filters',
  key: 'Client key',
  paymentMethodType: 'Paid by',
  paymentRecipientType: 'Paid to',
  phoneNumber: 'Phone',
  preferenceType: 'Searches for',
  requestedEndDate: 'Last day',
  requestedEndTime: 'Latest time',
  requestedStartDate: 'Day',
  requestedStartTime: 'Time',
  serviceType: 'Service',
  url: 'Address',
  zipCode: 'ZIP code',
};

/** Formats the name of a field, such as `Credit limit`; a field that holds an id has the name of the record. */
export function formatFieldName(path: string): string {
  const parts = path.split(' ').filter((part, index, all) => index === 0 || part !== all[index - 1]);
  const words = parts.map((part, index) => {
    const label = Object.hasOwn(labels, part) ? labels[part] : undefined;
    const text = label ?? formatFieldLabel(toLabelWords(part));
    return index === 0 ? text : lowerFirst(text);
  });
  return words.join(' ');
}

const toLabelWords = (field: string): string =>
  field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/(?<=\w)Ids$/, 's')
    .replace(/(?<=\w)Id$/, '');

/** Numbers of the contract that are money. */
const isMoneyField = (path: string) => /(?:^| )(?:amount|target|rate|creditLimit|insurance\w+Limit)$/.test(path);

/** Numbers of the contract that are parts of a whole: 0.03 is 3 %. */
const isFractionField = (path: string) => /(?:^| )(?:quickPayFee|(?:default|min|max)Margin)$/.test(path);

/** Units of the numbers of the contract. */
const units: Readonly<Record<string, string>> = {
  height: 'in',
  length: 'in',
  mileage: 'miles',
  volume: 'cu ft',
  weight: 'lb',
  width: 'in',
};

/** Formats a value as a person reads it. */
function formatValue(path: string, value: unknown, { currency, timeZone }: ValueFormat): string {
  if (value === null) return 'none';
  if (value instanceof RecordValue) return value.text;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(path, value, currency);
  return typeof value === 'string' && !isFreeText(value) ? formatWord(value, timeZone) : showValue(value);
}

function formatNumber(path: string, value: number, currency: string): string {
  if (isMoneyField(path)) return formatWireAmount(value, currency);
  if (isFractionField(path)) return formatPercent(value);
  const unit = units[path.split(' ').at(-1) ?? ''];
  return unit === undefined ? String(value) : `${value.toLocaleString('en-US')} ${unit}`;
}

/** Formats a text that is not free: a code in words, a date or an instant as people write it. */
function formatWord(text: string, timeZone: string): string {
  if (isContractCode(text)) return formatCode(text);
  if (midnight.test(text)) return formatDate(text.replace(midnight, ''));
  if (!instant.test(text)) return formatTimeOfDay(formatDate(text));
  const { clock, zone } = describeLocalTime(text, timeZone);
  return `${formatDate(toWallTime(text, timeZone).date)}, ${clock} ${zone}`;
}

function showValue(value: unknown): string {
  // On one line: what was typed must not look like a line of the plan.
  if (isFreeText(value)) return quoteText(stripInvisible(String(value)).text.replace(/\s+/g, ' ').trim());
  return isSingle(value) ? JSON.stringify(value) : recordText(JSON.stringify(value));
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
    const value = toFormer(maskMember(field, current[field] ?? null), new Map());
    return isSingle(value) ? `${formatFieldName(field)} ${formatValue(field, value, format)}` : formatFieldName(field);
  });
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
