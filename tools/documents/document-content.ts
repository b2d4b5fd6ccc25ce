import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { addressOf } from './document-file.ts';
import { fileWarnings, headBytes, kindOfFile } from './file-kinds.ts';
import { pdfLimits, type PdfReading, readPdf } from './read-pdf.ts';

/** Text files up to this are shown. */
const textBytesMax = 20_000;

/** What a file holds, as far as it is read. */
export interface DocumentContent {
  readonly text: string | undefined;
  /** Of a PDF. */
  readonly pages?: number;
  readonly readToPage?: number;
  /** What was not read, and why. */
  readonly notes: readonly string[];
  /** Why it is not to be opened or trusted. */
  readonly warnings: readonly string[];
}

const nothing: DocumentContent = { text: undefined, notes: [], warnings: [] };

/** The text of a PDF, or the beginning of a text file; of everything else only the first bytes are looked at. */
export async function contentOf(ctx: ToolContext, record: DocumentRecord, fromPage: number): Promise<DocumentContent> {
  if (record.status !== 'UPLOADED' || !record.downloadUrl) return nothing;
  const file = await orUnreadable(() => readFile(ctx, record));
  if (file instanceof WaybillError) return { ...nothing, notes: [`Its file could not be read: ${file.message}`] };
  const warnings = fileWarnings(record, file.bytes.subarray(0, headBytes));
  if (file.kind === 'pdf') return { ...(await readPdfText(ctx, file, fromPage)), warnings };
  if (!file.isText) return { ...nothing, warnings };
  return { ...beginningOf(file), warnings };
}

/** A text file, or its beginning with the word that it goes on. */
function beginningOf({ bytes, isWhole }: ReadFile): Pick<DocumentContent, 'text' | 'notes'> {
  if (isWhole) return { text: Buffer.from(bytes).toString('utf8'), notes: [] };
  // A letter that the cut went through is left out.
  const text = new TextDecoder().decode(bytes.subarray(0, textBytesMax), { stream: true });
  return { text, notes: [`Only its first ${textBytesMax / 1000} kB are read; save_document saves the whole file.`] };
}

interface ReadFile {
  readonly bytes: Uint8Array;
  /** By its content. */
  readonly kind: string | undefined;
  readonly isText: boolean;
  readonly isWhole: boolean;
}

async function readFile(ctx: ToolContext, record: DocumentRecord): Promise<ReadFile> {
  const { chunks } = await ctx.api.download(addressOf(record));
  const isText = /^text\/(?:plain|csv)\b/.test(record.contentType);
  const parts: Uint8Array[] = [];
  let size = 0;
  let kind: string | undefined;
  let isHeadRead = false;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < headBytes) continue;
    // Once: a file of no kind that comes in tiny pieces would be put together anew for each of them.
    if (!isHeadRead) kind = kindOfFile(Buffer.concat(parts).subarray(0, headBytes))?.kind;
    isHeadRead = true;
    if (size > bytesOf(kind, isText)) return { bytes: Buffer.concat(parts), kind, isText, isWhole: false };
  }
  const bytes = Buffer.concat(parts);
  return { bytes, kind: kind ?? kindOfFile(bytes.subarray(0, headBytes))?.kind, isText, isWhole: true };
}

/** How much of a file is read. */
function bytesOf(kind: string | undefined, isText: boolean): number {
  if (kind === 'pdf') return pdfLimits.bytesMax;
  return isText ? textBytesMax : headBytes;
}

async function readPdfText(
  { principal, signal }: ToolContext,
  { bytes, isWhole }: ReadFile,
  fromPage: number,
): Promise<Omit<DocumentContent, 'warnings'>> {
  if (!isWhole) return { text: undefined, notes: [`Its text is not read: it is larger than ${megabytes} MB.`] };
  const reading = await readPdf({ bytes, fromPage, person: principal.user ?? principal.name, signal });
  if (reading.outcome !== 'text') return { text: undefined, notes: [unread[reading.outcome]] };
  const { pages, lastPage, text } = reading;
  const facts = { pages, readToPage: lastPage };
  if (fromPage > pages)
    return { ...facts, text: undefined, notes: [`It has ${pages} pages; page ${fromPage} is none of them.`] };
  if (text === '') return { ...facts, text: undefined, notes: [scanNote(fromPage, lastPage, pages)] };
  return { ...facts, text, notes: [spanNote(fromPage, lastPage, pages)] };
}

const megabytes = pdfLimits.bytesMax / 1024 / 1024;

const openIt = `A person can open it: save_document saves the file. It is tried again ${pdfLimits.rememberedMs / 60_000} minutes later, or after a restart of this server.`;

const unread: Readonly<Record<Exclude<PdfReading['outcome'], 'text'>, string>> = {
  locked: 'Its text is not read: the PDF is encrypted and needs a password.',
  broken: 'Its text is not read: the file is no PDF that can be read, or is damaged.',
  too_slow: `Its text is not read: that takes more than ${pdfLimits.ms / 1000} seconds, which an ordinary paper never does. ${openIt}`,
  too_large: `Its text is not read: it takes more memory than an ordinary paper ever does. ${openIt}`,
};

const spanText = (from: number, to: number) => (from === to ? `page ${from}` : `pages ${from} to ${to}`);

const spanNote = (from: number, to: number, pages: number): string =>
  `PDF of ${pages} ${pages === 1 ? 'page' : 'pages'}; text of ${spanText(from, to)}${to < pages ? `, the rest from page ${to + 1}` : ''}.`;

const scanNote = (from: number, to: number, pages: number): string =>
  `PDF of ${pages} ${pages === 1 ? 'page' : 'pages'}: ${spanText(from, to)} hold no text. It is a scan or a picture: a person has to look at it.`;

/** A document is shown also where the storage of its file is away. */
async function orUnreadable<Answer>(read: () => Promise<Answer>): Promise<Answer | WaybillError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && error.code !== 'CANCELLED') return error;
    throw error;
  }
}
