import { isSent } from '../../contract/kit/sent-fields.ts';
import { listPathParameters } from '../../contract/kit/operation.ts';
import { isPlainRecord, type JsonObject } from '../../domain/kit/plain-record.ts';
import { isUuid } from '../../domain/identifiers/uuid.ts';
import { firstWords } from '../results/write-result.ts';
import type { ToolResult } from '../results/result.ts';
import { declaredOperations, type WrittenCall } from '../tool/allowed-calls.ts';

/** Member of an answer that holds the record that was written, where it is not the answer itself. */
const writtenMembers: Readonly<Record<string, string>> = {
  'loads.addCarrier': 'loadCarrier',
  'loads.tonu': 'loadCarrier',
  'creditMemos.apply': 'application',
};

/** Members of an input that hold the fields of the record to be created. */
const requestMembers: Readonly<Record<string, string>> = {
  'loads.create': 'load',
  'services.create': 'service',
  'stops.create': 'stop',
};

/** Lists that say what is to change, not how it is afterwards, by operation. */
const skippedFields: Readonly<Record<string, readonly string[]>> = {
  applications: ['billPayments.update'],
};

const fieldWords: Readonly<Record<string, string>> = {
  applications: 'the amounts applied',
  creditApplications: 'the credit for invoices',
  costs: 'the charges',
  orders: 'the charges of the orders',
  stopIds: 'the stops of the load',
};

/** Returns the parts of a write that the API has not done, in words. */
export function findIgnoredParts({ operation, input, answer }: WrittenCall): readonly string[] {
  if (!isPlainRecord(answer)) return [];
  const record = readMember(answer, writtenMembers[operation]);
  const request = readMember(input, requestMembers[operation]);
  if (!record || !request) return [];
  // They name the record that is written.
  const naming = [...listPathParameters(declaredOperations.get(operation)?.path ?? ''), 'by', 'key'];
  return Object.entries(request).flatMap(([field, sent]) => {
    if (skippedFields[field]?.includes(operation) || naming.includes(field)) return [];
    return compareField(field, sent, record) ?? [];
  });
}

const readMember = (whole: JsonObject, member: string | undefined): JsonObject | undefined => {
  const part = member === undefined ? whole : whole[member];
  return isPlainRecord(part) ? part : undefined;
};

/** Describes the difference between a field as it was sent and as the API returned it; undefined where there is none. */
function compareField(field: string, sent: unknown, record: JsonObject): string | undefined {
  if (Array.isArray(sent)) return compareList(field, sent, record);
  if ((typeof sent === 'string' && isUuid(sent)) || isReference(sent)) return compareReference(field, sent, record);
  if (!isSent(record, field)) return undefined;
  const recorded = record[field];
  if (typeof sent === 'number' && (typeof recorded === 'number' || recorded === null))
    return recorded !== null && isSameAmount(sent, recorded) ? undefined : describePart(field, sent, recorded);
  if (isCivilDate(sent) && (isCivilDate(recorded) || recorded === null))
    return sent === recorded ? undefined : describePart(field, sent, recorded);
  // Clearing a value that is still there.
  if (sent === null && (typeof recorded === 'number' || isCivilDate(recorded)))
    return describePart(field, 'none', recorded);
  return undefined;
}

function describePart(field: string, sent: number | string, recorded: number | string | null): string {
  return `${describeField(field)}: ${sent} was sent, and the API recorded ${recorded ?? 'none'}`;
}

/** Returns words for a field, such as "credit limit" for `creditLimit`. */
const describeField = (field: string): string =>
  fieldWords[field] ?? field.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isSameAmount = (sentAmount: number, storedAmount: number): boolean =>
  Math.round(sentAmount * 100) === Math.round(storedAmount * 100);

const isReference = (value: unknown): value is { readonly id: string } => isPlainRecord(value) && isUuid(value['id']);

const isCivilDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Compares the id of another record with the reference to it that the API returned. */
function compareReference(
  field: string,
  sent: string | { readonly id: string },
  record: JsonObject,
): string | undefined {
  const name = field.replace(/Id$/, '');
  const holder = [field, name].find((member) => member in record && isSent(record, member));
  if (holder === undefined) return undefined;
  const recorded = record[holder];
  const recordedId = isPlainRecord(recorded) ? recorded['id'] : recorded;
  if (recordedId === (typeof sent === 'string' ? sent : sent.id)) return undefined;
  return `${describeField(field)}: the API recorded ${recordedId === null ? 'none' : 'another one'}`;
}

/** Compares the sums of lists of amounts, and how many stops a load covers. */
function compareList(field: string, sent: readonly unknown[], record: JsonObject): string | undefined {
  if (field === 'stopIds') {
    const stops = Array.isArray(record['stops']) ? record['stops'].length : 0;
    return stops === 0 || stops === sent.length ? undefined : describePart(field, sent.length, stops);
  }
  const listName = field === 'costs' ? 'charges' : field;
  const sentSum = sumAmounts(sent);
  const recordedList = record[listName];
  // Version 1.0.0 ignores credits, and some APIs leave out what they ignore.
  const isShown = isSent(record, listName) || field === 'creditApplications';
  if (sentSum === undefined || !Array.isArray(recordedList) || !isShown) return undefined;
  const recordedSum = sumAmounts(recordedList) ?? 0;
  return isSameAmount(sentSum, recordedSum) ? undefined : describePart(field, sentSum, recordedSum);
}

/** Returns the sum of lines with amounts, or of the charges of records; undefined where the list has none. */
function sumAmounts(list: readonly unknown[]): number | undefined {
  const amounts = list.filter(isPlainRecord).flatMap((line): readonly number[] => {
    if (Array.isArray(line['charges'])) return [sumAmounts(line['charges']) ?? 0];
    const { total, amount, rate, quantity } = line;
    const value = total ?? (rate === undefined || rate === null ? amount : Number(rate) * Number(quantity ?? 1));
    return value === undefined || value === null ? [] : [Number(value)];
  });
  if (amounts.length === 0) return undefined;
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

/** Adds to the result of a write which parts the API ignored. */
export function withIgnoredParts(result: ToolResult, written: readonly WrittenCall[]): ToolResult {
  const ignored = written.flatMap(findIgnoredParts);
  if (ignored.length === 0 || result.isError === true) return result;
  const text = `The API ignored a part of it: ${ignored.join('; ')}. Read the record before you go on.`;
  const { summary } = result.data as { readonly summary?: string };
  const [first = '', ...rest] = result.text.split('\n\n');
  return {
    ...result,
    text: [`${first.replace(firstWords.done, firstWords.partial)} ${text}`, ...rest].join('\n\n'),
    data: { ...result.data, status: 'partial', summary: `${summary ?? ''} ${text}`.trim() },
  };
}
