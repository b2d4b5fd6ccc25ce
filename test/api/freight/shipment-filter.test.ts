import { describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../../src/service/shared/context.ts';
import { showShipments } from '../../../src/service/freight/shipments/view.ts';
import type { Row } from '../../../src/store/schema.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { createQueryCounter } from '../../support/service/counting.ts';
import { postToShipment, createShipment, nobody, createPlainShipment } from '../../support/records/shipments.ts';

async function countQueriesFor(api: TestService, rows: Row<'shipment'>[]): Promise<number> {
  const { counter, counted } = createQueryCounter();
  // Reading shipments needs no more of a request than the database and the organization.
  const ctx = { db: counted(api.database).reader, organizationId: api.organizationId } as ServiceContext;
  await showShipments(ctx, rows);
  return counter.queries;
}

onBothDatabases('shipment filters', (database) => {
  describe('filtering', () => {
    test('shipments are found by every kind of field', async () => {
      await using api = await startService(database);
      const { shipment, customer, carrier, vendor } = await createShipment(api, { key: 'k1' });
      const plain = await createPlainShipment(api);
      await postToShipment(api, plain.id, 'cancel');
      const filterNumbers = async (filter: object) => {
        const { body } = await api.request('POST', '/v1/shipments/filter', { filter });
        return body.data.map(({ friendlyId }: { friendlyId: string }) => friendlyId);
      };
      const both = ['SHP-1002', 'SHP-1001'];
      const [order] = shipment.orders;
      const [load] = shipment.loads;

      const cases: [object, string[]][] = [
        [{ id: { equalTo: shipment.id } }, ['SHP-1001']],
        [{ customerId: { equalTo: customer.id } }, ['SHP-1001']],
        [{ customerRepId: { isNull: true } }, both],
        [{ carrierId: { equalTo: carrier.id } }, ['SHP-1001']],
        [{ carrierId: { in: [carrier.id, nobody.id] } }, ['SHP-1001']],
        [{ carrierId: { notEqualTo: carrier.id } }, ['SHP-1002']],
        [{ carrierId: { isNull: true } }, ['SHP-1002']],
        [{ carrierId: { isNull: false } }, ['SHP-1001']],
        [{ not: { carrierId: { equalTo: carrier.id } } }, ['SHP-1002']],
        [{ vendorId: { equalTo: vendor.id } }, ['SHP-1001']],
        [{ orderId: { equalTo: order.id } }, ['SHP-1001']],
        [{ loadId: { equalTo: load.id } }, ['SHP-1001']],
        [{ quoteId: { isNull: true } }, both],
        [{ invoiceId: { equalTo: nobody.id } }, []],
        [{ invoiceId: { isNull: true } }, both],
        [{ key: { startsWith: 'K' } }, ['SHP-1001']],
        [{ friendlyId: { endsWith: '1002' } }, ['SHP-1002']],
        [{ status: { in: ['CANCELED'] } }, ['SHP-1002']],
        [{ status: { notEqualTo: 'CANCELED' } }, ['SHP-1001']],
        [{ billingStatus: { equalTo: 'DOCS_NEEDED' } }, both],
        [{ pickUpDate: { lessThanOrEqualTo: '2026-11-23' } }, both],
        [{ deliveryDate: { greaterThan: '2026-11-25' } }, []],
        [{ deliveredAt: { isNull: true } }, both],
        [{ createdAt: { gte: '2026-11-20' }, updatedAt: { isNull: true } }, ['SHP-1001']],
        [{ or: [{ carrierId: { equalTo: carrier.id } }, { status: { equalTo: 'CANCELED' } }] }, both],
      ];

      for (const [filter, expected] of cases)
        expect({ filter, found: await filterNumbers(filter) }).toEqual({ filter, found: expected });
    });

    test('a page holds each shipment with its own orders and loads, newest first', async () => {
      await using api = await startService(database);
      for (let n = 0; n < 3; n += 1) await createShipment(api);

      const { body } = await api.request('POST', '/v1/shipments/filter', { pageSize: 2 });

      const listNumbers = (records: { friendlyId: string }[]) => records.map(({ friendlyId }) => friendlyId);
      expect(listNumbers(body.data)).toEqual(['SHP-1003', 'SHP-1002']);
      expect(listNumbers(body.data[0].orders)).toEqual(['ORD-1005', 'ORD-1006']);
      expect(listNumbers(body.data[1].loads)).toEqual(['LD-1003', 'LD-1004']);
      expect(body.pagination.hasNextPage).toBe(true);
    });

    test('a page of shipments costs as many queries as a single one', async () => {
      await using api = await startService(database);
      for (let n = 0; n < 3; n += 1) await createShipment(api);
      const rows = await api.database.reader.selectFrom('shipment').selectAll().execute();

      const queryCount = await countQueriesFor(api, rows.slice(0, 1));
      expect(queryCount).toBeGreaterThan(0);
      expect(await countQueriesFor(api, rows)).toBe(queryCount);
    });
  });
});
