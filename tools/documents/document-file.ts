import { WaybillError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { DocumentRecord } from '../records/record-types.ts';

/** Where the file of a document is read; a document may have none yet. */
export function addressOf({ status, downloadUrl }: DocumentRecord): string {
  if (status === 'UPLOADED' && downloadUrl) return downloadUrl;
  throw new WaybillError('CONFLICT', 'The document has no file yet: it was announced but never uploaded.');
}

/** Plain where it can be nothing but a media type; senders may declare any text. */
export const mediaType = (text: string): string =>
  /^[a-z]+\/[\w.+-]{1,60}$/.test(text) ? text : recordText(text, 'list');
