import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { getShipment } from '../../../../tools/shipments/get_shipment.ts';
import { insertRow } from '../../../support/records/fixtures.ts';
import { startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [apiWrite, getShipment] });
const moves = {
  requestedStartDate: '2026-11-25',
  requestedEndDate: '2026-11-25',
  requestedStartTime: '07:00',
  requestedEndTime: '23:00',
  postalCode: '90012',
  airportCode: 'LAX',
  type: 'PICK',
};
const delivered = {
  status: 'DELIVERED',
  pickedUp: ['2026-11-17T14:00:00.000Z', '2026-11-17T16:30:00.000Z'],
  arrived: '2026-11-19T20:10:00.000Z',
  left: '2026-11-19T21:00:00.000Z',
} as const;

test.each(Object.entries(moves))(
  '%s of a stop that two orders visit waits for a yes that names both',
  async (...move) => {
    await using desk = await start();
    const acme = await desk.createLoad({ customer: 'Acme Foods' });
    const bolt = await desk.createLoad({ customer: 'Bolt Supply' });
    const [pick] = acme.orders[0].stops;
    await insertRow(desk.service, 'order_stop', { order_id: bolt.orders[0].id, stop_id: pick.id, sequence: 3 });

    const { data } = await desk.callTool('api_write', {
      operation: 'stops.update',
      input: { id: pick.id, ...Object.fromEntries([move]) },
    });

    expect(data.plan).toMatchObject({
      gate: 'confirm',
      warnings: [{ text: '2 orders and 1 load share this stop, and all of them change with it.' }],
    });
    const planText = listPlanTexts(data.plan).join('\n');
    for (const { orders, friendlyId, customer } of [acme, bolt])
      for (const name of [orders[0].friendlyId, friendlyId, customer.name]) expect(planText).toContain(name);
    expect(planText).toContain(acme.loads[0].friendlyId);
    expect(await desk.api.stops.get({ id: pick.id })).toMatchObject({ updatedAt: pick.updatedAt });
  },
);

test.each(Object.entries(moves))('%s of a stop that was arrived at needs an approval', async (...move) => {
  await using desk = await start();
  const load = await desk.createLoad({ road: delivered });
  const drop = load.orders[0].stops[1];
  const write = (input: object) =>
    desk.callTool('api_write', { operation: 'stops.update', input: { id: drop.id, ...input } });

  const moved = await write(Object.fromEntries([move]));
  const noted = await write({ notes: 'Dock 4' });

  expect(moved.data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  expect(listWarningTexts(moved.data.plan)[0]).toContain('A truck was there already');
  expect(noted.data).toMatchObject({ status: 'done' });
});

test('a stop that a truck was at is taken out with an approval only', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ road: delivered });

  const { data } = await desk.callTool('api_write', {
    operation: 'stops.delete',
    input: { id: load.orders[0].stops[1].id },
  });

  expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
});

test('a delivery that was late stays late when its window is rewritten, and says where the window went', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ drop: { date: '2026-11-19', start: '08:00', end: '12:00' }, road: delivered });
  const drop = load.orders[0].stops[1];
  const before = await desk.callTool('get_shipment', { shipment: 'SHP-1001' });
  await desk.api.stops.update({ id: drop.id, requestedEndTime: '18:00' });

  const after = await desk.callTool('get_shipment', { shipment: 'SHP-1001' });
  await desk.api.stops.update({ id: drop.id, requestedEndTime: '12:00' });
  const back = await desk.callTool('get_shipment', { shipment: 'SHP-1001' });

  expect(after.data.record).toMatchObject({ late: true, minutesLate: 70 });
  expect(after.text).toContain('delivery late by 70 min; a window was moved after arrival');
  expect(after.text).toContain(
    'Thu, Nov 19, 8:00 AM-12:00 PM MST (moved after arrival to Thu, Nov 19, 8:00 AM-6:00 PM MST)',
  );
  for (const { text } of [before, back]) expect(text).not.toContain('moved');
});
