import * as z from 'zod';
import { buildTooLargeError } from '../../src/domain/freight/document.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { FileAccess } from '../../src/mcp/tool/files.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { documentFinder } from '../arguments/finders/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { findDocument, formatBytes, requireAddress } from './document-file.ts';

export const saveDocument = tool({
  name: 'save_document',
  title: 'Save a document',
  description: `Saves the file of a document on this machine, inside the allowed folders and never over another file.
Use it only when the person wants the file itself; to read a document use get_document.`,
  toolset: 'desk',
  gate: 'audit',
  operations: ['documents.get', 'documents.filter'],
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    document: RecordText.describe('id, client key or file name'),
    saveTo: z.string().min(1).max(1000).describe('path or name'),
  }),
  output: z.object({ savedTo: z.string(), resolved: z.record(z.string(), z.unknown()) }).partial(),
  async write(ctx, { document, saveTo }) {
    const files = requireFiles(ctx);
    const { record, resolved } = await findDocument(ctx, document);
    const { chunks } = await ctx.api.download(requireAddress(record));
    const { path, size } = await saveWhole(files, saveTo, { chunks, fileName: record.fileName });
    return writeResult({
      status: 'done',
      summary: `Saved ${formatCode(record.type)} ${recordText(record.fileName)} to ${path} (${formatBytes(size)}).`,
      undo: `Delete ${path}.`,
      extra: { savedTo: path, resolved },
    });
  },
  async shown(ctx, { document, saveTo }) {
    requireFiles(ctx);
    const { record } = await resolve(ctx, documentFinder, document);
    const { id, type, fileName } = record;
    return {
      title: `Save ${formatCode(type)} ${recordText(fileName)} on this machine`,
      records: [{ kind: 'document', id, friendlyId: null, name: fileName }],
      lines: [`Save to: ${recordText(saveTo)}`],
      undo: 'Delete the saved file.',
    };
  },
});

function requireFiles({ files }: ToolContext): FileAccess {
  if (!files)
    throw new WaybillError('REFUSED', 'Files are saved on stdio only; ask get_document for the download address.');
  return files;
}

interface SavedContent {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly fileName: string;
}

/** Saves a file to its end. Above the limit the refusal names the document, whichever side noticed it first. */
async function saveWhole(files: FileAccess, saveTo: string, { chunks, fileName }: SavedContent) {
  try {
    return await files.save(saveTo, chunks);
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'PAYLOAD_TOO_LARGE')
      throw buildTooLargeError({ field: 'document', name: recordText(fileName) });
    throw error;
  }
}
