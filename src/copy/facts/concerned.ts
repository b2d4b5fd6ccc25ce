import { sql, type Transaction } from 'kysely';
import { members } from '../kit/members.ts';

/** Queries, by collection, for the shipments whose facts depend on given records of the copy. */
const concerned: Readonly<Record<string, readonly string[]>> = {
  shipment: ['select id from shipment where id in'],
  freight_order: ['select shipment_id from freight_order where shipment_id is not null and id in'],
  load: ['select shipment_id from load where id in'],
  service: ['select shipment_id from service where id in'],
  bill: ['select shipment_id from bill where shipment_id is not null and id in'],
  invoice: ['select shipment_id from invoice where id in'],
  payment: [
    'select i.shipment_id from payment_application a join invoice i on i.id = a.invoice_id where a.payment_id in',
  ],
  document: ['shipment', 'order', 'load'].map(buildDocumentQuery),
};

/** Collections that facts follow from. */
export const factCollections: readonly string[] = Object.keys(concerned);

/** Builds the query for the shipments of documents, which are linked to a shipment, an order or a load. */
function buildDocumentQuery(type: string): string {
  const table = type === 'order' ? 'freight_order' : type;
  const column = type === 'shipment' ? 'id' : 'shipment_id';
  return `select r.${column} from document_link l join ${table} r on r.id = l.record_id
    where r.${column} is not null and l.record_type = '${type}' and l.document_id in`;
}

/**
 * Queues the shipments whose facts depend on these records. Call it before and after writing or removing them, because
 * a record that moves to another shipment affects both.
 */
export async function queueConcerned<Schema>(
  tx: Transaction<Schema>,
  collection: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const query of concerned[collection] ?? [])
    await sql`insert or ignore into stale_fact (shipment_id) ${sql.raw(query)} ${members(ids)}`.execute(tx);
}
