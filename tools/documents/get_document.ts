import * as z from 'zod';
import { documentLinkTags } from '../../src/domain/freight/document.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { describeCode } from '../../src/domain/text/code-words.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText, textCaps } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { readNamedRecords } from '../records/named-records.ts';
import { formatTitleName, type NamedRecord } from '../records/record-names.ts';
import { replaceOddNames } from '../records/raw-data.ts';
import { readContent } from './document-content.ts';
import { findDocument, formatBytes, formatMediaType } from './document-file.ts';
import { listAnnotationLines } from './pdf-notes.ts';

const Input = z.strictObject({
  document: RecordText.describe('id, client key or file name'),
  page: z.number().min(1).max(100_000).optional().describe('of a PDF: read from here'),
  address: z
    .boolean()
    .optional()
    .describe('true: a fresh download address, valid one hour; anyone who has it can read the file'),
});

export const getDocument = tool({
  name: 'get_document',
  title: 'Read a document',
  description: `One document: type, file, size, status, what it belongs to; the text of PDFs (with form fields, comments and stamps) and text files, what was not read, and a warning where a file is not what its name says.
To have the file itself: save_document. A shipment's papers: get_shipment.`,
  toolset: 'desk',
  gate: 'none',
  operations: [
    'documents.get',
    'documents.filter',
    'shipments.filter',
    'orders.filter',
    'loads.filter',
    'services.filter',
    'carriers.filter',
    'customers.filter',
    'bills.filter',
    'invoices.filter',
  ],
  input: Input,
  output: z
    .object({
      record: z.record(z.string(), z.unknown()),
      resolved: z.record(z.string(), z.unknown()),
      text: z.string(),
      annotations: z.array(z.record(z.string(), z.unknown())),
      pages: z.number(),
      readToPage: z.number(),
      warnings: z.array(z.string()),
    })
    .partial(),
  async read(ctx, { document, page = 1, address = false }) {
    const { record, resolved } = await findDocument(ctx, document);
    const [content, owners] = await Promise.all([
      readContent(ctx, record, Math.floor(page)),
      readNamedRecords(ctx, listLinks(record)),
    ]);
    const view = toView(record, address && ctx.hasFileAddresses);
    return recordResult({
      summary: [
        `${describeCode(record.type)} ${recordText(record.fileName)}: ${formatStatus(record)}.`,
        ...content.warnings,
      ].join(' '),
      asOf: ctx.now(),
      lines: [
        `Filed ${formatLocalTime(record.createdAt, ctx.timeZone)}; file type ${formatMediaType(record.contentType)}`,
        ...formatOwners(record, owners),
        ...formatTags(record),
        ...(address ? [formatAddressLine(ctx, record)] : []),
        ...content.notes,
        ...(content.text === undefined ? [] : formatTextLines(content.text)),
        ...listAnnotationLines(content.annotations ?? []),
      ],
      data: {
        record: view,
        resolved,
        ...(content.text !== undefined && { text: content.text }),
        ...(content.annotations !== undefined && { annotations: content.annotations }),
        ...(content.pages !== undefined && { pages: content.pages, readToPage: content.readToPage }),
        ...(content.warnings.length > 0 && { warnings: content.warnings }),
      },
      untrusted: [
        '/record/key',
        '/record/fileName',
        '/record/contentType',
        '/record/tags/**',
        '/text',
        ...annotationTexts,
      ],
    });
  },
});

/** Members of an annotation that come from the file. */
const annotationTexts = ['name', 'author', 'passage', 'text', 'shownText'].map((name) => `/annotations/*/${name}`);

function formatStatus({ status, fileSize }: DocumentRecord): string {
  if (status === 'UPLOADED') return `uploaded, ${fileSize === null ? 'size unknown' : formatBytes(fileSize)}`;
  return 'announced, but no file arrived; an upload address is good for 15 minutes';
}

function toView(
  { id, key, type, fileName, contentType, fileSize, status, tags, createdAt, updatedAt, downloadUrl }: DocumentRecord,
  withAddress: boolean,
) {
  return {
    id,
    key,
    type,
    fileName,
    contentType,
    fileSize,
    status,
    tags: replaceOddNames(tags),
    createdAt,
    updatedAt,
    ...(withAddress && { downloadUrl }),
  };
}

const linkTags: ReadonlySet<string> = new Set(documentLinkTags);

/** Lists the tags that tie a document to records. */
const listLinks = ({ tags }: DocumentRecord): JsonObject =>
  Object.fromEntries(Object.entries(tags ?? {}).filter(([name]) => linkTags.has(name)));

/** Formats the records that a document belongs to, by their numbers and names. */
function formatOwners(record: DocumentRecord, owners: readonly NamedRecord[]): readonly string[] {
  const texts = Object.entries(listLinks(record)).map(([tag, id]) => {
    const kind = tag.replace(/Id$/, '');
    const owner = owners.find(({ resource, record: { id: ownerId } }) => resource === `${kind}s` && ownerId === id);
    return `${kind} ${owner === undefined ? 'that could not be read' : formatTitleName(owner)}`;
  });
  return texts.length === 0 ? ['Belongs to no record'] : [`Belongs to: ${texts.join(', ')}`];
}

const formatTags = ({ tags }: DocumentRecord) =>
  Object.entries(tags ?? {})
    .filter(([name]) => !linkTags.has(name))
    .map(([name, value]) => `${recordText(name, 'list')}: ${recordText(formatTag(value), 'list')}`);

const formatTag = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function formatAddressLine({ hasFileAddresses }: ToolContext, { downloadUrl }: DocumentRecord): string {
  if (!downloadUrl) return 'No download address: no file arrived.';
  return hasFileAddresses
    ? `Download address (one hour, treat it like a password): ${downloadUrl}`
    : "No download address: other machines can't reach this server. save_document saves the file.";
}

/** Formats the text of a document. A last line says so if the text is cut. */
function formatTextLines(text: string): string[] {
  const isCut = text.length > textCaps.record;
  const rest = `Only the first ${textCaps.record} of ${text.length} characters; save_document saves the whole file.`;
  return [`Text: ${recordText(text)}`, ...(isCut ? [rest] : [])];
}
