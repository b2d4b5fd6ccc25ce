import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { cancelShipment } from '../../../tools/freight/cancel_shipment.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type LoadDesk, startLoadDesk, steady } from '../../mcp/support/load-desk.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [cancelShipment, apiWrite, runApproved] });
const carrier = { name: 'Prairie Haul', cost: 1500 };
const readStatus = async ({ api }: LoadDesk, id: string) => (await api.shipments.get({ id })).status;

test('the person sees what is dispatched and billed before a shipment is canceled', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier, road: { status: 'DISPATCHED' } });
  await desk.createBill(load, 1750);

  const { text, data } = await desk.callTool(
    'cancel_shipment',
    { shipment: 'shp 1001', reason: 'customer called' },
    'accept',
  );

  expect(steady(desk.shownForms.join('\n'))).toMatchInlineSnapshot(`
    "Cancel shipment SHP-1001

    No warnings.

    What changes:
    - Revenue of SHP-1001: $2,000.00 -> $0.00
    - Cost of SHP-1001: $1,500.00 -> $0.00
    - Margin of SHP-1001: $500.00 (25.0 %) -> $0.00

    Details:
    - SHP-1001 of "Acme Foods", Chicago, IL to Phoenix, AZ: dispatched -> canceled
    - LD-1001 dispatched -> canceled: carrier "Prairie Haul", agreed $1,500.00
    - BILL-00001 (in review), $1,750.00 from "Prairie Haul", stays as it is
    - Reason: "customer called"

    Also happens:
    - Its orders, loads and services are canceled with it.
    - The carrier is not notified; a truck that was ordered and not used may be owed TONU, which replace_carrier records.
    - Settle its bills and invoices separately.

    Undo: It can be brought back with the statuses it had."
  `);
  expect(data).toMatchObject({ status: 'done', record: { friendlyId: 'SHP-1001', status: 'CANCELED' } });
  expect(steady(text)).toMatchInlineSnapshot(`
    "DONE. SHP-1001 is canceled.

    - Its orders, loads and services are canceled with it.
    - The carrier is not notified; a truck that was ordered and not used may be owed TONU, which replace_carrier records.
    - Settle its bills and invoices separately.

    Undo: It can be brought back with the statuses it had (restore_shipment shipment=SHP-1001).

    Next: get_shipment shipment=SHP-1001 (shows what remains to be settled)
    Next: restore_shipment shipment=SHP-1001 (brings it back; a person confirms)"
  `);
  expect(await readStatus(desk, load.id)).toBe('CANCELED');
});

test.each([
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
] as const)('when the person says %s, nothing is canceled', async (person, status) => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier });

  const { data } = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' }, person);

  expect(data.status).toBe(status);
  expect(await readStatus(desk, load.id)).toBe('BOOKED');
});

test('without a person at the screen the cancellation waits for an approval and then happens once', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier });

  const planned = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' });
  await desk.approve(planned.data.approval.id);
  const first = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const second = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect([planned.data.status, first.data.status, second.data.status]).toEqual([
    'approval_required',
    'done',
    'already_done',
  ]);
  expect(await readStatus(desk, load.id)).toBe('CANCELED');
  expect(desk.requests.filter((request) => request.endsWith('/cancel'))).toHaveLength(1);
});

test('a truck that was dispatched after the plan voids the yes to it', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier });

  const planned = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' });
  await desk.approve(planned.data.approval.id);
  await desk.moveLoad(load, { status: 'DISPATCHED' });
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(data.status).toBe('changed');
  expect(await readStatus(desk, load.id)).toBe('DISPATCHED');
});

test('what is canceled already needs no second cancellation', async () => {
  await using desk = await start();
  const load = await desk.createLoad();
  await desk.api.shipments.cancel({ id: load.id });

  const { data, isError } = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' }, 'accept');

  expect(isError).toBeUndefined();
  expect(data).toMatchObject({ status: 'already_done', summary: 'SHP-1001 is canceled already.' });
  expect(desk.shownForms).toEqual([]);
});

