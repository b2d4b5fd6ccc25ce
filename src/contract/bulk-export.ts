import * as z from 'zod';
import { exportedCollections, type ExportedCollection } from './exported-collections.ts';
import { ExportedShipment } from './freight/shipment-shapes.ts';
import { defineOperation } from './kit/operation.ts';
import { buildPage, Instant } from './kit/shapes.ts';

/** The format of an export. It gets another number with every change of its lines: readers read no other than their own. */
export const exportFormat = 2;

const Collection = z.enum(exportedCollections);

/** Pages of the records that an export shows in another way than `filter` of their collection does. */
export const exportedPages: Readonly<Partial<Record<ExportedCollection, z.ZodObject>>> = {
  shipments: buildPage(ExportedShipment, 'pagination'),
};

/** One line of an export. */
export const BulkExportLine = z
  .object({
    type: z.enum(['start', 'record', 'collection', 'end']),
    /** Format of the export, on the first line. */
    format: z.int().optional(),
    /** Moment of the snapshot, on the first line. */
    at: Instant.optional(),
    /** Collection of a record, or one that ends here. */
    collection: Collection.optional(),
    /** A record, as `filter` of its collection shows it; a shipment names its orders, loads and services by id. */
    record: z.union([ExportedShipment, z.looseObject({})]).optional(),
    /** Number of records: of the collection that ends here, or of the export on its last line. */
    records: z.int().optional(),
  })
  .meta({ id: 'BulkExportLine' });

export const bulkExport = {
  read: defineOperation({
    method: 'GET',
    path: '/bulk-export',
    summary: 'Export all records of some collections as of one moment, one JSON value a line; the last line is its end',
    effect: 'read',
    query: z.strictObject({
      format: z
        .enum([String(exportFormat)])
        .describe('Format of the lines that the caller reads. Another format than this one is refused.'),
      collections: z
        .string()
        .max(400)
        .optional()
        .describe('Names of collections, parted by commas; all when left out. Of documents, the proofs of delivery.'),
    }),
    status: 200,
    response: BulkExportLine,
    stream: 'application/x-ndjson',
    errors: ['BAD_REQUEST'],
    extension: true,
  }),
};
