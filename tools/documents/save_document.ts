import * as z from 'zod';
import { WaybillError } from '../../src/errors.ts';
import { writeResult } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { documentFinder } from '../arguments/finders.ts';
import { RecordText } from '../arguments/list-arguments.ts';
import { resolve } from '../arguments/resolve.ts';
import { addressOf } from './document-file.ts';

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
    if (!ctx.files)
      throw new WaybillError('REFUSED', 'Files are saved on stdio only; ask get_document for the download address.');
    const { record, resolved } = await resolve(ctx, documentFinder, document);
    const { chunks } = await ctx.api.download(addressOf(record));
    const { path, size } = await ctx.files.save(saveTo, chunks);
    return writeResult({
      status: 'done',
      summary: `${record.type} ${recordText(record.fileName)} was saved to ${path} (${size} bytes).`,
      undo: `Delete ${path}.`,
      extra: { savedTo: path, resolved },
    });
  },
});
