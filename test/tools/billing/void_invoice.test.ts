import { expect, test } from 'vitest';
import { voidInvoice } from '../../../tools/billing/void_invoice.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createInvoicedLoad } from '../../support/records/invoiced-loads.ts';
import { requireSent } from '../../support/require-sent.ts';

const start = () => startLoadDesk({ tools: [voidInvoice, runApproved] });

test('an invoice is void after an approval that shows what is owed then, and its shipment can be invoiced again', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);
  await createInvoicedLoad(desk, 500);

  const planned = await desk.callTool('void_invoice', { invoice: 'INV-00001', reason: 'wrong rate' }, 'accept');
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data.plan).toMatchObject({
    gate: 'approve',
    title: 'Void INV-00001 of «Acme Foods», $2,000.00',
    changes: expect.arrayContaining([
      { label: 'INV-00001 status', before: 'awaiting payment', after: 'voided' },
      { label: 'INV-00001 open', before: '$2,000.00', after: '$0.00' },
    ]),
    details: expect.arrayContaining(['Why: «wrong rate» (kept here only)']),
    context: { lines: ['A100001 «Acme Foods» owes $2,500.00 -> $500.00 on open invoices'] },
  });
  expect(planned.data.plan.undo).toContain("Can't be undone: a void invoice stays void");
  expect(data.summary).toBe(
    'INV-00001 for $2,000.00 is void, because «wrong rate»; SHP-1001 is ready to invoice again. A100001 «Acme Foods» owes $500.00 now.',
  );
  expect((await desk.api.shipments.get({ id: invoice.shipmentId })).billingStatus).toBe('READY_TO_INVOICE');
});

test('an invoice with money on it is not voided, and the answer names what has to be taken back', async () => {
  await using desk = await start();
  const { id, customer } = await createInvoicedLoad(desk);
  await desk.api.payments.create({
    customerId: requireSent(customer).id,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: id, amount: 500 }],
  });

  const { isError, text, data } = await desk.callTool('void_invoice', { invoice: 'INV-00001' }, 'accept');

  expect(isError).toBe(true);
  expect(text).toContain('$500.00 is applied to INV-00001 by PMT-00001 ($500.00, Nov 20, 2026): take that back first');
  expect(data.error.nextActions[0].arguments).toEqual({ operation: 'payments.delete', input: { id: 'PMT-00001' } });
});
