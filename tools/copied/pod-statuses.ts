import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import { type PodState, computePodState } from '../../src/domain/freight/pod.ts';
import { deliveredShipment } from '../../src/domain/freight/shipment.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { RecordsDatabase, RecordsReader, RowsOfQueries } from '../../src/mcp/tool/records-copy.ts';

/** Builds the query for the statuses of the proofs of delivery that are tied to shipments, to their orders or to their loads. */
export function selectPodStatuses(db: RecordsDatabase, shipmentIds: readonly string[]) {
  const selectDocuments = () =>
    db.selectFrom('document_link as dl').innerJoin('document as d', 'd.id', 'dl.document_id').select('d.status');
  return selectDocuments()
    .select('dl.record_id as shipmentId')
    .where(isAmongValues('dl.record_id', shipmentIds))
    .unionAll(
      selectDocuments()
        .innerJoin('freight_order as o', 'o.id', 'dl.record_id')
        .select('o.shipment_id as shipmentId')
        .where(isAmongValues('o.shipment_id', shipmentIds))
        .$narrowType<{ shipmentId: string }>(),
    )
    .unionAll(
      selectDocuments()
        .innerJoin('load as l', 'l.id', 'dl.record_id')
        .select('l.shipment_id as shipmentId')
        .where(isAmongValues('l.shipment_id', shipmentIds)),
    );
}

/** Builds the queries for the states of the proofs of delivery of shipments. */
export const buildPodQueries = (db: RecordsDatabase, shipmentIds: readonly string[]) => ({
  delivered: db
    .selectFrom('shipment as s')
    .select(['s.id', 's.status', 's.billing_status as billingStatus'])
    .where(isAmongValues('s.id', shipmentIds)),
  pods: selectPodStatuses(db, shipmentIds),
});

/** Collections that may hold a proof of delivery that was not read yet. */
const podCollections = ['document', 'freight_order', 'load'] as const;

/**
 * Returns the status of a shipment's proof of delivery; unknown if the paper may be among records that are not read
 * yet.
 */
export function toPodStates(
  { delivered, pods }: RowsOfQueries<ReturnType<typeof buildPodQueries>>,
  { lacks }: Pick<RecordsReader, 'lacks'>,
): (shipmentId: string) => PodState {
  const statuses = Map.groupBy(pods, ({ shipmentId }) => shipmentId);
  const isAnyUnread = podCollections.some(lacks);
  const states = new Map(
    delivered.map(({ id, status, billingStatus }) => {
      const podStatuses = statuses.get(id)?.map((pod) => pod.status) ?? (isAnyUnread ? null : []);
      return [id, computePodState({ delivered: isMet(deliveredShipment, { status }), podStatuses, billingStatus })];
    }),
  );
  return (shipmentId) => states.get(shipmentId) ?? 'unknown';
}

/** Reads the states of the proofs of delivery of shipments. */
export async function readPodStates(
  reader: RecordsReader,
  shipmentIds: readonly string[],
): Promise<(shipmentId: string) => PodState> {
  return toPodStates(await reader.readTogether(buildPodQueries(reader.db, shipmentIds)), reader);
}
