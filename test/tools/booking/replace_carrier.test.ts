import { expect, test } from 'vitest';
import { replaceCarrier } from '../../../tools/booking/replace_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { givenCarrier } from './carriers-on-file.ts';

const start = () => startLoadDesk({ tools: [replaceCarrier, apiWrite, runApproved] });
const carrier = { name: 'Prairie Haul', cost: 1500 };
const loadOf = async (desk: LoadDesk, id: string) => {
  const [load] = (await desk.api.loads.filter({ filter: { id: { equalTo: id } } })).data;
  return load;
};

test('a carrier that fell off leaves an open load and is owed nothing', async () => {
  await using desk = await start();
  const shipment = await desk.givenLoad({ carrier });

  const { text, data } = await desk.callTool(
    'replace_carrier',
    { load: 'ld-1001', reason: 'driver is sick' },
    'accept',
  );
  const load = await loadOf(desk, shipment.loads[0].id);

  expect(desk.shown.join('\n')).toContain('Take «Prairie Haul» (C100001) off LD-1001 of SHP-1001');
  expect(desk.shown.join('\n')).toContain('agreed $1,500.00 -> owed $0.00');
  expect(text).toMatch(/^DONE\. LD-1001 of SHP-1001 is open again; /);
  expect(data.undo).toBe('book_carrier {"load":"LD-1001","carrier":"C100001","rate":1500} books the carrier again.');
  expect(load).toMatchObject({
    status: 'SOURCING',
    carriers: [{ status: 'BOUNCED', removalReason: 'DRIVER_ISSUE', removalReasonText: 'driver is sick' }],
  });
});

test('fall-off and rebooking is one plan, in which the carrier that leaves is no second one', async () => {
  await using desk = await start();
  await givenCarrier(desk);
  const shipment = await desk.givenLoad({ carrier });

  const { text } = await desk.callTool(
    'replace_carrier',
    { shipment: 'SHP-1001', reason: 'fell off', with: 'Ironbark Dale', rate: 1600 },
    'accept',
  );
  const load = await loadOf(desk, shipment.loads[0].id);

  expect(desk.shown.join('\n')).toContain(
    'Margin after, booked: revenue $2,000.00, cost $1,600.00, margin $400.00 (20.0 %)',
  );
  expect(desk.shown.join('\n')).not.toContain('Another carrier is on this load');
  expect(text).toMatch(
    /^DONE\. LD-1001 of SHP-1001 is booked with «Ironbark Dale» \(C\d+\) at \$1,600\.00; margin \$400\.00 \(20\.0 %\)\./,
  );
  expect(load?.carriers.map(({ status, totalCost }) => [status, totalCost])).toEqual([
    ['BOUNCED', 1500],
    ['ACTIVE', 1600],
  ]);
});

test('a truck that was not used is owed TONU and passed on to the customer after an approval', async () => {
  await using desk = await start();
  const shipment = await desk.givenLoad({ carrier });

  const asked = await desk.callTool(
    'replace_carrier',
    { load: 'LD-1001', reason: 'customer canceled', tonu: '$250', chargeCustomer: 300 },
    'accept',
  );
  await desk.approve(asked.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: asked.data.approval.id });
  const load = await loadOf(desk, shipment.loads[0].id);
  const [order] = (await desk.api.shipments.get({ id: shipment.id })).orders;

  expect(asked.data.plan).toMatchObject({ gate: 'approve', money: [{ currency: 'USD', amount: 250 }] });
  expect(asked.data.plan.title).toBe(
    'Record truck ordered, not used: «Prairie Haul» (C100001) on LD-1001 of SHP-1001, $250.00 owed; Charge the customer $300.00 TONU on ORD-1001',
  );
  expect(data.summary).toBe('LD-1001 of SHP-1001 is open again; margin $2,050.00 (89.1 %).');
  expect(load).toMatchObject({ status: 'SOURCING', carriers: [{ status: 'TONU', totalCost: 250 }] });
  expect(order?.charges.map(({ chargeCode, total }) => [chargeCode.code, total])).toEqual([
    ['LINEHAUL', 2000],
    ['TONU', 300],
  ]);
});

test('nobody leaves an open load, and the next carrier needs a rate', async () => {
  await using desk = await start();
  await desk.givenLoad();
  await desk.givenLoad({ carrier });

  const open = await desk.callTool('replace_carrier', { load: 'LD-1001' }, 'accept');
  const unpriced = await desk.callTool('replace_carrier', { load: 'LD-1002', with: 'C100001' }, 'accept');

  expect(open.text).toContain('No carrier is booked on LD-1001, so none can leave it.');
  expect(unpriced.text).toContain('rate: is needed for the carrier that is booked next');
  expect(desk.requests.filter((request) => /bounce|tonu/.test(request))).toEqual([]);
});

test('with the freight on board a carrier leaves after an approval only', async () => {
  await using desk = await start();
  await desk.givenLoad({ carrier, road: { status: 'IN_TRANSIT' } });

  const { data } = await desk.callTool('replace_carrier', { load: 'LD-1001', reason: 'breakdown' }, 'accept');

  expect(data).toMatchObject({
    status: 'approval_required',
    plan: { policyHits: ['The freight is on board: the load does not go back to an open one.'] },
  });
  expect(data.plan.lines).toContain('LD-1001 stays IN_TRANSIT, without a carrier');
});
