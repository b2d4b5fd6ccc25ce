import { type RawBuilder, sql } from 'kysely';
import { documents } from '../../contract/documents.ts';
import { type DocumentLinkTag, documentLinkTags, publicDocumentTypes } from '../../domain/freight/document.ts';
import type { Row } from '../../store/schema.ts';
import { extensionOf } from '../documents/content-type.ts';
import type { ServiceContext } from '../shared/context.ts';
import { removeFileLater } from '../documents/deadlines.ts';
import { resolveTags, storeLinks } from '../documents/tags.ts';
import { checkFileName, insertDocument, presentDocuments, tagsOf } from '../documents/documents.ts';
import { defined } from '../shared/fields.ts';
import type { FieldTest } from '../filter/filter.ts';
import { filterPage } from '../filter/page.ts';
import { changeRecord, deleteRecord, requireRecord } from '../shared/records.ts';
import type { Handlers } from '../shared/handlers.ts';

export const documentHandlers: Handlers<typeof documents> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, sourceFor(ctx), input);
    return { data: await presentDocuments(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const row = await insertDocument(ctx, input);
    return { ...(await presentDocument(ctx, row)), uploadUrl: ctx.addresses.upload(row.id) };
  },

  async get(ctx, input) {
    return presentDocument(ctx, await requireRecord(ctx, 'document', 'document', input));
  },

  async update(ctx, input) {
    const row = await requireRecord(ctx, 'document', 'document', input);
    const { type, fileName, key } = input;
    if (fileName !== undefined) checkFileName(fileName);
    const tags = input.tags ? await resolveTags(ctx, input.tags, tagsOf(row) ?? {}) : input.tags;
    const name = fileName === undefined ? {} : { file_name: fileName, extension: extensionOf(fileName) };
    const change = defined({ type, key, ...name, tags: tags && JSON.stringify(tags) });
    const changed = await changeRecord(ctx, 'document', row, change);
    if (tags !== undefined) await storeLinks(ctx, row.id, tags);
    return presentDocument(ctx, changed);
  },

  async delete(ctx, input) {
    const { id } = await requireRecord(ctx, 'document', 'document', input);
    await deleteRecord(ctx, 'document', 'document', { id, by: 'id' });
    await removeFileLater(ctx, id);
  },
};

async function presentDocument(ctx: ServiceContext, row: Row<'document'>) {
  const [shown] = await presentDocuments(ctx, [row]);
  if (!shown) throw new Error('one row makes one document');
  return shown;
}

const columns = {
  id: 'id',
  key: 'key',
  type: { through: (test: FieldTest) => test(shownType) },
  status: 'status',
  fileName: 'file_name',
  contentType: 'content_type',
  extension: 'extension',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
} as const;

/** Types outside the public list read as OTHER. */
const shownType: RawBuilder<unknown> = sql`case when type in (${sql.join(publicDocumentTypes)}) then type else 'OTHER' end`;

function sourceFor({ organizationId }: ServiceContext) {
  const links = Object.fromEntries(documentLinkTags.map((name) => [name, linkColumn(organizationId, name)]));
  return {
    table: 'document',
    fields: documents.filter.filter,
    // One entry per link tag; Object.fromEntries loses the names.
    columns: { ...columns, ...(links as Record<DocumentLinkTag, ReturnType<typeof linkColumn>>) },
  } as const;
}

/**
 * Finds the documents of a record by index. The second half adds those without the tag when the test accepts that, as
 * `isNull` and the negative operators do; for every other test the database drops it unread.
 */
function linkColumn(organizationId: string, name: DocumentLinkTag) {
  return {
    through: (test: FieldTest) => sql<boolean>`id in (
      select document_id from document_tag
      where organization_id = ${organizationId} and name = ${name} and ${test(sql.ref('document_tag.value'))}
      union all
      select id from document as untagged
      where organization_id = ${organizationId} and ${test(sql`cast(null as text)`)}
        and not exists (select 1 from document_tag where document_id = untagged.id and name = ${name}))`,
  };
}
