import { type CatalogueEntry, listFieldsAskingFor } from '../../../src/contract/catalogue.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { sumByCurrency, toCents } from '../../../src/domain/money/money.ts';
import { stripInvisible } from '../../../src/mcp/text/invisible.ts';
import { maskAccounts } from '../../../src/mcp/text/mask-accounts.ts';
import type { PlanDraft } from '../../../src/mcp/tool/plan.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import type { RawSubject } from './plan-part.ts';

/** End of a date that is written as an instant. */
const midnight = /T00:00:00(?:\.0+)?Z$/;

type RawWrite = Pick<CatalogueEntry, 'name' | 'effect' | 'gate' | 'operation'>;

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
