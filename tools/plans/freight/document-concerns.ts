import { documentLinkTags, isDecisiveDocument } from '../../../src/domain/freight/document.ts';
import { describeCode } from '../../../src/domain/kit/code-words.ts';
import { getToday } from '../../../src/domain/kit/dates.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { namedRecords } from '../../records/named-records.ts';
import { type NamedRecord, titleName } from '../../records/record-names.ts';
import { type CallConcerns, noConcerns } from '../kit/plan-part.ts';

/** A paper that a rule reads proves something of the record that it belongs to: who moves it, moves the proof. */
export async function documentConcerns(
  ctx: ToolContext,
  input: JsonObject,
  current: JsonObject = {},
): Promise<CallConcerns> {
  const [before, after] = [linksIn(current['tags']), linksIn(input['tags'])];
  const [type, nextType] = [typeText(current['type']), typeText(input['type'] ?? current['type'])];
  const isMoved = input['tags'] !== undefined && JSON.stringify(before) !== JSON.stringify(after);
  const isRetyped = type !== nextType;
  if (!isMoved && !isRetyped) return noConcerns;
  if (![type, nextType].some(isDecisiveDocument)) return noConcerns;
  const records = await namedRecords(ctx, { before, after: isMoved ? after : before });
  const name = typeof current['fileName'] === 'string' ? recordText(current['fileName'], 'list') : 'a document';
  const since =
    typeof current['createdAt'] === 'string' ? getToday(ctx.timeZone, current['createdAt']) : 'an unknown day';
  return {
    gate: 'approve',
    title: `Change what ${name} proves`,
    lines: [
      `Type: ${typeWords(type)} -> ${typeWords(nextType)}`,
      `Belongs to: ${holders(before, records)} -> ${holders(isMoved ? after : before, records)}`,
      `On record since ${since}`,
    ],
    hits: [`Bills, invoices or vetting are judged by papers of this type: ${decisiveWords(type, nextType)}.`],
    members: new Set(['type']),
    records,
  };
}

const typeText = (type: unknown) => (typeof type === 'string' ? type : 'OTHER');
const typeWords = (type: string) => describeCode(type);
const decisiveWords = (...types: readonly string[]) =>
  [...new Set(types)].filter(isDecisiveDocument).map(typeWords).join(', ');

/** The records that tags tie a document to, in an order of their own. */
const linksIn = (tags: unknown): JsonObject =>
  isPlainRecord(tags)
    ? Object.fromEntries(documentLinkTags.flatMap((tag) => (tag in tags ? [[tag, tags[tag]]] : [])))
    : {};

function holders(links: JsonObject, records: readonly NamedRecord[]): string {
  const names = Object.values(links).map((id) => {
    const named = records.find(({ record }) => record['id'] === id);
    return named ? titleName(named) : recordText(String(id), 'list');
  });
  return names.join(' and ') || 'nothing';
}
