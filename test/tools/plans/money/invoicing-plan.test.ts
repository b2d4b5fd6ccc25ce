import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { getShipment } from '../../../../tools/shipments/get_shipment.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { createBilledLoad } from '../../../support/records/payables.ts';
import { listWarningTexts } from '../../../support/desk/plan-texts.ts';

const start = () => startDesk({ tools: [apiWrite, runApproved, getShipment] });
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

/** Creates a bill of freight that was released before its paper came. */
async function createReleased(desk: TestDesk, hasProof: boolean) {
  const billed = await createBilledLoad(desk, { hasProof });
  await desk.service.database.transaction(async (tx) => {
    const { shipmentId } = billed;
    await tx
      .updateTable('freight_order')
      .set({ billing_status: 'READY_TO_INVOICE' })
      .where('shipment_id', '=', shipmentId)
      .execute();
    await tx.updateTable('shipment').set({ billing_status: 'READY_TO_INVOICE' }).where('id', '=', shipmentId).execute();
  });
  return billed;
}

test('the plan of a batch has totals, recipients and what lacks proof; its result has the numbers', async () => {
  await using desk = await start();
  const proven = await createReleased(desk, true);
  const unproven = await createReleased(desk, false);
  await desk.api.customerContacts.create({
    customerId: proven.customerId,
    name: 'Lee',
    contactInfo: { name: 'Lee', email: 'lee@acme.test' },
    contactTypes: ['BILLING'],
  });
  const shipmentIds = [proven.shipmentId, unproven.shipmentId];

  const { data } = await write(desk, 'invoices.batchGenerate', { shipmentIds, sendEmail: true });
  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });

  const shipments = await Promise.all(shipmentIds.map((id) => desk.api.shipments.get({ id })));
  const [first, second] = shipments.map(({ friendlyId }) => friendlyId);
  const total = shipments.reduce((sum, { totalRevenue }) => sum + (totalRevenue ?? 0), 0);
  expect(data.plan.money).toEqual([{ currency: 'USD', amount: total }]);
  expect(data.plan.recipients).toEqual(['lee@acme.test']);
  expect(data.plan.lines).toMatchObject([
    { key: second },
    { key: first, number: first, party: '«Acme Foods»', details: 'nothing blocks it' },
  ]);
  expect(data.plan.warnings).toEqual(
    expect.arrayContaining([
      { text: 'POD missing', lines: [second] },
      { text: 'no billing address on record: no mail is sent', lines: [second] },
    ]),
  );
  expect(listWarningTexts(data.plan)).toContain(`Not ready to invoice: ${second}.`);
  const numbers = (await desk.api.invoices.filter({})).data.map(({ friendlyId }) => friendlyId);
  expect(done.data.results.map(({ friendlyId }: { friendlyId: string }) => friendlyId).sort()).toEqual(numbers.sort());
});

test('a batch of orders shows the shipments that they are invoiced with', async () => {
  await using desk = await start();
  const { shipmentId } = await createReleased(desk, false);
  const { orders, friendlyId } = await desk.api.shipments.get({ id: shipmentId });

  const { data } = await write(desk, 'invoices.batchGenerate', { orderIds: orders.map(({ id }) => id) });

  expect(listWarningTexts(data.plan)).toEqual([`Not ready to invoice: ${friendlyId}.`]);
});

test('what the API would refuse is named, and counts neither in the total nor among the mails', async () => {
  await using desk = await start();
  const ready = await createReleased(desk, true);
  const unreleased = await createBilledLoad(desk, { hasProof: false });
  for (const [customerId, email] of [
    [ready.customerId, 'lee@acme.test'],
    [unreleased.customerId, 'ann@bolt.test'],
  ] as const)
    await desk.api.customerContacts.create({
      customerId,
      name: 'Payables',
      contactInfo: { name: 'Payables', email },
      contactTypes: ['BILLING'],
    });

  const { data } = await write(desk, 'invoices.batchGenerate', {
    shipmentIds: [ready.shipmentId, unreleased.shipmentId],
    sendEmail: true,
  });

  const { friendlyId, totalRevenue } = await desk.api.shipments.get({ id: ready.shipmentId });
  const refused = await desk.api.shipments.get({ id: unreleased.shipmentId });
  expect(data.plan.money).toEqual([{ currency: 'USD', amount: totalRevenue }]);
  expect(data.plan.recipients).toEqual(['lee@acme.test']);
  expect(data.plan.lines).toMatchObject([
    { key: refused.friendlyId, money: [] },
    { key: friendlyId, details: 'nothing blocks it' },
  ]);
  expect(data.plan.warnings).toContainEqual({
    text: 'not invoiced, the API refuses it: POD missing',
    lines: [refused.friendlyId],
  });
});

test('what lacks proof is invoiced with an approval only', async () => {
  await using desk = await start();
  const { shipmentId } = await createReleased(desk, false);

  const { data } = await write(desk, 'shipments.generateInvoice', { id: shipmentId });

  expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
});

test('where nothing can be invoiced no person is asked, and the answer says what is missing and what to do', async () => {
  await using desk = await start();
  const { shipmentId } = await createBilledLoad(desk, { hasProof: false });
  const { friendlyId } = await desk.api.shipments.get({ id: shipmentId });

  const single = await write(desk, 'shipments.generateInvoice', { id: shipmentId });
  const batch = await write(desk, 'invoices.batchGenerate', { shipmentIds: [shipmentId] });

  for (const { isError, text } of [single, batch]) {
    expect(isError).toBe(true);
    expect(text).toContain(`There is nothing to invoice. ${friendlyId}: POD missing.`);
    expect(text).toContain('upload_document');
  }
});

test('the invoice of one shipment comes back with its number, amount and dates', async () => {
  await using desk = await start();
  const { shipmentId } = await createReleased(desk, true);

  const { data } = await desk.callTool(
    'api_write',
    { operation: 'shipments.generateInvoice', input: { id: shipmentId } },
    'accept',
  );

  const [invoice] = (await desk.api.invoices.filter({})).data;
  expect(data).toMatchObject({
    status: 'done',
    record: { friendlyId: invoice?.friendlyId, dueDate: invoice?.dueDate },
  });
  expect(data.summary).toContain(`${invoice?.friendlyId} «Acme Foods», $2,000.00, due Dec 20, 2026`);
});

test('what is blocked is neither allowed nor offered next', async () => {
  await using desk = await start();
  const { shipmentId } = await createReleased(desk, false);

  const { data, text } = await desk.callTool('get_shipment', { shipment: shipmentId });

  expect(data.record.billing.blockedBy).toEqual(['POD missing']);
  expect(data.record.allowed).not.toContain('generateInvoice');
  expect(text).not.toContain('generate_invoices');
});
