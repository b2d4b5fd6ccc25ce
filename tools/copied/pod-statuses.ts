import { isOneOf } from './conditions.ts';
import { type Reader, rowsOf } from './rows.ts';

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
