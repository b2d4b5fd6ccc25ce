import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { documentFinder } from '../arguments/finders.ts';
import { type Resolution, resolve } from '../arguments/resolve.ts';
import type { DocumentRecord } from '../records/record-types.ts';

/** Finds a document with the address of its file, which lists of documents don't show. */
export async function findDocument(ctx: ToolContext, text: string): Promise<Resolution<DocumentRecord>> {
  const { record, resolved } = await resolve(ctx, documentFinder, text);
  const isCut = record.status === 'UPLOADED' && !record.downloadUrl;
  return { record: isCut ? await ctx.api.documents.get({ id: record.id, by: 'id' }) : record, resolved };
}

/** Where the file of a document is read; a document may have none yet. */
export function addressOf({ status, downloadUrl }: DocumentRecord): string {
  if (status === 'UPLOADED' && downloadUrl) return downloadUrl;
  throw new WaybillError('CONFLICT', 'The document has no file yet: it was announced but never uploaded.');
}

/** Plain where it can be nothing but a media type; senders may declare any text. */
export const mediaType = (text: string): string =>
  /^[a-z]+\/[\w.+-]{1,60}$/.test(text) ? text : recordText(text, 'list');
