import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

/** Builds the query for the statuses of the proofs of delivery that are tied to shipments, to their orders or to their loads. */
export function selectPodStatuses(db: CopiedRecords['db'], shipmentIds: readonly string[]) {
  const documents = () =>
    db.selectFrom('document_link as dl').innerJoin('document as d', 'd.id', 'dl.document_id').select('d.status');
  return documents()
    .select('dl.record_id as shipmentId')
    .where(isAmongValues('dl.record_id', shipmentIds))
    .unionAll(
      documents()
        .innerJoin('freight_order as o', 'o.id', 'dl.record_id')
        .select('o.shipment_id as shipmentId')
        .where(isAmongValues('o.shipment_id', shipmentIds))
        .$narrowType<{ shipmentId: string }>(),
    )
    .unionAll(
      documents()
        .innerJoin('load as l', 'l.id', 'dl.record_id')
        .select('l.shipment_id as shipmentId')
        .where(isAmongValues('l.shipment_id', shipmentIds)),
    );
}
