import * as z from 'zod';
import { fieldError, WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { OpenedFile } from '../../src/mcp/tool/files.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { documentTypeArgument } from '../arguments/document-words.ts';
import { readTogether } from '../arguments/together.ts';
import { attachment } from './attachment.ts';

/** Files sent inside the call; larger ones are named by path. */
const base64BytesMax = 1024 * 1024;
const base64CharactersMax = Math.ceil(base64BytesMax / 3) * 4;

const Input = z.strictObject({
  path: z.string().min(1).max(1000).optional().describe('local file'),
  base64: z.string().min(1).max(base64CharactersMax).optional().describe('content up to 1 MB, with fileName'),
  fileName: z.string().min(1).max(255).optional(),
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
Give path (a local file) or base64 with fileName.
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
    await using file = await contentOf(ctx, input);
    const { type: asked, target } = await readTogether({
      type: () => documentTypeArgument('type', input.type),
      target: () => (input.attachTo === undefined ? undefined : attachment(ctx, input.attachTo)),
    });
    const created = await ctx.api.documents.create({
      type: asked,
      fileName: file.fileName,
      fileSize: file.size,
      ...(input.contentType !== undefined && { contentType: input.contentType }),
      ...(target && { tags: target.tags }),
    });
    const document = await ctx.api.upload(created, file.content, {
      signal: ctx.signal,
      onProgress: ({ sentBytes, totalBytes }) => void ctx.progress(sentBytes, totalBytes, 'uploading'),
    });
    const { id, type, fileName, contentType, fileSize, status, tags, createdAt } = document;
    return writeResult({
      status: 'done',
      summary: `${type} ${recordText(fileName)} (${fileSize} bytes) is ${status}${target ? ` and attached to ${target.label}` : ''}.`,
      record: { id, type, fileName, contentType, fileSize, status, tags, createdAt },
      undo: 'undo removes it, after an approval.',
      lines: target ? [`Attached to: ${target.label}`] : ['Attached to nothing: give attachTo to tie it to a record.'],
      untrusted: ['/record/fileName', '/record/contentType', '/record/tags/**'],
      nextActions: target?.next ?? [],
    });
  },
  back({ data }) {
    // As written above.
    const { id, fileName } = (data as { record: { id: string; fileName: string } }).record;
    return { about: [fileName], calls: [{ operation: 'documents.delete', input: { id } }] };
  },
});

interface FileContent extends AsyncDisposable {
  readonly fileName: string;
  readonly size: number;
  readonly content: Uint8Array | OpenedFile;
}

async function contentOf(ctx: ToolContext, { path, base64, fileName }: UploadInput): Promise<FileContent> {
  if ((path === undefined) === (base64 === undefined))
    throw fieldError('BAD_REQUEST', 'path', 'give either path or base64');
  if (base64 !== undefined) return decodeFile(base64, fileName);
  if (!ctx.files || path === undefined)
    throw new WaybillError('REFUSED', 'Local files are read on stdio only; send base64 with fileName.');
  const file = await ctx.files.open(path);
  return {
    fileName: fileName ?? file.fileName,
    size: file.size,
    content: file,
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

function decodeFile(base64: string, fileName: string | undefined): FileContent {
  if (fileName === undefined) throw fieldError('BAD_REQUEST', 'fileName', 'is needed with base64');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    throw fieldError('BAD_REQUEST', 'base64', 'is not base64');
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > base64BytesMax)
    throw fieldError('BAD_REQUEST', 'base64', 'is more than 1 MB; give a path instead');
  return { fileName, size: content.byteLength, content, [Symbol.asyncDispose]: async () => {} };
}
