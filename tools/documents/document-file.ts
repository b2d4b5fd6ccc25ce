import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { documentFinder } from '../arguments/finders/finders.ts';
import { type Resolution, resolve } from '../arguments/finders/resolve.ts';
import type { DocumentRecord } from '../records/record-types.ts';

/** Finds a document with the address of its file, which lists of documents don't show. */
export async function findDocument(ctx: ToolContext, text: string): Promise<Resolution<DocumentRecord>> {
  const { record, resolved } = await resolve(ctx, documentFinder, text);
  const isCut = record.status === 'UPLOADED' && !record.downloadUrl;
  return { record: isCut ? await ctx.api.documents.get({ id: record.id, by: 'id' }) : record, resolved };
}

/** Returns the address of a document's file. Throws CONFLICT if the document has no file yet. */
export function requireAddress({ status, downloadUrl }: DocumentRecord): string {
  if (status === 'UPLOADED' && downloadUrl) return downloadUrl;
  throw new WaybillError('CONFLICT', 'The document has no file yet: it was announced, but no file arrived.');
}

/** Formats the size of a file: "1,234 bytes". */
export const formatBytes = (count: number): string => `${count.toLocaleString('en-US')} bytes`;

/** Formats a media type. Text that can't be one is marked as record text, because senders may declare any text. */
export const formatMediaType = (text: string): string =>
  /^[a-z]+\/[\w.+-]{1,60}$/.test(text) ? text : recordText(text, 'list');
