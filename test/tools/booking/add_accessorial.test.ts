import { expect, test } from 'vitest';
import { addAccessorial } from '../../../tools/booking/add_accessorial.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createCarrierOnFile } from './carriers-on-file.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [addAccessorial, apiWrite, runApproved] });
const carrier = { name: 'Prairie Haul', cost: 1500 };
const listCharges = async (desk: LoadDesk, id: string) =>
  (await desk.api.shipments.get({ id })).orders[0]?.charges.map(({ chargeCode, total }) => [chargeCode.code, total]);

test('an accessorial is added beside what the order charges, with revenue and margin before and after', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({ carrier });

  const { text, data } = await desk.callTool(
    'add_accessorial',
    { shipment: 'LD-1001', side: 'customer', code: 'lumper fee', amount: '$150' },
    'accept',
  );

  const formText = desk.shownForms.join('\n');
  expect(formText).toContain('Revenue of ORD-1001: $2,000.00 -> $2,150.00');
  expect(formText).toContain('Margin of SHP-1001: $500.00 (25.0 %) -> $650.00 (30.2 %)');
  expect(text).toMatch(/^DONE\. ORD-1001 charges \$2,150\.00 now; margin \$650\.00\./);
  expect(await listCharges(desk, shipment.id)).toEqual([
    ['LINEHAUL', 2000],
    ['LUMPER', 150],
  ]);
  expect(data.undo).toContain('The former charges can be put back');
  await desk.callTool('undo', {}, 'accept');
  expect(await listCharges(desk, shipment.id)).toEqual([['LINEHAUL', 2000]]);
});

test('detention counts from the clock of the stop, beyond free time', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({
    carrier,
    // The drop opens at 9:00 in Phoenix, which is 16:00 in UTC.
    road: { status: 'DELIVERED', arrived: '2026-11-23T15:00:00.000Z', left: '2026-11-23T19:40:00.000Z' },
  });

  await desk.callTool('add_accessorial', { shipment: 'SHP-1001', side: 'customer', code: 'detention' }, 'decline');
  const paid = await desk.callTool('add_accessorial', { shipment: 'SHP-1001', side: 'carrier', code: 'detention' });
  await desk.callTool(
    'add_accessorial',
    { shipment: 'SHP-1001', side: 'customer', code: 'detention', rate: 60 },
    'accept',
  );

  expect(desk.shownForms[0]).toContain('3 h 40 min less 2 h free = 1.5 h detention');
  expect(desk.shownForms[0]).toContain('1.5 h at $75.00 (the rate of the desk) = $112.50');
  expect(paid.text).toContain('and $75.00 detention');
  expect(desk.shownForms.join('\n')).toContain('1.5 h at $60.00 = $90.00');
  expect(await listCharges(desk, shipment.id)).toEqual([
    ['LINEHAUL', 2000],
    ['DET', 90],
  ]);
});

test('what a booked carrier agreed to is not changed, and the answer says how an accessorial is paid', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier });

  const { text, data } = await desk.callTool(
    'add_accessorial',
    { shipment: 'SHP-1001', side: 'carrier', code: 'layover', amount: 200 },
    'accept',
  );

  expect(text).toContain('record_bill with $1,700.00, which is $1,500.00 agreed and $200.00 layover');
  expect(data.error.nextActions).toMatchObject([
    { tool: 'add_accessorial', arguments: { shipment: 'SHP-1001', side: 'customer', code: 'LAYOVER', amount: 200 } },
  ]);
  expect(desk.shownForms).toEqual([]);
});

test('charges of an invoiced order stay, also for a raw call, and a line that would go stands out', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({ carrier });
  const [order] = shipment.orders;
  const writeCharges = (charges: readonly object[]) =>
    desk.callTool('api_write', { operation: 'orders.update', input: { id: order.friendlyId, charges } });

  const dropped = await writeCharges([{ chargeCodeId: 22, amount: 150 }]);
  const lowered = await writeCharges([{ chargeCodeId: 1, amount: 1600 }]);
  await desk.api.invoices.create({ orderId: order.id, invoiceDate: '2026-11-20', amount: 2000 });
  const refused = [
    await writeCharges([{ chargeCodeId: 1, amount: 1 }]),
    await desk.callTool('add_accessorial', { shipment: 'SHP-1001', side: 'customer', code: 'TONU', amount: 1 }),
  ];
  const unknown = await desk.callTool('add_accessorial', { shipment: 'SHP-1001', side: 'customer', code: 'unicorn' });

  expect(dropped.data.plan).toMatchObject({
    gate: 'confirm',
    warnings: [
      { text: 'A charge is removed: «Linehaul» $2,000.00.' },
      { text: 'The margin of -900.0 % is below the floor of 8 %.' },
    ],
  });
  expect(listPlanTexts(dropped.data.plan)).toContain('New: «Lumper» $150.00');
  expect(listWarningTexts(lowered.data.plan)).toContain('The margin of 6.3 % is below the floor of 8 %.');
  for (const { text } of refused)
    expect(text).toContain("is invoiced: its charges are on an invoice and don't change.");
  expect(unknown.text).toContain('code: «unicorn» is no charge');
});

test('what a carrier is paid for is in its own currency, which is not passed on as a sum of the customer', async () => {
  await using desk = await start();
  const { id } = await createCarrierOnFile(desk, { name: 'Maple Freight', currency: 'CAD' });
  const shipment = await desk.createLoad();
  const booking = { carrier: { id }, charges: [{ chargeCodeId: 1, amount: 1500 }] };
  await desk.api.loads.addCarrier({ id: shipment.loads[0].id, ...booking });
  const addLayover = (amount: string) =>
    desk.callTool('add_accessorial', { shipment: 'SHP-1001', side: 'carrier', code: 'layover', amount });

  const { text, data } = await addLayover('200 CAD');
  const wrong = await addLayover('200 USD');

  expect(text).toContain('record_bill with CAD 1,700.00, which is CAD 1,500.00 agreed and CAD 200.00 layover');
  expect(data.error.nextActions ?? []).toEqual([]);
  expect(wrong.text).toContain('amount: names USD, but CAD counts here');
});

test('a trailer that is dropped waits for nobody', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({
    carrier,
    road: { status: 'DELIVERED', arrived: '2026-11-17T15:00:00.000Z', left: '2026-11-20T14:00:00.000Z' },
  });
  await desk.service.database.transaction(async (tx) =>
    tx.updateTable('stop').set({ drop_trailer: 1 }).where('id', '=', shipment.orders[0].stops[1].id).execute(),
  );

  const { text } = await desk.callTool('add_accessorial', {
    shipment: 'SHP-1001',
    side: 'customer',
    code: 'detention',
  });

  expect(text).toContain('the clock shows no detention');
  expect(text).toContain('a dropped trailer');
});
