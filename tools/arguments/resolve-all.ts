import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { readingOf } from '../records/reading.ts';
import { distinct } from '../records/distinct.ts';
import type { Finder, Named } from './finder.ts';
import { resolve } from './resolve.ts';
import { readTogether } from './together.ts';

/** Records that one call of a finder returns. */
const chunkSize = 50;

interface Targets<Found> {
  /** Each record once, in the order typed. */
  readonly records: readonly Found[];
  /** The record that each text means, by the text without the blanks around it. */
  readonly byText: ReadonlyMap<string, Found>;
  /** Where something else than the record's own number was typed. */
  readonly notes: readonly string[];
}

/** The record that each text means, numbers read together; one answer names all texts that mean none or several. */
export async function resolveAll<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  typed: readonly string[],
): Promise<Targets<Found>> {
  const texts = distinct(typed.map((text) => text.trim()));
  const byNumber = await recordsByNumber(ctx, finder, distinct(texts.map((text) => numberOf(finder, text))));
  const others = texts.filter((text) => !byNumber.has(numberOf(finder, text) ?? ''));
  const found = await readTogether(Object.fromEntries(others.map((text) => [text, () => resolve(ctx, finder, text)])));
  const meant = texts.map((text) => [text, found[text]?.record ?? byNumber.get(numberOf(finder, text) ?? '')] as const);
  const byText = new Map(meant.flatMap(([text, record]) => (record ? [[text, record] as const] : [])));
  return {
    records: [...new Map([...byText.values()].map((record) => [record.id, record])).values()],
    byText,
    notes: Object.entries(found)
      .filter(([text, { record }]) => text !== record.id)
      .map(
        ([text, { record, resolved }]) =>
          `${recordText(text, 'list')} was taken for ${record.friendlyId ?? finder.describe(record)}, by ${resolved.as}`,
      ),
  };
}

function numberOf<Found extends Named>({ friendly }: Finder<Found>, text: string): string | undefined {
  const parsed = readingOf(text).friendly;
  return friendly !== undefined && parsed?.resource === friendly ? parsed.friendlyId : undefined;
}

async function recordsByNumber<Found extends Named>(
  ctx: ToolContext,
  finder: Finder<Found>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const rows: Found[] = [];
  for (let from = 0; from < numbers.length; from += chunkSize)
    rows.push(...(await finder.byNumbers(ctx, numbers.slice(from, from + chunkSize))));
  const wanted = rows.flatMap((row) =>
    numbers.includes(row.friendlyId ?? '') ? [[row.friendlyId ?? '', row] as const] : [],
  );
  return new Map(wanted);
}
