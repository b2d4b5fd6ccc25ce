import * as z from 'zod';
import { fieldGates } from './kit/field-gates.ts';
import {
  type DocumentLinkTag,
  documentLinkTags,
  documentStatuses,
  documentTypes,
  publicDocumentTypes,
} from '../domain/freight/document.ts';
import { filterOperation } from './kit/filter.ts';
import { datetimeField, defineEnumField, keyField, readFrom, stringField, uuidField } from './kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from './kit/record.ts';
import { keyInput, keyPatch, recordFields } from './kit/record-fields.ts';
import { each } from './kit/shapes.ts';

/** A file and what it is. The addresses are secrets of their own: an address is enough to use the file. */
export const Document = z
  .object({
    ...recordFields,
    type: z.enum(publicDocumentTypes),
    fileName: z.string(),
    /** File extension without the dot. */
    extension: z.string(),
    contentType: z.string(),
    fileSize: z.int().nullable(),
    status: z.enum(documentStatuses),
    /** Valid for 15 minutes. Set only in the response to a create. */
    uploadUrl: z.string().nullable(),
    /** Once uploaded; a fresh one per read, for an hour. */
    downloadUrl: z.string().nullable(),
    tags: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Document' });

const FileName = z.string().min(1).max(255);

/** Link tags such as `shipmentId` tie the document to a record; a friendly id is taken too. */
const Tags = z.record(z.string().min(1).max(100), z.unknown());

const DocumentInput = z
  .strictObject({
    type: z.enum(documentTypes),
    fileName: FileName,
    /** The upload has to use exactly this; taken from the file name when left out. */
    contentType: z
      .string()
      .max(255)
      .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/, 'must be a media type')
      .optional(),
    fileSize: z.int().min(1).optional(),
    tags: Tags.optional(),
    ...keyInput,
  })
  .meta({ id: 'DocumentInput' });

const DocumentPatch = z
  .strictObject({
    type: z.enum(documentTypes).optional(),
    fileName: FileName.optional(),
    tags: Tags.nullable().optional(),
    ...keyPatch,
  })
  .meta({ id: 'DocumentPatch' });

// One entry for each tag, which is what the type says; Object.fromEntries loses the keys.
const linkFields = Object.fromEntries<typeof uuidField>(
  documentLinkTags.map((tag) => [tag, readFrom(uuidField, `tags.${tag}`)]),
) as Readonly<Record<DocumentLinkTag, typeof uuidField>>;

export const documents = {
  filter: filterOperation({
    name: 'Document',
    path: '/documents/filter',
    summary: 'List documents that match a filter, newest first',
    fields: {
      id: uuidField,
      ...linkFields,
      key: keyField,
      type: defineEnumField(publicDocumentTypes),
      status: defineEnumField(documentStatuses),
      ...each(stringField, 'fileName', 'contentType', 'extension'),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Document,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/documents',
    summary: 'Announce a document; the answer holds the address to upload its file to',
    fieldGates: fieldGates['documents.create'],
    body: DocumentInput,
    response: Document,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  get: getOperation({
    path: '/documents/{id}',
    summary: 'Read one document, with a fresh download address when it is uploaded',
    response: Document,
  }),
  update: updateOperation({
    path: '/documents/{id}',
    summary: 'Change the tags, type or name of a document; the file stays',
    fieldGates: fieldGates['documents.update'],
    body: DocumentPatch,
    response: Document,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/documents/{id}', summary: 'Delete a document (soft)' }),
};
