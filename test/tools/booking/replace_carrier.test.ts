import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { replaceCarrier } from '../../../tools/booking/replace_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createCarrierOnFile } from './carriers-on-file.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = (policy = builtInPolicy) =>
  startLoadDesk({ tools: [replaceCarrier, apiWrite, runApproved], server: { policy } });
const permissive = { ...builtInPolicy, exceptions: ['carrier_do_not_use' as const] };
const carrier = { name: 'Prairie Haul', cost: 1500 };
const readLoad = async (desk: LoadDesk, id: string) => {
  const [load] = (await desk.api.loads.filter({ filter: { id: { equalTo: id } } })).data;
  return load;
};

test('a carrier that fell off leaves an open load and is owed nothing', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({ carrier });

  const { text, data } = await desk.callTool(
    'replace_carrier',
    { load: 'ld-1001', reason: 'driver is sick' },
    'accept',
  );
  const load = await readLoad(desk, shipment.loads[0].id);

  expect(desk.shownForms.join('\n')).toContain('Take "Prairie Haul" (C100001) off LD-1001 of SHP-1001');
  expect(desk.shownForms.join('\n')).toContain('agreed $1,500.00 -> owed $0.00');
  expect(text).toMatch(/^DONE\. LD-1001 of SHP-1001 is open again; /);
  expect(data.undo).toBe('The carrier can be booked again (book_carrier load=LD-1001 carrier=C100001 rate=1500).');
  expect(load).toMatchObject({
    status: 'SOURCING',
    carriers: [{ status: 'BOUNCED', removalReason: 'DRIVER_ISSUE', removalReasonText: 'driver is sick' }],
  });
});

test('fall-off and rebooking is one plan, in which the carrier that leaves is no second one', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  const shipment = await desk.createLoad({ carrier });

  const { text } = await desk.callTool(
    'replace_carrier',
    { shipment: 'SHP-1001', reason: 'fell off', with: 'Ironbark Dale', rate: 1600 },
    'accept',
  );
  const load = await readLoad(desk, shipment.loads[0].id);

  // The end state only, not the load without a carrier in between.
  expect(desk.shownForms.join('\n').match(/- (?:Cost|Margin) of SHP-1001.*/g)).toHaveLength(2);
  expect(desk.shownForms.join('\n')).toMatch(/- Margin of SHP-1001: .* -> \$400\.00 \(20\.0 %\)/);
  expect(desk.shownForms.join('\n')).not.toContain('Another carrier is on this load');
  expect(text).toMatch(
    /^DONE\. LD-1001 of SHP-1001 is booked with «Ironbark Dale» \(C\d+\) at \$1,600\.00; margin \$400\.00 \(20\.0 %\)\./,
  );
  expect(load?.carriers.map(({ status, totalCost }) => [status, totalCost])).toEqual([
    ['BOUNCED', 1500],
    ['ACTIVE', 1600],
  ]);
});

test('a barred carrier takes over where the policy makes the exception, which is said before all else', async () => {
  await using desk = await start(permissive);
  await createCarrierOnFile(desk, { operatingAbility: 'NOT AUTHORIZED' });
  const shipment = await desk.createLoad({ carrier, road: { status: 'IN_TRANSIT' } });

  const planned = await desk.callTool(
    'replace_carrier',
    { load: 'LD-1001', reason: 'breakdown', with: 'Ironbark Dale', rate: 1600 },
    'accept',
  );

  expect(planned.data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  expect(listWarningTexts(planned.data.plan)).toEqual([
    expect.stringMatching(/^EXCEPTION that the policy allows \(carrier_do_not_use\)/),
    'The freight is on board: the load does not go back to an open one.',
  ]);
  await expect(desk.approve(planned.data.approval.id)).rejects.toThrow('it is approved with a reason');
  await desk.approve(planned.data.approval.id, 'morgan', [], 'Owner knows them');
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  expect(data.status).toBe('done');
  expect((await readLoad(desk, shipment.loads[0].id))?.carriers.map(({ status }) => status)).toEqual([
    'BOUNCED',
    'ACTIVE',
  ]);
});

test('a truck that was not used is owed TONU and passed on to the customer after an approval', async () => {
  await using desk = await start();
  const shipment = await desk.createLoad({ carrier });

  const planned = await desk.callTool(
    'replace_carrier',
    { load: 'LD-1001', reason: 'customer canceled', tonu: '$250', chargeCustomer: 300 },
    'accept',
  );
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const load = await readLoad(desk, shipment.loads[0].id);
  const [order] = (await desk.api.shipments.get({ id: shipment.id })).orders;

  expect(planned.data.plan).toMatchObject({ gate: 'approve', money: [{ currency: 'USD', amount: 250 }] });
  expect(planned.data.plan.title).toBe(
    'Record truck ordered, not used: «Prairie Haul» (C100001) on LD-1001 of SHP-1001, $250.00 owed; Charge the customer $300.00 TONU on ORD-1001',
  );
  expect(data.summary).toBe(
    'LD-1001 of SHP-1001 is open again; booked: revenue $2,300.00, cost $250.00 so far, no margin yet: a load has no carrier or no agreed cost.',
  );
  expect(load).toMatchObject({ status: 'SOURCING', carriers: [{ status: 'TONU', totalCost: 250 }] });
  expect(order?.charges.map(({ chargeCode, total }) => [chargeCode.code, total])).toEqual([
    ['LINEHAUL', 2000],
    ['TONU', 300],
  ]);
});

test('nobody leaves an open load, and the next carrier needs a rate', async () => {
  await using desk = await start();
  await desk.createLoad();
  await desk.createLoad({ carrier });

  const open = await desk.callTool('replace_carrier', { load: 'LD-1001' }, 'accept');
  const unpriced = await desk.callTool('replace_carrier', { load: 'LD-1002', with: 'C100001' }, 'accept');

  expect(open.text).toContain('No carrier is booked on LD-1001, so none can leave it.');
  expect(unpriced.text).toContain('rate: is needed for the carrier that is booked next');
  expect(desk.requests.filter((request) => /bounce|tonu/.test(request))).toEqual([]);
});

test('with the freight on board a carrier leaves after an approval only', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier, road: { status: 'IN_TRANSIT' } });

  const { data } = await desk.callTool('replace_carrier', { load: 'LD-1001', reason: 'breakdown' }, 'accept');

  expect(data).toMatchObject({
    status: 'approval_required',
    plan: { warnings: [{ text: 'The freight is on board: the load does not go back to an open one.' }] },
  });
  expect(listPlanTexts(data.plan)).toContain('LD-1001 stays in transit, without a carrier');
});

