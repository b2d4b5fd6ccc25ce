import { describeRoute } from '../../src/domain/places/stop-place.ts';
import { isOneOf } from './conditions.ts';
import { type Reader, rowsOf } from './rows.ts';

/** "Dallas, TX to Chicago, IL" of each shipment, over all its live orders; of a canceled one, what it would have moved. */
export async function lanesOf(read: Reader, shipmentIds: readonly string[]): Promise<(shipmentId: string) => string> {
  const of = isOneOf('id', shipmentIds);
  const rows = await rowsOf<{ readonly id: string; readonly route: string }>(
    read,
    `select id, route from shipment_fact where ${of.text}`,
    of.values,
  );
  const routes = new Map(rows.map(({ id, route }) => [id, route]));
  return (id) => routes.get(id) ?? describeRoute([]);
}
