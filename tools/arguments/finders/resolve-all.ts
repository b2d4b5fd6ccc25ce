import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import { parseReferenceText } from '../../records/reading.ts';
import { listDistinct } from '../../records/distinct.ts';
import type { Finder, FindableRecord } from './finder.ts';
import { resolve } from './resolve.ts';
import { readTogether } from './together.ts';

/** Records that one call of a finder returns. */
const chunkSize = 50;

interface Targets<Found> {
  /** Each record once, in the order typed. */
  readonly records: readonly Found[];
  /** The record that each text means, by the text without the blanks around it. */
  readonly byText: ReadonlyMap<string, Found>;
  /** Sentences about texts other than the record's own number. */
  readonly notes: readonly string[];
}

/** Resolves each text to its record, numbers read together; one answer names all texts that match none or several. */
export async function resolveAll<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  typed: readonly string[],
): Promise<Targets<Found>> {
  const texts = listDistinct(typed.map((text) => text.trim()));
  const byNumber = await readByNumber(ctx, finder, listDistinct(texts.map((text) => getNumber(finder, text))));
  const otherTexts = texts.filter((text) => !byNumber.has(getNumber(finder, text) ?? ''));
  const resolutions = await readTogether(
    Object.fromEntries(otherTexts.map((text) => [text, () => resolve(ctx, finder, text)])),
  );
  const recordsByText = texts.map(
    (text) => [text, resolutions[text]?.record ?? byNumber.get(getNumber(finder, text) ?? '')] as const,
  );
  const byText = new Map(recordsByText.flatMap(([text, record]) => (record ? [[text, record] as const] : [])));
  return {
    records: [...new Map([...byText.values()].map((record) => [record.id, record])).values()],
    byText,
    notes: Object.entries(resolutions)
      .filter(([text, { record }]) => text !== record.id)
      .map(
        ([text, { record, resolved }]) =>
          `${record.friendlyId ?? recordText(finder.describe(record, ctx.timeZone), 'list')} (from ${recordText(text, 'list')}, by ${resolved.as})`,
      ),
  };
}

function getNumber<Found extends FindableRecord>({ friendly }: Finder<Found>, text: string): string | undefined {
  const parsed = parseReferenceText(text).friendly;
  return friendly !== undefined && parsed?.resource === friendly ? parsed.friendlyId : undefined;
}

async function readByNumber<Found extends FindableRecord>(
  ctx: ToolContext,
  finder: Finder<Found>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const rows: Found[] = [];
  for (let from = 0; from < numbers.length; from += chunkSize)
    rows.push(...(await finder.byNumbers(ctx, numbers.slice(from, from + chunkSize))));
  const entries = rows.flatMap((row) =>
    numbers.includes(row.friendlyId ?? '') ? [[row.friendlyId ?? '', row] as const] : [],
  );
  return new Map(entries);
}
