import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds, scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { distinct } from '../records/distinct.ts';
import { billFinder } from '../arguments/finders.ts';
import type { BillRecord } from '../records/record-types.ts';
import { resolve } from '../arguments/resolve.ts';
import { readTogether } from '../arguments/together.ts';
import { readingOf } from '../records/reading.ts';

export interface BillTargets {
  /** Each bill once, in the order typed. */
  readonly bills: readonly BillRecord[];
  /** Where something else than the bill's own number was typed, and what was named twice. */
  readonly notes: readonly string[];
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Field = 'id' | 'friendlyId' | 'key' | 'reference';

interface BillReading {
  readonly as: string;
  readonly field: Field;
  /** What the text reads as; undefined where it cannot be meant so. */
  readonly readAs: (text: string) => string | undefined;
}

/** Ways of naming a bill that nobody can type into another one. */
const sure: readonly BillReading[] = [
  {
    as: 'id',
    field: 'id',
    readAs: (text) => (uuidPattern.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
  },
  { as: 'friendly id', field: 'friendlyId', readAs: friendlyIdOf },
];
/** What is found in one of these ways may be another bill in the next: each is looked at before one is taken. */
const open: readonly BillReading[] = [
  { as: 'client key', field: 'key', readAs: (text) => text },
  { as: 'number', field: 'friendlyId', readAs: (text) => readingOf(text).numbers.get('bill') },
  { as: 'reference', field: 'reference', readAs: (text) => text },
];

interface Taken {
  readonly bill: BillRecord;
  readonly as: string;
}

/** The bills that texts mean, numbers and references looked up together; one that is unclear ends it all. */
export async function resolveBills(ctx: ToolContext, typed: readonly string[]): Promise<BillTargets> {
  const texts = typed.map((text) => text.trim());
  const found = new Map<string, Taken>();
  for (const readings of [sure, open]) {
    const wanted = distinct(texts).filter((text) => text !== '' && !found.has(text));
    for (const [text, taken] of await foundIn(ctx, readings, wanted)) found.set(text, taken);
  }
  const rest = distinct(texts).filter((text) => !found.has(text));
  // It finds what only it can, and says what is wrong with the rest, all in one answer.
  const others = await readTogether(
    Object.fromEntries(rest.map((text) => [text, () => resolve(ctx, billFinder, text)])),
  );
  for (const [text, { record, resolved }] of Object.entries(others)) found.set(text, { bill: record, as: resolved.as });
  const bills = new Map(texts.flatMap((text) => found.get(text)?.bill ?? []).map((bill) => [bill.id, bill]));
  return { bills: [...bills.values()], notes: notesOf(texts, found) };
}

/** Reads bills from the API, in the order of the ids. */
export async function readBills(ctx: ToolContext, ids: readonly string[]): Promise<readonly BillRecord[]> {
  const records = await readByIds(ctx, ctx.api.bills.filter, ids);
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Every text that means exactly one bill in all of these ways together. */
async function foundIn(
  ctx: ToolContext,
  readings: readonly BillReading[],
  texts: readonly string[],
): Promise<readonly (readonly [string, Taken])[]> {
  const lookUps = await Promise.all(readings.map((reading) => lookUp(ctx, reading, texts)));
  return texts.flatMap((text) => {
    const hits = lookUps.flatMap((find) => find(text));
    const [hit, ...others] = hits;
    return hit && others.every(({ bill }) => bill.id === hit.bill.id) ? [[text, hit] as const] : [];
  });
}

async function lookUp(ctx: ToolContext, { as, field, readAs }: BillReading, texts: readonly string[]) {
  const values = distinct(texts.map(readAs));
  const rows = values.length > 0 ? await withField(ctx, field, values) : [];
  const byValue = Map.groupBy(rows, (bill) => bill[field]);
  return (text: string): readonly Taken[] => (byValue.get(readAs(text) ?? '') ?? []).map((bill) => ({ bill, as }));
}

async function withField(ctx: ToolContext, field: Field, values: readonly string[]) {
  const wanted: ReadonlySet<unknown> = new Set(values);
  const { rows } = await scan(ctx, ctx.api.bills.filter, {
    filter: { [field]: { in: values } },
    local: { [field]: (bill: BillRecord) => wanted.has(bill[field]) },
  });
  return rows;
}

function friendlyIdOf(text: string): string | undefined {
  const parsed = readingOf(text).friendly;
  return parsed?.resource === 'bill' ? parsed.friendlyId : undefined;
}

function notesOf(texts: readonly string[], found: ReadonlyMap<string, Taken>): string[] {
  const named = texts.flatMap((text) => found.get(text)?.bill.friendlyId ?? []);
  const twice = distinct(named.filter((name, index) => named.indexOf(name) !== index));
  const taken = [...found].filter(([text, { bill }]) => ![bill.friendlyId, bill.id].includes(text));
  return [
    ...taken.map(([text, { bill, as }]) => `${recordText(text, 'list')} was taken for ${bill.friendlyId}, by ${as}`),
    ...(twice.length > 0 ? [`Named twice, counted once: ${twice.join(', ')}`] : []),
  ];
}
