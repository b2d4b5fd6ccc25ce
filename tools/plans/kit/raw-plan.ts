import { isSent } from '../../../src/contract/kit/sent-fields.ts';
import { type CatalogueEntry, listFieldsAskingFor } from '../../../src/contract/catalogue.ts';
import { formatFieldLabel } from '../../../src/domain/carriers/carrier-facts.ts';
import { formatPercent, sumByCurrency, toCents } from '../../../src/domain/money/money.ts';
import { mapTexts, maskAccounts } from '../../../src/mcp/text/mask-accounts.ts';
import type { PlanDraft } from '../../../src/mcp/tool/plan.ts';
import { stripInvisible } from '../../../src/mcp/text/invisible.ts';
import { quoted, recordText } from '../../../src/mcp/text/text.ts';
import { amountText, centsOf } from '../../records/amounts.ts';
import { type NamedRecord, nameOfRecord } from '../../records/record-names.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { RawSubject } from './plan-part.ts';
import { isFreeText } from '../../records/raw-data.ts';

type Write = Pick<CatalogueEntry, 'name' | 'effect' | 'gate' | 'operation'>;

/**
 * Every value of the input on a line of its own: the person who says yes has to see all of it. A field stands in words, money
 * as money, and an id as what a person knows the record by, where it was read.
 */
export function inputLines(input: JsonObject, { current, relatedRecords, words }: RawSubject): readonly string[] {
  const names = new Map([
    ...(words ?? []),
    ...relatedRecords.map((one) => [String(one.record['id']), nameOfRecord(one)] as const),
  ]);
  const masked = maskAccounts(mapTexts(input, (text) => names.get(text) ?? text));
  if (!isPlainRecord(masked)) return [];
  const currency = currencyIn(input, current);
  return Object.entries(masked)
    .filter(([name]) => name !== 'id' && name !== 'by')
    .flatMap(([name, value]) => {
      if (!current) return leaves(name, value, currency);
      const before = maskAccounts(mapTexts(withoutIds(current[name] ?? null), (text) => names.get(text) ?? text));
      if (!isPlain(value) || !isPlain(before))
        return [`${fieldWords(name)} before: ${valueText(name, before, currency)}`, ...leaves(name, value, currency)];
      return [`${fieldWords(name)}: ${valueText(name, before, currency)} -> ${valueText(name, value, currency)}`];
    });
}

const currencyIn = (...records: readonly (JsonObject | undefined)[]): string =>
  records.map((record) => record?.['currency']).find((currency) => typeof currency === 'string') ?? 'USD';

/** `Credit limit`; of a field that names a record, what it names. */
export const fieldWords = (path: string): string => formatFieldLabel(path.replace(/(?<=\w)(?:Ids?| id)$/, ''));

/** Numbers of the contract that are money. */
const isMoneyField = (path: string) => /(?:^| )(?:amount|target|rate|creditLimit|insurance\w+Limit)$/.test(path);

/** Numbers of the contract that are parts of a whole: 0.03 is 3 %. */
const isFractionField = (path: string) => /(?:^| )(?:quickPayFee|(?:default|min|max)Margin)$/.test(path);

/** A value as a person reads it. */
function valueText(path: string, value: unknown, currency: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && isMoneyField(path)) return amountText(value, currency);
  if (typeof value === 'number' && isFractionField(path)) return formatPercent(value);
  return typeof value === 'string' && !isFreeText(value) ? value : showValue(value);
}

/** What stands there now as a person reads it: records by name, and nothing that only machines compare. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isPlainRecord(value)) return value;
  const name = typeof value['id'] === 'string' ? knownName(value) : null;
  if (name !== null) return name;
  const members = Object.entries(value).filter(([member]) => !/^(?:id|key|object|\w+Ids?|\w+At)$/.test(member));
  return Object.fromEntries(members.map(([member, inner]) => [member, withoutIds(inner)]));
}

function knownName(record: JsonObject): string | null {
  const parts = [record['friendlyId'], record['name'] ?? record['companyName']];
  return parts.filter((part) => typeof part === 'string').join(' ') || null;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

function leaves(name: string, value: unknown, currency: string): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${fieldWords(name)}: none`];
    return value.flatMap((item, index) => leaves(`${name} ${index + 1} of ${value.length}`, item, currency));
  }
  if (isPlainRecord(value))
    return Object.entries(value).flatMap(([inner, member]) => leaves(`${name} ${inner}`, member, currency));
  return [`${fieldWords(name)}: ${valueText(name, value, currency)}`];
}

/** A value of a result, no longer than a line of a list. */
export const brief = (value: unknown): string =>
  isFreeText(value) ? recordText(String(value), 'list') : showValue(value);

