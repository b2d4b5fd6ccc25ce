import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { bookCarrier } from '../../../tools/booking/book_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createCarrierOnFile } from './carriers-on-file.ts';
import { listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = (policy = builtInPolicy) =>
  startLoadDesk({ tools: [bookCarrier, apiWrite, runApproved], server: { policy } });
const permissive = { ...builtInPolicy, exceptions: ['carrier_do_not_use' as const] };

test('the open load of a shipment is booked once the person saw rate, lane, margin and vetting', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  for (const cost of [1400, 1600]) {
    const days = { pickup: { date: '2026-11-17' }, drop: { date: '2026-11-19' } };
    const run = await desk.createLoad({ carrier: { name: 'Prairie Haul', cost }, ...days });
    await desk.moveLoad(run, { status: 'DELIVERED', left: '2026-11-19T20:00:00.000Z' });
  }
  await desk.createLoad();

  const { text, data } = await desk.callTool(
    'book_carrier',
    {
      shipment: 'SHP-1003',
      carrier: 'ironbark dale',
      rate: '1.5k',
      accessorials: ['lumper $90'],
      driver: 'Sam Poe',
      phone: '312-555-0142',
    },
    'accept',
  );
  const [load] = (await desk.api.loads.filter({ filter: { friendlyId: { equalTo: 'LD-1003' } } })).data;

  const formText = desk.shownForms.join('\n');
  expect(formText).toContain('Book "Ironbark Dale" (C100001) on LD-1003 at $1,590.00');
  expect(formText).toContain('Margin of SHP-1003: not known yet -> $410.00 (20.5 %)');
  expect(formText).toContain('Lane "IL" to "AZ", any equipment, last 90 days: 2 loads, average $1,500.00');
  expect(formText).toContain('Other loads of the carrier from Nov 20, 2026 to Nov 23, 2026: none');
  expect(text).toMatch(
    /^DONE\. LD-1003 of SHP-1003 is booked with «Ironbark Dale» \(C100001\) at \$1,590\.00; margin \$410\.00 \(20\.5 %\)\./,
  );
  expect(text).toContain('nothing is owed (replace_carrier load=LD-1003');
  expect(data.nextActions.map(({ tool }: { tool: string }) => tool)).toEqual(['get_shipment', 'replace_carrier']);
  expect(load?.status).toBe('BOOKED');
  expect(load?.carriers).toMatchObject([
    {
      driverName: 'Sam Poe',
      charges: [
        { chargeCode: { code: 'LINEHAUL' }, total: 1500 },
        { chargeCode: { code: 'LUMPER' }, total: 90 },
      ],
    },
  ]);
});

test('a barred carrier is booked where the policy makes the exception, which is said before all else', async () => {
  await using desk = await start(permissive);
  await createCarrierOnFile(desk, { operatingAbility: 'NOT AUTHORIZED' });
  await desk.createLoad();

  const planned = await desk.callTool('book_carrier', { load: 'LD-1001', carrier: 'C100001', rate: 1950 }, 'accept');

  expect(planned.data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  expect(listWarningTexts(planned.data.plan)).toEqual([
    expect.stringMatching(/^EXCEPTION that the policy allows \(carrier_do_not_use\)/),
    'The margin of 2.5 % is below the floor of 8 %.',
  ]);
  await expect(desk.approve(planned.data.approval.id)).rejects.toThrow('it is approved with a reason');
  await desk.approve(planned.data.approval.id, 'morgan', [], 'Owner knows them');
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  expect(data.summary).toMatch(/^LD-1001 of SHP-1001 is booked with «Ironbark Dale»/);
});

test('a shipment without a load gets one with the carrier, after an approval where no form can be shown', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  const shipment = await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: '88410' } });
  await desk.request('DELETE', `/v1/loads/${shipment.loads[0].id}`);

  const planned = await desk.callTool('book_carrier', { shipment: 'PO 88410', carrier: 'C100001', rate: 1500 });
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data.plan.title).toBe('Book «Ironbark Dale» (C100001) on a new load of SHP-1001 at $1,500.00');
  expect(data.summary).toMatch(/^LD-1002 of SHP-1001 is booked with «Ironbark Dale» \(C100001\) at \$1,500\.00/);
  expect((await desk.api.shipments.get({ id: shipment.id })).loads).toMatchObject([
    { friendlyId: 'LD-1002', status: 'BOOKED' },
  ]);
});

test('a carrier that runs another load on the same days is booked with that load in sight', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  await desk.createLoad();
  await desk.createLoad();
  await desk.callTool('book_carrier', { load: 'LD-1001', carrier: 'C100001', rate: 1500 }, 'accept');

  const direct = await desk.callTool('book_carrier', { load: 'LD-1002', carrier: 'C100001', rate: 1500 });
  const raw = await desk.callTool('api_write', {
    operation: 'loads.addCarrier',
    input: { id: 'LD-1002', carrier: { id: 'C100001' }, charges: [{ chargeCodeId: 1, amount: 1500 }] },
  });

  const line =
    'The carrier has another load in these days: LD-1001 of SHP-1001, «Chicago, IL to Phoenix, AZ», Nov 20, 2026 to Nov 23, 2026';
  for (const { data } of [direct, raw]) expect(data.plan.context.lines).toContain(line);
});

test('nobody is put on a load that is covered, canceled or not one of the two that are open', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  const covered = await desk.createLoad({ carrier: { name: 'Prairie Haul', cost: 1200 } });
  const twice = await desk.createLoad();
  await desk.api.loads.create({ shipmentId: twice.id, load: { mode: 'TL' } });
  const book = (shipment: string) => desk.callTool('book_carrier', { shipment, carrier: 'C100001', rate: 1500 });

  const onCovered = await book(covered.friendlyId);
  const unclear = await book(twice.friendlyId);
  const unread = await desk.callTool('book_carrier', {
    load: 'LD-1002',
    carrier: 'C100001',
    rate: 'cheap',
    accessorials: ['unicorn 5'],
  });

  expect(onCovered.text).toContain('SHP-1001 has no open load: LD-1001 is booked with «Prairie Haul» (C100002).');
  expect(onCovered.data.error.nextActions).toMatchObject([
    { tool: 'replace_carrier', arguments: { load: 'LD-1001', reason: 'fell off' } },
  ]);
  expect(unclear.data.error).toMatchObject({ code: 'AMBIGUOUS' });
  expect(unclear.text).toContain('SHP-1002 has 2 open loads: LD-1002; LD-1003.');
  expect(unread.text).toMatch(/rate: .*accessorials\.0: /);
});

test('a second carrier on a named load and a carrier that is not to be used are held like everywhere', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  await createCarrierOnFile(desk, { name: 'Blown Gasket', status: 'DO_NOT_USE', mcNumber: 'MC999111' });
  await desk.createLoad({ carrier: { name: 'Prairie Haul', cost: 1200 } });

  const second = await desk.callTool('book_carrier', { load: 'LD-1001', carrier: 'C100001', rate: 300 }, 'accept');
  const barred = await desk.callTool('book_carrier', { load: 'LD-1001', carrier: 'Blown Gasket', rate: 300 }, 'accept');

  expect(second.data).toMatchObject({
    status: 'approval_required',
    plan: { warnings: [{ text: 'Another carrier is on this load: «Prairie Haul».' }] },
  });
  expect(barred.data.error).toMatchObject({ code: 'REFUSED', message: expect.stringContaining('marked do not use') });
});
