import { expect, test } from 'vitest';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { createInvoicedLoad } from '../../../support/records/invoiced-loads.ts';
import { requireSent } from '../../../support/require-sent.ts';
import { listPlanTexts, listWarningTexts, overlapWarning } from '../../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [apiWrite, runApproved] });
const write = (desk: LoadDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const paid = { paymentDate: '2026-11-20', reference: '4711', paymentMethodType: 'CHECK' } as const;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;

async function createPaidInvoice(desk: LoadDesk) {
  const invoice = await createInvoicedLoad(desk);
  const customerId = requireSent(invoice.customer).id;
  const memo = await desk.api.creditMemos.create({ customerId, amount: 300, memoDate: '2026-11-20' });
  const payment = await desk.api.payments.create({
    customerId,
    ...paid,
    applications: [{ invoiceId: invoice.id, amount: 1500 }],
  });
  return { invoice, memo, payment, customerId };
}

test('a payment that is taken back shows what the customer owes then, and how it is recorded anew', async () => {
  await using desk = await start();
  await createPaidInvoice(desk);

  const { data } = await write(desk, 'payments.delete', { id: 'PMT-00001' });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    title: 'Take back payment PMT-00001 of «Acme Foods», $1,500.00 (check «4711»), received Nov 20, 2026',
    changes: expect.arrayContaining([{ label: 'INV-00001 open', before: '$500.00', after: '$2,000.00' }]),
    context: { lines: ['A100001 «Acme Foods» owes $500.00 -> $2,000.00 on open invoices'] },
  });
  expect(data.plan.undoCall).toContain(
    'record_payment customer=A100001 amount=1500 reference="4711" date=2026-11-20 invoices[0].invoice=INV-00001 invoices[0].amount=1500',
  );
});

test('a payment that is changed is changed back by undo, as its plan says', async () => {
  await using desk = await start();
  const { invoice, payment } = await createPaidInvoice(desk);
  const applications = [{ invoiceId: 'INV-00001', amount: 900 }];

  const planned = await write(desk, 'payments.update', { id: 'PMT-00001', applications });
  await desk.approve(planned.data.approval.id);
  await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  const changed = await desk.api.invoices.get({ id: invoice.id });
  const undone = await desk.callTool('undo', {});
  await desk.approve(undone.data.approval.id);
  await desk.callTool('run_approved', { approvalId: undone.data.approval.id });

  expect(planned.data.plan.undo).toBe('What was there can be put back: Amounts applied.');
  expect(planned.data.plan.title).toContain('Change payment PMT-00001 of «Acme Foods», $1,500.00');
  expect(planned.data.plan.context.lines).toContain('A100001 «Acme Foods» owes $500.00 -> $1,100.00 on open invoices');
  expect(changed.amountPaid).toBe(900);
  expect((await desk.api.payments.get({ id: payment.id })).totalAmount).toBe(1500);
});

test('credit shows what is left of it and what is owed, applied, taken back and voided', async () => {
  await using desk = await start();
  const { invoice, memo } = await createPaidInvoice(desk);

  const applied = await write(desk, 'creditMemos.apply', { id: 'CM-00001', invoiceId: 'INV-00001', amount: 200 });
  const voided = await write(desk, 'creditMemos.void', { id: 'CM-00001', reason: 'typed twice' });
  const { application } = await desk.api.creditMemos.apply({ id: memo.id, invoiceId: invoice.id, amount: 200 });
  const unapplied = await write(desk, 'creditMemos.unapply', {
    creditMemoId: 'CM-00001',
    applicationId: application.id,
  });
  const refused = await write(desk, 'creditMemos.void', { id: 'CM-00001' });

  expect(applied.data.plan).toMatchObject({
    gate: 'confirm',
    title: 'Apply $200.00 of credit CM-00001 to INV-00001 of «Acme Foods»',
    changes: expect.arrayContaining([{ label: 'Left of CM-00001', before: '$300.00', after: '$100.00' }]),
    context: { lines: ['A100001 «Acme Foods» owes $500.00 -> $300.00 on open invoices'] },
  });
  expect(voided.data.plan).toMatchObject({
    title: 'Void credit CM-00001 of «Acme Foods», $300.00',
    changes: expect.arrayContaining([
      { label: 'Status', before: 'open', after: 'voided' },
      { label: 'Left of CM-00001', before: '$300.00', after: '$0.00' },
    ]),
    details: expect.arrayContaining(['Why: «typed twice»']),
  });
  expect(unapplied.data.plan).toMatchObject({
    title: 'Take $200.00 of credit CM-00001 of «Acme Foods» back from INV-00001',
    money: [{ currency: 'USD', amount: 200 }],
    undo: "Can't be taken back in one step. Applying $200.00 of it to INV-00001 again does the same.",
  });
  expect(unapplied.data.plan.context.lines).toContain('A100001 «Acme Foods» owes $300.00 -> $500.00 on open invoices');
  expect(refused.text).toContain('$200.00 of CM-00001 is applied: take that back first');
  const texts = [applied, voided, unapplied].flatMap(({ data }) => [
    data.plan.title,
    data.plan.undo,
    ...listPlanTexts(data.plan),
  ]);
  expect(texts.filter((line) => uuid.test(line))).toEqual([]);
});

