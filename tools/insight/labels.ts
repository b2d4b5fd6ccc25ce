import { describeCode } from '../../src/domain/text/code-words.ts';
import { type Dimension, weekdays } from '../../src/metrics/kit/dimension.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';

export interface Label {
  readonly text: string;
  /** The number of the record that it names. */
  readonly number: string | null;
}

export type Labels = ReadonlyMap<string, Label>;

type ReadCopy = Awaited<ReturnType<typeof copyNow>>['read'];

/** Reads the labels that people see instead of keys: names of records, words for codes. */
export async function readLabels(
  ctx: ToolContext,
  read: ReadCopy,
  dimension: Dimension,
  keys: readonly (string | null)[],
): Promise<Labels> {
  const presentKeys = [...new Set(keys.filter((key) => key !== null))];
  if (dimension.kind !== 'party')
    return new Map(presentKeys.map((key) => [key, { text: formatKey(dimension, key), number: null }]));
  const namedLabels = await readNames(read, dimension, presentKeys);
  if (presentKeys.every((id) => namedLabels.has(id))) return namedLabels;
  // Put on record since the copy was last asked for them.
  return readNames((await copyNow(ctx, [dimension.table])).read, dimension, presentKeys);
}

/** Formats a key that names no record: codes in words, weekdays by their names. */
export function formatKey({ kind, name }: Dimension, key: string): string {
  if (name === 'weekday') return weekdays[Number(key) - 1] ?? key;
  return kind === 'code' ? describeCode(key) : key;
}

async function readNames(
  read: ReadCopy,
  { table, nameColumn, hasNumber }: Extract<Dimension, { kind: 'party' }>,
  ids: readonly string[],
): Promise<Labels> {
  const number = hasNumber ? 'friendly_id' : 'null';
  const email = table === 'user_account' ? `coalesce(${nameColumn}, email)` : nameColumn;
  const rows = await read(
    `select id, ${email} as name, ${number} as number from ${table} where id in (select value from json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map(({ id, name, number: recordNumber }) => [
      String(id),
      { text: String(name), number: typeof recordNumber === 'string' ? recordNumber : null },
    ]),
  );
}

export const getLabel = (labels: Labels, dimension: Dimension, key: string | null): Label =>
  (key === null ? undefined : labels.get(key)) ?? { text: dimension.without, number: null };
