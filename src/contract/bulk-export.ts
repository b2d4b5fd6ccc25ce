import * as z from 'zod';
import { exportedCollections } from './exported-collections.ts';
import { defineOperation } from './kit/operation.ts';
import { Instant } from './kit/shapes.ts';

const Collection = z.enum(exportedCollections);

/** One line of an export. */
export const BulkExportLine = z
  .object({
    type: z.enum(['start', 'record', 'collection', 'end']),
    /** Moment of the snapshot, on the first line. */
    at: Instant.optional(),
    /** Collection of a record, or one that ends here. */
    collection: Collection.optional(),
    /** A record, as `filter` of its collection shows it. */
    record: z.looseObject({}).optional(),
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
