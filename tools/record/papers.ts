import { getToday } from '../../src/domain/kit/dates.ts';
import type { RecordEntry, ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { describeCode } from '../../src/domain/kit/code-words.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { section, text } from './shown-record.ts';

const papersMax = 20;
const filedDays = 400;
const day = 86_400_000;

/** What ties a paper to a record. */
type Link = Readonly<Partial<Record<'billId' | 'invoiceId' | 'shipmentId' | 'loadId', string | null>>>;

export interface Paper {
  readonly id: string;
  readonly type: string;
  readonly fileName: string;
  readonly status: string;
  readonly filedOn: string;
  /** Null where it was not filed through this server: the API does not say who did. */
  readonly filedBy: string | null;
}

interface Papers {
  readonly papers: readonly Paper[];
  /** False when there are older ones that were not read. */
  readonly isAllPapers: boolean;
}

/** The papers tied to any of these records, with when each was filed, and by whom where this server knows. */
export async function papersOf(ctx: ToolContext, link: Link): Promise<Papers> {
  const or = Object.entries(link).flatMap(([name, id]) => (id ? [{ [name]: { equalTo: id } }] : []));
  if (or.length === 0) return { papers: [], isAllPapers: true };
  const { rows, isComplete } = await scan(ctx, ctx.api.documents.filter, {
    filter: { or },
    rowsMax: papersMax,
    pageSize: papersMax,
  });
  const linked = rows.filter((document) => isTied(document, link));
  const since = new Date(Date.parse(ctx.now()) - filedDays * day).toISOString();
  const entries = await ctx.control.auditOf({ ids: linked.map(({ id }) => id), since });
  const papers = linked.map(({ id, type, fileName, status, createdAt }) => ({
    id,
    type,
    fileName,
    status,
    filedOn: getToday(ctx.timeZone, createdAt),
    filedBy: entries.find((entry) => isFiling(entry, id))?.who ?? null,
  }));
  return { papers, isAllPapers: isComplete };
}

/** Who only changed it later did not file it. */
const isFiling = ({ calls }: RecordEntry, id: string) =>
  calls.some(
    ({ operation, status, records = [] }) =>
      operation === 'documents.create' && status === 'done' && records.includes(id),
  );

const isTied = ({ tags }: DocumentRecord, link: Link) =>
  Object.entries(link).some(([name, id]) => id !== null && id !== undefined && tags?.[name] === id);

export const paperLines = ({ papers, isAllPapers }: Papers): readonly string[] =>
  section('Papers', [
    ...papers.map(paperText),
    ...(isAllPapers ? [] : [`older than the newest ${papersMax} are not shown`]),
  ]);

const paperText = ({ type, fileName, status, filedOn, filedBy }: Paper): string =>
  `${describeCode(type)} ${text(fileName)} ${status === 'UPLOADED' ? 'filed' : 'announced only'} ${filedOn}${filedBy === null ? '' : ` by ${text(filedBy)}`}`;

export const paperUntrusted = ['/papers/*/fileName', '/papers/*/filedBy'];