test('a delivered shipment cannot be canceled, and nobody is asked', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier, road: { status: 'DELIVERED' } });

  const { data, isError, text } = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' }, 'accept');

  expect(isError).toBe(true);
  expect(text).toMatch(/^NOT DONE\. SHP-1001 is delivered: a delivered shipment can't be canceled\./);
  expect(data.error.nextActions).toMatchObject([{ tool: 'get_shipment' }]);
  expect(desk.shownForms).toEqual([]);
  expect(await readStatus(desk, load.id)).toBe('DELIVERED');
});

test('a reference that two shipments share cancels neither', async () => {
  await using desk = await start();
  await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: 'P-77' } });
  await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: 'P-77' } });

  const { data, isError } = await desk.callTool('cancel_shipment', { shipment: 'P-77' }, 'accept');

  expect(isError).toBe(true);
  expect(data.error.code).toBe('AMBIGUOUS');
  expect(desk.requests.some((request) => request.endsWith('/cancel'))).toBe(false);
});

test('the undo that the result names brings the shipment back as it was', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier });

  const canceled = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' }, 'accept');
  const undo = canceled.data.nextActions.find(({ tool }: { tool: string }) => tool === 'restore_shipment');
  const { data: planned } = await desk.callTool(undo.tool, undo.arguments, 'accept');
  // The carrier comes back with it, and this one has no file that vetting could pass.
  await desk.approve(planned.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.approval.id });

  expect(data.status).toBe('done');
  expect(await readStatus(desk, load.id)).toBe('BOOKED');
});

test('a raw cancellation shows what the tool shows, and is taken back by the call that both name', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier, road: { status: 'DISPATCHED' } });
  await desk.createBill(load, 1750);
  const write = (operation: string, input: object) => desk.callTool('api_write', { operation, input });

  const direct = (await desk.callTool('cancel_shipment', { shipment: 'SHP-1001', reason: 'customer called' })).data
    .plan;
  const { plan } = (await write('shipments.cancel', { id: 'SHP-1001', reason: 'customer called' })).data;
  await desk.callTool('cancel_shipment', { shipment: 'SHP-1001' }, 'accept');
  const back = (await write('shipments.uncancel', { id: /shipment=(\S+)/.exec(plan.undoCall)?.[1] })).data.plan;

  expect(plan).toMatchObject({ title: direct.title, undo: direct.undo, sideEffects: direct.sideEffects });
  expect(listPlanTexts(plan)).toEqual(expect.arrayContaining([...listPlanTexts(direct)]));
  expect(back.title).toBe('Bring back SHP-1001 of «Acme Foods», Chicago, IL to Phoenix, AZ');
  expect(back.checks[0]).toMatch(/^Verdict on «Prairie Haul» \(C\d+\): CAUTION$/);
  for (const shownPlan of [plan, back])
    expect([shownPlan.title, ...listPlanTexts(shownPlan), shownPlan.undo].join('\n')).not.toMatch(
      /[0-9a-f]{8}-[0-9a-f]{4}-/,
    );
});

test('a raw cancellation of what is delivered is refused before anybody is asked', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier, road: { status: 'DELIVERED', arrived: '2026-11-19T20:10:00.000Z' } });

  const { isError, text } = await desk.callTool('api_write', {
    operation: 'shipments.cancel',
    input: { id: 'SHP-1001' },
  });

  expect(isError).toBe(true);
  expect(text).toContain("SHP-1001 is delivered: a delivered shipment can't be canceled.");
});

test('what a carrier is owed for its truck is recorded with the cancellation, after an approval', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier, road: { status: 'DISPATCHED' } });

  const planned = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001', tonuCarrier: '$250' }, 'accept');
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const [canceled] = (await desk.api.loads.filter({ filter: { id: { equalTo: load.loads[0].id } } })).data;

  expect(planned.data.plan).toMatchObject({ gate: 'approve', money: [{ currency: 'USD', amount: 250 }] });
  // A carrier on a load has statuses of its own, which are no unknown statuses of loads.
  expect(planned.text).not.toContain("which Waybill doesn't know");
  expect(listPlanTexts(planned.data.plan)).toContain(
    'LD-1001 dispatched -> canceled: carrier «Prairie Haul», owed $250.00 TONU',
  );
  expect(planned.data.plan.sideEffects.join(' ')).not.toContain('may be owed TONU');
  expect(data.summary).toBe('SHP-1001 is canceled.');
  expect(canceled).toMatchObject({ status: 'CANCELED', carriers: [{ status: 'TONU', totalCost: 250 }] });
});