test('dates that are set anew say that an overdue invoice is chased no more, and name the former ones', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk);
  desk.clock.now = '2027-01-10T15:00:00.000Z';

  const restarted = await write(desk, 'invoices.markAwaiting', { id: 'INV-00001' });
  const later = await write(desk, 'invoices.update', { id: 'INV-00001', dueDate: '2027-02-01' });

  expect(restarted.data.plan).toMatchObject({
    title: 'Change the dates of INV-00001 of «Acme Foods», $2,000.00 open',
    changes: [
      { label: 'Invoice date', before: 'Nov 20, 2026', after: 'Jan 10, 2027' },
      { label: 'Due', before: 'Dec 20, 2026', after: 'Feb 9, 2027' },
    ],
    warnings: [{ text: 'It is 21 days overdue and would not be overdue any more: aging and collections start over.' }],
    undo: "Can't be taken back in one step. The dates can be changed again, to Nov 20, 2026, due Dec 20, 2026.",
  });
  expect(later.data.plan).toMatchObject({
    title: 'Change INV-00001 of «Acme Foods», $2,000.00 open',
    warnings: [
      { text: 'It is 21 days overdue and would not be overdue any more: aging and collections start over.' },
      { text: overlapWarning('INV-00001') },
    ],
  });
});

test('an invoice over a typed amount says what the charges come to and what the customer owes beside its limit', async () => {
  await using desk = await start();
  const { customer } = await createInvoicedLoad(desk);
  await desk.api.customers.update({ id: requireSent(customer).id, creditLimit: 3000, currency: 'USD' });
  const load = await desk.createLoad({ revenue: 1800 });

  const { data } = await write(desk, 'invoices.create', {
    orderId: load.orders[0].id,
    invoiceDate: '2026-11-20',
    amount: 1900,
  });

  expect(data.plan).toMatchObject({
    gate: 'confirm',
    title: `Invoice ${load.friendlyId} of «Acme Foods»: $1,900.00, dated Nov 20, 2026`,
    warnings: [
      { text: `The charges of ${load.orders[0].friendlyId} come to $1,800.00, not to this.` },
      { text: `${load.friendlyId} is planning, not delivered.` },
      // The context says it too, but a warning is never only in what the page folds.
      {
        text: 'A100001 «Acme Foods» owes $2,000.00 -> $3,900.00 on open invoices, credit limit $3,000.00, $900.00 above it',
      },
    ],
  });
  expect(data.plan.context.lines).toContain(
    'A100001 «Acme Foods» owes $2,000.00 -> $3,900.00 on open invoices, credit limit $3,000.00, $900.00 above it',
  );
});

test('an invoice is compared with the charges of its own order, of a canceled one with its TONU, and never with none', async () => {
  await using desk = await start();
  const linehaul = { chargeCode: { key: 'LINEHAUL' }, amount: 1800 };
  const shipments = [await desk.createLoad({ revenue: 1800 }), await desk.createLoad({ revenue: 1800 })] as const;
  const [canceled, uncharged] = shipments.map(({ orders: [{ id }] }) => id);
  const tonu = { chargeCode: { key: 'TONU' }, amount: 250 };
  await desk.api.orders.update({ id: String(canceled), charges: [linehaul, tonu] });
  await desk.api.orders.update({ id: String(uncharged), charges: [] });
  await desk.api.shipments.cancel({ id: shipments[0].id });
  const [stops] = shipments.map(({ orders: [order] }) =>
    order.stops.map(({ type, requestedStartDate }: { type: 'PICK' | 'DROP'; requestedStartDate: string }) => ({
      type,
      requestedStartDate,
      postalCode: '75247',
    })),
  );
  const [first, second] = [1800, 700].map((amount) => ({
    mode: 'TL' as const,
    stops,
    charges: [{ ...linehaul, amount }],
  }));
  const both = await desk.api.shipments.create({
    customer: { id: requireSent(shipments[1].customer).id },
    orders: [first, second].filter((order) => order !== undefined),
  });
  const listHits = async (orderId: string | undefined, amount: number) => {
    const { data } = await write(desk, 'invoices.create', { orderId, invoiceDate: '2026-11-20', amount });
    return listWarningTexts(data.plan).filter((hit: string) => hit.startsWith('The charges'));
  };

  expect(await listHits(canceled, 250)).toEqual([]);
  expect(await listHits(canceled, 2050)).toEqual(['The charges of ORD-1001 come to $250.00, not to this.']);
  expect(await listHits(uncharged, 900)).toEqual([]);
  expect(await listHits(both.orders[1]?.id, 700)).toEqual([]);
  expect(await listHits(both.orders[1]?.id, 2500)).toEqual(['The charges of ORD-1004 come to $700.00, not to this.']);
});
