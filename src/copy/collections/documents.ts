import { documentTables } from '../../copy-tables/documents.ts';
import { type DocumentLinkTag, documentLinkTags } from '../../domain/freight/document.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import type { Document } from '../../contract/types.ts';

/** The papers that figures wait for. Each shipment has five times as many, and a backfill would take a third longer for them. */
const copiedType = 'PROOF_OF_DELIVERY';

/** Documents and the records they belong to, without their content and location. */
export const documents = defineCollection({
  name: 'document',
  resource: 'documents',
  // All that changed: a paper may become, or have been, one of another type.
  list: (api) => api.documents.filter,
  listPast: (api) => (request, options) =>
    api.documents.filter({ ...request, filter: { ...request.filter, type: { equalTo: copiedType } } }, options),
  belongsTo: [
    { to: 'shipment', field: 'shipmentId', table: 'document_link', column: 'record_id' },
    { to: 'freight_order', field: 'orderId', table: 'document_link', column: 'record_id' },
    { to: 'load', field: 'loadId', table: 'document_link', column: 'record_id' },
  ],
  tables: documentTables,
  toRows: (document) => (document.type === copiedType ? toDocumentRows(document) : { document: [], document_link: [] }),
});

const toDocumentRows = (document: Document) => ({
  document: [{ ...toRecordRow(document), type: document.type, status: document.status }],
  document_link: documentLinkTags.flatMap((tag) => {
    const id = document.tags?.[tag];
    return typeof id === 'string' ? [{ document_id: document.id, record_type: toRecordType(tag), record_id: id }] : [];
  }),
});

/** `shipmentId` -> `shipment` */
const toRecordType = (tag: DocumentLinkTag): string => tag.slice(0, -'Id'.length);
