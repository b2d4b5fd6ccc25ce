import { expect, test } from 'vitest';
import { createShipment } from '../../../tools/freight/create_shipment.ts';
import { restoreShipment } from '../../../tools/freight/restore_shipment.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';

const start = () => startLoadDesk({ tools: [createShipment, restoreShipment] });

test('a shipment with two drops and its revenue is made once a person confirmed, with an open load', async () => {
  await using desk = await start();
  await desk.createLoad();

  const { text } = await desk.callTool(
    'create_shipment',
    {
      customer: 'acme foods',
      stops: ['PICK Chicago, IL @ 11/24 8am-10am', 'DROP 75247 @ 11/25', 'DROP Phoenix, AZ @ 11/27 by 2pm'],
      equipment: 'dry van',
      weight: '42k lb',
      references: ['PO 4471'],
      revenue: '3.2k',
    },
    'accept',
  );
  const [made] = (await desk.api.shipments.filter({ filter: { friendlyId: { equalTo: 'SHP-1002' } } })).data;

  const formText = desk.shownForms.join('\n');
  expect(formText).toContain('Revenue: $3,200.00');
  expect(formText).toContain('- Charge: "Linehaul", amount $3,200.00');
  expect(formText).not.toMatch(/charge code/i);
  expect(formText).toContain('- 1. Pick up: Chicago, IL · Tue, Nov 24, 8:00 AM-10:00 AM CST');
  expect(formText).toContain('- 2. Deliver: Dallas, TX 75247 · Wed, Nov 25, any time CST');
  expect(formText).toContain('- 3. Deliver: Phoenix, AZ · Fri, Nov 27, 12:00 AM-2:00 PM MST');
  expect(formText).toMatch(/- Load: TL, equipment ".*Van"/);
  expect(formText).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
  expect(text).toMatch(
    /^DONE\. SHP-1002 of «Acme Foods», «Chicago, IL to Phoenix, AZ», is \w+: 3 stops, revenue \$3,200\.00, LD-1002 open\./,
  );
  expect(text).toContain('Undo: The shipment can be canceled; it is not deleted (cancel_shipment shipment=SHP-1002).');
  expect(made?.orders).toMatchObject([
    {
      totalRevenue: 3200,
      freight: { weight: 42_000 },
      references: [{ type: 'PURCHASE_ORDER_NUMBER', value: '4471' }],
      stops: [{ type: 'PICK' }, { type: 'DROP', postalCode: '75247' }, { type: 'DROP', requestedEndTime: '14:00' }],
    },
  ]);
});

test('a copy takes new days and says what came along', async () => {
  await using desk = await start();
  await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: '88410' } });

  const { text } = await desk.callTool('create_shipment', {
    copyOf: 'SHP-1001',
    pickup: '2026-11-30',
    delivery: '2026-12-02',
  });
  const extra = await desk.callTool('create_shipment', { copyOf: 'SHP-1001', weight: '20k' });
  const hours = await desk.callTool('create_shipment', { copyOf: 'SHP-1001', pickup: '11/30 8-12' });
  const bare = await desk.callTool('create_shipment', { origin: 'Dallas, TX', destination: 'Tulsa, OK' });

  expect(text).toMatch(/^DONE\. .*SHP-1002/);
  expect(text).toContain('PO number «88410»');
  expect(text).toContain('Mon, Nov 30');
  expect(extra.text).toContain('weight: is copied from copyOf');
  expect(hours.text).toContain('a copy takes the day only: give 2026-11-30');
  expect(hours.text).toContain('update_stop');
  expect(bare.text).toContain('customer: is needed');
});

test('a canceled shipment comes back, and one that is not canceled does not', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad();
  const restore = () => desk.callTool('restore_shipment', { shipment: 'SHP-1001' }, 'accept');

  const early = await restore();
  await desk.api.shipments.cancel({ id: shipment.id });
  const { text } = await restore();

  expect(early.text).toContain('only a canceled shipment can be restored');
  expect(text).toMatch(/^DONE\. SHP-1001 is \w+ again, no carrier on it\./);
  expect((await desk.api.shipments.get({ id: shipment.id })).status).toBe(shipment.status);
});
