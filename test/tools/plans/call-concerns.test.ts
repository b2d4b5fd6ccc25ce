import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { convertQuote } from '../../../tools/freight/convert_quote.ts';
import { priceQuote } from '../../../tools/quotes/price_quote.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { listWarningTexts } from '../../support/desk/plan-texts.ts';

const tools = [apiWrite, convertQuote, priceQuote];
const write = (desk: LoadDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const booked = { carrier: { name: 'Prairie Haul', cost: 1200 } };
const phone = '+13125550199';

/** Lists changes of the terms that a carrier agreed to, or of the driver's stops, by the changed part. */
function listChanges({ orders, loads }: Awaited<ReturnType<LoadDesk['createLoad']>>): Readonly<Record<string, object>> {
  const [order, load] = [orders[0], loads[0]];
  return {
    hazmat: ['orders.update', { id: order.id, freight: { hazmat: true } }],
    references: ['orders.update', { id: order.id, references: [] }],
    equipment: ['orders.update', { id: order.id, equipment: [] }],
    requirements: ['orders.update', { id: order.id, specialRequirements: [] }],
    notes: ['stops.update', { id: order.stops[1].id, notes: 'Deliver to 9 Side Road instead' }],
    mode: ['loads.update', { id: load.id, mode: 'LTL' }],
  };
}

onOneDatabase('a load that is booked', (database) => {
  const start = () => startLoadDesk({ tools, database });

  test('changes with a yes to a plan that names load and carrier, whatever of it changes', async () => {
    await using desk = await start();
    const shipment = await desk.createLoad(booked);

    for (const [changedPart, call] of Object.entries(listChanges(shipment))) {
      const [operation, input] = call as [string, object];
      const { data } = await write(desk, operation, input);
      expect([changedPart, data.plan?.gate]).toEqual([changedPart, 'confirm']);
      expect(listWarningTexts(data.plan).join(' ')).toMatch(
        new RegExp(`${shipment.loads[0].friendlyId} is booked with «Prairie Haul» \\(C\\d+\\), who agreed to it`),
      );
    }
  });

  test('is open to the desk while it has no carrier, and once it is delivered', async () => {
    await using desk = await start();
    const free = await desk.createLoad();
    const delivered = await desk.createLoad({
      ...booked,
      road: { status: 'DELIVERED', pickedUp: ['2026-11-18T15:00:00.000Z', '2026-11-18T16:00:00.000Z'] },
    });

    const answers = [
      await write(desk, 'orders.update', { id: free.orders[0].id, freight: { hazmat: true } }),
      await write(desk, 'stops.update', { id: free.orders[0].stops[1].id, notes: 'Dock 4' }),
      await write(desk, 'orders.update', { id: delivered.orders[0].id, references: [] }),
    ];

    expect(answers.map(({ data }) => data.status)).toEqual(['done', 'done', 'done']);
  });

  test("shows who came before a driver's phone changes, and says how to undo it", async () => {
    await using desk = await startLoadDesk({ tools, database, person: 'accept' });
    const { loads } = await desk.createLoad(booked);
    const [load] = loads;
    const at = { loadId: load.id, carrierId: load.carriers[0].id };

    const first = await write(desk, 'loads.updateCarrier', { ...at, driverName: 'Ana', truckNumber: '12' });
    expect(first.data.status).toBe('done');
    expect(desk.shownForms).toEqual([]);

    const second = await write(desk, 'loads.updateCarrier', { ...at, driverName: 'Bob', driverPhone: phone });
    expect(desk.shownForms.join('')).toContain(`Change who comes for ${load.friendlyId}, booked with "Prairie Haul"`);
    expect(desk.shownForms.join('')).toContain('- Driver: "Ana" -> "Bob"');
    expect(desk.shownForms.join('')).toContain(`- Driver's phone: none -> "${phone}"`);

    expect(second.data.undo).toContain('What was there can be put back: Driver name «Ana»');
    const back = await desk.callTool('undo', {});
    expect(back.data.status).toBe('done');
    expect(await desk.api.loads.getCarrier(at)).toMatchObject({ driverName: 'Ana', driverPhone: null });
  });
});

test.each([
  ['the phone of a driver', { driverPhone: phone }],
  ['another driver', { driverName: 'Bob' }],
  ['another truck', { truckNumber: '99' }],
])('%s on a booked load is confirmed', async (_what, change) => {
  await using desk = await startLoadDesk({ tools });
  const { loads } = await desk.createLoad(booked);
  const at = { loadId: loads[0].id, carrierId: loads[0].carriers[0].id };
  await desk.api.loads.updateCarrier({ ...at, driverName: 'Ana', truckNumber: '12' });

  const { data } = await write(desk, 'loads.updateCarrier', { ...at, ...change });

  expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'confirm' } });
});

test('a lapsed price holds again with a yes only, raw or by pricing it anew', async () => {
  await using desk = await startLoadDesk({ tools });
  const { orders, customer } = await desk.createLoad();
  const [pick, drop] = orders[0].stops;
  const stop = ({ type, requestedStartDate }: typeof pick, postalCode: string) => ({
    type: type === 'PICK' ? ('PICKUP' as const) : ('DELIVERY' as const),
    postalCode,
    requestedStartDate,
  });
  const quote = await desk.api.quotes.create({
    customer: { id: customer.id },
    order: { mode: 'TL', stops: [stop(pick, '60601'), stop(drop, '85001')] },
    amount: 1950,
    expiresAt: '2026-11-25T12:00:00.000Z',
  });
  desk.clock.now = '2026-11-27T15:00:00.000Z';

  const raw = await write(desk, 'quotes.update', { id: quote.id, expiresAt: '2027-06-01T00:00:00.000Z' });
  const priced = await desk.callTool('price_quote', { quote: quote.friendlyId, amount: 1950, expiresAt: '2027-06-01' });

  for (const { data } of [raw, priced])
    expect(data.plan).toMatchObject({
      gate: 'confirm',
      warnings: expect.arrayContaining([
        { text: expect.stringMatching(/^The price lapsed on .*: with a new validity/) },
      ]),
    });
});
