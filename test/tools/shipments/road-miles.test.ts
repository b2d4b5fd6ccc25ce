import { expect, test } from 'vitest';
import { analyze } from '../../../tools/insight/analyze.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';

test('two orders on one truck drive the road once, in a list as in a figure', async () => {
  await using desk = await startLoadDesk({ tools: [listShipments, analyze] });
  const { id } = await desk.createLoad({ second: {} });
  await desk.service.database.transaction((tx) =>
    tx.updateTable('freight_order').set({ mileage: 2015 }).where('shipment_id', '=', id).execute(),
  );

  const list = await desk.callTool('list_shipments', { fields: ['miles'] });
  const figure = await desk.callTool('analyze', { measures: ['miles'], from: '2026-11-01', to: '2026-11-30' });

  expect(list.data.rows[0].miles).toBe(2015);
  expect(figure.data.rows[0].miles).toBe(2015);
});
