import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { documentLinkTags, isDecisiveDocument } from '../../../src/domain/freight/document.ts';
import { formatDate } from '../../../src/domain/places/local-time.ts';
import { describeCode } from '../../../src/domain/text/code-words.ts';
import { getToday } from '../../../src/domain/kit/dates.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readNamedRecords } from '../../records/named-records.ts';
import { type NamedRecord, formatTitleName } from '../../records/record-names.ts';
import { type CallConcerns, noConcerns } from '../kit/plan-part.ts';

/**
 * Asks for approval when a document that a rule reads gets another type or record: it proves something about its
 * record.
 */
export async function findDocumentConcerns(
  ctx: ToolContext,
  input: JsonObject,
  current: JsonObject = {},
): Promise<CallConcerns> {
  const [before, after] = [getLinks(current['tags']), getLinks(input['tags'])];
  const [type, nextType] = [getType(current['type']), getType(input['type'] ?? current['type'])];
  const isMoved = input['tags'] !== undefined && JSON.stringify(before) !== JSON.stringify(after);
  const isRetyped = type !== nextType;
  if (!isMoved && !isRetyped) return noConcerns;
  if (![type, nextType].some(isDecisiveDocument)) return noConcerns;
  const records = await readNamedRecords(ctx, { before, after: isMoved ? after : before });
  const name = typeof current['fileName'] === 'string' ? recordText(current['fileName'], 'list') : 'a document';
  const since =
    typeof current['createdAt'] === 'string'
      ? formatDate(getToday(ctx.timeZone, current['createdAt']))
      : 'an unknown day';
  return {
    gate: 'approve',
    title: `Change what ${name} proves`,
    lines: [
      formatPossibleChange('Type', describeType(type), describeType(nextType)),
      formatPossibleChange(
        'Belongs to',
        formatHolders(before, records),
        formatHolders(isMoved ? after : before, records),
      ),
      `On record since ${since}`,
    ],
    hits: [`Papers of this type decide about bills, invoices or vetting: ${describeDecisiveTypes(type, nextType)}.`],
    members: new Set(['type']),
    records,
  };
}

const formatPossibleChange = (label: string, before: string, after: string): PlanLine =>
  before === after ? `${label}: ${before}` : { label, before, after };

const getType = (type: unknown) => (typeof type === 'string' ? type : 'OTHER');
const describeType = (type: string) => describeCode(type);
const describeDecisiveTypes = (...types: readonly string[]) =>
  [...new Set(types)].filter(isDecisiveDocument).map(describeType).join(', ');

/** Returns the records that tags tie a document to, in a fixed order. */
const getLinks = (tags: unknown): JsonObject =>
  isPlainRecord(tags)
    ? Object.fromEntries(documentLinkTags.flatMap((tag) => (tag in tags ? [[tag, tags[tag]]] : [])))
    : {};

function formatHolders(links: JsonObject, records: readonly NamedRecord[]): string {
  const names = Object.values(links).map((id) => {
    const holder = records.find(({ record }) => record['id'] === id);
    return holder ? formatTitleName(holder) : recordText(String(id), 'list');
  });
  return names.join(' and ') || 'nothing';
}
