import { formatUndo } from '../../src/mcp/text/undo-text.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { buildTooLargeError, documentBytesMax, uploadLifetimeMs } from '../../src/domain/freight/document.ts';
import { describeCode, formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError, WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { LocalFile } from '../../src/mcp/tool/files.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import type { ToolResult } from '../../src/mcp/results/result.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { parseDocumentType } from '../arguments/document-words.ts';
import { readTogether } from '../arguments/finders/together.ts';
import type { DocumentRecord } from '../records/record-types.ts';
import { type DocumentTarget, findAttachmentTarget } from './attachment.ts';
import { formatBytes, formatMediaType } from './document-file.ts';

/** Files sent inside the call; larger ones are named by path. */
const base64BytesMax = 1024 * 1024;
const base64CharactersMax = Math.ceil(base64BytesMax / 3) * 4;

const Input = z.strictObject({
  path: z.string().min(1).max(1000).optional().describe('local file'),
  base64: z.string().min(1).optional().describe('content up to 1 MB, with fileName'),
  fileName: z.string().min(1).max(255).optional(),
  fileSize: z.number().min(1).optional().describe('bytes, for an upload address'),
  type: z.string().max(60).describe('such as POD, BOL, carrier invoice, COI'),
  contentType: z.string().max(100).optional(),
  attachTo: z.string().max(200).optional().describe('such as shipment:SHP-1042'),
  again: z.boolean().optional(),
});
type UploadInput = z.output<typeof Input>;

export const uploadDocument = tool({
  name: 'upload_document',
  title: 'Upload a document',
  description: `Uploads a file of up to 100 MB and attaches it to a record.
Give path (a local file), base64 with fileName, or fileName and fileSize: then it answers with an address to send the file to.
attachTo takes shipment, load, order, service, carrier, customer, bill or invoice and its number.`,
  toolset: 'desk',
  gate: 'audit',
  operations: [
    'documents.create',
    'documents.get',
    'shipments.get',
    'shipments.filter',
    'shipments.track',
    'loads.filter',
    'carriers.get',
    'carriers.filter',
    'customers.get',
    'customers.filter',
    'bills.get',
    'bills.filter',
    'invoices.get',
    'invoices.filter',
    'customers.search',
    'carriers.search',
  ],
  hints: { destructive: false, idempotent: false, openWorld: false },
  creates: true,
  input: Input,
  output: z.object({}),
  async write(ctx, input) {
    const { type, target, ...request } = await readRequest(ctx, input);
    await using file = request.file;
    const create = () =>
      ctx.api.documents.create({
        type,
        fileName: file.fileName,
        fileSize: file.size,
        ...(input.contentType !== undefined && { contentType: input.contentType }),
        ...(target && { tags: target.tags }),
      });
    const created = await create();
    if (file.content === undefined) return buildAddressResult(created, target);
    const document = await sendFile(ctx, created, file.content, create);
    const { fileName, fileSize } = document;
    return writeResult({
      ...buildCommonResult(document),
      summary: `Uploaded ${formatCode(document.type)} ${recordText(fileName)} (${formatBytes(fileSize ?? file.size)})${target ? ` and attached it to ${target.label}` : ''}.`,
      lines: target ? [] : [formatAttachedLine(target)],
      nextActions: target?.next ?? [],
    });
  },
  async shown(ctx, input) {
    const { type, target, ...request } = await readRequest(ctx, input);
    await using file = request.file;
    return {
      title: `Upload ${formatCode(type)} ${recordText(file.fileName)} (${formatBytes(file.size)})${target ? ` to ${target.label}` : ''}`,
      records: target?.record ? [target.record] : [],
      lines: [formatAttachedLine(target), await formatContentLine(file)],
      undo: removal.undo,
      undoCall: removal.undoCall,
    };
  },
  back({ data }) {
    // As written above.
    const { id, fileName } = (data as { record: { id: string; fileName: string } }).record;
    return { about: [fileName], calls: [{ operation: 'documents.delete', input: { id } }] };
  },
});

async function readRequest(ctx: ToolContext, input: UploadInput) {
  const file = isAnnouncement(input) ? announceFile(ctx, input) : await readFileContent(ctx, input);
  try {
    const { type, target } = await readTogether({
      type: () => parseDocumentType('type', input.type),
      target: () => (input.attachTo === undefined ? undefined : findAttachmentTarget(ctx, input.attachTo)),
    });
    return { file, type, target };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

/** Describes the content by its SHA-256, which tells it apart from another file with the same name. */
async function formatContentLine({ content }: FileContent): Promise<string> {
  if (content === undefined)
    return 'Content: sent later to the upload address that the answer shows. Anyone who has the address can send it.';
  const hash = createHash('sha256');
  for await (const chunk of content instanceof Uint8Array ? [content] : content.read()) hash.update(chunk);
  return `Content: its SHA-256 begins with ${hash.digest('hex').slice(0, 16)}`;
}

const formatAttachedLine = (target: DocumentTarget | undefined): string =>
  target ? `Attached to: ${target.label}` : 'Attached to nothing: give attachTo to tie it to a record.';

const toShownRecord = ({ id, type, fileName, contentType, fileSize, status, tags, createdAt }: DocumentRecord) => ({
  id,
  type,
  fileName,
  contentType,
  fileSize,
  status,
  tags,
  createdAt,
});

const removal = { undo: 'It can be removed, after an approval.', undoCall: 'undo' };

/** Builds the part of the result that uploads and announcements share. */
const buildCommonResult = (document: DocumentRecord) =>
  ({
    status: 'done',
    record: toShownRecord(document),
    undo: formatUndo(removal),
    untrusted: ['/record/fileName', '/record/contentType', '/record/tags/**'],
  }) as const;

/**
 * Sends the file to the record's upload address. An expired address is not renewed: the file then goes to a new record.
 */
async function sendFile(
  ctx: ToolContext,
  created: DocumentRecord,
  content: NonNullable<FileContent['content']>,
  createAgain?: () => Promise<DocumentRecord>,
): Promise<DocumentRecord> {
  try {
    return await ctx.api.upload(created, content, {
      signal: ctx.signal,
      onProgress: ({ sentBytes, totalBytes }) => void ctx.progress(sentBytes, totalBytes, 'uploading'),
    });
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    if (createAgain !== undefined && isAddressRefused(error)) return sendFile(ctx, await createAgain(), content);
    throw buildMissingFileError(created, error);
  }
}

const isAddressRefused = ({ isOpen, details }: WaybillError): boolean =>
  !isOpen && details.some(({ field }) => field === 'uploadUrl');

/** Builds the error for a record that was created but whose file wasn't saved. */
const buildMissingFileError = ({ type, fileName }: DocumentRecord, cause: WaybillError): WaybillError =>
  new WaybillError(
    cause.code,
    `${describeCode(type)} ${recordText(fileName)} is on record, but its file did not arrive: ${cause.message}. Make the same call again soon to send the file to this record.`,
    { cause, retryAfterSeconds: cause.retryAfterSeconds, isOpen: cause.isOpen },
  );

/** Builds the result for a record whose file still has to be sent to the upload address. */
function buildAddressResult(document: DocumentRecord, target: DocumentTarget | undefined): ToolResult {
  const { id, type, fileName, contentType, uploadUrl } = document;
  if (!uploadUrl) throw new WaybillError('BAD_RESPONSE', 'The API named no address to send the file to.');
  const commonResult = buildCommonResult(document);
  return writeResult({
    ...commonResult,
    record: { ...commonResult.record, uploadUrl },
    summary: `${describeCode(type)} ${recordText(fileName)} needs its file: send it to the upload address within ${minutes} minutes.`,
    lines: [
      `Upload address (${minutes} minutes, for one file; anyone who has it can send that file, so treat it like a password): ${uploadUrl}`,
      `Content type, exactly: ${formatMediaType(contentType)}`,
      'Send it: curl --fail --upload-file FILE --header "Content-Type: TYPE" "ADDRESS"',
      formatAttachedLine(target),
    ],
    nextActions: [{ tool: 'get_document', arguments: { document: id }, why: 'shows whether the file has arrived' }],
  });
}

const minutes = uploadLifetimeMs / 60_000;

interface FileContent extends AsyncDisposable {
  readonly fileName: string;
  readonly size: number;
  /** Undefined if another party sends the file. */
  readonly content: Uint8Array | LocalFile | undefined;
}

const isAnnouncement = ({ path, base64 }: UploadInput): boolean => path === undefined && base64 === undefined;

function announceFile({ hasFileAddresses }: ToolContext, { fileName, fileSize }: UploadInput): FileContent {
  if (fileName === undefined || fileSize === undefined)
    throw createFieldError('BAD_REQUEST', 'path', 'give path, base64 with fileName, or fileName with fileSize');
  if (!hasFileAddresses)
    throw createFieldError(
      'BAD_REQUEST',
      'path',
      "is needed: other machines can't reach an upload address of this server",
    );
  if (fileSize > documentBytesMax)
    throw buildTooLargeError({ field: 'fileSize', name: recordText(fileName), bytes: fileSize });
  return { fileName, size: fileSize, content: undefined, [Symbol.asyncDispose]: async () => {} };
}

async function readFileContent(
  ctx: ToolContext,
  { path, base64, fileName, fileSize }: UploadInput,
): Promise<FileContent> {
  if (path !== undefined && base64 !== undefined)
    throw createFieldError('BAD_REQUEST', 'path', 'give either path or base64');
  if (fileSize !== undefined) throw createFieldError('BAD_REQUEST', 'fileSize', 'goes without path and base64');
  if (base64 !== undefined) return decodeFile(base64, fileName);
  if (!ctx.files || path === undefined)
    throw new WaybillError(
      'REFUSED',
      'Local files are read on stdio only; send base64 with fileName, or ask for an upload address with fileName and fileSize.',
    );
  const file = await ctx.files.open(path);
  return {
    fileName: fileName ?? file.fileName,
    size: file.size,
    content: file,
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

function decodeFile(base64: string, fileName: string | undefined): FileContent {
  if (fileName === undefined) throw createFieldError('BAD_REQUEST', 'fileName', 'is needed with base64');
  if (base64.length > base64CharactersMax) throw buildTooLargeForCallError(fileName);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    throw createFieldError('BAD_REQUEST', 'base64', 'is not base64');
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > base64BytesMax) throw buildTooLargeForCallError(fileName);
  return { fileName, size: content.byteLength, content, [Symbol.asyncDispose]: async () => {} };
}

const buildTooLargeForCallError = (fileName: string): WaybillError =>
  createFieldError(
    'BAD_REQUEST',
    'base64',
    `${recordText(fileName)} has more than the 1 MB that a call may bring; give path, or fileName and fileSize for an upload address`,
  );
