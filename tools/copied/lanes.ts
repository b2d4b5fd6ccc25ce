import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { isOneOf } from './conditions.ts';
import { type Reader, rowsOf } from './rows.ts';

interface StopRow {
  readonly shipment_id: string;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
}

/** "Dallas, TX to Chicago, IL" of each shipment, over all its live orders; of a canceled one, what it would have moved. */
export async function lanesOf(read: Reader, shipmentIds: readonly string[]): Promise<(shipmentId: string) => string> {
  const of = isOneOf('s.id', shipmentIds);
  const rows = await rowsOf<StopRow>(
    read,
    `select o.shipment_id, st.city, st.state, st.postal_code
    from shipment s join freight_order o on o.shipment_id = s.id join order_stop st on st.order_id = o.id
    where ${of.text} and (o.status <> 'CANCELED' or s.status = 'CANCELED')
    order by o.shipment_id, o.id <> coalesce(s.first_order_id, ''), o.created_at, o.id, st.sequence`,
    of.values,
  );
  const routes = Map.groupBy(rows, ({ shipment_id: id }) => id);
  return (id) => describeRoute((routes.get(id) ?? []).map(placed));
}

const placed = ({ city, state, postal_code: postalCode }: StopRow) => ({
  address: city === null ? undefined : { city, state },
  city: null,
  postalCode,
  airportCode: null,
});
