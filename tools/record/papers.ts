import { getToday } from '../../src/domain/kit/dates.ts';
import type { RecordEntry, ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { describeCode } from '../../src/domain/text/code-words.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { formatSection, quoteText } from './shown-record.ts';

const papersMax = 20;
const filedDays = 400;
const day = 86_400_000;

/** The ids that tie a paper to a record. */
type Link = Readonly<Partial<Record<'billId' | 'invoiceId' | 'shipmentId' | 'loadId', string | null>>>;

export interface RecordPaper {
  readonly id: string;
  readonly type: string;
  readonly fileName: string;
  readonly status: string;
  readonly filedOn: string;
  /** Null if it was not filed with Waybill, because the API does not say who filed it. */
  readonly filedBy: string | null;
}

interface Papers {
  readonly papers: readonly RecordPaper[];
  /** False when there are older ones that were not read. */
  readonly isAllPapers: boolean;
}

/** Reads the papers tied to any of these records, with the date of filing, and the person if this server knows it. */
export async function readPapers(ctx: ToolContext, link: Link): Promise<Papers> {
  const or = Object.entries(link).flatMap(([name, id]) => (id ? [{ [name]: { equalTo: id } }] : []));
  if (or.length === 0) return { papers: [], isAllPapers: true };
  const { rows, isComplete } = await scan(ctx, ctx.api.documents.filter, {
    filter: { or },
    rowsMax: papersMax,
    pageSize: papersMax,
  });
  const linked = rows.filter((document) => isTied(document, link));
  const since = new Date(Date.parse(ctx.now()) - filedDays * day).toISOString();
  const entries = await ctx.control.readHistory({ ids: linked.map(({ id }) => id), since });
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

/** Returns true if the entry filed the paper. A later change is not a filing. */
const isFiling = ({ calls }: RecordEntry, id: string) =>
  calls.some(
    ({ operation, status, records = [] }) =>
      operation === 'documents.create' && status === 'done' && records.includes(id),
  );

const isTied = ({ tags }: DocumentRecord, link: Link) =>
  Object.entries(link).some(([name, id]) => id !== null && id !== undefined && tags?.[name] === id);

export const formatPapers = ({ papers, isAllPapers }: Papers): readonly string[] =>
  formatSection('Papers', [
    ...papers.map(formatPaper),
    ...(isAllPapers ? [] : [`older than the newest ${papersMax} are not shown`]),
  ]);

const formatPaper = ({ type, fileName, status, filedOn, filedBy }: RecordPaper): string =>
  `${describeCode(type)} ${quoteText(fileName)} ${status === 'UPLOADED' ? 'filed' : 'announced, no file yet,'} ${formatDate(filedOn)}${filedBy === null ? '' : ` by ${quoteText(filedBy)}`}`;

export const paperUntrusted = ['/papers/*/fileName', '/papers/*/filedBy'];
