import { unknownCurrency } from '../../contract/kit/absent.ts';
import {
  type Completeness,
  type DataAge,
  describeGaps,
  type Gap,
  isLoading,
  listGapTexts,
} from '../../domain/kit/completeness.ts';
import { formatLocalTime } from '../../domain/places/local-time.ts';
import { describeUnknownStatus, statusKinds, type UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';
import { formatCode } from '../../domain/text/code-words.ts';
import { recordText } from '../text/text.ts';
import type { ToolResult } from './result.ts';

/** Completeness and age of the data behind an answer. */
export interface DataState {
  readonly completeness: Completeness;
  /** Records that are older than the rest. */
  readonly ages: readonly DataAge[];
  /** Zone of the desk, in which people read the time of the data. */
  readonly timeZone: string;
}

/** Ends the first line of an answer to a question with its gaps and the time of its data. */
export function withDataState(result: ToolResult, state: DataState): ToolResult {
  const { completeness, ages } = state;
  const olderRecords = ages.map(({ records, asOf }) => ({ records, asOf }));
  return {
    ...result,
    text: addDataState(result, state),
    data: { ...result.data, ...(ages.length > 0 && { olderRecords }), ...listGapData(completeness) },
  };
}

/**
 * Says what a write or a refusal couldn't check: before everything else in a refusal while records are still being read,
 * else at the end, because what was written comes first. A plan lists its gaps itself.
 */
export function withGaps(result: ToolResult, completeness: Completeness): ToolResult {
  if (completeness.status === 'complete') return result;
  return {
    ...result,
    text: placeGaps(result, completeness),
    data: { ...result.data, ...listGapData(completeness) },
  };
}

function listGapData(completeness: Completeness): object {
  if (completeness.status === 'complete') return {};
  const { status, gaps } = completeness;
  return { completeness: { status, gaps: gaps.map(({ key, text }) => ({ key, text })) } };
}

function addDataState({ text, data }: ToolResult, { completeness, ages, timeZone }: DataState): string {
  const { summary, asOf } = data as { readonly summary?: unknown; readonly asOf?: unknown };
  const parts = [
    describeGaps(completeness),
    typeof asOf === 'string' ? `As of ${formatLocalTime(asOf, timeZone)}.` : '',
    describeAges(ages, timeZone),
  ].filter((part) => part !== '');
  if (parts.length === 0) return text;
  const rest = typeof summary === 'string' && text.startsWith(summary) ? text.slice(summary.length) : undefined;
  return rest === undefined ? `${parts.join(' ')}\n\n${text}` : `${[summary, ...parts].join(' ')}${rest}`;
}

/** Describes which records are older than the rest of an answer: "Older: settled bills as of ...". */
function describeAges(ages: readonly DataAge[], timeZone: string): string {
  if (ages.length === 0) return '';
  return `Older: ${ages.map(({ records, asOf }) => `${records} as of ${formatLocalTime(asOf, timeZone)}`).join(', ')}.`;
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

function placeGaps({ text, data, isError }: ToolResult, completeness: Completeness): string {
  if (isError === true && isLoading(completeness)) return `${describeGaps(completeness)}\n\n${text}`;
  return 'plan' in data ? text : `${text}\n\nChecked with incomplete data: ${listGapTexts(completeness).join(' ')}`;
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

const isCodeLike = (status: string): boolean => /^[\w -]{1,40}$/.test(status);

/** Formats an unknown status. A code is shown unchanged, and any other text of the API as record text. */
const toShownStatus = (status: string): string => (isCodeLike(status) ? status : recordText(status, 'list'));

/** Formats an unknown status for people: a code in quoted words, and any other text of the API as record text. */
const toStatusWords = (status: string): string =>
  isCodeLike(status) ? `"${formatCode(status)}"` : recordText(status, 'list');

export const describeStatuses = (statuses: readonly UnknownStatus[]): readonly string[] =>
  statuses.map((unknown) => describeUnknownStatus({ ...unknown, status: toStatusWords(unknown.status) }));
