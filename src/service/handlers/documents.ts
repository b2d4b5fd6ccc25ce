import { type RawBuilder, sql } from 'kysely';
import { documents } from '../../contract/documents.ts';
import type { Operations } from '../../contract/types.ts';
import { type DocumentLinkTag, documentLinkTags, publicDocumentTypes } from '../../domain/freight/document.ts';
import { getExtension } from '../documents/content-type.ts';
import { removeFileLater } from '../documents/deadlines.ts';
import { resolveTags, storeLinks } from '../documents/tags.ts';
import { checkFileName, insertDocument, showDocuments, readTags } from '../documents/documents.ts';
import type { ServiceContext } from '../shared/context.ts';
import { dropUndefined } from '../shared/fields.ts';
import type { FieldTest, FilterScope } from '../filter/filter.ts';
import { changeRecord, deleteRecord } from '../shared/records.ts';
import type { Handlers } from '../shared/handlers.ts';
import { createRecordHandlers } from './kit/record-handlers.ts';

/** Types outside the public list read as OTHER. */
const shownType: RawBuilder<unknown> = sql`case when type in (${sql.join(publicDocumentTypes)}) then type else 'OTHER' end`;

// One entry per link tag; Object.fromEntries loses the names.
const linkColumns = Object.fromEntries(documentLinkTags.map((name) => [name, buildLinkField(name)])) as Record<
  DocumentLinkTag,
  ReturnType<typeof buildLinkField>
>;

const record = createRecordHandlers({
  table: 'document',
  kind: 'document',
  fields: documents.filter.filter,
  columns: {
    ...linkColumns,
    id: 'id',
    key: 'key',
    type: { through: (test) => test(shownType) },
    status: 'status',
    fileName: 'file_name',
    contentType: 'content_type',
    extension: 'extension',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    deletedAt: 'deleted_at',
  },
  show: showDocuments,
  page: (pagination) => ({ pagination }),
});

export const documentHandlers: Handlers<Operations['documents']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const row = await insertDocument(ctx, input);
    return { ...(await record.show(ctx, row)), uploadUrl: ctx.addresses.upload(row.id) };
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const { type, fileName, key } = input;
    if (fileName !== undefined) checkFileName(fileName);
    const tags = input.tags ? await resolveTags(ctx, input.tags, readTags(row) ?? {}) : input.tags;
    const name = fileName === undefined ? {} : { file_name: fileName, extension: getExtension(fileName) };
    const change = dropUndefined({ type, key, ...name, tags: tags && JSON.stringify(tags) });
    const changed = await changeRecord(ctx, 'document', row, change);
    if (tags !== undefined) await storeLinks(ctx, row.id, tags);
    return record.show(ctx, changed);
  },

  async delete(ctx, input) {
    const { id } = await record.require(ctx, input);
    await deleteRecord(ctx, 'document', 'document', { id, by: 'id' });
    await removeFileLater(ctx, id);
    await unlink(ctx, id);
  },
};

/** Unlinks a document from its invoice. The next mailing creates another PDF. */
async function unlink(ctx: ServiceContext, documentId: string): Promise<void> {
  await ctx.db
    .updateTable('invoice')
    .set({ document_id: null, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where('document_id', '=', documentId)
    .execute();
}

/**
 * Builds a filter field that finds the documents of a record by index. The second half adds those without the tag when
 * the test accepts that, as `isNull` and the negative operators do; for every other test the database drops it unread.
 */
function buildLinkField(name: DocumentLinkTag) {
  return {
    through: (test: FieldTest, { organizationId }: FilterScope) => sql<boolean>`id in (
      select document_id from document_tag
      where organization_id = ${organizationId} and name = ${name} and ${test(sql.ref('document_tag.value'))}
      union all
      select id from document as untagged
      where organization_id = ${organizationId} and ${test(sql`cast(null as text)`)}
        and not exists (select 1 from document_tag where document_id = untagged.id and name = ${name}))`,
  };
}
