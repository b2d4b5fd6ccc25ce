import { expect, test } from 'vitest';
import { updateStop } from '../../../tools/freight/update_stop.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [updateStop] });

test('a window is moved with its end, on the clock of the place, and notes and references go along', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: '88410' } });

  const { text } = await desk.callTool('update_stop', {
    shipment: 'PO 88410',
    stop: 'delivery',
    date: '2026-11-24',
    window: '7am-3pm',
    notes: 'Dock 4',
    references: ['appointment 4471'],
  });
  const [order] = (await desk.api.shipments.get({ id: shipment.id })).orders;

  expect(text).toMatch(
    /^DONE\. Stop 2, delivery «Phoenix, AZ», of SHP-1001 is now set for Tue, Nov 24, 7:00 AM-3:00 PM MST\./,
  );
  expect(text).toContain('Window: Mon, Nov 23, 9:00 AM MST -> Tue, Nov 24, 7:00 AM-3:00 PM MST');
  expect(text).toContain('window Mon, Nov 23, 9:00 AM MST, Notes none (undo).');
  expect(text).not.toContain('Requested start');
  expect(order?.stops[1]).toMatchObject({
    requestedStartDate: '2026-11-24',
    requestedStartTime: '07:00',
    requestedEndTime: '15:00',
    notes: 'Dock 4',
  });
  expect(order?.references.map(({ type, value }) => [type, value])).toEqual([
    ['PURCHASE_ORDER_NUMBER', '88410'],
    ['APPOINTMENT_NUMBER', '4471'],
  ]);
});

test('what stands already is not written again, a reference that is there included', async () => {
  await using desk = await start();
  const { id } = await desk.createLoad();
  const input = {
    shipment: 'SHP-1001',
    stop: 'delivery',
    date: '2026-11-24',
    window: '7am-3pm',
    references: ['appointment 4471'],
  };
  await desk.callTool('update_stop', input);
  const before = await desk.api.shipments.get({ id });

  const { data, text } = await desk.callTool('update_stop', input);

  expect([data.status, text]).toEqual(['already_done', expect.stringContaining('has all of that already')]);
  expect(await desk.api.shipments.get({ id })).toEqual(before);
});

test('hours alone keep the day, and no end of the window before stays behind', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad();

  await desk.callTool('update_stop', { shipment: 'SHP-1001', stop: 'Chicago', window: '1pm-4pm' });
  await desk.callTool('update_stop', { shipment: 'SHP-1001', stop: '1', date: 'tomorrow' });
  const [order] = (await desk.api.shipments.get({ id: shipment.id })).orders;

  expect(order?.stops[0]).toMatchObject({
    requestedStartDate: '2026-11-21',
    requestedStartTime: null,
    requestedEndDate: null,
    requestedEndTime: null,
  });
});

test('a window of a stop where the truck was takes an approval', async () => {
  await using desk = await start();
  const pickedUp = ['2026-11-20T14:30:00.000Z', '2026-11-20T14:50:00.000Z'] as const;
  await desk.createLoad({ road: { status: 'IN_TRANSIT', pickedUp } });

  const { data } = await desk.callTool(
    'update_stop',
    { shipment: 'SHP-1001', stop: 'pickup', window: '11am-1pm' },
    'accept',
  );

  expect(data).toMatchObject({
    status: 'approval_required',
    plan: {
      warnings: [{ text: 'A truck was there already: on time stays judged by the window as it was at arrival.' }],
    },
  });
});

test('of two drops the one that is meant has to be named, and nothing to change is refused', async () => {
  await using desk = await start();
  await desk.createLoad({ between: [{ date: '2026-11-21' }] });

  const unclear = await desk.callTool('update_stop', { shipment: 'SHP-1001', stop: 'drop', notes: 'x' });
  const empty = await desk.callTool('update_stop', { shipment: 'SHP-1001', stop: 'stop 2' });

  expect(unclear.text).toMatch(
    /stop: «drop» is 2 stops of SHP-1001: stop 2, delivery «75247».*stop 3, delivery «Phoenix, AZ»/,
  );
  expect(empty.text).toContain('nothing is to change');
});

test('another place of a load that is booked says whose truck goes there, and who agreed to the former one', async () => {
  await using desk = await startLoadDesk({ tools: [] });
  await desk.createLoad({ carrier: { name: 'Prairie Haul', cost: 1200 } });

  const { data } = await desk.callTool('update_stop', {
    shipment: 'SHP-1001',
    stop: 'delivery',
    location: 'Fort Worth, TX',
  });

  expect(listWarningTexts(data.plan)).toContainEqual(
    expect.stringMatching(/^LD-1001 is booked with «Prairie Haul» \(C\d+\), who agreed to it as it was\.$/),
  );
});
