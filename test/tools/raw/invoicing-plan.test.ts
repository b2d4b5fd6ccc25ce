import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { getShipment } from '../../../tools/shipments/get_shipment.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { givenBilledLoad } from '../../support/records/payables.ts';

const start = () => startDesk({ tools: [apiWrite, runApproved, getShipment] });
const write = (desk: Desk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

/** Released by somebody who did not wait for the paper. */
async function givenReleased(desk: Desk, hasProof: boolean) {
  const billed = await givenBilledLoad(desk, { hasProof });
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
  const proven = await givenReleased(desk, true);
  const unproven = await givenReleased(desk, false);
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
  expect(data.plan.emails).toEqual(['lee@acme.test']);
  expect(data.plan.lines).toContainEqual(expect.stringMatching(`^${first} «Acme Foods».*: nothing is in the way$`));
  expect(data.plan.lines).toContainEqual(
    expect.stringMatching(`^${second} «Acme Foods».*: proof of delivery missing$`),
  );
  expect(data.plan.policyHits).toContain(`Not ready to invoice: ${second}.`);
  const numbers = (await desk.api.invoices.filter({})).data.map(({ friendlyId }) => friendlyId);
  expect(done.data.results.map(({ friendlyId }: { friendlyId: string }) => friendlyId).sort()).toEqual(numbers.sort());
});

test('a batch of orders shows the shipments that they are invoiced with', async () => {
  await using desk = await start();
  const { shipmentId } = await givenReleased(desk, false);
  const { orders, friendlyId } = await desk.api.shipments.get({ id: shipmentId });

  const { data } = await write(desk, 'invoices.batchGenerate', { orderIds: orders.map(({ id }) => id) });

  expect(data.plan.policyHits).toEqual([`Not ready to invoice: ${friendlyId}.`]);
});

test('what is blocked is neither allowed nor offered next', async () => {
  await using desk = await start();
  const { shipmentId } = await givenReleased(desk, false);

  const { data, text } = await desk.callTool('get_shipment', { shipment: shipmentId });

  expect(data.record.billing.blockedBy).toEqual(['proof of delivery missing']);
  expect(data.record.allowed).not.toContain('generateInvoice');
  expect(text).not.toContain('shipments.generateInvoice');
});
