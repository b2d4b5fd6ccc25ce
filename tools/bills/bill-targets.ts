import { parseFriendlyId } from '../../src/domain/kit/friendly-id.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { distinct } from '../records/distinct.ts';
import { billFinder } from '../arguments/finders.ts';
import type { BillRecord } from '../records/record-types.ts';
import { resolve } from '../arguments/resolve.ts';

export interface BillTargets {
  /** Each bill once, in the order typed. */
  readonly bills: readonly BillRecord[];
  /** Where something else than the bill's own number was typed, and what was named twice. */
  readonly notes: readonly string[];
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ways of naming a bill, in the order they are tried: what the text reads as, and the member it is compared with. */
const readings = [
  { field: 'id', readAs: (text: string) => (uuidPattern.test(text.toLowerCase()) ? text.toLowerCase() : undefined) },
  { field: 'friendlyId', readAs: friendlyIdOf },
  { field: 'key', readAs: (text: string) => text },
  { field: 'reference', readAs: (text: string) => text },
] as const;

/** The bills that texts mean, in at most four calls however many there are; one that is unclear ends it all. */
export async function resolveBills(ctx: ToolContext, typed: readonly string[]): Promise<BillTargets> {
  const texts = typed.map((text) => text.trim());
  const found = new Map<string, BillRecord>();
  for (const { field, readAs } of readings) {
    const wanted = texts.filter((text) => text !== '' && !found.has(text));
    const values = distinct(wanted.map(readAs));
    if (values.length === 0) continue;
    const matches = Map.groupBy(await withField(ctx, field, values), (bill) => bill[field]);
    for (const text of wanted) {
      const [bill, ...others] = matches.get(readAs(text) ?? '') ?? [];
      if (bill && others.length === 0) found.set(text, bill);
    }
  }
  for (const text of texts) {
    // It finds what only it can, and says what is wrong with the rest.
    if (!found.has(text)) found.set(text, (await resolve(ctx, billFinder, text)).record);
  }
  const bills = new Map(texts.flatMap((text) => found.get(text) ?? []).map((bill) => [bill.id, bill]));
  return { bills: [...bills.values()], notes: notesOf(texts, found) };
}

async function withField(ctx: ToolContext, field: (typeof readings)[number]['field'], values: readonly string[]) {
  const wanted: ReadonlySet<unknown> = new Set(values);
  const { rows } = await scan(ctx, ctx.api.bills.filter, {
    filter: { [field]: { in: values } },
    local: { [field]: (bill: BillRecord) => wanted.has(bill[field]) },
  });
  return rows;
}

function friendlyIdOf(text: string): string | undefined {
  const parsed = parseFriendlyId(text);
  return parsed?.resource === 'bill' ? parsed.friendlyId : undefined;
}

function notesOf(texts: readonly string[], found: ReadonlyMap<string, BillRecord>): string[] {
  const named = texts.flatMap((text) => found.get(text)?.friendlyId ?? []);
  const twice = distinct(named.filter((name, index) => named.indexOf(name) !== index));
  const taken = [...found].filter(([text, bill]) => ![bill.friendlyId, bill.id].includes(text));
  return [
    ...taken.map(([text, { friendlyId }]) => `${recordText(text, 'list')} was taken for ${friendlyId}`),
    ...(twice.length > 0 ? [`Named twice, counted once: ${twice.join(', ')}`] : []),
  ];
}
