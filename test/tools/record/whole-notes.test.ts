import { expect, test } from 'vitest';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';

/** Longer than what a list shows of a text, with an end that shows whether it is whole. */
const note = `${'Call the dock before noon. '.repeat(60)}Ask for Maria.`;

test('notes of a single record are shown whole', async () => {
  await using desk = await startLoadDesk({ tools: [] });
  const { api } = desk;
  const load = await desk.createLoad({ carrier: { name: 'Prairie Haul', cost: 1500 } });
  const customerId = load.customer.id;
  await api.carriers.update({ id: load.loads[0].carriers[0].carrier.id, notes: note });
  await api.customers.update({ id: customerId, notes: note });
  const stop = load.orders[0]?.stops[0];
  await api.stops.update({ id: stop?.id ?? '', notes: note });
  const address = {
    line1: '1 Dock Street',
    city: 'Dallas',
    state: 'TX',
    zipCode: '75201',
    country: 'US',
    market: 'TX_DAL',
  };
  await api.locations.create({ customerId, name: 'North Dock', isAppointmentRequired: false, address, notes: note });
  await api.creditMemos.create({ customerId, amount: 40, memoDate: '2026-11-20', notes: note });

  const answers = [
    await desk.callTool('get_carrier', { carrier: 'Prairie Haul' }),
    await desk.callTool('get_customer', { customer: load.customer.friendlyId }),
    await desk.callTool('get_shipment', { shipment: load.friendlyId }),
    await desk.callTool('get_record', { record: 'location North Dock' }),
    await desk.callTool('get_record', { record: 'CM-00001' }),
  ];

  for (const { text } of answers) expect.soft(text).toContain(`«${note}»`);
});
