import { expect, test } from 'vitest';
import { sendInvoice } from '../../../tools/billing/send_invoice.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createInvoicedLoad, insertOldContact } from '../../support/records/invoiced-loads.ts';
import { requireSent } from '../../support/require-sent.ts';

const start = () => startLoadDesk({ tools: [sendInvoice, runApproved] });
const listSendRequests = (desk: { readonly requests: readonly string[] }) =>
  desk.requests.filter((request) => request.endsWith('/send'));

test('an invoice goes to the billing contact on record, after a yes that shows since when it is there', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);
  await insertOldContact(desk, requireSent(invoice.customer).id, 'ap@acme.test');

  const first = await desk.callTool('send_invoice', { invoices: ['inv-1'] }, 'accept');
  await desk.callTool('send_invoice', { invoices: ['INV-00001'] }, 'accept');

  const [formText = '', again = ''] = desk.shownForms;
  expect(formText).toContain('Send INV-00001 of "Acme Foods" by e-mail, $2,000.00 open, due Dec 20, 2026');
  expect(formText).toContain(
    'Mail to "ap@acme.test": "Ann Payable" contact of "Acme Foods", on record since Nov 1, 2026',
  );
  expect(formText).toContain('Not sent with Waybill before');
  expect(again).toContain('Sent before: on Nov 20, 2026 by "dana".');
  expect(first.data.summary).toBe('INV-00001 «Acme Foods», $2,000.00 open, due Dec 20, 2026, sent to «ap@acme.test».');
  expect(first.data.nextActions[0]).toMatchObject({ tool: 'record_payment', arguments: { invoices: ['INV-00001'] } });
  expect(listSendRequests(desk)).toHaveLength(2);
});

test('nothing is mailed to an address that is on no record, and the answer says which are', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);

  const unknown = await desk.callTool('send_invoice', { invoices: ['INV-00001'] }, 'accept');
  await insertOldContact(desk, requireSent(invoice.customer).id, 'ap@acme.test');
  const typed = await desk.callTool('send_invoice', { invoices: ['INV-00001'], to: 'me@other.test' }, 'accept');
  const toContact = await desk.callTool('send_invoice', { invoices: ['INV-00001'], to: 'ann payable' });

  expect(unknown.text).toContain('no address is on record');
  expect(typed.text).toContain(
    '«me@other.test» is on no contact of A100001 «Acme Foods»; on record: «Ann Payable» «ap@acme.test»',
  );
  expect(toContact.data.plan.recipients).toEqual(['ap@acme.test']);
  expect(listSendRequests(desk)).toEqual([]);
});

test('several invoices are lines of their own, free mail asks for an approval, and what is left out is not mailed', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);
  await createInvoicedLoad(desk, 900, 'Bolt Steel');
  const other = await desk.api.invoices.filter({ filter: { friendlyId: { equalTo: 'INV-00002' } } });
  await insertOldContact(desk, requireSent(invoice.customer).id, 'ap@acme.test');
  await insertOldContact(desk, requireSent(other.data[0]?.customer).id, 'bolt@gmail.com');

  const planned = await desk.callTool('send_invoice', { invoices: ['INV-00001', 'INV-00002'] }, 'accept');
  await desk.approve(planned.data.approval.id);
  const { data } = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

  expect(planned.data.plan.gate).toBe('approve');
  expect(planned.data.plan.lines).toMatchObject([{ key: 'INV-00002' }, { key: 'INV-00001' }]);
  expect(planned.data.plan.warnings).toContainEqual({
    text: 'Mail to «bolt@gmail.com»: a free mail address, which anyone can open.',
    lines: ['INV-00002'],
  });
  expect(data.results).toMatchObject([
    { friendlyId: 'INV-00001', outcome: 'sent' },
    { friendlyId: 'INV-00002', outcome: 'sent' },
  ]);

  // The addresses of one customer are not shown with the invoice of another.
  const listed = await desk.callTool('list_invoices', { fields: ['friendlyId', 'sent'] });
  expect(listed.data.rows).toMatchObject([{ sent: '2026-11-20 by dana' }, { sent: '2026-11-20 by dana' }]);
});

test('an invoice that is paid is mailed with that said before the yes', async () => {
  await using desk = await start();
  const paid = await createInvoicedLoad(desk);
  await insertOldContact(desk, requireSent(paid.customer).id, 'ap@acme.test');
  await desk.api.payments.create({
    customerId: requireSent(paid.customer).id,
    paymentDate: '2026-11-20',
    applications: [{ invoiceId: paid.id, amount: 2000 }],
  });

  await desk.callTool('send_invoice', { invoices: [paid.friendlyId] }, 'decline');

  expect(desk.shownForms[0]).toContain('INV-00001 is paid: nothing is owed on it.');
  expect(listSendRequests(desk)).toEqual([]);
});
