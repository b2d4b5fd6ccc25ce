import type { DocumentType } from '../../domain/freight/document.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type DocumentTags, storeLinks } from './tags.ts';
import { documentData } from './documents.ts';
import { recordEvent } from '../shared/recorded-event.ts';
import { newRecord } from '../shared/records.ts';

interface GeneratedDocument {
  readonly type: DocumentType;
  /** Ends in `.pdf`. */
  readonly fileName: string;
  /** Links are ids of records that the caller has read. */
  readonly tags: DocumentTags;
  readonly bytes: Uint8Array;
}

/** Files a PDF that the service made itself: there is nothing to upload any more. */
export async function insertGeneratedPdf(
  ctx: ServiceContext,
  { type, fileName, tags, bytes }: GeneratedDocument,
): Promise<Row<'document'>> {
  const record = newRecord(ctx, null);
  const { size, sha256 } = await ctx.files.write(record.id, bytes);
  const row: Row<'document'> = {
    ...record,
    type,
    file_name: fileName,
    extension: 'pdf',
    content_type: 'application/pdf',
    file_size: size,
    status: 'UPLOADED',
    tags: JSON.stringify(tags),
    uploaded_at: ctx.now,
    sha256,
  };
  await ctx.db.insertInto('document').values(row).execute();
  await storeLinks(ctx, row.id, tags);
  recordEvent(ctx, 'DOCUMENT_UPLOADED', documentData(row));
  return row;
}
