import { expect, test } from 'vitest';
import { recordPayment } from '../../../tools/billing/record_payment.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createInvoicedLoad } from '../../support/records/invoiced-loads.ts';
import { listWarningTexts, overlapWarning } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [recordPayment, runApproved] });
const check = { customer: 'Acme Foods', reference: '4711' };

test('money goes on the oldest invoice first, line by line, and the answer says what is still open', async () => {
  await using desk = await start();
  const first = await createInvoicedLoad(desk);
  const second = await createInvoicedLoad(desk, 1000);

  const { data } = await desk.callTool(
    'record_payment',
    { ...check, amount: '$2.5k', method: 'check', date: 'today' },
    'accept',
  );

  const [formText = ''] = desk.shownForms;
  expect(formText).toContain('Record $2,500.00 from A100001 "Acme Foods" (check "4711"), received Nov 20, 2026');
  expect(formText).toContain('INV-00001 open: $2,000.00 -> $0.00');
  expect(formText).toContain('INV-00002 open: $1,000.00 -> $500.00');
  expect(formText).toContain('A100001 "Acme Foods" owes $3,000.00 -> $500.00 on open invoices');
  expect(formText).toContain('INV-00002 stays open with $500.00');
  expect(data.summary).toBe(
    'PMT-00001, $2,500.00 from A100001 «Acme Foods» (check «4711»), received Nov 20, 2026: INV-00001 is paid, INV-00002 has $500.00 open. A100001 «Acme Foods» owes $500.00 now.',
  );
  expect(data.undo).toBe('The payment can be taken back: the invoices are open again (undo).');
  expect(await desk.api.invoices.get({ id: first.id })).toMatchObject({ status: 'PAID', amountOwed: 0 });
  expect(await desk.api.invoices.get({ id: second.id })).toMatchObject({ status: 'PARTIALLY_PAID', amountOwed: 500 });
  const [payment] = (await desk.api.payments.filter({})).data;
  expect(payment).toMatchObject({ paymentMethodType: 'CHECK', reference: '4711', totalAmount: 2500 });
});

test('the same reference and amount is recorded once; a second one has to be meant, and is approved', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk);
  await desk.callTool('record_payment', { ...check, amount: 500 }, 'accept');

  const twice = await desk.callTool('record_payment', { ...check, reference: 'Ref# 47-11', amount: 500 }, 'accept');
  const deliberate = await desk.callTool('record_payment', { ...check, amount: 500, again: true }, 'accept');
  const alike = await desk.callTool('record_payment', { ...check, reference: '9', amount: 500 }, 'accept');

  expect(twice.data).toMatchObject({ status: 'already_done', record: { friendlyId: 'PMT-00001' } });
  expect(deliberate.data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'Recorded before? PMT-00001 of Nov 20, 2026, $500.00, has the same reference and amount.' }],
  });
  expect(listWarningTexts(alike.data.plan)).toEqual([
    'Recorded before? PMT-00001 of Nov 20, 2026, $500.00, has the same amount.',
    overlapWarning('INV-00001'),
  ]);
  expect((await desk.api.payments.filter({})).data).toHaveLength(1);
});

test('what is short on a named invoice is credited to it in the same yes, and undo takes both back', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);
  await createInvoicedLoad(desk, 700);

  const planned = await desk.callTool('record_payment', {
    ...check,
    amount: 2650,
    invoices: [{ invoice: 'INV-00001', amount: 1900 }, 'INV-00002'],
    shortPay: 'credit',
  });
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data.plan).toMatchObject({
    gate: 'approve',
    changes: expect.arrayContaining([
      { label: 'INV-00001 open', before: '$2,000.00', after: '$100.00' },
      { label: 'INV-00001 open, with $100.00 of credit', before: '$100.00', after: '$0.00' },
    ]),
    context: { lines: ['After both A100001 owes $0.00'] },
    money: [{ currency: 'USD', amount: 2700 }],
  });
  expect(data.status).toBe('done');
  expect(data.summary).toContain('CM-00001 credits $100.00 that was short.');
  expect(await desk.api.invoices.get({ id: invoice.id })).toMatchObject({
    amountPaid: 1900,
    creditsApplied: 100,
    status: 'PAID',
  });
  const [memo] = (await desk.api.creditMemos.filter({})).data;
  expect(memo?.notes).toBe('Short pay of INV-00001 with payment 4711');

  const back = await desk.callTool('undo', {});
  await desk.approve(back.data.approval.id);
  const undone = await desk.callTool('run_approved', { approvalId: back.data.approval.id });

  expect(undone.data.status).toBe('done');
  const invoices = (await desk.api.invoices.filter({})).data.map(({ friendlyId, amountOwed }) => [
    friendlyId,
    amountOwed,
  ]);
  expect(Object.fromEntries(invoices)).toEqual({ 'INV-00001': 2000, 'INV-00002': 700 });
  expect((await desk.api.payments.filter({})).data).toEqual([]);
  expect((await desk.api.creditMemos.filter({})).data).toMatchObject([{ status: 'VOIDED', appliedAmount: 0 }]);
});

test('more than is open is said before and after, and only what invoices take is recorded', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk);

  const { data, text } = await desk.callTool('record_payment', { ...check, amount: 2050 }, 'accept');

  expect(desk.shownForms[0]).toContain('Paid too much: $50.00 is more than the invoices take');
  expect(text).toContain('Paid too much: $50.00');
  expect(data.record).toMatchObject({ totalAmount: 2000 });
});

test('a large payment is approved, not only confirmed', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk, 40_000);

  const { data } = await desk.callTool('record_payment', { ...check, amount: '40k' }, 'accept');

  expect(data.plan).toMatchObject({ gate: 'approve' });
  expect(listWarningTexts(data.plan)[0]).toContain('Above $30,000.00');
});

test('what does not fit is refused with the field and what is so, all at once, and nobody is asked', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk);
  await createInvoicedLoad(desk, 700, 'Bolt Steel');
  const record = async (input: object) =>
    (await desk.callTool('record_payment', { ...check, amount: 5, ...input }, 'accept')).text;

  const bad = await record({ date: 'someday', method: 'beads' });

  expect(bad).toContain('«someday»');
  expect(bad).toContain('«beads» is no means of payment; use ACH or wire');
  expect(await record({ invoices: ['INV-00002'] })).toContain(
    'INV-00002 is an invoice of «Bolt Steel», not of «Acme Foods»',
  );
  expect(
    await record({
      invoices: [
        { invoice: 'INV-00001', amount: 3 },
        { invoice: 'inv-1', amount: 2 },
      ],
    }),
  ).toContain('INV-00001 is named twice');
  expect(await record({ date: '2026-11-01' })).toContain('Nov 1, 2026 is before Nov 20, 2026, the date of INV-00001');
  expect(await record({ amount: 'CAD 5' })).toContain('names CAD');
  expect(desk.shownForms).toEqual([]);
});