function showValue(value: unknown): string {
  // On one line: what was typed must not look like a line of the plan.
  if (isFreeText(value)) return quoted(stripInvisible(String(value)).text.replace(/\s+/g, ' ').trim());
  return isPlain(value) ? JSON.stringify(value) : recordText(JSON.stringify(value));
}

/** What the call moves: the amounts it names, else those of the records it is about. Of an unknown currency nothing is said. */
export function moneyOf(
  input: JsonObject,
  { current, relatedRecords }: RawSubject,
  { effect }: Write,
  invoiced: readonly Amount[] = [],
): PlanDraft['money'] {
  const items = invoiced.length > 0 ? invoiced : namedAmounts(input, current, relatedRecords);
  const about =
    effect === 'money' ? [...relatedRecords.map(({ record }) => record), ...(current ? [current] : [])] : [];
  const moved = items.length > 0 ? items : about.map(({ amount, currency }) => ({ amount, currency }));
  const known = moved.flatMap(({ amount, currency }) =>
    typeof amount === 'number' && typeof currency === 'string' ? [{ amountCents: centsOf(amount), currency }] : [],
  );
  return sumByCurrency(known).map(({ currency, amountCents }) => ({ currency, amountCents }));
}

interface Amount {
  readonly amount: unknown;
  readonly currency: unknown;
}

/** `amount` itself, and the amounts of applications in the currency of what they are applied to. */
function namedAmounts(
  input: JsonObject,
  current: JsonObject | undefined,
  named: readonly NamedRecord[],
): readonly Amount[] {
  const currencyOf = (ids: readonly unknown[]) =>
    named.find(({ record }) => ids.includes(record['id']))?.record['currency'];
  const own = typeof input['amount'] === 'number' ? [input['amount']] : [];
  const fallback = [input['currency'], current?.['currency'], named[0]?.record['currency']].find(
    (text) => typeof text === 'string',
  );
  const applied = [input['applications']].flat().filter(isPlainRecord);
  return [
    ...own.map((amount) => {
      toCents(amount, 'input.amount');
      return { amount, currency: fallback };
    }),
    ...applied.map((item) => ({ amount: item['amount'], currency: currencyOf(Object.values(item)) ?? fallback })),
  ];
}

const changeMax = 120;
/** End of a date that is written as an instant. */
const midnight = /T00:00:00(?:\.0+)?Z$/;

const masked = (record: JsonObject): JsonObject => {
  const shown = maskAccounts(record);
  return isPlainRecord(shown) ? shown : {};
};

/** Values that a rule reads, or that money or mail follows, before and after; undefined where none changes. */
export function valueChanges({ name, operation }: Write, input: JsonObject, current: JsonObject): PlanDraft['changes'] {
  const said = (value: unknown) => {
    if (value === undefined || value === null) return 'nothing';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return stripInvisible(text).text.replace(midnight, '').slice(0, changeMax);
  };
  const [before, after] = [masked(current), masked(input)];
  const [kind = ''] = name.split('.');
  const changes = listFieldsAskingFor('approve', operation, input)
    .filter((field) => field !== 'id' && field !== 'by')
    .map((field) => ({
      kind,
      id: String(current['id']),
      field,
      from: said(before[field]),
      to: said(after[field]),
    }))
    .filter(({ from, to }) => from !== to);
  return changes.length > 0 ? changes : undefined;
}

/** `: Credit limit $4,000.00, Service tier none`, the values that a change takes away; of a list only its name. */
export function formerWords(input: JsonObject, current: JsonObject): string {
  // Undo clears what the API sent no value for.
  const isFormer = (field: string) => field in current || !isSent(current, field);
  const fields = Object.keys(input).filter((field) => !/^(?:by|id|\w*Id)$/.test(field) && isFormer(field));
  const currency = currencyIn(current);
  const words = fields.map((field) => {
    const shown = maskAccounts({ [field]: withoutIds(current[field] ?? null) });
    const value = isPlainRecord(shown) ? shown[field] : null;
    return isPlain(value) ? `${fieldWords(field)} ${valueText(field, value, currency)}` : fieldWords(field);
  });
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
