import { documentBytesMax, type DocumentType, toPublicDocumentType } from '../../domain/freight/document.ts';
import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { getContentType, getExtension } from './content-type.ts';
import type { ServiceContext } from '../shared/context.ts';
import { expectUpload } from './deadlines.ts';
import { type DocumentTags, resolveTags, storeLinks } from './tags.ts';
import { readJson } from '../shared/fields.ts';
import { recordEvent } from '../shared/recorded-event.ts';
import { buildNewRecord } from '../shared/records.ts';
import { showReference, showStamps, userReferences } from '../identifiers/references.ts';
import type { Document } from '../../contract/types.ts';

export interface NewDocument {
  readonly type: DocumentType;
  readonly fileName: string;
  /** Taken from the file name when left out. */
  readonly contentType?: string | undefined;
  /** Bytes. */
  readonly fileSize?: number | undefined;
  /** Links take a uuid or a friendly id. */
  readonly tags?: Readonly<Record<string, unknown>> | undefined;
  readonly key?: string | undefined;
}

/** Announces a document, waiting for its file; 422 for a name, a size or a link that cannot be. */
export async function insertDocument(ctx: ServiceContext, input: NewDocument): Promise<Row<'document'>> {
  const { type, fileName, fileSize = null, tags } = input;
  const contentType = input.contentType ?? getContentType(getExtension(fileName));
  checkFileName(fileName);
  checkContentType(contentType);
  if (fileSize !== null && fileSize > documentBytesMax)
    throw createFieldError(
      'VALIDATION_ERROR',
      'fileSize',
      `of "${fileName}" must be at most 100 MB (${documentBytesMax} bytes), not ${fileSize}`,
    );
  const resolved = tags ? await resolveTags(ctx, tags) : null;
  const row: Row<'document'> = {
    ...buildNewRecord(ctx, input.key),
    type,
    file_name: fileName,
    extension: getExtension(fileName),
    content_type: contentType,
    file_size: fileSize,
    status: 'PENDING_UPLOAD',
    tags: resolved && JSON.stringify(resolved),
    uploaded_at: null,
    sha256: null,
  };
  await ctx.db.insertInto('document').values(row).execute();
  await expectUpload(ctx, row.id);
  await storeLinks(ctx, row.id, resolved);
  return row;
}

interface GeneratedDocument {
  readonly type: DocumentType;
  /** Ends in `.pdf`. */
  readonly fileName: string;
  /** Links are ids of records that the caller has read. */
  readonly tags: DocumentTags;
  readonly bytes: Uint8Array;
}

/** Stores a PDF that the service made itself, so there is nothing to upload. */
export async function insertGeneratedPdf(
  ctx: ServiceContext,
  { type, fileName, tags, bytes }: GeneratedDocument,
): Promise<Row<'document'>> {
  const record = buildNewRecord(ctx, null);
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
  recordEvent(ctx, 'DOCUMENT_UPLOADED', buildDocumentData(row));
  return row;
}

/** Control characters, and those that turn the direction of writing, so that one extension looks like another. */
const misleading = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Refuses (422) a file name with path separators or with characters that no file name should have. */
export function checkFileName(fileName: string): void {
  const isPath = /[\\/]/.test(fileName) || fileName === '.' || fileName === '..';
  if (isPath) throw createFieldError('VALIDATION_ERROR', 'fileName', 'must be a name without a folder');
  if (misleading.test(fileName)) {
    throw createFieldError('VALIDATION_ERROR', 'fileName', 'must not contain control characters');
  }
}

/** Refuses a content type that can't be sent in a header. */
function checkContentType(contentType: string): void {
  if (/^[\x20-\x7E]*[\x21-\x7E]$/.test(contentType)) return;
  throw createFieldError('VALIDATION_ERROR', 'contentType', 'must consist of plain ASCII characters');
}

/** Shows documents, with a new download address for those that were uploaded. */
export async function showDocuments(ctx: ServiceContext, rows: readonly Row<'document'>[]): Promise<Document[]> {
  const users = await userReferences(
    ctx,
    rows.map((row) => row.deleted_by_id),
  );
  return rows.map((row) => ({
    ...buildDocumentData(row),
    deletedBy: showReference(users, row.deleted_by_id),
    downloadUrl: isDownloadable(row) ? ctx.addresses.download(row.id) : null,
  }));
}

/** Shows a live document without its addresses, which expire and open the file to every holder. */
export const buildDocumentData = (row: Row<'document'>) => ({
  ...showStamps(row),
  deletedBy: null,
  type: toPublicDocumentType(row.type),
  fileName: row.file_name,
  extension: row.extension,
  contentType: row.content_type,
  fileSize: row.file_size,
  status: row.status,
  uploadUrl: null,
  downloadUrl: null,
  tags: readTags(row),
});

const isDownloadable = ({ status, deleted_at }: Row<'document'>) => status === 'UPLOADED' && deleted_at === null;

export const readTags = ({ tags }: Row<'document'>): DocumentTags | null => readJson<DocumentTags>(tags);
