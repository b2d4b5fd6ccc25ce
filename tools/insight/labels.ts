import { describeCode } from '../../src/domain/kit/code-words.ts';
import { type Dimension, weekdays } from '../../src/metrics/kit/dimension.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';

export interface Label {
  readonly text: string;
  /** The number of the record that it names. */
  readonly number: string | null;
}

export type Labels = ReadonlyMap<string, Label>;

type Read = Awaited<ReturnType<typeof copyNow>>['read'];

/** What people read in the place of keys: names of records, words of codes. */
export async function labelsOf(
  ctx: ToolContext,
  read: Read,
  dimension: Dimension,
  keys: readonly (string | null)[],
): Promise<Labels> {
  const known = [...new Set(keys.filter((key) => key !== null))];
  if (dimension.kind !== 'party')
    return new Map(known.map((key) => [key, { text: ownText(dimension, key), number: null }]));
  const named = await namesOf(read, dimension, known);
  if (known.every((id) => named.has(id))) return named;
  // Put on record since the copy was last asked for them.
  return namesOf((await copyNow(ctx, [dimension.table])).read, dimension, known);
}

function ownText({ kind, name }: Dimension, key: string): string {
  if (name === 'weekday') return weekdays[Number(key) - 1] ?? key;
  return kind === 'code' ? describeCode(key) : key;
}

async function namesOf(
  read: Read,
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
    rows.map(({ id, name, number: shown }) => [
      String(id),
      { text: String(name), number: typeof shown === 'string' ? shown : null },
    ]),
  );
}

export const labelOf = (labels: Labels, dimension: Dimension, key: string | null): Label =>
  (key === null ? undefined : labels.get(key)) ?? { text: dimension.without, number: null };
