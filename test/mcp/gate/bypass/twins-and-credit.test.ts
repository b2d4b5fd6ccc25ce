import { expect, test } from 'vitest';
import { type LoadDesk, startLoadDesk } from '../../support/load-desk.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { createBilledLoad, createBookedLoad, createPayee } from '../../../support/records/payables.ts';
import { createInvoicedLoad, insertOldContact } from '../../../support/records/invoiced-loads.ts';
import { listEffects, callAndAccept } from './effects.ts';
import { requireSent } from '../../../support/require-sent.ts';
import { listWarningTexts } from '../../../support/desk/plan-texts.ts';

const awaiting = { answer: 'approval_required', effects: [] };

const lane = { origin: 'Dallas, TX', destination: 'Atlanta, GA', pickup: '2026-11-23' };
const stops = [
  { type: 'PICK', postalCode: '75201' },
  { type: 'DROP', postalCode: '30303' },
];

/** Creates a customer that owes more than its credit limit. */
async function createOverLimit(desk: LoadDesk) {
  const { customer } = await createInvoicedLoad(desk, 5000);
  await desk.api.customers.update({ id: requireSent(customer).id, creditLimit: 1000 });
  return customer;
}

const raises = [
  ['api_write', (id: string) => ({ operation: 'customers.update', input: { id, creditLimit: 900_000 } })],
  ['set_up_customer', (id: string) => ({ customer: id, creditLimit: 900_000 })],
] as const;

const newFreight = [
  ['create_shipment', (id: string) => ({ customer: id, ...lane, revenue: 800 })],
  ['create_quote', (id: string) => ({ customer: id, ...lane })],
  [
    'api_write',
    (id: string) => ({
      operation: 'shipments.create',
      input: { customer: { id }, orders: [{ mode: 'TL', stops }], loads: [] },
    }),
  ],
] as const;

test('a credit limit is not raised with a tick to make room, and new freight is asked about beside what is owed', async () => {
  await using desk = await startLoadDesk({ tools: [] });
  const customer = await createOverLimit(desk);
  const isOver = `"Acme Foods" (${(await desk.api.customers.get({ id: requireSent(customer).id })).friendlyId}) is over its credit limit of $1,000.00 by $4,000.00.`;

  for (const [tool, input] of raises)
    expect(await callAndAccept(desk, tool, input(requireSent(customer).id))).toEqual(awaiting);
  for (const [tool, input] of newFreight) {
    const seen = desk.shownForms.length;
    const effects = await listEffects(desk, () => desk.callTool(tool, input(requireSent(customer).id), 'decline'));
    const formText = desk.shownForms.slice(seen).join('\n');

    expect(effects).toEqual([]);
    expect(formText).toContain(isOver);
    expect(formText).toContain('Exposure: open invoices $5,000.00');
  }
  expect((await desk.api.customers.get({ id: requireSent(customer).id })).creditLimit).toBe(1000);
});

test('the invoice of a customer is not mailed to the address of its twin with a tick', async () => {
  await using desk = await startLoadDesk({ tools: [] });
  const invoice = await createInvoicedLoad(desk);
  await insertOldContact(desk, requireSent(invoice.customer).id, 'ap@acme.test');
  const effects = await listEffects(desk, () =>
    desk.callTool('set_up_customer', { name: 'Acme Foods Inc' }, 'decline'),
  );
  const questions = desk.shownForms.join('\n');
  const twin = await desk.api.customers.create({ name: 'Acme Foods Inc', status: 'ACTIVE' });
  await insertOldContact(desk, twin.id, 'ap@acme-foods.test');

  const sent = await callAndAccept(desk, 'send_invoice', { invoices: [invoice.friendlyId], to: 'ap@acme-foods.test' });
  const raw = await callAndAccept(desk, 'api_write', {
    operation: 'invoices.send',
    input: { id: invoice.id, toEmails: ['ap@acme-foods.test'] },
  });

  expect(effects).toEqual([]);
  expect(questions).toContain('May be on record already: "Acme Foods"');
  expect(sent).toEqual({ answer: 'BAD_REQUEST', effects: [] });
  expect(raw).toEqual(awaiting);
});

async function createTwinBill(desk: TestDesk) {
  const carrier = await createPayee(desk, 'Prairie Haul');
  const first = await createBilledLoad(desk, { carrier, reference: 'PH-77' });
  const twin = await createPayee(desk, 'Prairie Haul LLC');
  const booked = await createBookedLoad(desk, { carrier: twin });
  return { first, twin, booked };
}

test('the bill of a twin with the number and the amount of another is said to be a double, and not approved with a tick', async () => {
  await using desk = await startDesk({ tools: [] });
  const { first, booked } = await createTwinBill(desk);
  const recorded = await desk.callTool('record_bill', {
    shipment: booked.shipmentId,
    number: 'PH-77',
    amount: 1200,
  });
  const bill = (await desk.api.bills.filter({})).data.find(({ id }) => id !== first.bill.id);

  const approved = await callAndAccept(desk, 'approve_bills', { bills: [bill?.id] });
  const raw = await callAndAccept(desk, 'api_write', { operation: 'bills.approve', input: { id: bill?.id } });
  const { data } = await desk.callTool('approve_bills', { bills: [bill?.id] });

  expect(recorded.text).toMatch(/Perhaps billed twice: .* See BILL-00001/);
  expect([approved, raw]).toEqual([awaiting, awaiting]);
  expect(listWarningTexts(data.plan).join(' ')).toContain('See BILL-00001');
});
