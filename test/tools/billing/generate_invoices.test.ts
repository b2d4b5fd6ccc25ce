import { expect, test } from 'vitest';
import { generateInvoices } from '../../../tools/billing/generate_invoices.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { insertBillingContact } from '../../support/records/invoicing.ts';
import { requireSent } from '../../support/require-sent.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [generateInvoices, runApproved] });

async function createReadyShipment(desk: LoadDesk, customer = 'Acme Foods', revenue = 2000) {
  const load = await desk.createLoad({ customer, revenue, road: { status: 'DELIVERED' } });
  await desk.uploadPaper(load, 'PROOF_OF_DELIVERY');
  return desk.api.shipments.readyToInvoice({ id: load.id });
}

test('one shipment is confirmed, and the answer has number, amount, due date and what next', async () => {
  await using desk = await start();
  await createReadyShipment(desk);

  const { data, text } = await desk.callTool('generate_invoices', { shipments: ['SHP-1001'] }, 'accept');

  expect(desk.shownForms.join('\n')).toContain('Invoice SHP-1001 "Acme Foods", $2,000.00');
  expect(desk.shownForms.join('\n')).toContain('nothing blocks it | due Dec 20, 2026 (no term on record)');
  expect(text).toContain('DONE. INV-00001 «Acme Foods», $2,000.00, due Dec 20, 2026 (SHP-1001).');
  expect(data.undo).toBe('void_invoice invoice=INV-00001, while nothing is paid on it.');
  const [invoice] = (await desk.api.invoices.filter({})).data;
  expect(invoice).toMatchObject({ friendlyId: 'INV-00001', amount: 2000, status: 'AWAITING_PAYMENT' });
});

test('without a form one shipment waits for an approval like everything else', async () => {
  await using desk = await start();
  await createReadyShipment(desk);

  const { data } = await desk.callTool('generate_invoices', { shipments: ['SHP-1001'] });

  expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'confirm' } });
  expect((await desk.api.invoices.filter({})).data).toEqual([]);
});

test('over the queue all that is ready is approved line by line, mailed, and what is not is named with its reason', async () => {
  await using desk = await start();
  const first = await createReadyShipment(desk);
  await createReadyShipment(desk, 'Bolt Steel', 900);
  await createReadyShipment(desk, 'Acme Foods', 500);
  const unproven = await desk.createLoad({ road: { status: 'DELIVERED' } });
  await insertBillingContact(desk.service, requireSent(first.customer).id, 'ap@acme.test');

  const planned = await desk.callTool('generate_invoices', { email: true }, 'accept');
  await desk.approve(planned.data.approval.id);
  const { data, text } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data.plan).toMatchObject({
    gate: 'approve',
    title: 'Invoice 3 shipments and mail the invoices',
    money: [{ currency: 'USD', amount: 3400 }],
    recipients: ['ap@acme.test'],
  });
  expect(planned.data.plan.lines).toMatchObject([{ key: 'SHP-1002' }, { key: 'SHP-1001' }, { key: 'SHP-1003' }]);
  expect(planned.data.plan.warnings).toContainEqual({
    text: 'no billing address on record: no mail is sent',
    lines: ['SHP-1002'],
  });
  expect(data.summary).toBe('3 invoices made, $3,400.00: INV-00001, INV-00002, INV-00003. 2 of them mailed.');
  expect(text).toContain('SHP-1001 «Acme Foods», $2,000.00, due Dec 20, 2026, sent to «ap@acme.test»');
  expect(data.nextActions[0]).toMatchObject({ tool: 'send_invoice', arguments: { invoices: ['INV-00002'] } });
  expect((await desk.api.shipments.get({ id: unproven.id })).billingStatus).not.toBe('INVOICED');

  const listed = await desk.callTool('list_invoices', { fields: ['friendlyId', 'sent'] });
  const again = await desk.callTool('send_invoice', { invoices: ['INV-00001'] });

  const sent = listed.data.rows.map((row: Record<string, string>) => [row['friendlyId'], row['sent']]);
  expect(Object.fromEntries(sent)).toEqual({
    'INV-00001': '2026-11-20 by dana',
    'INV-00002': 'cannot be: no billing contact with an e-mail address',
    'INV-00003': '2026-11-20 by dana',
  });
  expect(listWarningTexts(again.data.plan)).toContain('Sent before: on Nov 20, 2026 by «dana».');
});

test('of named shipments the ones that are not ready are left out and said again with the result', async () => {
  await using desk = await start();
  await createReadyShipment(desk);
  await createReadyShipment(desk);
  await desk.createLoad({ road: { status: 'DELIVERED' } });
  const before = await createReadyShipment(desk);
  await desk.api.shipments.generateInvoice({ id: before.id });
  const shipments = ['SHP-1001', 'SHP-1002', 'SHP-1003', 'SHP-1004'];

  const planned = await desk.callTool('generate_invoices', { shipments });
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(listPlanTexts(planned.data.plan).join('\n')).toContain('SHP-1003 «Acme Foods»: left out, POD missing');
  expect(data).toMatchObject({
    status: 'partial',
    results: [
      { friendlyId: 'INV-00002', outcome: 'invoiced' },
      { friendlyId: 'INV-00003', outcome: 'invoiced' },
      { friendlyId: 'SHP-1003', outcome: 'left_out', reason: 'POD missing' },
      { friendlyId: 'SHP-1004', outcome: 'left_out', reason: 'it is invoiced' },
    ],
  });
});

test('where nothing is ready nobody is asked, and the answer says what is missing', async () => {
  await using desk = await start();
  await desk.createLoad({ road: { status: 'DELIVERED' } });

  const forShipment = await desk.callTool('generate_invoices', { shipments: ['SHP-1001'] }, 'accept');
  const queue = await desk.callTool('generate_invoices', {}, 'accept');

  expect(forShipment.text).toContain('There is nothing to invoice. SHP-1001: POD missing');
  expect(queue.text).toMatch(/^NOT DONE\. There is nothing to invoice\. No delivered shipment is released/);
  expect(queue.data.error.nextActions).toMatchObject([{ tool: 'billing_queue' }]);
  expect(desk.shownForms).toEqual([]);
});

test('of a canceled shipment the TONU that the customer owes is invoiced, and nothing else', async () => {
  await using desk = await start();
  const load = await desk.createLoad();
  const charges = [
    { chargeCodeId: 1, amount: 2000 },
    { chargeCodeId: 23, amount: 250 },
  ];
  await desk.api.orders.update({ id: load.orders[0].id, charges });
  await desk.api.shipments.cancel({ id: load.id });

  const { data } = await desk.callTool('generate_invoices', { shipments: ['SHP-1001'] }, 'accept');

  expect(desk.shownForms[0]).toContain('Invoice SHP-1001 of "Acme Foods": $250.00, dated Nov 20, 2026');
  expect(desk.shownForms[0]).toContain('SHP-1001 is canceled, not delivered.');
  expect(data.summary).toBe('INV-00001 «Acme Foods», $250.00, due Dec 20, 2026 (SHP-1001).');
  const { data: after } = await desk.callTool('get_shipment', { shipment: 'SHP-1001' });
  expect(after.record.money).toMatchObject([{ basis: 'actual', revenue: 250 }]);
});
