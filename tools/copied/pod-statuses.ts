import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { isOneOf } from './conditions.ts';
import { type Reader, rowsOf } from './rows.ts';

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

/** Statuses of the proofs of delivery that are tied to a shipment, one of its orders or one of its loads. */
export async function podStatusesOf(
  read: Reader,
  shipmentIds: readonly string[],
): Promise<(shipmentId: string) => readonly string[]> {
  const [own, orders, loads] = [
    isOneOf('dl.record_id', shipmentIds),
    isOneOf('o.shipment_id', shipmentIds),
    isOneOf('l.shipment_id', shipmentIds),
  ];
  const rows = await rowsOf<{ readonly shipment_id: string; readonly status: string }>(
    read,
    `select dl.record_id as shipment_id, d.status from document_link dl join document d on d.id = dl.document_id
      where ${own.text}
    union all select o.shipment_id, d.status from freight_order o join document_link dl on dl.record_id = o.id
      join document d on d.id = dl.document_id where ${orders.text}
    union all select l.shipment_id, d.status from load l join document_link dl on dl.record_id = l.id
      join document d on d.id = dl.document_id where ${loads.text}`,
    [...own.values, ...orders.values, ...loads.values],
  );
  const byShipment = Map.groupBy(rows, ({ shipment_id: id }) => id);
  return (id) => byShipment.get(id)?.map(({ status }) => status) ?? [];
}

/** The same for shipments as the API shows them, whose orders and loads are known. */
export async function podStatusesOn(
  read: Reader,
  shipments: readonly TiedShipment[],
): Promise<(shipment: TiedShipment) => readonly string[]> {
  const of = isOneOf('dl.record_id', shipments.flatMap(recordIdsOf));
  const rows = await rowsOf<{ readonly record_id: string; readonly status: string }>(
    read,
    `select dl.record_id, d.status from document_link dl join document d on d.id = dl.document_id where ${of.text}`,
    of.values,
  );
  const byRecord = Map.groupBy(rows, ({ record_id: id }) => id);
  return (shipment) => recordIdsOf(shipment).flatMap((id) => byRecord.get(id)?.map(({ status }) => status) ?? []);
}

interface TiedShipment {
  readonly id: string;
  readonly orders: readonly { readonly id: string }[];
  readonly loads: readonly { readonly id: string }[];
}

const recordIdsOf = ({ id, orders, loads }: TiedShipment): readonly string[] => [
  id,
  ...orders.map((order) => order.id),
  ...loads.map((load) => load.id),
];
