import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds, scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { listDistinct } from '../records/distinct.ts';
import { billFinder } from '../arguments/finders/finders.ts';
import type { BillRecord } from '../records/record-types.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { parseReferenceText } from '../records/reading.ts';

export interface BillTargets {
  /** Each bill once, in the order typed. */
  readonly bills: readonly BillRecord[];
  /** Sentences about texts other than the bill's own number, and about bills that were named twice. */
  readonly notes: readonly string[];
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type BillField = 'id' | 'friendlyId' | 'key' | 'reference';

interface BillReading {
  readonly as: string;
  readonly field: BillField;
  /** Converts the text to a value of the field; undefined where it cannot be one. */
  readonly readAs: (text: string) => string | undefined;
}

/** Readings that can only be of one bill. */
const sureReadings: readonly BillReading[] = [
  {
    as: 'id',
    field: 'id',
    readAs: (text) => (uuidPattern.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
  },
  { as: 'friendly id', field: 'friendlyId', readAs: parseBillNumber },
];
/** Readings that may be of several bills: all are looked up before one is chosen. */
const openReadings: readonly BillReading[] = [
  { as: 'client key', field: 'key', readAs: (text) => text },
  { as: 'number', field: 'friendlyId', readAs: (text) => parseReferenceText(text).numbers.get('bill') },
  { as: 'reference', field: 'reference', readAs: (text) => text },
];

interface BillMatch {
  readonly bill: BillRecord;
  readonly as: string;
}

/** The bills that texts mean, numbers and references looked up together; one that is unclear ends it all. */
export async function resolveBills(ctx: ToolContext, typed: readonly string[]): Promise<BillTargets> {
  const texts = typed.map((text) => text.trim());
  const matches = new Map<string, BillMatch>();
  for (const readings of [sureReadings, openReadings]) {
    const remainingTexts = listDistinct(texts).filter((text) => text !== '' && !matches.has(text));
    for (const [text, match] of await findMatches(ctx, readings, remainingTexts)) matches.set(text, match);
  }
  const rest = listDistinct(texts).filter((text) => !matches.has(text));
  // It finds what only it can, and says what is wrong with the rest, all in one answer.
  const resolutions = await readTogether(
    Object.fromEntries(rest.map((text) => [text, () => resolve(ctx, billFinder, text)])),
  );
  for (const [text, { record, resolved }] of Object.entries(resolutions))
    matches.set(text, { bill: record, as: resolved.as });
  const bills = new Map(texts.flatMap((text) => matches.get(text)?.bill ?? []).map((bill) => [bill.id, bill]));
  return { bills: [...bills.values()], notes: listNotes(texts, matches) };
}

/** Reads bills from the API, in the order of the ids. */
export async function readBills(ctx: ToolContext, ids: readonly string[]): Promise<readonly BillRecord[]> {
  const records = await readByIds(ctx, ctx.api.bills.filter, ids);
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Finds each text that matches exactly one bill in all of these ways together. */
async function findMatches(
  ctx: ToolContext,
  readings: readonly BillReading[],
  texts: readonly string[],
): Promise<readonly (readonly [string, BillMatch])[]> {
  const lookUps = await Promise.all(readings.map((reading) => lookUp(ctx, reading, texts)));
  return texts.flatMap((text) => {
    const hits = lookUps.flatMap((find) => find(text));
    const [hit, ...otherHits] = hits;
    return hit && otherHits.every(({ bill }) => bill.id === hit.bill.id) ? [[text, hit] as const] : [];
  });
}

async function lookUp(ctx: ToolContext, { as, field, readAs }: BillReading, texts: readonly string[]) {
  const values = listDistinct(texts.map(readAs));
  const rows = values.length > 0 ? await readByField(ctx, field, values) : [];
  const byValue = Map.groupBy(rows, (bill) => bill[field]);
  return (text: string): readonly BillMatch[] => (byValue.get(readAs(text) ?? '') ?? []).map((bill) => ({ bill, as }));
}

async function readByField(ctx: ToolContext, field: BillField, values: readonly string[]) {
  const wantedValues: ReadonlySet<unknown> = new Set(values);
  const { rows } = await scan(ctx, ctx.api.bills.filter, {
    filter: { [field]: { in: values } },
    local: { [field]: (bill: BillRecord) => wantedValues.has(bill[field]) },
  });
  return rows;
}

function parseBillNumber(text: string): string | undefined {
  const parsed = parseReferenceText(text).friendly;
  return parsed?.resource === 'bill' ? parsed.friendlyId : undefined;
}

function listNotes(texts: readonly string[], matches: ReadonlyMap<string, BillMatch>): string[] {
  const numbers = texts.flatMap((text) => matches.get(text)?.bill.friendlyId ?? []);
  const twice = listDistinct(numbers.filter((name, index) => numbers.indexOf(name) !== index));
  const resolvedTexts = [...matches].filter(([text, { bill }]) => ![bill.friendlyId, bill.id].includes(text));
  return [
    ...resolvedTexts.map(([text, { bill, as }]) => `${bill.friendlyId} (from ${recordText(text, 'list')}, by ${as})`),
    ...(twice.length > 0 ? [`Named twice, counted once: ${twice.join(', ')}`] : []),
  ];
}