test('the next carrier is measured by what the one that leaves is owed and by what the customer pays for it', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk);
  await desk.createLoad({ carrier });
  const input = { load: 'LD-1001', tonu: 250, chargeCustomer: 300, with: 'Ironbark Dale', rate: 1850 };

  const { data } = await desk.callTool('replace_carrier', { shipment: 'SHP-1001', ...input });
  const unpaid = await desk.callTool('replace_carrier', { ...input, chargeCustomer: 1 });

  expect(data.plan.changes).toEqual(
    expect.arrayContaining([
      { label: 'Revenue of SHP-1001', before: '$2,000.00', after: '$2,300.00' },
      { label: 'Cost of SHP-1001', before: expect.any(String), after: '$2,100.00' },
      { label: 'Margin of SHP-1001', before: expect.any(String), after: '$200.00 (8.7 %)' },
    ]),
  );
  expect(listWarningTexts(data.plan).join(' ')).not.toContain('below the floor');
  expect(listWarningTexts(unpaid.data.plan).join(' ')).toContain('The margin of -4.9 % is below the floor');
});

test('money of a carrier is in its own currency, and what is offered next can be called', async () => {
  await using desk = await start();
  const { id } = await createCarrierOnFile(desk, { name: 'Maple Freight', currency: 'CAD' });
  const shipment = await desk.createLoad();
  const booking = { carrier: { id }, charges: [{ chargeCodeId: 1, amount: 1500 }] };
  await desk.api.loads.addCarrier({ id: shipment.loads[0].id, ...booking });

  const wrong = await desk.callTool('replace_carrier', { load: 'LD-1001', tonu: '250 USD' });
  const owed = await desk.callTool('replace_carrier', { load: 'LD-1001', tonu: '250 CAD' });
  const off = await desk.callTool('replace_carrier', { load: 'LD-1001', reason: 'RATE_DISPUTE' }, 'accept');

  expect(wrong.text).toContain('tonu: names USD, but CAD counts here');
  expect(owed.data.plan.money).toEqual([{ currency: 'CAD', amount: 250 }]);
  expect(off.data.nextActions[0]).toMatchObject({
    tool: 'find_carriers',
    arguments: { originState: 'IL', destinationState: 'AZ' },
  });
  expect((await readLoad(desk, shipment.loads[0].id))?.carriers[0]).toMatchObject({ removalReason: 'RATE_DISPUTE' });
});

test('a load of another shipment is not taken for the one that is named, nor the first of several orders', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier });
  await desk.createLoad({ carrier, second: {} });

  const other = await desk.callTool('replace_carrier', { shipment: 'SHP-1002', load: 'LD-1001' }, 'accept');
  const several = await desk.callTool('replace_carrier', { load: 'LD-1002', tonu: 250, chargeCustomer: 300 });

  expect(other.text).toContain('load: «LD-1001» is a load of SHP-1001, not of SHP-1002; name one of them');
  expect(several.text).toContain('SHP-1002 has 2 orders: ');
  expect(desk.shownForms).toEqual([]);
});
