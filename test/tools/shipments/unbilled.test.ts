import { expect, test } from 'vitest';
import { analyze } from '../../../tools/insight/analyze.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { startDesk } from '../../support/desk.ts';

test('what joined a shipment after its invoice is unbilled neither in a list nor in a figure', async () => {
  await using desk = await startDesk({ tools: [listShipments, analyze], seed: 'few' });
  const { database, clock } = desk.service;
  clock.now = new Date(Date.parse(clock.now) + 3_600_000).toISOString();
  // As it is when an order is added that nobody has invoiced yet.
  await database.transaction(async (tx) => {
    const invoice = await tx
      .selectFrom('invoice as i')
      .innerJoin('shipment as s', 's.id', 'i.shipment_id')
      .where('s.status', '=', 'DELIVERED')
      .where('s.billing_status', '=', 'INVOICED')
      .select('s.id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('shipment')
      .set({ billing_status: 'READY_TO_INVOICE', updated_at: clock.now })
      .where('id', '=', invoice.id)
      .execute();
  });

  const list = await desk.callTool('list_shipments', { exception: 'unbilled' });
  const figure = await desk.callTool('analyze', { measures: ['unbilled_shipments'] });

  expect(figure.data.rows[0].unbilled_shipments).toBeGreaterThan(0);
  expect(list.data.total).toBe(figure.data.rows[0].unbilled_shipments);
});
