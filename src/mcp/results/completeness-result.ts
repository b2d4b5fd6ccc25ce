import { unknownCurrency } from '../../contract/kit/absent.ts';
import {
  type Completeness,
  type DataAge,
  describeGaps,
  type Gap,
  isLoading,
  listGapTexts,
} from '../../domain/kit/completeness.ts';
import { describeUnknownStatus, statusKinds, type UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';
import { recordText } from '../text/text.ts';
import type { ToolResult } from './result.ts';

/**
 * Says what an answer can't tell because data is missing: in the first line of what was read, and of what was refused while
 * records are still being read. What was written comes first in its answer; a plan lists its gaps itself.
 */
export function withCompleteness(
  result: ToolResult,
  completeness: Completeness,
  { isReading }: { readonly isReading: boolean },
): ToolResult {
  if (completeness.status === 'complete') return result;
  const { status } = completeness;
  const gaps = completeness.gaps.map(({ key, text }) => ({ key, text }));
  return {
    ...result,
    text: placeGaps(result, completeness, isReading || (result.isError === true && isLoading(completeness))),
    data: { ...result.data, completeness: { status, gaps } },
  };
}

/** Amounts in the code of ISO 4217 for no currency, which the client reads where an API names none. */
const currencyGap: Gap = {
  key: 'fields.currency',
  text: "This API doesn't send the currency of all amounts; XXX stands for one that isn't known. If all are of one currency, a person can name it in WAYBILL_CURRENCY.",
};

/** Lists what the amounts of an answer lack. */
export const listAmountGaps = ({ text, data }: ToolResult): readonly Gap[] =>
  hasUnknownCurrency(data) || unknownAmount.test(removeRecordText(text)) ? [currencyGap] : [];

const unknownAmount = new RegExp(`${unknownCurrency} \\d`);

/** Removes the texts of records, which may say anything. */
const removeRecordText = (text: string): string =>
  text
    .split('«')
    .map((part) => part.slice(part.indexOf('»') + 1))
    .join(' ');

function hasUnknownCurrency(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('currency' in value && value.currency === unknownCurrency) || Object.values(value).some(hasUnknownCurrency);
}

function placeGaps({ text, data }: ToolResult, completeness: Completeness, isFirst: boolean): string {
  if (isFirst) return `${describeGaps(completeness)}\n\n${text}`;
  return 'plan' in data ? text : `${text}\n\nChecked with incomplete data: ${listGapTexts(completeness).join(' ')}`;
}

/** Says which records are older than the rest of an answer, beside the answer's own time: "As of ... Settled bills as of ...". */
export function withAges(result: ToolResult, ages: readonly DataAge[]): ToolResult {
  if (ages.length === 0) return result;
  const texts = ages.map(({ records, asOf }) => `${records} as of ${asOf.slice(0, 16).replace('T', ' ')} UTC`);
  const sentence = `Older: ${texts.join(', ')}.`;
  const isBesideTime = /(?:^|\n)As of [^\n]*$/.test(result.text);
  return {
    ...result,
    text: `${result.text}${isBesideTime ? ' ' : '\n\n'}${sentence}`,
    data: { ...result.data, olderRecords: ages.map(({ records, asOf }) => ({ records, asOf })) },
  };
}

/** Says once how many records have a status that Waybill doesn't know, and how they count. */
export function withUnknownStatuses(result: ToolResult, statuses: readonly UnknownStatus[]): ToolResult {
  if (statuses.length === 0) return result;
  const unknownStatuses = statuses.map(({ kind, status, count }) => ({
    records: statusKinds[kind].many,
    status: toShownStatus(status),
    count,
  }));
  return {
    ...result,
    text: `${result.text}\n\n${describeStatuses(statuses).join('\n')}`,
    data: { ...result.data, unknownStatuses },
  };
}

/** A code is shown as it is, and any other text of the API as record text. */
const toShownStatus = (status: string): string => (/^[\w -]{1,40}$/.test(status) ? status : recordText(status, 'list'));

export const describeStatuses = (statuses: readonly UnknownStatus[]): readonly string[] =>
  statuses.map((unknown) => describeUnknownStatus({ ...unknown, status: toShownStatus(unknown.status) }));
