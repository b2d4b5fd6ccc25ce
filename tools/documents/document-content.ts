import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { requireAddress } from './document-file.ts';
import { containerBytes, describeKind, type FileKind, findFileKind, headBytes } from './file-kinds.ts';
import { getEnding, listFileWarnings } from './file-warnings.ts';
import type { PdfAnnotation } from './pdf-annotations.ts';
import { describeReading, openNote } from './pdf-notes.ts';
import { pdfLimits, type PdfReading, readPdf } from './read-pdf.ts';
import { decodeText } from './text-encoding.ts';

/** Text files up to this are shown. */
const textBytesMax = 20_000;

/** Content of a file, as far as it was read. */
export interface DocumentContent {
  readonly text: string | undefined;
  /** Annotations of a PDF. */
  readonly annotations?: readonly PdfAnnotation[];
  readonly pages?: number;
  readonly readToPage?: number;
  /** Sentences about what was not read, and why. */
  readonly notes: readonly string[];
  /** Why it is not to be opened or trusted. */
  readonly warnings: readonly string[];
}

type ReadContent = Omit<DocumentContent, 'warnings'>;

const nothing: DocumentContent = { text: undefined, notes: [], warnings: [] };

/** Reads the text of a PDF, or the beginning of a text file, by its content; other files are named as what they are. */
export async function readContent(
  ctx: ToolContext,
  record: DocumentRecord,
  fromPage: number,
): Promise<DocumentContent> {
  if (record.status !== 'UPLOADED' || !record.downloadUrl) return nothing;
  const file = await readOrFail(() => readFile(ctx, record));
  if (file instanceof WaybillError) return { ...nothing, notes: [`Its file could not be read: ${file.message}`] };
  const warnings = listFileWarnings(record, file.bytes);
  return { ...(await readText(ctx, { file, record, fromPage })), warnings };
}

interface TextRequest {
  readonly file: ReadFile;
  readonly record: DocumentRecord;
  readonly fromPage: number;
}

async function readText(ctx: ToolContext, { file, record, fromPage }: TextRequest): Promise<ReadContent> {
  if (file.kind?.kind === 'pdf') return readPdfPages(ctx, file, fromPage);
  const content = file.kind?.isText === true ? readBeginning(file) : undefined;
  return content ?? { text: undefined, notes: describeUnread(file.kind, getEnding(record.fileName)) };
}

/** Reads a text file, or its beginning with a note that it goes on. */
function readBeginning({ bytes, isWhole }: ReadFile): ReadContent | undefined {
  const decoded = decodeText(bytes.subarray(0, textBytesMax), isWhole);
  const cutNote = `Only its first ${textBytesMax / 1000} kB are read; save_document saves the whole file.`;
  return decoded && { text: decoded.text, notes: [...decoded.notes, ...(isWhole ? [] : [cutNote])] };
}

/** Describes a file that was not read. The text for a dangerous file does not suggest opening it. */
function describeUnread(kind: FileKind | undefined, ending: string): readonly string[] {
  if (kind === undefined) return ['Its content is of an unknown type and is not read.'];
  if (kind.isDangerous === true) return [];
  const words = describeKind(kind, ending);
  return [
    kind.isImage === true
      ? `It is ${words}: no text to read; open it. ${openNote}`
      : `It is ${words}: its content is not read. ${openNote}`,
  ];
}

interface ReadFile {
  readonly bytes: Uint8Array;
  /** Kind of the file by its content. */
  readonly kind: FileKind | undefined;
  readonly isWhole: boolean;
}

async function readFile(ctx: ToolContext, record: DocumentRecord): Promise<ReadFile> {
  const { chunks } = await ctx.api.download(requireAddress(record));
  const parts: Uint8Array[] = [];
  let size = 0;
  let kind: FileKind | undefined;
  let isHeadRead = false;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < headBytes) continue;
    // Once: a file of no kind that comes in tiny pieces would be put together anew for each of them.
    if (!isHeadRead) kind = findFileKind(Buffer.concat(parts).subarray(0, headBytes + 1));
    isHeadRead = true;
    if (size > countBytes(kind)) return toReadFile(parts, false);
  }
  return toReadFile(parts, true);
}

function toReadFile(parts: readonly Uint8Array[], isWhole: boolean): ReadFile {
  const bytes = Buffer.concat(parts);
  return { bytes, kind: findFileKind(bytes), isWhole };
}

/** Returns how much of a file is read. */
function countBytes(kind: FileKind | undefined): number {
  if (kind?.kind === 'pdf') return pdfLimits.bytesMax;
  if (kind?.isText === true) return textBytesMax;
  return kind?.isContainer === true ? containerBytes : headBytes;
}

async function readPdfPages(
  { principal, signal }: ToolContext,
  { bytes, isWhole }: ReadFile,
  fromPage: number,
): Promise<ReadContent> {
  if (!isWhole)
    return { text: undefined, notes: [`Its text is not read: it is larger than ${megabytes} MB. ${openNote}`] };
  const reading = await readPdf({ bytes, fromPage, person: principal.user ?? principal.name, signal });
  if (reading.outcome !== 'text') return { text: undefined, notes: [unread[reading.outcome]] };
  const { pages, lastPage, text, annotations } = reading;
  return {
    pages,
    readToPage: lastPage,
    text: text === '' ? undefined : text,
    ...(annotations.length > 0 && { annotations }),
    notes: describeReading(fromPage, reading),
  };
}

const megabytes = pdfLimits.bytesMax / 1024 / 1024;

const openIt = `${openNote} It is tried again ${pdfLimits.rememberedMs / 60_000} minutes later, or after a restart of this server.`;

const unread: Readonly<Record<Exclude<PdfReading['outcome'], 'text'>, string>> = {
  locked: `Its text is not read: the PDF is encrypted and needs a password. ${openNote}`,
  broken: 'Its text is not read: the file is no PDF that can be read, or is damaged.',
  too_slow: `Its text is not read: that takes more than ${pdfLimits.ms / 1000} seconds, which an ordinary paper never does. ${openIt}`,
  too_large: `Its text is not read: it takes more memory than an ordinary paper ever does. ${openIt}`,
};

/** Reads a file, or returns the error, so that a document is shown even if the storage of its file is not available. */
async function readOrFail<Answer>(read: () => Promise<Answer>): Promise<Answer | WaybillError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && error.code !== 'CANCELLED') return error;
    throw error;
  }
}
