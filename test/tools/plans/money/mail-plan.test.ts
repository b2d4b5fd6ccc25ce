import { expect, test } from 'vitest';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../../support/desk.ts';
import { createBilledLoad } from '../../../support/records/payables.ts';
import { appendAudit } from '../../../../src/mcp/audit/audit.ts';
import { onOneDatabase } from '../../../support/stores/databases.ts';
import { listPlanTexts, listWarningTexts } from '../../../support/desk/plan-texts.ts';

const start = () => startDesk({ tools: [apiWrite, runApproved] });
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const buildLee = (email: string) => ({ name: 'Lee', contactInfo: { name: 'Lee', email } });
const weeksLater = '2027-01-20T15:00:00.000Z';

async function createInvoice(desk: TestDesk) {
  const { shipmentId, customerId } = await createBilledLoad(desk);
  const shipment = await desk.api.shipments.get({ id: shipmentId });
  const invoice = await desk.api.invoices.create({
    orderId: shipment.orders[0]?.id ?? '',
    invoiceDate: '2026-11-20',
    amount: 2000,
  });
  return { invoice, customerId, shipmentId };
}

async function createPayment(desk: TestDesk) {
  const { bill, carrier } = await createBilledLoad(desk);
  await desk.api.bills.approve({ id: bill.id });
  const payment = await desk.api.billPayments.create({
    paymentDate: '2026-11-20',
    applications: [{ billId: bill.id, amount: bill.amount }],
  });
  return { payment, carrier };
}

test('a mail to an old address on record says since when, and is confirmed', async () => {
  await using desk = await start();
  const { invoice, customerId } = await createInvoice(desk);
  await desk.api.customerContacts.create({ customerId, ...buildLee('lee@acme.test'), contactTypes: ['BILLING'] });
  desk.clock.now = weeksLater;

  const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@acme.test'] });

  expect(data.plan).toMatchObject({
    gate: 'confirm',
    recipients: ['lee@acme.test'],
    details: expect.arrayContaining([
      'Mail to «lee@acme.test»: «Lee» contact of «Acme Foods», on record since Nov 20, 2026, not added with Waybill in the last 30 days',
    ]),
    warnings: [{ text: "Can't be undone." }],
  });
});

test('a mail to an address that was put on record this week needs an approval, and says so', async () => {
  await using desk = await start();
  const { invoice, customerId } = await createInvoice(desk);
  await desk.api.customerContacts.create({ customerId, ...buildLee('lee@acme.test') });

  const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@acme.test'] });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'Mail to «lee@acme.test»: its record was made on Nov 20, 2026.' }, { text: "Can't be undone." }],
  });
});

test('an address that came with Waybill shows who put it there', async () => {
  await using desk = await start();
  const { invoice, customerId } = await createInvoice(desk);
  const planted = await write(desk, 'customerContacts.create', { customerId, ...buildLee('lee@acme.test') });
  await desk.approve(planted.data.approval.id);
  await desk.callTool('run_approved', { approvalId: planted.data.approval.id });
  desk.clock.now = '2026-12-10T15:00:00.000Z';

  const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@acme.test'] });

  expect(data.plan.gate).toBe('approve');
  expect(listWarningTexts(data.plan)).toEqual([
    expect.stringMatching(/^Mail to «lee@acme\.test»: put on record with Waybill by .+ on Nov 20, 2026\.$/),
    "Can't be undone.",
  ]);
});

test('a remittance advice without an address names where the API would send it, free mail among it', async () => {
  await using desk = await start();
  const { payment, carrier } = await createPayment(desk);
  await desk.api.carrierContacts.create({
    carrierId: carrier.id,
    ...buildLee('prairie@gmail.com'),
    contactTypes: ['ACCOUNTING'],
  });
  desk.clock.now = weeksLater;

  const { data } = await write(desk, 'billPayments.sendRemittance', { id: payment.id });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    recipients: ['prairie@gmail.com'],
    warnings: [
      { text: 'Mail to «prairie@gmail.com»: a free mail address, which anyone can open.' },
      { text: "Can't be undone." },
    ],
  });
  expect(await desk.api.billPayments.sendRemittance({ id: payment.id })).toMatchObject({ sentTo: 'prairie@gmail.com' });
});

/** Creates an invoice to a customer whose contact was put on record weeks ago and is changed now. */
async function createInvoiceWithChangedContact(desk: TestDesk, change: object) {
  const { invoice, customerId } = await createInvoice(desk);
  const contact = await desk.api.customerContacts.create({ customerId, ...buildLee('lee@acme.test') });
  desk.clock.now = weeksLater;
  const { data } = await write(desk, 'customerContacts.update', { id: contact.id, ...change });
  if (data.status === 'approval_required') {
    await desk.approve(data.approval.id);
    await desk.callTool('run_approved', { approvalId: data.approval.id });
  }
  return invoice;
}

test('where the record of an address changed, the plan says that the API does not say what of it', async () => {
  await using desk = await start();
  const invoice = await createInvoiceWithChangedContact(desk, { name: 'Lee Senior' });

  const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@acme.test'] });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [
      {
        text: 'Mail to «lee@acme.test»: its record was changed on Jan 20, 2027, and the API does not say whether the address was.',
      },
      { text: "Can't be undone." },
    ],
  });
  expect(listPlanTexts(data.plan).join('\n')).toContain('the API keeps no history of the address itself');
});

test('an address that was changed with Waybill shows by whom, and what it was before', async () => {
  await using desk = await start();
  const invoice = await createInvoiceWithChangedContact(desk, {
    contactInfo: { name: 'Lee', email: 'lee@other.test' },
  });

  const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@other.test'] });

  expect(data.plan.gate).toBe('approve');
  expect(listWarningTexts(data.plan)[0]).toMatch(
    /^Mail to «lee@other\.test»: changed by «dana» on Jan 20, 2027 \(«lee@acme\.test» -> «lee@other\.test»\)\.$/,
  );
});
/**
 * Number of writes per database. Writes are appended one by one and take long; a missing limit shows on either
 * database.
 */
const writesSince = { SQLite: 2100, PostgreSQL: 50 } as const;

onOneDatabase('an address that came with Waybill', (database) => {
  test('is told from others however much was written since, and also where its record was only changed', async () => {
    await using desk = await startDesk({ tools: [apiWrite, runApproved], database });
    const { invoice, customerId } = await createInvoice(desk);
    const { id } = await desk.api.customerContacts.create({ customerId, ...buildLee('old@acme.test') });
    const moved = await write(desk, 'customerContacts.update', {
      id,
      contactInfo: { name: 'Lee', email: 'lee@acme.test' },
    });
    await desk.approve(moved.data.approval.id);
    await desk.callTool('run_approved', { approvalId: moved.data.approval.id });
    for (let nth = 0; nth < writesSince[database]; nth += 1)
      await appendAudit(desk.options, { ...otherWrite, attempt: `other ${nth}` });
    desk.clock.now = '2026-12-10T15:00:00.000Z';

    const { data } = await write(desk, 'invoices.send', { id: invoice.id, toEmails: ['lee@acme.test'] });

    expect(data.plan.gate).toBe('approve');
    expect(listWarningTexts(data.plan).join(' ')).toContain('changed by «dana»');
  });
});

const otherWrite = {
  kind: 'finished',
  at: '2026-11-21T15:00:00.000Z',
  who: 'dana',
  client: null,
  tool: 'api_write',
  planHash: null,
  approvalId: null,
  calls: [{ operation: 'customers.update', requestId: null, idempotencyKey: null, status: 'done' }],
  status: 'done',
  summary: 'Change a customer: A999999.',
  undo: null,
} as const;
